package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"farsight/internal/testkit"
)

const breadProblem = `
name = "bread"
budget = 1e6
[[parameter]]
name = "hours"
low = 1
high = 5
[objective]
expression = "hours"
[cost]
expression = "1"
[initial]
points = [[2], [3]]
values = [1, 2]
costs = [1, 1]
`

// newStudyFile makes a study of bread.
func newStudyFile(t *testing.T, problem string) string {
	t.Helper()
	dir := t.TempDir()
	file, path := filepath.Join(dir, "bread.toml"), filepath.Join(dir, "bread.study")
	testkit.OK(t, os.WriteFile(file, []byte(problem), 0o600))
	if code, _, talk := run("study", "new", file, path, "--policy", "random"); code != exitOK {
		t.Fatal(talk)
	}
	return path
}

// farsight is the program itself, as another process.
func farsight(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	testkit.OK(t, err)
	// testscript.Main handles the name it is called by.
	return &exec.Cmd{Path: self, Args: append([]string{"farsight"}, args...), Env: os.Environ()}
}

// told is what the tests read of the answers.
type told struct {
	Line        int
	Evaluations int
	Stop        *string
	Told        struct {
		Line  int
		X     map[string]float64
		Value float64
	}
	History []struct {
		Line  int
		X     map[string]float64
		Value *float64
	}
}

func status(t *testing.T, path string, more ...string) told {
	t.Helper()
	code, out, talk := run(append([]string{"study", "status", path, "--json"}, more...)...)
	var s told
	if err := json.Unmarshal([]byte(out), &s); code != exitOK || err != nil {
		t.Fatalf("exit code %d, %v: %s", code, err, talk)
	}
	return s
}

// A run killed at any moment leaves a study that has every evaluation it
// acknowledged exactly once, and that the next run continues with.
func TestStudyRunKilled(t *testing.T) {
	t.Parallel()
	total := 40
	if testing.Short() {
		total = 10
	}
	path := newStudyFile(t, breadProblem)
	rng := rand.New(rand.NewPCG(5, 6))
	var values []float64 // acknowledged, or found after a kill
	for kills := 0; len(values) < total; kills++ {
		cmd := farsight(t, "study", "run", path, "--json")
		pipe, err := cmd.StdoutPipe()
		testkit.OK(t, err)
		testkit.OK(t, cmd.Start())
		after, delay := 1+rng.IntN(10), time.Duration(rng.IntN(5000))*time.Microsecond
		seen := 0
		for lines := bufio.NewScanner(pipe); lines.Scan(); {
			var a told
			if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
				break // killed while it printed
			}
			if values = append(values, a.Told.Value); a.Told.Value != a.Told.X["hours"] {
				t.Fatalf("value %v at %v", a.Told.Value, a.Told.X)
			}
			if seen++; seen == after {
				time.AfterFunc(delay, func() { _ = cmd.Process.Kill() })
			}
		}
		_ = cmd.Wait()
		if seen < after {
			t.Fatalf("kill %d: the run ended by itself", kills)
		}
		s := status(t, path)
		have := s.History[2:] // after the initial design
		if n := len(have) - len(values); n < 0 || n > 2 {
			t.Fatalf("kill %d: %d evaluations, %d acknowledged", kills, len(have), len(values))
		}
		for i, v := range values {
			if *have[i].Value != v {
				t.Fatalf("kill %d: evaluation %d is %v, acknowledged as %v", kills, i+1, *have[i].Value, v)
			}
		}
		for _, r := range have[len(values):] {
			values = append(values, *r.Value)
		}
	}
}

// A torn last line is mended with a notice; damage is named by its line and
// refused until --salvage; a newer version is refused.
func TestStudyDamage(t *testing.T) {
	t.Parallel()
	fresh := func(t *testing.T) (path string, text []byte) {
		path = newStudyFile(t, breadProblem)
		for range 2 {
			if code, _, talk := run("study", "tell", path, "--at", "hours=4", "--value", "3", "--cost", "1", "--note", "kept"); code != exitOK {
				t.Fatal(talk)
			}
		}
		text, err := os.ReadFile(path)
		testkit.OK(t, err)
		return path, text
	}
	write := func(t *testing.T, path string, text []byte) {
		t.Helper()
		testkit.OK(t, os.WriteFile(path, text, 0o600))
	}
	t.Run("torn", func(t *testing.T) {
		path, text := fresh(t)
		write(t, path, append(bytes.Clone(text), `{"v":1,"n":6,"prev":"01`...))
		code, out, talk := run("study", "status", path)
		if code != exitOK || !strings.Contains(out, "2 evaluations") || !strings.Contains(talk, "bread.study") || strings.Count(talk, "\n") != 1 {
			t.Errorf("exit code %d: %s%s", code, out, talk)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, text) {
			t.Error("the tear is still there")
		}
		if _, _, talk := run("study", "status", path); talk != "" {
			t.Errorf("mended, and still: %s", talk)
		}
	})
	t.Run("damaged", func(t *testing.T) {
		path, text := fresh(t)
		lines := bytes.SplitAfter(text, []byte("\n"))
		damaged := bytes.Replace(text, lines[3], bytes.Replace(lines[3], []byte("kept"), []byte("kapt"), 1), 1)
		write(t, path, damaged)
		for _, args := range [][]string{{"status"}, {"ask"}, {"undo"}, {"export"}, {"run"}} {
			code, out, talk := run("study", args[0], path)
			if code != exitFailed || out != "" || !strings.Contains(talk, "line 4") || !strings.Contains(talk, "--salvage") {
				t.Errorf("%s: exit code %d: %s%s", args, code, out, talk)
			}
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, damaged) {
			t.Fatal("a damaged study was changed without a word")
		}
		code, out, talk := run("study", "tell", path, "--salvage", "--at", "hours=5", "--value", "1", "--cost", "1")
		if code != exitOK || !strings.Contains(out, "2 evaluations") || !strings.Contains(talk, "line 4") || !strings.Contains(talk, ".damaged-1") {
			t.Errorf("exit code %d: %s%s", code, out, talk)
		}
		if kept, _ := os.ReadFile(path + ".damaged-1"); !bytes.Equal(kept, damaged) {
			t.Error("the damaged file was not kept")
		}
		if code, out, _ := run("study", "status", path); code != exitOK || !strings.Contains(out, "lost: line 4") {
			t.Errorf("exit code %d: %s", code, out)
		}
	})
	t.Run("first line", func(t *testing.T) {
		path, text := fresh(t)
		write(t, path, bytes.Replace(text, []byte("bread"), []byte("bRead"), 1))
		if code, _, talk := run("study", "status", path, "--salvage"); code != exitFailed || !strings.Contains(talk, "problem") {
			t.Errorf("exit code %d: %s", code, talk)
		}
		problem := filepath.Join(filepath.Dir(path), "bread.toml")
		if code, out, talk := run("study", "salvage", path, "--problem", problem, "--policy", "random", "--json"); code != exitOK || !strings.Contains(out, `"evaluations": 2`) {
			t.Errorf("exit code %d: %s%s", code, out, talk)
		}
	})
	t.Run("newer", func(t *testing.T) {
		path, text := fresh(t)
		write(t, path, append([]byte(`{"v":9,"what":"the future brings"}`+"\n"), text...))
		if code, out, talk := run("study", "status", path, "--salvage"); code != exitFailed || out != "" || !strings.Contains(talk, "newer Farsight") {
			t.Errorf("exit code %d: %s%s", code, out, talk)
		}
	})
	t.Run("sound", func(t *testing.T) {
		path, text := fresh(t)
		if code, _, talk := run("study", "salvage", path); code != exitOK || !strings.Contains(talk, "Nothing was damaged") {
			t.Errorf("exit code %d: %s", code, talk)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, text) {
			t.Error("a sound study was changed")
		}
	})
}

// Whatever names, titles, units, notes and commands hold, nothing a terminal
// would act on comes out, on either stream, in any format.
func TestStudyTextIsHarmless(t *testing.T) {
	t.Parallel()
	const evil = `\u001b]0;owned\u0007\u009b31m\u202eevil`
	problem := `
title = "t` + evil + `"
note = "n` + evil + `"
budget = 10
[[parameter]]
name = "hours"
unit = "u` + evil + `"
low = 1
high = 5
[objective]
unit = "v` + evil + `"
[cost]
unit = "c` + evil + `"
[command]
run = ["touch", "evil` + evil + `", "{hours}"]
[initial]
points = [[2], [3]]
values = [1, 2]
costs = [1, 1]
`
	raw := "\x1b]0;owned\a\u009b31m\u202eevil\U000e0041"
	dir := t.TempDir()
	file := filepath.Join(dir, "a"+raw+".toml")
	path := filepath.Join(dir, "a"+raw+".study")
	if err := os.WriteFile(file, []byte(problem), 0o600); err != nil {
		t.Skipf("this file system has no such names: %v", err)
	}
	for _, c := range []struct {
		code int
		args []string
	}{
		{exitOK, []string{"new", file, path, "--policy", "ei"}},
		{exitFailed, []string{"new", file, path}},
		{exitFailed, []string{"new", file + raw, path}},
		{exitOK, []string{"ask", path}},
		{exitOK, []string{"ask", path, "--json"}},
		{exitFailed, []string{"run", path}},
		{exitOK, []string{"skip", path, "--reason", raw}},
		{exitOK, []string{"undo", path}},
		{exitOK, []string{"skip", path, "--reason", raw, "--json"}},
		{exitOK, []string{"tell", path, "--at", "hours=3", "--value", "1", "--cost", "1", "--note", raw, "--by", raw}},
		{exitOK, []string{"tell", path, "--at", "hours=3", "--value", "1", "--cost", "99", "--sure", "--note", raw, "--by", raw, "--json"}},
		{exitFailed, []string{"tell", path, "--at", "hours=3", "--value", "1", "--cost", "99"}},
		{exitUsage, []string{"tell", path, "--at", raw + "=3", "--value", "1", "--cost", "1"}},
		{exitOK, []string{"status", path}},
		{exitOK, []string{"status", path, "--json"}},
		{exitOK, []string{"export", path}},
		{exitOK, []string{"export", path, "--json"}},
		{exitOK, []string{"undo", path}},
		{exitOK, []string{"undo", path, "--json"}},
		{exitOK, []string{"budget", path, "+5"}},
		{exitUsage, []string{"budget", path, raw}},
		{exitFailed, []string{"status", path + raw}},
	} {
		code, out, talk := run(append([]string{"study"}, c.args...)...)
		if code != c.code {
			t.Errorf("%q: exit code %d: %s", c.args, code, talk)
		}
		for _, r := range out + talk {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
				t.Errorf("%q prints %U: %q", c.args, r, out+talk)
				break
			}
		}
		if code == exitOK && c.args[len(c.args)-1] == "--json" {
			if !json.Valid([]byte(out)) {
				t.Errorf("%q: not JSON: %s", c.args, out)
			}
		}
	}
	// Escaped, the text is still what it was.
	_, out, _ := run("study", "status", path, "--json")
	var s struct{ Skipped []struct{ Reason string } }
	if err := json.Unmarshal([]byte(out), &s); err != nil || len(s.Skipped) != 1 || s.Skipped[0].Reason != raw {
		t.Errorf("%+v, %v", s, err)
	}
}
