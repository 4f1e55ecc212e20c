package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farsight/internal/jsonlog"
	"farsight/internal/testkit"
)

// A link planted under the name of a file we keep beside a study is never
// written through.
func TestPlantedLinks(t *testing.T) {
	t.Parallel()
	dir := fastDir(t)
	path, victim := filepath.Join(dir, "bread.study"), filepath.Join(dir, "victim")
	precious := bytes.Repeat([]byte("precious "), 50)
	writeBytes(t, victim, precious)
	whole(t, path)
	events := mustOpen(t, path).Events()
	for name, plant := range map[string]func(old, new string) error{"symbolic": os.Symlink, "hard": os.Link} {
		testkit.OK(t, os.Remove(path+".lock"))
		if err := plant(victim, path+".lock"); err != nil {
			t.Skip(err)
		}
		j := mustOpen(t, path)
		_, err := j.Append(j.State().Seq, Noted{"n"})
		if err == nil || !strings.Contains(err.Error(), path+".lock is ") || !strings.Contains(err.Error(), "link") {
			t.Errorf("%s link: %v", name, err)
		}
		if got := mustOpen(t, path).Events(); len(got) != len(events) {
			t.Errorf("%s link: %d lines, want %d", name, len(got), len(events))
		}
	}
	testkit.OK(t, os.Remove(path+".lock"))
	for _, name := range []string{".torn-1", ".damaged-1", ".new"} {
		testkit.OK(t, os.Symlink(victim, path+name))
	}
	b := readBytes(t, path)
	writeBytes(t, path, append(bytes.Clone(b), `{"v":1,"n":25,"torn`...))
	if n := mustOpen(t, path).Notices(); len(n) != 1 || n[0].File != path+".torn-2" {
		t.Errorf("notices %+v", n)
	}
	b[len(b)/2] ^= 1
	writeBytes(t, path, b)
	out, err := Salvage(path, nil, Settings{})
	if err != nil || out.Original != path+".damaged-2" {
		t.Errorf("salvaged: %+v, %v", out, err)
	}
	if !bytes.Equal(readBytes(t, victim), precious) {
		t.Error("the file the links lead to was changed")
	}
}

// A study with two names would have two locks: nobody writes to it through
// either, and one name left is a study like any other.
func TestTwoNamesOfOneStudy(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	dir := fastDir(t)
	one, two := filepath.Join(dir, "bread.study"), filepath.Join(dir, "cake.study")
	c := study()
	c.Budget = 1e6
	if _, err := Create(one, c, Settings{}); err != nil {
		t.Fatal(err)
	}
	// One process tells until it is refused; then the other tries its name.
	cmd := child("tell", one, "")
	out, err := cmd.StdoutPipe()
	testkit.OK(t, err)
	var said bytes.Buffer
	cmd.Stderr = &said
	testkit.OK(t, cmd.Start())
	lines := bufio.NewScanner(out)
	told := 0
	for told < 24 && lines.Scan() {
		told++
	}
	if err := os.Link(one, two); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		t.Skip(err)
	}
	var alsoSaid bytes.Buffer
	other := child("tell", two, "")
	other.Stderr = &alsoSaid
	late := time.AfterFunc(20*time.Second, func() { // if nobody refuses
		_ = cmd.Process.Kill()
		_ = other.Process.Kill()
	})
	defer late.Stop()
	acked, _ := other.Output()
	for lines.Scan() {
		told++
	}
	_, _ = io.Copy(io.Discard, out)
	_ = cmd.Wait()
	for _, s := range []string{said.String(), alsoSaid.String()} {
		if !strings.Contains(s, "has 2 names (hard links)") {
			t.Errorf("said %q", s)
		}
	}
	if len(acked) > 0 {
		t.Errorf("the second name was told through: %q", acked)
	}
	if n := len(mustOpen(t, one).State().Evaluations); n != told {
		t.Errorf("%d evaluations, %d acknowledged", n, told)
	}
	if _, err := os.Lstat(two + ".lock"); err == nil {
		t.Error("a lock was left at the second name")
	}
	testkit.OK(t, os.Remove(one))
	j := mustOpen(t, two)
	if _, err := j.Append(j.State().Seq, Noted{"one name again"}); err != nil {
		t.Error(err)
	}
}

// The line and its sum were made by a Python program that follows doc.go.
func TestLineIsAsDocumented(t *testing.T) {
	t.Parallel()
	const want = `{"v":1,"n":2,"prev":"0123456789abcdef","time":"2026-01-02T03:04:05.678Z","kind":"told","event":{"x":[0.5,1e-7],"value":0,"cost":2,"source":"<é>"},"sum":"db7b1300f8272f99"}` + "\n"
	e := Event{Seq: 2, Time: time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC), Body: Told{X: []float64{0.5, 1e-7}, Cost: 2, Source: "<é>"}}
	got, err := encode(e, "0123456789abcdef")
	if err != nil || string(got) != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// Every line of a whole journal satisfies doc.go's rule, applied here without
// this package's code, and is JSON.
func TestWholeJournalAsDocumented(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	whole(t, path)
	prev := "0000000000000000"
	for i, line := range strings.Split(strings.TrimSuffix(string(readBytes(t, path)), "\n"), "\n") {
		sum := sha256.Sum256([]byte(line[:len(line)-26]))
		if got := hex.EncodeToString(sum[:])[:16]; got != line[len(line)-18:len(line)-2] {
			t.Errorf("line %d has the wrong sum", i+1)
		}
		var l map[string]any
		testkit.OK(t, json.Unmarshal([]byte(line), &l))
		v := 1.0
		if i > 0 && script[i-1].version() == 2 {
			v = 2
		}
		if l["v"] != v || l["n"] != float64(i+1) || l["prev"] != prev {
			t.Errorf("line %d: head %v, %v, %v", i+1, l["v"], l["n"], l["prev"])
		}
		prev = l["sum"].(string)
	}
}

// seal gives a line's head its right sum.
func seal(head string) string { return strings.TrimSuffix(string(jsonlog.Seal([]byte(head))), "\n") }

// A sound sum does not make a line understood.
func TestSealedNonsense(t *testing.T) {
	t.Parallel()
	const head = `{"v":1,"n":2,"prev":"0123456789abcdef","time":"2026-01-02T03:04:05Z",`
	for name, l := range map[string]string{
		"unknown kind":        head + `"kind":"dance","event":{}`,
		"unknown field":       head + `"kind":"note","event":{"text":"a","colour":"red"}`,
		"unknown told field":  head + `"kind":"told","event":{"x":[1],"value":1,"cost":1,"colour":"red"}`,
		"unknown head field":  head + `"kind":"note","event":{"text":"a"},"colour":"red"`,
		"told without value":  head + `"kind":"told","event":{"x":[1],"cost":1}`,
		"failed with value":   head + `"kind":"told","event":{"x":[1],"value":1,"cost":1,"failed":true}`,
		"number too large":    head + `"kind":"told","event":{"x":[1],"value":1e999,"cost":1}`,
		"no event":            head + `"kind":"told"`,
		"not JSON":            head + `"kind":`,
		"two values":          head + `"kind":"note","event":{"text":"a"}}{"v":1`,
		"short prev":          `{"v":1,"n":2,"prev":"0","time":"2026-01-02T03:04:05Z","kind":"note","event":{"text":"a"}`,
		"number zero":         `{"v":1,"n":0,"prev":"0123456789abcdef","time":"2026-01-02T03:04:05Z","kind":"note","event":{"text":"a"}`,
		"time without a form": `{"v":1,"n":2,"prev":"0123456789abcdef","time":"noon","kind":"note","event":{"text":"a"}`,
	} {
		if _, err := decode([]byte(seal(l))); err == nil || !strings.Contains(err.Error(), "cannot be understood") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := decode([]byte(seal(head + `"kind":"note","event":{"text":"a"}`))); err != nil {
		t.Errorf("the pattern itself: %v", err)
	}
}
