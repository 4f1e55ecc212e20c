package serve

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/testkit"
)

// ready waits until both replays of myopia are computed.
func ready(t testing.TB, c *client) {
	t.Helper()
	testkit.OK(t, c.computed())
}

// A guest sees what the host chose to offer: no file of the host's, no way to
// name one, to write one or to stop the host's process.
func TestNothingOfTheHostIsReachable(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.OK(t, os.WriteFile("hostsecret.toml", []byte("title = 'secret'"), 0o600))
	c := come(t, open(t, Settings{}), 140, 50)
	ready(t, c)
	testkit.OK(t, c.answer("b", "which problem next?"))
	testkit.OK(t, c.see("shekel5"))
	if s := c.seen(); strings.Contains(s, "hostsecret") || strings.Contains(s, "type a file") || strings.Contains(s, "any other file") {
		t.Errorf("the list of problems leads to files: %q", s)
	}
	// The keys that would name, complete and open a file, write a picture and
	// stop the process; esc shows that the explorer is still there.
	for _, keys := range []string{"/", "hostsecret.toml", "\t", "\r", "o", "hostsecret.toml\r"} {
		if _, err := io.WriteString(c.keys, keys); err != nil {
			t.Fatal(err)
		}
	}
	testkit.OK(t, c.resize(140, 45))
	testkit.OK(t, c.see("\x1b[45H")) // drawn after all of them
	if s := c.seen(); strings.Contains(s, "secret") {
		t.Errorf("a file was shown: %q", s)
	}
	d := come(t, c.room, 140, 50)
	ready(t, d)
	testkit.OK(t, d.press("w\x1a")) // ctrl+z: had it stopped the process, this test would hang
	testkit.OK(t, d.answer("n", atStep(1)))
	if files, _ := filepath.Glob("*"); len(files) != 1 {
		t.Errorf("files were written: %v", files)
	}
	testkit.OK(t, d.answer("?", "other colours"))
	if s := d.seen(); strings.Contains(s, "save this frame") || strings.Contains(s, "leave for the shell") {
		t.Errorf("the help lists keys that are not for guests: %q", s)
	}
}

// Whatever SSH can ask for beside a shell on a terminal is refused.
func TestEverythingElseIsRefused(t *testing.T) {
	r := open(t, Settings{})
	conn, err := dial(t, r)
	testkit.OK(t, err)
	defer conn.Close()
	for _, c := range []struct {
		kind    string
		payload any
	}{
		{"direct-tcpip", &struct {
			Host   string
			Port   uint32
			Origin string
			From   uint32
		}{"127.0.0.1", 22, "127.0.0.1", 40000}},
		{"direct-streamlocal@openssh.com", &struct {
			Path, Reserved string
			More           uint32
		}{"/var/run/docker.sock", "", 0}},
		{"tun@openssh.com", &struct{ Mode, Unit uint32 }{1, 0}},
		{"x11", &struct {
			Origin string
			Port   uint32
		}{"127.0.0.1", 6000}},
		{"auth-agent@openssh.com", &struct{ None uint32 }{}},
		{"forwarded-tcpip", &struct{ None uint32 }{}},
	} {
		if ch, _, err := conn.OpenChannel(c.kind, gossh.Marshal(c.payload)); err == nil {
			ch.Close()
			t.Errorf("a channel %s was opened", c.kind)
		}
	}
	for _, kind := range []string{"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com", "no-such-request"} {
		if ok, _, err := conn.SendRequest(kind, true, gossh.Marshal(&struct {
			Host string
			Port uint32
		}{"127.0.0.1", 0})); ok || err != nil {
			t.Errorf("request %s: granted %v, error %v", kind, ok, err)
		}
	}
	ch, requests, err := conn.OpenChannel("session", nil)
	testkit.OK(t, err)
	go gossh.DiscardRequests(requests)
	word := func(s string) []byte { return gossh.Marshal(&struct{ S string }{s}) }
	for _, q := range []struct {
		kind    string
		payload []byte
	}{
		{"exec", word("id")},
		{"subsystem", word("sftp")},
		{"auth-agent-req@openssh.com", nil},
		{"x11-req", gossh.Marshal(&struct {
			Single          bool
			Protocol, Cooky string
			Screen          uint32
		}{false, "MIT-MAGIC-COOKIE-1", "00", 0})},
		{"signal", word("KILL")},
		{"break", gossh.Marshal(&struct{ Length uint32 }{500})},
		{"window-change", gossh.Marshal(&struct{ W, H, X, Y uint32 }{80, 24, 0, 0})}, // before there is a terminal
		{"env", gossh.Marshal(&struct{ Name, Value string }{"LD_PRELOAD", "x.so"})},
		{"env", gossh.Marshal(&struct{ Name, Value string }{"LANG", strings.Repeat("x", 10_000)})},
		{"env", []byte{0xff, 0xff, 0xff, 0xff}},
		{"pty-req", []byte("garbage")},
		{"pty-req", word("xterm")},
		{"no-such-request", nil},
	} {
		if ok, err := ch.SendRequest(q.kind, true, q.payload); ok || err != nil {
			t.Errorf("request %s: granted %v, error %v", q.kind, ok, err)
		}
	}
	if another, _, err := conn.OpenChannel("session", nil); err == nil {
		another.Close()
		t.Error("a second session was opened on the connection")
	}
}

func TestWithoutATerminal(t *testing.T) {
	r := open(t, Settings{})
	conn, err := dial(t, r)
	testkit.OK(t, err)
	defer conn.Close()
	s, err := conn.NewSession()
	testkit.OK(t, err)
	out, _ := s.StdoutPipe()
	testkit.OK(t, s.Shell())
	said, _ := io.ReadAll(out)
	exit := &gossh.ExitError{}
	if err := s.Wait(); !errors.As(err, &exit) || exit.ExitStatus() != 1 {
		t.Errorf("ended with %v, want status 1", err)
	}
	if !strings.Contains(string(said), "use ssh -t") {
		t.Errorf("said %q", said)
	}
}

func TestAFullRoomSaysSo(t *testing.T) {
	r := open(t, Settings{Most: 2})
	a, b := come(t, r, 80, 24), come(t, r, 80, 24)
	for _, c := range []*client{a, b} {
		testkit.OK(t, c.see("who spends"))
	}
	c := come(t, r, 80, 24)
	testkit.OK(t, c.see("all 2 places are taken"))
	if err := c.session.Wait(); err == nil {
		t.Error("whoever found no place was told that all went well")
	}
	a.leave(t)
	testkit.WaitFor(t, "the place is free", func() bool { return r.Status().guests < 2 })
	if err := come(t, r, 80, 24).see("who spends"); err != nil {
		t.Errorf("a place that was left: %v", err)
	}
}

func idleGuestsAreSeenOut(t *testing.T) {
	// Long enough that a busy machine does not make an idle guest of this one.
	r := open(t, Settings{Idle: 4 * time.Second})
	c := come(t, r, 80, 24)
	keys := time.NewTicker(250 * time.Millisecond)
	defer keys.Stop()
	for range 18 { // longer than that, but not idle
		<-keys.C
		testkit.OK(t, c.press("n"))
	}
	testkit.OK(t, c.see("Closed after 4s without a key"))
	if err := c.session.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestPasswordsAndKeys(t *testing.T) {
	known, stranger := newSigner(t), newSigner(t)
	r := open(t, Settings{Password: "open sesame", Keys: []gossh.PublicKey{known.PublicKey()}})
	for _, c := range []struct {
		name string
		auth []gossh.AuthMethod
		ok   bool
	}{
		{"nothing", nil, false},
		{"the password", []gossh.AuthMethod{gossh.Password("open sesame")}, true},
		{"another password", []gossh.AuthMethod{gossh.Password("open says me")}, false},
		{"a known key", []gossh.AuthMethod{gossh.PublicKeys(known)}, true},
		{"a stranger's key", []gossh.AuthMethod{gossh.PublicKeys(stranger)}, false},
		{"a stranger's key and the password", []gossh.AuthMethod{gossh.PublicKeys(stranger), gossh.Password("open sesame")}, true},
	} {
		conn, err := dial(t, r, c.auth...)
		if (err == nil) != c.ok {
			t.Errorf("with %s: %v, want to come in: %v", c.name, err, c.ok)
		}
		if err == nil {
			conn.Close()
		}
	}
}

// The theme and the characters are the guest's: by their environment, then by
// keys.
func TestGuestsChooseTheirLook(t *testing.T) {
	r := open(t, Settings{})
	c := come(t, r, 100, 30, "LC_FARSIGHT=light,ascii", "NO_COLOR=1")
	testkit.OK(t, c.see("who spends"))
	ready(t, c)
	if s := c.seen(); strings.Contains(s, "\x1b[38;") || strings.ContainsAny(s, "⠁⣀│") {
		t.Errorf("colours or characters that were not wanted: %q", last(s, 400))
	}
	testkit.OK(t, c.answer("\x07", "│")) // ctrl+g
	d := come(t, r, 100, 30)
	ready(t, d)
	dark := d.seen()
	testkit.OK(t, d.answer("\x14", "\x1b[38;5;")) // ctrl+t
	// A terminal that answers with a white background, bit by bit.
	e := come(t, r, 100, 30)
	testkit.OK(t, e.see("\x1b]11;?"))
	ready(t, e)
	for _, part := range []string{"\x1b]11;rgb:ff", "ff/ffff/ff", "ff\x1b\\"} {
		testkit.OK(t, e.press(part))
	}
	testkit.OK(t, e.see("who spends"))
	title := func(s string) string { // the colour before the question
		s, _, _ = strings.Cut(s[strings.Index(s, "farsight"):], "who spends")
		return s
	}
	if light := e.seen(); title(light) == title(dark) {
		t.Errorf("a light background changed nothing: %q", title(light))
	}
}

// What takes seconds because somebody does nothing for so long: all of it at once,
// in rooms of their own.
func TestThoseWhoAreWaitedFor(t *testing.T) {
	before, processors := goroutines(t), runtime.GOMAXPROCS(0)
	several.Store(true)
	var all sync.WaitGroup
	for name, wait := range map[string]func(*testing.T){
		"viewers who do not read hold up nobody": viewersWhoDoNotReadHoldUpNobody,
		"silent connections keep nobody out":     silentConnectionsKeepNobodyOut,
		"passwords are guessed slowly":           passwordsAreGuessedSlowly,
		"idle guests are seen out":               idleGuestsAreSeenOut,
	} {
		all.Go(func() { t.Run(name, wait) }) // all at once, whatever the processors, which parallel subtests would not be
	}
	all.Wait()
	several.Store(false)
	runtime.GOMAXPROCS(processors) // rooms that close in another order than they opened
	nobodyLeft(t, before)
}
