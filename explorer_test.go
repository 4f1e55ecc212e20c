//go:build linux || darwin || freebsd || netbsd || openbsd

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"farsight/internal/testkit"
)

// explorer starts farsight on a terminal.
func explorer(t testing.TB, cols, rows int, args ...string) *testkit.Terminal {
	t.Helper()
	return testkit.StartTerminal(t, program(t.TempDir(), args...), cols, rows)
}

// program is farsight in a folder, not yet started.
func program(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), asProgram+"=1")
	return cmd
}

// From the start to the end: names and budget on the first frame, the decisions
// drawn, steps, the tree, help, and a terminal left as it was.
func TestExplorerFromStartToEnd(t *testing.T) {
	p := explorer(t, 160, 48)
	p.Wait("1-B-MS-EI", "B-MS-EI", "budget")
	p.Wait("improvement that still fits the budget", "what it leaves room for", "▲ next 0", "next 0.605")
	p.Type("z") // how it ends is told where it is asked for
	p.Wait("too little is left")
	p.Type("z")
	t.Logf("first words after %v", p.First())
	p.Type("n")
	p.Wait("step 1", "1-B-MS-EI paid 8.00")
	p.Type("\x1b[C") // right
	p.Wait("step 2", "1-B-MS-EI paid 4.40")
	p.Type("\x1b[D") // left
	p.Wait("step 1")
	p.Type("t")
	p.Wait("what does B-MS-EI imagine?", "chance", "objective as imagined here", "1 open")
	p.Type("\x1b[C")
	p.Wait("If it finds")
	p.Type("\t?")
	p.Wait("keys on this screen")
	p.Type("\x1b")
	p.Until("compare again", func(s string) bool { return !strings.Contains(s, "keys on this screen") })
	p.Type("q")
	if code := p.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	p.Restored()
}

// A step at 160x48 sends 12 kB at most, curve and all, 25 kB where it is animated,
// and an idle screen nothing.
func TestExplorerIsKindToSlowLinks(t *testing.T) {
	t.Run("still", func(t *testing.T) { kindToSlowLinks(t, "off", 12_000) })
	t.Run("moving", func(t *testing.T) { kindToSlowLinks(t, "on", 25_000) })
}

func kindToSlowLinks(t *testing.T, motion string, allowed int) {
	p := explorer(t, 160, 48, "explore", "myopia", "--motion", motion)
	p.Wait("computed", "next 0.851 ▲")
	before := p.Quiet(500 * time.Millisecond)
	step := 0
	for _, key := range "nnnnnppp" {
		if step++; key == 'p' {
			step -= 2
		}
		pressed := time.Now()
		p.Type(string(key))
		p.Until(fmt.Sprintf("step %d, its curves final", step), func(s string) bool {
			return strings.Contains(s, fmt.Sprintf("step %d   both", step)) && !strings.Contains(s, "refining") && !strings.Contains(s, "computing")
		})
		after := p.Quiet(200 * time.Millisecond)
		t.Logf("%c sends %d bytes", key, after-before)
		// Curves are refined as long as that takes, a few times a second: on a
		// loaded machine there are more frames on the way.
		if most := allowed + int(5_000*time.Since(pressed).Seconds()); after-before > most {
			t.Errorf("%c to step %d sends %d bytes", key, step, after-before)
		}
		before = after
	}
	before = p.Quiet(time.Second) // what a loaded machine still owed
	if idle := p.Quiet(time.Second); idle != before {
		t.Errorf("an idle screen sends %d bytes", idle-before)
	}
	p.Type("q")
	p.Ended()
}

// Windows of every size in quick succession: the last one is filled, and keys
// are still obeyed.
func TestExplorerSurvivesAStormOfSizes(t *testing.T) {
	p := explorer(t, 160, 48)
	p.Wait("B-MS-EI", "step 0")
	for i := range 60 {
		p.Resize(20+(i*37)%200, 5+(i*13)%60)
		if i%7 == 0 {
			p.Type("n?pt\x1b")
		}
	}
	p.Resize(50, 12)
	p.Wait("Farsight needs 60 by 18")
	p.Resize(100, 30)
	p.Wait("planning:")
	p.Type("g")
	p.Wait("step 0", "q quit")
	p.Type("q")
	if code := p.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	p.Restored()
}

// Signals end the explorer at once, with its terminal restored, also amid a
// long computation.
func TestExplorerEndsOnSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(fmt.Sprint(sig), func(t *testing.T) {
			p := explorer(t, 120, 40, "explore", "shekel5", "--effort", "thorough")
			p.Wait("B-MS-EI", "budget")
			testkit.OK(t, p.Cmd.Process.Signal(sig))
			if code := p.Ended(); code != 0 && code != 1 {
				t.Errorf("exit code %d", code)
			}
			p.Restored()
		})
	}
}

// A terminal that goes away takes the explorer with it.
func TestExplorerEndsWithItsTerminal(t *testing.T) {
	p := explorer(t, 120, 40)
	p.Wait("B-MS-EI", "step 0")
	p.HangUp()
	p.Ended()
}

// A measurement entered in a live study is on disk when the screen says so, and
// there after the explorer was killed.
func TestExplorerLiveEntry(t *testing.T) {
	study := filepath.Join(t.TempDir(), "lab.study")
	cmd := exec.Command(os.Args[0], "study", "new", "myopia", study, "--policy", "ei-puc")
	cmd.Env = append(os.Environ(), asProgram+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p := explorer(t, 100, 30, "explore", study)
	p.Wait("what do I measure next?", "27.3")
	p.Type("1.25\t2.5\r")
	p.Wait("saved, 0 evaluations, 27.3 of 27.3 left", "best 1.25") // of the initial design, which is free
	_ = p.Cmd.Process.Kill()
	p.Ended()
	again := explorer(t, 100, 30, "explore", study)
	again.Wait("initial point 2 of 6", "best 1.25")
	again.Type("q")
	if code := again.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	again.Restored()
}

// ctrl+z leaves for the shell where there is one, and fg comes back to the same
// screen; where there is none it does nothing.
func TestExplorerLeavesForTheShell(t *testing.T) {
	alone := explorer(t, 100, 30)
	alone.Wait("B-MS-EI", "step 0")
	alone.Type("\x1an")
	alone.Wait("step 1")
	alone.Type("q")
	alone.Ended()

	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash to leave for")
	}
	cmd := exec.Command(shell, "--norc", "--noprofile", "-i")
	cmd.Env = append(os.Environ(), asProgram+"=1", "PS1=ready> ")
	p := testkit.StartTerminal(t, cmd, 100, 30)
	p.Wait("ready>")
	p.Type(os.Args[0] + "\r")
	p.Wait("B-MS-EI", "step 0")
	p.Type("n")
	p.Wait("step 1")
	p.Type("\x1a")
	p.Wait("Stopped", "ready>")
	p.Type("fg\r")
	p.Wait("B-MS-EI", "step 1")
	p.Type("n")
	p.Wait("step 2")
	p.Type("q")
	p.Wait("ready>")
	p.Type("exit\r")
	p.Ended()
}
