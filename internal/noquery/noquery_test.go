//go:build unix

package noquery_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// The program itself is watched by the test of the same subject at the root of
// the repository; here are the cure and, as a control, the ailment.

func TestBubbleteaQuestionsTheTerminalWithoutUs(t *testing.T) {
	t.Parallel()
	output, _ := testkit.RunInTerminal(t, exec.Command(build(t, "loud", modulePath(t))))
	if len(testkit.TerminalQuestions(output)) == 0 {
		t.Errorf("bubbletea no longer asks the terminal at start-up (it wrote %q): package noquery may go", output)
	}
}

// The order in which packages are initialised depends on their import paths:
// ours, one before and one after those of bubbletea, lipgloss and termenv, and
// the last that promises silence.
func TestNoqueryUnderAnyModulePath(t *testing.T) {
	t.Parallel()
	for _, module := range []string{modulePath(t), "example.com/farsight", "github.com/zeta/farsight", "sr.ht/~zeta/farsight", "unicod"} {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(build(t, "silent", module))
			cmd.Env = append(os.Environ(), "COLORTERM=")
			output, code := testkit.RunInTerminal(t, cmd)
			if want := "xterm-256color: 256 colours, dark\r\n"; code != 0 || output != want {
				t.Errorf("exit code %d, wrote %q to the terminal; want %q", code, output, want)
			}
		})
	}
}

// modulePath is what our own module is called.
func modulePath(t *testing.T) string {
	t.Helper()
	first, _, _ := strings.Cut(read(t, "../../go.mod"), "\n")
	return strings.TrimPrefix(first, "module ")
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	testkit.OK(t, err)
	return string(text)
}

// build compiles one of the programs under testdata as part of a module of its
// own that holds noquery and nothing else of ours.
func build(t *testing.T, name, module string) string {
	t.Helper()
	dir, ours := t.TempDir(), modulePath(t)
	for from, to := range map[string]string{
		"../../go.mod": "go.mod", "../../go.sum": "go.sum",
		"noquery.go": "internal/noquery/noquery.go", "hold/hold.go": "internal/noquery/hold/hold.go",
		filepath.Join("testdata", name, "main.go"): "main.go",
	} {
		text := strings.ReplaceAll(read(t, from), `"`+ours+`/`, `"`+module+`/`)
		if to == "go.mod" {
			text = strings.Replace(text, "module "+ours, "module "+module, 1)
		}
		to = filepath.Join(dir, to)
		testkit.OK(t, os.MkdirAll(filepath.Dir(to), 0o755))
		testkit.OK(t, os.WriteFile(to, []byte(text), 0o644))
	}
	program := filepath.Join(dir, "program")
	cmd := exec.Command("go", "build", "-o", program, ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}
