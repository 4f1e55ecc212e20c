//go:build linux || darwin || freebsd || netbsd || openbsd

package cli

import (
	"os/exec"
	"testing"

	"farsight/internal/testkit"
)

// A person who starts a study of a template is asked what to call it; enter
// leaves the title as it is.
func TestTitleIsAskedFor(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"Esters, dry\r": "made lab.study: Esters, dry with", "\r": "made lab.study: One line, shown on top of the screen with"} {
		dir := t.TempDir()
		if code, _, talk := run("new", dir+"/lab.toml"); code != exitOK {
			t.Fatal(talk)
		}
		cmd := exec.Command("farsight", "study", "new", "lab.toml", "lab.study", "--policy", "ei")
		cmd.Dir = dir
		p := testkit.StartTerminal(t, cmd, 120, 20)
		p.Wait("What is the study called?")
		p.Type(typed)
		p.Wait(want)
		if code := p.Ended(); code != exitOK {
			t.Errorf("%q: exit code %d", typed, code)
		}
	}
}
