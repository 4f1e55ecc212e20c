package cli

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"farsight/internal/testkit"
	"farsight/study"
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

// notes is what a command says, while it runs.
type notes struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.Write(p)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.String()
}

// wait waits until something was said.
func (n *notes) wait(t *testing.T, words string) {
	t.Helper()
	testkit.WaitFor(t, words, func() bool { return strings.Contains(n.String(), words) })
}

// A room says what it listens on, who may come in and by which key it is known;
// with --status it says how it is, and what was refused.
func TestServeSaysHowGuestsComeIn(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	testkit.OK(t, os.WriteFile(secret, []byte("open sesame\n"), 0o600))
	lab := filepath.Join(dir, "lab.study")
	if _, err := study.CreateLive(lab, "lab.toml", []byte("name = \"lab\"\nbudget = 1\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n"), study.LiveSettings{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "Everybody who can reach this address may come in"},
		{[]string{"--password-file", secret, "--status"}, "Guests come in with the password\n"},
		{[]string{lab, "--read-only", "--password-file", secret, "--status"}, "Guests watch lab, and can enter nothing."},
	} {
		var said notes
		cmd := newServe()
		cmd.SetErr(&said)
		cmd.SetArgs(append([]string{"--listen", "127.0.0.1:0", "--host-key", filepath.Join(dir, "key")}, c.args...))
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- cmd.ExecuteContext(ctx) }()
		said.wait(t, "Ctrl-C closes the room.")
		for _, words := range []string{c.want, "Its key is SHA256:", "for this machine only", "The room is open: ssh -p "} {
			said.wait(t, words)
		}
		if c.args != nil {
			said.wait(t, "0 of 64 seats, 0 at the door; 0 of")
			at := regexp.MustCompile(`It listens on ([0-9.:]+),`).FindStringSubmatch(said.String())
			if at == nil {
				t.Fatalf("it does not say what it listens on:\n%s", &said)
			}
			conn, err := net.Dial("tcp", at[1])
			testkit.OK(t, err)
			conn.Close()
			said.wait(t, "127.0.0.1 refused: the handshake failed")
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if c.args != nil {
			said.wait(t, "1 refused: 1 the handshake failed")
		}
	}
}
