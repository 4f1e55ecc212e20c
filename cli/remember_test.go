//go:build linux || darwin || freebsd || netbsd || openbsd

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// What is chosen with M and : holds the next time; a damaged file is named and
// left alone, and flags win.
func TestTheExplorerRemembers(t *testing.T) {
	config := filepath.Join(t.TempDir(), "deep", "explorer.toml")
	open := func(args ...string) *testkit.Terminal {
		cmd := exec.Command("farsight", append([]string{"explore", "myopia", "--policy", "random"}, args...)...)
		cmd.Env = append(os.Environ(), "FARSIGHT_CONFIG="+config)
		return testkit.StartTerminal(t, cmd, 100, 30)
	}
	quit := func(p *testkit.Terminal) {
		p.Type("\x03")
		p.Ended()
		p.Restored()
	}
	p := open()
	p.Wait("1 compare", "best")
	p.Type("M")
	p.Wait("The mouse")
	p.Type(":theme light\r")
	p.Wait("The theme is light now.")
	p.Type("\x1b[<0;25;1M")
	p.Wait("believe and want")
	p.Type(":motion off\r")
	p.Wait("Motion is off now.")
	quit(p)
	text, err := os.ReadFile(config)
	for _, want := range []string{`theme = "light"`, `motion = "off"`, `mouse = "on"`} {
		if err != nil || !strings.Contains(string(text), want) {
			t.Fatalf("no %s in %q, %v", want, text, err)
		}
	}
	p = open()
	p.Wait("1 compare", "best")
	p.Type("\x1b[<0;25;1M") // the mouse is ours from the start
	p.Wait("believe and want")
	p.Type(":theme light")
	p.Wait("theme light  as it is now")
	quit(p)
	testkit.OK(t, os.WriteFile(config, []byte("theme = 3"), 0o600))
	p = open("--theme", "contrast")
	p.Wait("What is remembered is not used", "explorer.toml:1")
	quit(p)
	if text, _ := os.ReadFile(config); string(text) != "theme = 3" {
		t.Errorf("the damaged file is %q now", text)
	}
}
