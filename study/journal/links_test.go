package journal

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
		testkit.OK(t, os.Remove(path + ".lock"))
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
	testkit.OK(t, os.Remove(path + ".lock"))
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
