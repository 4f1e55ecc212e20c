//go:build linux || darwin

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"farsight/internal/testkit"
)

// onTerminal starts farsight on a terminal, in a folder with a problem that
// leaves open who pays for its initial design.
func onTerminal(t *testing.T, args ...string) *testkit.Terminal {
	t.Helper()
	dir := t.TempDir()
	problem := "budget = 6\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n[cost]\nunit = \"h\"\ntypical = 1\n[initial]\nsobol = 2\n"
	testkit.OK(t, os.WriteFile(filepath.Join(dir, "lab.toml"), []byte(problem), 0o644))
	return testkit.StartTerminal(t, program(dir, args...), 160, 40)
}

// A person is asked who pays for the initial design, unless it was said.
func TestNewStudiesAskWhoPays(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{"y\r": ", charged", "\r": ", not charged"} {
		p := onTerminal(t, "study", "new", "lab.toml", "a.study", "--policy", "ei")
		p.Wait("2 initial points are to be measured first, for about 2.1 h. Charge them to the budget of 6 h? [y/N]")
		p.Type(answer)
		p.Wait("made a.study", want)
		if code := p.Ended(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
}

// Who does not want to wait any longer gets what is known.
func TestAdviceCanBeInterrupted(t *testing.T) {
	t.Parallel()
	p := onTerminal(t, "advise", "myopia", "--draws", "100000", "--policy", "far", "--policy", "4-b-ms-ei", "--policy", "3-b-ms-ei") // not soon told apart
	enough := regexp.MustCompile(`s: ([6-9]|\d\d+) draws, \d of 3 policies still compared`)
	p.Until("some draws", enough.MatchString)
	p.Type("\x03")
	p.Wait("when it was interrupted; --draws", "farsight study new myopia myopia.study --policy", "farsight: interrupted")
	if code := p.Ended(); code != 1 {
		t.Errorf("exit code %d", code)
	}
}
