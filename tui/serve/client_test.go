package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui"
)

// newSigner makes a key for a host or a guest.
func newSigner(t testing.TB) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	testkit.OK(t, err)
	key, err := gossh.NewSignerFromKey(private)
	testkit.OK(t, err)
	return key
}

// patience is how long tests wait for what must come.
const patience = 30 * time.Second

// quick is a timing for tests of guests who are waited for in vain.
var quick = timing{
	shake: 3 * time.Second, login: 10 * time.Second, start: 3 * time.Second, stall: 2 * time.Second, linger: 500 * time.Millisecond,
	overrun: 10 * time.Second, unheard: 20 * time.Second,
}

// open serves a room on myopia until the test ends; then no goroutine may be
// left.
func open(t testing.TB, s Settings) *Room {
	t.Helper()
	r, shut, wait := openUntil(t, s)
	t.Cleanup(func() {
		shut()
		wait()
	})
	return r
}

// openUntil serves a room until it is shut; wait returns when all is over.
func openUntil(t testing.TB, s Settings) (r *Room, shut, wait func()) {
	t.Helper()
	before := runtime.NumGoroutine()
	s.Listen = "127.0.0.1:0"
	if s.HostKey == nil {
		s.HostKey = newSigner(t)
	}
	if s.timing == (timing{}) {
		s.timing = patient // guests who are slow because the machine is are no bad ones
	}
	if s.used == nil { // what is spent on other tests is not waited for
		s.used = func() time.Duration { return time.Duration(time.Now().UnixNano()) }
	}
	if s.MostOf == 0 {
		s.MostOf = max(s.Most, DefaultMost) // all guests of tests come from this machine
	}
	r, err := Listen(s)
	testkit.OK(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() {
		served <- r.Serve(ctx, tui.Options{Name: "myopia", Policies: policies(t, "ei-puc", "b-ms-ei")})
	}()
	return r, cancel, func() {
		if err := <-served; err != nil {
			t.Errorf("the room ended with %v", err)
		}
		nobodyLeft(t, before)
	}
}

func policies(t testing.TB, names ...string) []policy.Policy {
	t.Helper()
	var out []policy.Policy
	for _, n := range names {
		q, err := policy.Parse(n)
		testkit.OK(t, err)
		out = append(out, q)
	}
	return out
}

// goroutines counts them, with the one that waits for signals and is there to stay.
func goroutines(t testing.TB) int {
	_, release := signal.NotifyContext(t.Context(), os.Interrupt)
	release()
	return runtime.NumGoroutine()
}

// several tells that rooms are open at once, so that whoever opened them counts
// what is left.
var several atomic.Bool

// opening are the keys that open a built-in scenario where guests browse: up from
// the last.
func opening(name string) string {
	names := builtin.Names()
	return "G" + strings.Repeat("k", len(names)-1-slices.Index(names, name)) + "\r"
}

// nobodyLeft waits until there are no more goroutines than before.
func nobodyLeft(t testing.TB, before int) {
	t.Helper()
	if several.Load() {
		return
	}
	testkit.WaitFor(t, "no goroutine is left behind", func() bool { return runtime.NumGoroutine() <= before })
}

// client is a guest, as their own machine has them.
type client struct {
	*gossh.Client
	room    *Room
	session *gossh.Session
	keys    io.WriteCloser
	waits   time.Duration // for what must come; 0: patience

	mu    sync.Mutex
	news  *sync.Cond
	text  []byte // what came since it was last forgotten
	drawn []byte // and the lines of the screen it changed
	lines []string
	vt    vt10x.Terminal
	ended error // io.EOF once nothing more comes
}

// dial connects and logs in.
func dial(t testing.TB, r *Room, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	t.Helper()
	return gossh.Dial("tcp", r.Addr().String(), clientConfig(r, auth...))
}

func clientConfig(r *Room, auth ...gossh.AuthMethod) *gossh.ClientConfig {
	return &gossh.ClientConfig{User: "guest", Auth: auth, HostKeyCallback: gossh.FixedHostKey(r.set.HostKey.PublicKey()), Timeout: patience}
}

// come enters the room with a terminal of a size.
func come(t testing.TB, r *Room, w, h int, env ...string) *client {
	t.Helper()
	conn, err := dial(t, r)
	testkit.OK(t, err)
	c := enter(t, conn, w, h, env...)
	c.room = r
	t.Cleanup(func() { c.Close() })
	return c
}

// enter asks for a terminal and a shell on a connection.
func enter(t testing.TB, conn *gossh.Client, w, h int, env ...string) *client {
	t.Helper()
	s, err := conn.NewSession()
	testkit.OK(t, err)
	c := newClient(conn, s, w, h)
	c.keys, err = s.StdinPipe()
	testkit.OK(t, err)
	out, err := s.StdoutPipe()
	testkit.OK(t, err)
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		testkit.OK(t, s.Setenv(name, value))
	}
	testkit.OK(t, s.RequestPty("xterm-256color", h, w, gossh.TerminalModes{}))
	testkit.OK(t, s.Shell())
	go c.listen(out)
	return c
}

func newClient(conn *gossh.Client, s *gossh.Session, w, h int) *client {
	c := &client{Client: conn, session: s, vt: vt10x.New(vt10x.WithSize(w, h))}
	c.news = sync.NewCond(&c.mu)
	return c
}

func (c *client) listen(out io.Reader) {
	buf := make([]byte, 32<<10)
	for {
		n, err := out.Read(buf)
		c.mu.Lock()
		c.text = append(c.text, buf[:n]...)
		_, _ = c.vt.Write(buf[:n])
		lines := strings.Split(c.vt.String(), "\n")
		for y, line := range lines {
			if y >= len(c.lines) || line != c.lines[y] {
				c.drawn = append(append(c.drawn, line...), '\n')
			}
		}
		c.lines = lines
		c.ended = err
		c.news.Broadcast()
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// forget forgets what was seen.
func (c *client) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil && !bytes.Contains(c.text, []byte(lastWords)) {
		c.text, c.drawn = c.text[:0], c.drawn[:0]
	}
}

// resize changes the size of the guest's window.
func (c *client) resize(w, h int) error {
	c.mu.Lock()
	c.vt.Resize(w, h)
	c.mu.Unlock()
	return c.session.WindowChange(h, w)
}

// lastWords are not forgotten: the session's end may come after them.
const lastWords = "took too long"

// press forgets what was seen and sends keys.
func (c *client) press(keys string) error {
	c.forget()
	_, err := io.WriteString(c.keys, keys)
	return err
}

// see waits for some text on the screen, that of any of its lines that was
// drawn since the last key.
func (c *client) see(words string) error {
	return c.until(words, func() bool { return bytes.Contains(c.text, []byte(words)) || bytes.Contains(c.drawn, []byte(words)) })
}

// until waits for what holds of what has come.
func (c *client) until(what string, holds func() bool) error {
	waits := cmp.Or(c.waits, patience)
	late := time.AfterFunc(waits, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.ended == nil {
			c.ended = fmt.Errorf("nothing after %v", waits)
		}
		c.news.Broadcast()
	})
	defer late.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !holds() {
		if c.ended != nil {
			return fmt.Errorf("%q was never shown (%w); last came %q; it shows\n%s", what, c.ended, last(string(c.text), 300), c.vt.String())
		}
		c.news.Wait()
	}
	return nil
}

// computed waits until both replays that are compared are.
func (c *client) computed() error {
	return c.until("computed, twice", func() bool { return strings.Count(c.vt.String(), "computed") >= 2 })
}

// seen is what came since the last key, and the lines that it changed.
func (c *client) seen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.text) + "\n" + string(c.drawn)
}

func last(s string, n int) string { return s[max(0, len(s)-n):] }

// answer presses a key and waits for what it should show.
func (c *client) answer(key, words string) error {
	if err := c.press(key); err != nil {
		return err
	}
	return c.see(words)
}

// leave quits, and waits until the session has ended.
func (c *client) leave(t testing.TB) {
	t.Helper()
	if err := c.press("q"); err != nil {
		t.Errorf("quit: %v", err)
	}
	if err := c.session.Wait(); err != nil {
		t.Errorf("after quitting: %v", err)
	}
	c.Close()
}

// deaf is a connection that can stop reading.
type deaf struct {
	net.Conn
	stop atomic.Bool
	once sync.Once
	gone chan struct{}
}

func (d *deaf) Read(p []byte) (int, error) {
	if d.stop.Load() {
		<-d.gone
	}
	return d.Conn.Read(p)
}

func (d *deaf) Close() error {
	d.once.Do(func() { close(d.gone) })
	return d.Conn.Close()
}
