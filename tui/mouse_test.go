//go:build linux || darwin || freebsd || netbsd || openbsd

package tui

import (
	"os"
	"os/exec"
	"testing"

	"farsight/internal/ptytest"
)

// The first click counts, as soon as the mouse was asked for.
func TestTheFirstClickCounts(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asExplorer+"=no")
	p := ptytest.Start(t, cmd, 100, 30)
	p.Wait("ready to break")
	p.Type("t")
	p.Wait("has no scenario tree")
	p.Type("M\x1b[<0;14;1M")
	p.Wait("believe and want")
	p.Type("q")
	p.Ended()
	p.Restored()
}
