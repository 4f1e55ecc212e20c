package serve

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/testkit"
)

// All kinds of bad guests come while others step through a replay: every key of
// the others is answered, the bad ones' places are free again, and at the end no
// goroutine is left (open sees to that).
func TestBadGuestsHarmNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	r := open(t, Settings{timing: quick})
	others := make([]*client, 3)
	for i := range others {
		others[i] = come(t, r, 120, 40)
		ready(t, others[i])
		testkit.OK(t, others[i].answer("n", atStep(1)))
	}
	gone := make(chan struct{})
	var wg sync.WaitGroup
	for _, c := range others {
		wg.Go(func() { stepping(t, c, gone) })
	}
	var bad sync.WaitGroup
	for name, come := range map[string]func(*testing.T, *Room){
		"never reads its screen":            neverReads,
		"never reads the network":           neverReceives,
		"speaks no SSH":                     speaksGarbage,
		"types garbage":                     typesGarbage,
		"begins a paste and never ends it":  neverEndsAPaste,
		"holds down a key":                  holdsAKey,
		"resizes a thousand times":          resizesAlways,
		"hangs up in the middle of a frame": hangsUp,
		"asks for nothing":                  staysSilent,
		"computes without end":              computesAlways,
	} {
		bad.Go(func() { // all at once, which parallel subtests would not be
			t.Run(name, func(t *testing.T) { come(t, r) })
		})
	}
	bad.Wait()
	alone(t, r, len(others))
	close(gone)
	wg.Wait()
	for _, c := range others {
		c.leave(t)
	}
}

// patient is a timing for a machine that may be busy.
var patient = timing{shake: patience, login: patience, start: patience, stall: patience, linger: time.Second, overrun: patience, unheard: patience}

// atStep is what the title says of where we are; charts may speak of steps too.
func atStep(step int) string { return fmt.Sprintf("step %d   both", step) }

// stepping lets a guest who is at step 1 go back and forth until it ends: every key
// is answered.
func stepping(t *testing.T, c *client, end <-chan struct{}) {
	for {
		for step, key := range []string{"p", "n"} {
			if err := c.answer(key, atStep(step)); err != nil {
				t.Error(err)
				return
			}
		}
		select {
		case <-time.After(400 * time.Millisecond):
		case <-end:
			return
		}
	}
}

// alone waits until only so many are connected.
func alone(t *testing.T, r *Room, others int) {
	t.Helper()
	testkit.WaitFor(t, fmt.Sprintf("only %d are connected", others), func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return max(len(r.connections), len(r.sessions)) == others
	})
}

// silent is a shell whose output nobody reads.
func silent(t *testing.T, conn *gossh.Client, w, h int) (gossh.Channel, <-chan *gossh.Request) {
	t.Helper()
	ch, requests, err := conn.OpenChannel("session", nil)
	testkit.OK(t, err)
	ask(t, ch, "pty-req", &struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}{"xterm-256color", uint32(w), uint32(h), 0, 0, ""})
	ask(t, ch, "shell", nil)
	return ch, requests
}

func ask(t *testing.T, ch gossh.Channel, request string, payload any) {
	t.Helper()
	var data []byte
	if payload != nil {
		data = gossh.Marshal(payload)
	}
	if ok, err := ch.SendRequest(request, true, data); !ok || err != nil {
		t.Fatalf("%s: granted %v, error %v", request, ok, err)
	}
}

// toggling writes keys that change the screen until the other side hangs up.
func toggling(w io.Writer) {
	for range int(patience / (10 * time.Millisecond)) {
		if _, err := io.WriteString(w, "\x14"); err != nil { // another theme: all lines change
			return
		}
		<-time.After(10 * time.Millisecond)
	}
}

// neverReads receives all that SSH sends, but takes nothing out of the channel:
// SSH's own window fills up.
func neverReads(t *testing.T, r *Room) {
	conn, err := dial(t, r)
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	ch, requests := silent(t, conn, mostColumns, mostRows)
	go gossh.DiscardRequests(requests)
	toggling(ch)
	if err := conn.Wait(); err == nil {
		t.Error("it was let be")
	}
}

// neverReceives does not even read the network: the connection fills up.
func neverReceives(t *testing.T, r *Room) {
	plain, err := net.Dial("tcp", r.Addr().String())
	if err != nil {
		t.Error(err)
		return
	}
	_ = plain.(*net.TCPConn).SetReadBuffer(4096)
	d := &deaf{Conn: plain, gone: make(chan struct{})}
	c, channels, requests, err := gossh.NewClientConn(d, "", clientConfig(r))
	if err != nil {
		t.Error(err)
		return
	}
	conn := gossh.NewClient(c, channels, requests)
	defer conn.Close()
	ch, reqs := silent(t, conn, mostColumns, mostRows)
	go gossh.DiscardRequests(reqs)
	d.stop.Store(true)
	toggling(ch)
}

func speaksGarbage(t *testing.T, r *Room) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		conn, err := net.Dial("tcp", r.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		noise := make([]byte, 4096)
		for k := range noise {
			noise[k] = byte(rng.Uint32())
		}
		if i%2 == 0 { // a polite beginning
			_, _ = io.WriteString(conn, "SSH-2.0-noise\r\n")
		}
		_, _ = conn.Write(noise)
		if i%4 < 2 {
			conn.Close()
		} else {
			defer conn.Close() // said nothing more and stayed
		}
	}
}

// typesGarbage sends random bytes, and all that looks like the beginning of
// something.
func typesGarbage(t *testing.T, r *Room) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 3 {
		c := come(t, r, 100, 30)
		var noise bytes.Buffer
		for range 400 {
			switch rng.IntN(6) {
			case 0:
				noise.WriteString("\x1b[")
			case 1:
				noise.WriteString("\x1b]11;rgb:")
			case 2:
				noise.WriteString("\x1b[<65;999999999999999999999;1M")
			case 3:
				fmt.Fprintf(&noise, "\x1b[%d~", rng.IntN(300))
			default:
				for range rng.IntN(20) {
					b := byte(rng.Uint32())
					if b != 'q' && b != 3 { // these leave
						noise.WriteByte(b)
					}
				}
			}
		}
		_, _ = noise.WriteTo(c.keys)
		if i == 0 { // the explorer still answers
			if _, err := io.WriteString(c.keys, strings.Repeat("\x1b", 3)); err != nil {
				t.Error(err)
			}
		}
		c.Close()
	}
}

// neverEndsAPaste would have the explorer keep all of it.
func neverEndsAPaste(t *testing.T, r *Room) {
	c := come(t, r, 100, 30)
	ready(t, c)
	if _, err := io.WriteString(c.keys, "\x1b[200~"); err != nil {
		t.Error(err)
	}
	if _, err := io.WriteString(c.keys, strings.Repeat("A", 500)); err != nil {
		t.Error(err)
	}
	// What comes after the paste's beginning is keys as before, on whichever screen.
	if err := c.answer("gn", "step 1 "); err != nil {
		t.Error(err)
	}
	c.Close()
}

// holdsAKey sends keys as fast as the network takes them.
func holdsAKey(t *testing.T, r *Room) {
	c := come(t, r, mostColumns, mostRows)
	ready(t, c)
	time.AfterFunc(2*time.Second, func() { c.Close() })
	keys := bytes.Repeat([]byte("\x14"), 1000)
	for {
		if _, err := c.keys.Write(keys); err != nil {
			return // hung up
		}
	}
}

func resizesAlways(t *testing.T, r *Room) {
	c := come(t, r, 120, 40)
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 1000 {
		w, h := rng.IntN(400), rng.IntN(150)
		if i%100 == 0 {
			w, h = 1<<31-1, 1<<31-1 // more than there is memory for
		}
		if err := c.session.WindowChange(h, w); err != nil {
			t.Error(err)
			return
		}
	}
	if err := c.resize(110, 36); err != nil {
		t.Error(err)
	}
	ready(t, c)
	c.leave(t)
}

// hangsUp breaks the connection while frames are on their way.
func hangsUp(t *testing.T, r *Room) {
	for i := range 8 {
		plain, err := net.Dial("tcp", r.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		c, channels, requests, err := gossh.NewClientConn(plain, "", clientConfig(r))
		if err != nil {
			t.Error(err)
			return
		}
		conn := gossh.NewClient(c, channels, requests)
		ch, reqs := silent(t, conn, 160, 48)
		go gossh.DiscardRequests(reqs)
		if _, err := io.ReadFull(ch, make([]byte, 100+i*777)); err != nil {
			t.Error(err)
		}
		if i%2 == 0 {
			_ = plain.(*net.TCPConn).SetLinger(0) // abruptly
		}
		plain.Close()
		conn.Close()
	}
}

// staysSilent logs in and asks for nothing it could be given.
func staysSilent(t *testing.T, r *Room) {
	conn, err := dial(t, r)
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	ch, requests, err := conn.OpenChannel("session", nil)
	if err != nil {
		t.Error(err)
		return
	}
	go gossh.DiscardRequests(requests)
	_, _ = io.WriteString(ch, "is anybody there?")
	_ = conn.Wait() // until the host has had enough
}

// computesAlways opens what takes longest and changes its settings all the time.
func computesAlways(t *testing.T, r *Room) {
	c := come(t, r, 140, 44)
	if err := c.see("who spends"); err != nil {
		t.Error(err)
	}
	if err := c.answer("b", "shekel5"); err != nil {
		t.Error(err)
	}
	if err := c.answer(opening("shekel5"), "shekel5: "); err != nil {
		t.Error(err)
	}
	for range 10 {
		for _, keys := range []string{"s", "\x1b[B", "++", "\x1b", "\t", "\t", "t", "m"} {
			if err := c.press(keys); err != nil {
				t.Error(err)
				return
			}
		}
	}
	c.Close()
}
