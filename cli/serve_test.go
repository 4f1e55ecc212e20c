package cli

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

func TestServeSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir) // os.UserConfigDir on Unix
	t.Setenv("HOME", dir)
	empty := filepath.Join(dir, "empty")
	testkit.OK(t, os.WriteFile(empty, nil, 0o600))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.OK(t, err)
	defer taken.Close()
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"serve myopa", exitUsage, `did you mean "myopia"?`},
		{"serve " + empty, exitUsage, "guests explore those only"},
		{"serve a b", exitUsage, "one argument at most"},
		{"serve --max 0", exitUsage, "--max 0"},
		{"serve --max-per-address -1", exitUsage, "--max-per-address -1"},
		{"serve --idle 5", exitUsage, "idle"},
		{"serve --idle 5ms", exitUsage, "at least a second"},
		{"serve --theme sepia", exitUsage, "sepia"},
		{"serve --allow-commands", exitUsage, "guests run no commands"},
		{"serve --follow", exitUsage, "this is none"},
		{"serve --follow --status", exitUsage, "leave one of them out"},
		{"serve --policy no-such", exitUsage, "no-such"},
		{"serve --password-file " + empty, exitFailed, "is empty"},
		{"serve --password-file " + dir + "/none", exitFailed, "password"},
		{"serve --authorized-keys " + empty, exitFailed, "there is none"},
		{"serve --host-key " + empty, exitFailed, "move the file away"},
		{"serve --listen " + taken.Addr().String(), exitFailed, "cannot listen on " + taken.Addr().String()},
		{"serve --listen nonsense", exitFailed, "missing port"},
	} {
		code, out, talk := run(strings.Fields(c.args)...)
		if code != c.code || out != "" || !strings.Contains(talk, c.want) {
			t.Errorf("%s: exit code %d, want %d; stdout %q, stderr %q, want something with %q", c.args, code, c.code, out, talk, c.want)
		}
	}
}
