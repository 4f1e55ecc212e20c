package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"farsight/internal/jsonlog"
)

// Whatever the bytes, opening ends in an error that leaves them alone, or in a
// study that continues, with every byte either still in the file or in a notice.
// With chain set, each line is what follows the time, and gets a right head and
// sum, so that what lies behind the sums is tried too. (Run it with
// -fuzzminimizetime=1x: making inputs of this size small takes all the time.)
func FuzzOpen(f *testing.F) {
	path := newPath(f)
	whole(f, path)
	sound := readBytes(f, path)
	flipped, spoiled := bytes.Clone(sound), bytes.Clone(sound)
	flipped[700] ^= 4
	spoiled[len(sound)-1] = 'J'
	for _, b := range [][]byte{
		nil, []byte("\n"), []byte("{"), []byte("hello\n"), []byte(`{"v":2,` + "\n"),
		sound, sound[:len(sound)-1], sound[:len(sound)-30], sound[:100], flipped, spoiled,
		append(bytes.Clone(sound), sound...),
		append(bytes.Clone(sound), seal(`{"v":1,"n":25,"prev":"0123456789abcdef","time":"2026-01-02T03:04:05Z","kind":"note","event":{"text":"a"}`)+"\n"...),
		[]byte(seal(`{"v":1,"n":1,"prev":"0000000000000000","time":"2026-01-02T03:04:05Z","kind":"note","event":{"text":"a"}`) + "\n"),
		bytes.ReplaceAll(sound, []byte("\n"), []byte("\r\n")),
	} {
		f.Add(b, false)
	}
	var bodies []byte
	for _, l := range lines(sound) {
		l = bytes.TrimSuffix(l, []byte("\n"))
		bodies = append(append(bodies, l[bytes.Index(l, []byte(`"kind"`)):len(l)-jsonlog.SealLength]...), '\n')
	}
	f.Add(bodies, true)
	f.Fuzz(func(t *testing.T, b []byte, chain bool) {
		if chain {
			b = chained(b)
		}
		path := filepath.Join(fastDir(t), "j")
		writeBytes(t, path, b)
		j, err := Open(path, Settings{})
		if err != nil {
			if !bytes.Equal(readBytes(t, path), b) {
				t.Fatalf("refused (%v), yet changed", err)
			}
			if _, err := Salvage(path, nil, Settings{}); err != nil {
				if !bytes.Equal(readBytes(t, path), b) {
					t.Fatalf("salvage failed (%v), yet changed the file", err)
				}
				return
			}
			if j, err = Open(path, Settings{}); err != nil {
				t.Fatalf("salvaged, yet refused: %v", err)
			}
		} else {
			left := readBytes(t, path)
			switch n := j.Notices(); {
			case len(n) == 0 && !bytes.Equal(left, b):
				t.Fatal("changed without a notice")
			case len(n) == 1 && len(n[0].Torn) > 0 && !bytes.HasSuffix(b, n[0].Torn):
				t.Fatal("bytes were lost")
			}
		}
		seq := j.State().Seq
		if _, err := j.Append(seq, Noted{"going on"}); err != nil {
			t.Fatalf("the study does not go on: %v", err)
		}
		if k := mustOpen(t, path); k.State().Seq != seq+1 {
			t.Fatalf("line %d read again, want %d", k.State().Seq, seq+1)
		}
	})
}

// chained makes a journal of lines of which only the kind and event are given.
func chained(b []byte) []byte {
	var text []byte
	prev := noSum
	for i, l := range bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n")) {
		head := fmt.Sprintf(`{"v":1,"n":%d,"prev":"%s","time":"2026-01-02T03:04:05Z",%s`, i+1, prev, l)
		prev = jsonlog.Checksum([]byte(head))
		text = append(text, seal(head)+"\n"...)
	}
	return text
}

// Whatever a line holds, a sound sum or not, it is read or refused in words;
// what is read can be written and read again.
func FuzzLine(f *testing.F) {
	path := newPath(f)
	whole(f, path)
	for _, l := range lines(readBytes(f, path)) {
		if l = bytes.TrimSuffix(l, []byte("\n")); len(l) > jsonlog.SealLength {
			f.Add(l[:len(l)-jsonlog.SealLength])
		}
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		for _, b := range [][]byte{head, []byte(seal(string(head)))} {
			rec, err := decode(b)
			if err != nil {
				if len(err.Error()) == 0 {
					t.Fatal("refused without a word")
				}
				continue
			}
			if rec.event.Body.validate() != nil {
				continue
			}
			line, err := encode(rec.event, rec.prev)
			if err != nil {
				t.Fatalf("read, but cannot be written: %v", err)
			}
			if _, err := decode(line[:len(line)-1]); err != nil {
				t.Fatalf("read and written, but cannot be read again: %v\n%s", err, line)
			}
		}
	})
}

// The mark is read by everyone without a lock, so that any bytes may stand there.
func FuzzMark(f *testing.F) {
	f.Add(encodeMark(mark{"0123456789abcdef", 3, "fedcba9876543210"}))
	f.Add([]byte("a b c d\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(fastDir(t), "j")
		writeBytes(t, lockPath(path), append([]byte{0}, b...))
		for _, m := range readMarks(path) {
			writeMark(path, m)
			if again := readMarks(path); len(again) != 1 || again[0] != m {
				t.Errorf("%+v was read again as %+v", m, again)
			}
		}
		if err := clearMark(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
		if len(readMarks(path)) > 0 {
			t.Error("a cleared mark is still there")
		}
	})
}
