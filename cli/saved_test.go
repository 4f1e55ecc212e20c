//go:build unix

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"farsight/internal/testkit"
)

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// Saved but not printed is a thing of its own, and repeating it records
// nothing twice.
func TestSavedButNotPrinted(t *testing.T) {
	t.Parallel()
	path := newStudyFile(t, breadProblem)
	code, out, talk := run("study", "ask", path, "--json")
	if code != exitOK || !strings.Contains(out, `"line": 4`) {
		t.Fatal(out, talk)
	}
	tell := []string{"study", "tell", path, "--ask", "4", "--value", "1.5", "--cost", "2"}
	var said bytes.Buffer
	if code := Run(tell, strings.NewReader(""), full{}, &said); code != exitSaved || !strings.Contains(said.String(), "saved on line 5, but that could not be printed") {
		t.Errorf("exit code %d: %s", code, said.String())
	}
	if code, out, talk := run(tell...); code != exitOK || !strings.Contains(out, "already recorded on line 5") {
		t.Errorf("told once more: exit code %d: %s%s", code, out, talk)
	}
	if code, out, talk := run(append(tell, "--json")...); code != exitOK || !strings.Contains(out, `"already": true`) {
		t.Errorf("as JSON: exit code %d: %s%s", code, out, talk)
	}
	for _, other := range [][]string{{"--value", "1.6", "--cost", "2"}, {"--value", "1.5", "--cost", "3"}, {"--failed", "--cost", "2"}} {
		args := append([]string{"study", "tell", path, "--ask", "4"}, other...)
		if code, out, talk := run(args...); code != exitFailed || !strings.Contains(talk, "answered by other numbers meanwhile, on line 5") {
			t.Errorf("%v: exit code %d: %s%s", other, code, out, talk)
		}
	}
	if text, err := os.ReadFile(path); err != nil || bytes.Count(text, []byte("\n")) != 5 {
		t.Errorf("%d lines, %v", bytes.Count(text, []byte("\n")), err)
	}
}

// A terminal that closes stops the command or, with --finish, waits for it.
func TestHangup(t *testing.T) {
	t.Parallel()
	// Under nohup children would inherit that a hang-up is ignored, and rightly
	// continue; what is caught here has its default there.
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	for _, finish := range []bool{false, true} {
		dir := t.TempDir()
		began, leave, ended := filepath.Join(dir, "began"), filepath.Join(dir, "leave"), filepath.Join(dir, "ended")
		problem := strings.Replace(breadProblem, "[objective]\nexpression = \"hours\"\n[cost]\nexpression = \"1\"\n", "", 1) + fmt.Sprintf(`
[command]
run = ["sh", "-c", ": {hours}; trap 'echo > %s; exit 1' TERM; echo > %s; while ! test -e %s; do sleep 0.05; done; echo '{\"value\": 7.5, \"cost\": 2}'"]
`, ended, began, leave)
		path := newStudyFile(t, problem)
		args := []string{"study", "run", path, "--allow-commands", "--limit", "3"}
		if finish {
			args = append(args, "--finish")
		}
		cmd := farsight(t, args...)
		var said bytes.Buffer
		cmd.Stderr = &said
		testkit.OK(t, cmd.Start())
		late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		defer late.Stop()
		await(t, began)
		for range 2 { // shell and system both say it
			testkit.OK(t, cmd.Process.Signal(syscall.SIGHUP))
		}
		if finish {
			testkit.OK(t, os.WriteFile(leave, nil, 0o600))
		}
		err := cmd.Wait()
		if failed := (*exec.ExitError)(nil); !errors.As(err, &failed) || failed.ExitCode() != exitFailed {
			t.Errorf("finish %v: %v: %s", finish, err, said.String())
		}
		text, err := os.ReadFile(path)
		testkit.OK(t, err)
		if finish {
			if !strings.Contains(said.String(), "is recorded") || !bytes.Contains(text, []byte(`"value":7.5`)) {
				t.Errorf("its result is lost: %s\n%s", said.String(), text)
			}
			continue
		}
		await(t, ended) // it was stopped, not left alone
		if !strings.Contains(said.String(), "hangup") || !strings.Contains(said.String(), "nothing of it is recorded") || bytes.Contains(text, []byte(`"value":7.5`)) {
			t.Errorf("said: %s\n%s", said.String(), text)
		}
	}
}

// await waits for a file.
func await(t *testing.T, path string) {
	t.Helper()
	testkit.WaitFor(t, filepath.Base(path)+" comes", func() bool {
		_, err := os.Stat(path)
		return err == nil
	})
}
