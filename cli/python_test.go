package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// pythonPage returns the blocks of code of docs/python.md, by language, in their order.
func pythonPage(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../docs/python.md")
	testkit.OK(t, err)
	blocks := map[string][]string{}
	for _, m := range regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```").FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = append(blocks[m[1]], m[2])
	}
	if len(blocks["sh"]) != 2 {
		t.Fatalf("the page has %d blocks of shell", len(blocks["sh"]))
	}
	return blocks
}

// pythonFile returns a file of examples/python.
func pythonFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "examples", "python", name))
	testkit.OK(t, err)
	return string(text)
}

// desk is a folder with the page's files in it, and farsight on the path.
func desk(t *testing.T, files map[string]string) (dir string, env []string) {
	t.Helper()
	dir = t.TempDir()
	bin := filepath.Join(dir, "bin")
	self, err := os.Executable()
	if err == nil {
		err = os.Mkdir(bin, 0o755)
	}
	if err == nil {
		err = os.Symlink(self, filepath.Join(bin, "farsight")) // testscript.Main obeys its name
	}
	if err != nil {
		t.Skipf("no link to this program: %v", err)
	}
	for name, text := range files {
		testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
	}
	return dir, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// at runs a program in a folder and returns what it printed.
func at(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// python is an interpreter that works and has all modules: that on the path, as
// those of version managers may not, or else the system's.
func python(t *testing.T, modules ...string) string {
	t.Helper()
	modules = append(modules, "json", "subprocess")
	var tried []string
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if exec.Command(path, "-c", "import "+strings.Join(modules, ", ")).Run() == nil {
			return path
		}
		tried = append(tried, path)
	}
	if tried == nil {
		t.Skip("there is no python3 here")
	}
	t.Skipf("%s cannot import %s", strings.Join(tried, " and "), strings.Join(modules, ", "))
	return ""
}

// The client of the page takes a study to its end.
func TestPythonClient(t *testing.T) {
	t.Parallel()
	py, blocks := python(t), pythonPage(t)
	client := pythonFile(t, "farsight_study.py")
	if n := len(strings.Split(strings.TrimSpace(client), "\n")); n > 40 || strings.Count(client, "import") != 3 {
		t.Errorf("the client has %d lines", n)
	}
	dir, env := desk(t, map[string]string{
		"farsight_study.py": client, "run.py": pythonFile(t, "run.py"), "reaction.toml": pythonFile(t, "reaction.toml"),
	})
	at(t, dir, env, "sh", "-ec", blocks["sh"][0])
	out := at(t, dir, env, py, "run.py")
	s := status(t, filepath.Join(dir, "reaction.study"))
	if s.Stop == nil || len(s.History) < 8 || strings.Count(out, " gave ") != len(s.History) || !strings.Contains(out, *s.Stop+": ") {
		t.Errorf("%d evaluations, stopped: %v\n%s", len(s.History), s.Stop, out)
	}
	// Started again it finds nothing to do.
	if out := at(t, dir, env, py, "run.py"); strings.Contains(out, " gave ") || len(status(t, filepath.Join(dir, "reaction.study")).History) != len(s.History) {
		t.Errorf("started again: %s", out)
	}
	// What is refused is an exception; events are kept; the program's end is noticed.
	at(t, dir, env, py, "-c", `
from farsight_study import Study
study = Study("reaction.study")
try:
    study("tell", valeu=1, cost=1)
    raise SystemExit("not refused")
except ValueError as e:
    assert 'did you mean "value"?' in str(e), e
study("subscribe")
study("budget", by=1)
assert study.close() == 0
study = Study("no.study")
try:
    study("status")
    raise SystemExit("no end")
except (EOFError, BrokenPipeError):
    pass
`)
}

// Two machines take a study to its end, and no point is measured twice.
func TestPythonMachines(t *testing.T) {
	t.Parallel()
	py, blocks := python(t), pythonPage(t)
	dir, env := desk(t, map[string]string{
		"farsight_study.py": pythonFile(t, "farsight_study.py"), "run.py": pythonFile(t, "run.py"), "machines.py": pythonFile(t, "machines.py"), "reaction.toml": pythonFile(t, "reaction.toml"),
	})
	at(t, dir, env, "sh", "-ec", blocks["sh"][0])
	at(t, dir, env, py, "machines.py")
	s := status(t, filepath.Join(dir, "reaction.study"))
	seen := map[string]bool{}
	for _, h := range s.History {
		seen[fmt.Sprint(h.X)] = true
	}
	if s.Stop == nil || len(s.History) < 7 || len(seen) != len(s.History) {
		t.Errorf("%d evaluations at %d points, stopped: %v", len(s.History), len(seen), s.Stop)
	}
}

// So does the loop in a shell, with nothing but sed.
func TestShellClient(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sh", "sed", "head"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s here", name)
		}
	}
	blocks := pythonPage(t)
	dir, env := desk(t, map[string]string{
		"reaction.toml": strings.Replace(pythonFile(t, "reaction.toml"), "budget = 12", "budget = 5", 1),
		"measure":       "#!/bin/sh\necho \"$1$2\" | tr -cd 0-9 | cut -c 1-2\n",
	})
	at(t, dir, env, "sh", "-ec", blocks["sh"][0])
	out := at(t, dir, env, "sh", "-ec", blocks["sh"][1])
	s := status(t, filepath.Join(dir, "reaction.study"))
	if s.Stop == nil || len(s.History) < 5 || strings.Count(out, "saved") != len(s.History) {
		t.Errorf("%d evaluations, stopped: %v\n%s", len(s.History), s.Stop, out)
	}
}
