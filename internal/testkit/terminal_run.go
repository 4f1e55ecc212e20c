//go:build unix

package testkit

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminalPatience only bounds a failing test; no passing one comes near it.
const terminalPatience = time.Minute

// question matches what programs ask terminals: colours (OSC 4, 10, 11 …;?),
// status and cursor position (CSI 6n), device attributes (CSI c), modes
// (CSI ? … $p), the keyboard (CSI ?u), the terminal's name (CSI >q, DCS +q).
var question = regexp.MustCompile(`\x1b\][0-9;]*\?|\x1b\[[?>=]?[0-9;]*[nc]|\x1b\[\?u|\x1b\[>[0-9]*q|\x1b\[\?[0-9]+\$p|\x1bP[+$]q`)

// TerminalQuestions lists the questions to the terminal in a program's output.
func TerminalQuestions(output string) []string { return question.FindAllString(output, -1) }

// RunInTerminal runs cmd with stdin, stdout and stderr on a terminal of 80 by 24 that
// shows everything and answers nothing. It returns what the program wrote and
// its exit code. A program that asks the terminal something is ended there, with
// code −1: its waiting for the answer would teach nothing more.
func RunInTerminal(t testing.TB, cmd *exec.Cmd) (output string, code int) {
	t.Helper()
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, "TERM=xterm-256color", "NO_COLOR=", "COLORFGBG=", "CI=", ownConfig(t, cmd))
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Skipf("no pseudo-terminal to be had here: %v", err)
	}
	defer terminal.Close()
	var late atomic.Bool
	timer := time.AfterFunc(terminalPatience, func() { late.Store(true); cmd.Process.Kill() })
	defer timer.Stop()

	var b strings.Builder
	buffer := make([]byte, 4096)
	for {
		n, err := terminal.Read(buffer)
		b.Write(buffer[:n])
		if len(TerminalQuestions(b.String())) > 0 {
			cmd.Process.Kill()
		}
		if err != nil {
			// Linux reports EIO once the program's side of the terminal is closed.
			if !errors.Is(err, io.EOF) && !errors.Is(err, syscall.EIO) {
				t.Errorf("reading the terminal: %v", err)
			}
			break
		}
	}
	cmd.Wait()
	if late.Load() {
		t.Errorf("%v was still running after %v; it wrote %q", cmd.Args, terminalPatience, b.String())
	}
	return b.String(), cmd.ProcessState.ExitCode()
}

// ownConfig keeps a program from what its user chose for it, unless the test has
// chosen something.
func ownConfig(t testing.TB, cmd *exec.Cmd) string {
	const variable = "FARSIGHT_CONFIG="
	for _, v := range cmd.Env {
		if strings.HasPrefix(v, variable) && v != variable+os.Getenv("FARSIGHT_CONFIG") {
			return v
		}
	}
	return variable + filepath.Join(t.TempDir(), "explorer.toml")
}
