package jsonlog

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"farsight/internal/testkit"
)

// The sum was computed by a Python program: hashlib.sha256(b'{"a":1').hexdigest()[:16].
const line = `{"a":1,"sum":"8b0f0d75aabe01bb"}`

// A sealed line is sound, no bit of it can be flipped, and it is found at the
// start of what has lost its line ends, but not in what is cut.
func TestSealedLines(t *testing.T) {
	t.Parallel()
	if got := string(Seal([]byte(`{"a":1`))); got != line+"\n" {
		t.Fatalf("%q, want %q", got, line)
	}
	if !Sound([]byte(line)) || Sum([]byte(line)) != "8b0f0d75aabe01bb" {
		t.Error("the line is not sound")
	}
	for i := range line {
		for bit := range 8 {
			b := []byte(line)
			b[i] ^= 1 << bit
			if Sound(b) {
				t.Errorf("bit %d of byte %d was flipped, and the line is sound", bit, i)
			}
		}
		if Sound([]byte(line[:i])) || SoundPrefix([]byte(line[:i])) != 0 {
			t.Errorf("the first %d bytes are sound", i)
		}
	}
	tricky := strings.TrimSuffix(string(Seal([]byte(`{"a":"`+End("0123456789abcdef")+`"`))), "\n")
	for _, l := range []string{line, tricky} {
		if n := SoundPrefix([]byte(l + "J" + l)); n != len(l) {
			t.Errorf("%d bytes of %q are sound, want %d", n, l, len(l))
		}
	}
}

// Lines are handed out whole, whatever parts they are read in, and what follows
// the last newline is the tail; none is longer than MaxLine.
func TestLines(t *testing.T) {
	t.Parallel()
	want := []string{"", "a", strings.Repeat("b", 100_000), "", "c"}
	text := strings.Join(want, "\n") + "\nrest"
	var got []string
	tail, err := Lines(iotest.HalfReader(strings.NewReader(text)), func(n int, b []byte) error {
		if n != len(got)+1 {
			t.Errorf("line %d follows line %d", n, len(got))
		}
		got = append(got, string(b))
		return nil
	})
	if err != nil || string(tail) != "rest" || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d lines, tail %q, %v", len(got), tail, err)
	}
	var long LongError
	_, err = Lines(strings.NewReader("a\n"+strings.Repeat("b", MaxLine)+"\n"), func(int, []byte) error { return nil })
	if !errors.As(err, &long) || long != 2 {
		t.Errorf("a line too long: %v", err)
	}
	ours := errors.New("ours")
	if _, err := Lines(strings.NewReader("a\nb\n"), func(int, []byte) error { return ours }); err != ours {
		t.Errorf("f's own error: %v", err)
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	t.Parallel()
	var v struct{ A int }
	if err := Unmarshal([]byte(`{"a":1}`), &v); err != nil || v.A != 1 {
		t.Errorf("%v, %v", v, err)
	}
	for _, b := range []string{`{"a":1,"b":2}`, `{"a":1}{"a":2}`, `{"a":1}x`, `{"a":`} {
		if Unmarshal([]byte(b), &v) == nil {
			t.Errorf("%s was read", b)
		}
	}
}

// What is set aside never takes the place of something, and a file that is
// replaced uses up what a crash left behind.
func TestFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	for i, want := range []string{".torn-1", ".torn-2"} {
		name, err := SetAside(path, "torn", []byte{byte(i)})
		if b, _ := os.ReadFile(name); err != nil || name != path+want || !bytes.Equal(b, []byte{byte(i)}) {
			t.Errorf("%s holds %v, %v", name, b, err)
		}
	}
	for _, name := range []string{path, path + ".new"} {
		testkit.OK(t, os.WriteFile(name, []byte("old"), 0o600))
	}
	testkit.OK(t, Replace(path, []byte("new"), 0o640, nil))
	if b, err := os.ReadFile(path); err != nil || string(b) != "new" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := os.Stat(path + ".new"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a temporary file is left: %v", err)
	}
}
