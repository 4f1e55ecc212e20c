package serve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// The room with guests who press random keys, change their windows and settings,
// and hostile ones of all kinds, for a while: who steps through a replay is
// answered, and at the end no seat is taken, nothing goes on and no goroutine is
// left. FARSIGHT_SOAK=50x10x1h makes it 50 guests and 10 hostile ones for an hour:
//
//	FARSIGHT_SOAK=50x10x1h go test ./tui/serve -run TestSoak -v -timeout 2h
func TestSoak(t *testing.T) {
	v := os.Getenv("FARSIGHT_SOAK")
	if v == "" {
		t.Skip("a guest's answer may take longer than this waits where other tests share the processors: FARSIGHT_SOAK=6x8x3s runs it")
	}
	parts := strings.Split(v, "x")
	if len(parts) != 3 {
		t.Fatalf("FARSIGHT_SOAK=%s: want guests x hostile ones x time, such as 50x10x1h", v)
	}
	var guests, hostile int
	_, err := fmt.Sscan(parts[0]+" "+parts[1], &guests, &hostile)
	lasting, err2 := time.ParseDuration(parts[2])
	if err := errors.Join(err, err2); err != nil {
		t.Fatalf("FARSIGHT_SOAK=%s: %v; want guests x hostile ones x time, such as 50x10x1h", v, err)
	}
	spin, enough, _ := spinner(t)
	wrap := func(s *session, a attendance) attendance {
		a = spin(s, a)
		a.(*spinning).most = 4 * defaultTiming.overrun // so that it can happen again
		return a
	}
	set := defaultTiming
	const password = "open sesame"
	before := runtime.NumGoroutine()
	// Hostile ones come from addresses of their own, where this machine has more
	// than one: what guests are refused must not depend on who shares theirs.
	r, shut, wait := openUntil(t, Settings{
		Most: guests + hostile + 4, MostOf: guests + 4, Password: password, timing: set, wrap: wrap, used: processorTime, Log: func(line string) {
			if strings.HasPrefix(line, "127.0.0.1") && !strings.Contains(line, " came: ") && !strings.Contains(line, " went, hung up: ") && !strings.Contains(line, " went, quit: ") {
				t.Log(line) // of a guest who means no harm
			}
		},
	})
	// The time counts from the first answer on: a busy machine may take long to
	// get there.
	ctx, stop := context.WithTimeout(t.Context(), lasting+patience)
	defer stop()
	first := sync.OnceFunc(func() { time.AfterFunc(lasting, stop) })
	var wg sync.WaitGroup
	var n soaked
	walkers := max(2, guests/10)
	var answers []time.Duration
	var mu sync.Mutex
	for i := range guests {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(19, uint64(i)))
			pause(ctx, time.Duration(i)*arrival) // people do not come at one instant
			for ctx.Err() == nil {
				if i < walkers {
					own := walk(ctx, t, r, password, first, &n)
					mu.Lock()
					answers = append(answers, own...)
					mu.Unlock()
					continue
				}
				if err := wander(ctx, r, password, rng, &n); err != nil && ctx.Err() == nil {
					t.Errorf("guest %d: %v", i, err)
					pause(ctx, time.Second)
				}
			}
		})
	}
	for i := range hostile {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(91, uint64(i)))
			pause(ctx, time.Duration(guests/2)*arrival)
			for k := i; ctx.Err() == nil; k++ {
				attacks[k%len(attacks)](ctx, r, password, rng, net.IPv4(127, 0, 1, byte(1+i%250)))
				n.attacks.Add(1)
				pause(ctx, 200*time.Millisecond)
			}
		})
	}
	most, took := watch(ctx, t, r, lasting)
	wg.Wait()
	mu.Lock()
	defer mu.Unlock()
	if len(answers) == 0 {
		t.Fatal("no key was answered")
	}
	median, late := quantiles(answers)
	t.Logf("%d guests and %d hostile ones for %v: %d keys answered, median %v, 95 %% within %v, worst %v; %d random keys; %d attacks; a guest had to try again %d times, and %d sessions were closed because the machine was too busy; load average %s", guests, hostile, took.Round(time.Second),
		len(answers), median.Round(time.Millisecond/10), late.Round(time.Millisecond/10), slices.Max(answers).Round(time.Millisecond/10), n.keys.Load(), n.attacks.Load(), n.tries.Load(), n.late.Load(), loadAverage())
	enough.Store(true)
	waitFor(t, "nobody is left", func() bool {
		s := r.Status()
		return s.Guests == 0 && s.Door == 0 && s.Lost == 0 && s.Computing == 0 && s.Waiting == 0
	})
	t.Logf("at most %d MB; at the end: %v", most>>20, r.Status())
	shut()
	wait()
	t.Logf("%d goroutines before, %d at the end", before, runtime.NumGoroutine())
}

// watch looks at the room until ctx ends, and returns the most memory there was.
func watch(ctx context.Context, t *testing.T, r *Room, lasting time.Duration) (most uint64, took time.Duration) {
	began, said := time.Now(), time.Now()
	for ctx.Err() == nil {
		s := r.Status()
		most = max(most, s.Memory)
		if s.Guests > s.Seats {
			t.Errorf("%d guests have %d seats", s.Guests, s.Seats)
		}
		if time.Since(said) > lasting/10 && lasting > time.Minute {
			said = time.Now()
			t.Logf("after %v: %d goroutines, %v", said.Sub(began).Round(time.Second), runtime.NumGoroutine(), s)
		}
		pause(ctx, 200*time.Millisecond)
	}
	return most, time.Since(began)
}

// arrival is the time between two guests who come for the first time.
const arrival = 200 * time.Millisecond

// soaked is what guests count: all that a busy machine may do to them.
type soaked struct {
	keys, attacks atomic.Int64
	tries         atomic.Int64 // that did not lead into the room
	late          atomic.Int64 // sessions closed because something took too long
}

// comeIn enters the room: at a crowded door one may have to try again, and only
// who cannot come in for so long that it is called a stall has been locked out.
func (n *soaked) comeIn(ctx context.Context, r *Room, password string, w, h int) (c *client, plain net.Conn, err error) {
	for began := time.Now(); ctx.Err() == nil; pause(ctx, time.Second) {
		var conn *gossh.Client
		if conn, plain, err = login(ctx, r, nil, password); err == nil {
			if c, err = shell(conn, w, h); err == nil {
				return c, plain, nil
			}
			conn.Close()
		}
		if n.tries.Add(1); time.Since(began) > stall {
			return nil, nil, fmt.Errorf("locked out for %v: %w", stall, err)
		}
	}
	return nil, nil, ctx.Err()
}

// judge says what is wrong with how a session went; nil where it was closed
// because the machine is too busy for so many, which is counted.
func (n *soaked) judge(c *client, err error) error {
	if err == nil {
		return nil
	}
	waits := time.Now().Add(patience)
	for !c.over() && time.Now().Before(waits) {
		time.Sleep(10 * time.Millisecond)
	}
	if strings.Contains(c.seen(), lastWords) {
		n.late.Add(1)
		return nil
	}
	return fmt.Errorf("%w; last came %q", err, last(c.seen(), 300))
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// login connects from an address of this machine and hangs up when ctx ends.
func login(ctx context.Context, r *Room, from net.IP, password string) (*gossh.Client, net.Conn, error) {
	dialer := &net.Dialer{}
	if from != nil {
		dialer.LocalAddr = &net.TCPAddr{IP: from}
	}
	plain, err := dialer.DialContext(ctx, "tcp", r.Addr().String())
	if err != nil {
		return nil, nil, err
	}
	context.AfterFunc(ctx, func() { plain.Close() })
	c, channels, requests, err := gossh.NewClientConn(plain, "", clientConfig(r, gossh.Password(password)))
	if err != nil {
		plain.Close()
		return nil, nil, err
	}
	return gossh.NewClient(c, channels, requests), plain, nil
}

// shell asks for a terminal and a shell.
func shell(conn *gossh.Client, w, h int) (*client, error) {
	s, err := conn.NewSession()
	if err != nil {
		return nil, err
	}
	c := newClient(conn, s, w, h)
	in, err1 := s.StdinPipe()
	out, err2 := s.StdoutPipe()
	c.keys = in
	if err := errors.Join(err1, err2, s.RequestPty("xterm-256color", h, w, gossh.TerminalModes{})); err != nil {
		return nil, err
	}
	if err := s.Shell(); err != nil {
		return nil, err
	}
	go c.listen(out)
	return c, nil
}

// stall is how long a key stays without an answer before that is no matter of a
// busy machine: how long the others take is said, not judged.
const stall = 4 * time.Minute

// walk steps through a replay for some time and returns how long answers took.
func walk(ctx context.Context, t *testing.T, r *Room, password string, first func(), n *soaked) (answers []time.Duration) {
	c, _, err := n.comeIn(ctx, r, password, 120, 40)
	if err != nil {
		if ctx.Err() == nil {
			t.Errorf("a guest: %v", err)
		}
		return nil
	}
	defer c.Close()
	c.waits = stall
	err = c.computed()
	for step := 1; err == nil && ctx.Err() == nil; step = 1 - step {
		key := "n"
		if step == 0 {
			key = "p"
		}
		var d time.Duration
		if d, err = c.answer(key, atStep(step)); err == nil {
			answers = append(answers, d)
			first()
		}
		pause(ctx, think)
	}
	if err = n.judge(c, err); err != nil && ctx.Err() == nil {
		stacks := make([]byte, 16<<20)
		t.Errorf("a guest who steps, after %d answers: %v; %v\n%s", len(answers), err, r.Status(), stacks[:runtime.Stack(stacks, true)])
	}
	return answers
}

// entries are what is typed into settings: numbers and what looks like some.
var entries = []string{"5e-324", "1e308", "-1e308", "1e-160", "1e154", "0", "-1", "NaN", "Inf", "1e999", "0.5", "3", "100000000", "1,2", "", "x"}

// wander presses random keys, changes the window and types into settings, and
// leaves after a while, by a key or by hanging up.
func wander(ctx context.Context, r *Room, password string, rng *rand.Rand, n *soaked) error {
	c, plain, err := n.comeIn(ctx, r, password, 60+rng.IntN(120), 20+rng.IntN(40))
	if err != nil {
		return err
	}
	defer c.Close()
	moves := []string{
		"n", "p", "g", "G", " ", "+", "-", "\t", "t", "f", "b", "s", "m", "c", "?", "\x1b", "\r", "j", "k", "h", "l", "r", "M", "\x14", "\x07",
		"\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "/", "w", "\x1a", "\x1b[<0;20;10M",
	}
	until := time.Now().Add(time.Duration(5+rng.IntN(40)) * time.Second)
	for ctx.Err() == nil && time.Now().Before(until) {
		switch rng.IntN(12) {
		case 0:
			err = c.resize(rng.IntN(320), rng.IntN(120))
		case 1: // a setting, wherever the cursor is
			err = c.press("s" + strings.Repeat("\x1b[B", rng.IntN(12)) + "\r" + strings.Repeat("\x7f", 8) + entries[rng.IntN(len(entries))] + "\r\x1b")
		default:
			err = c.press(moves[rng.IntN(len(moves))])
		}
		if err != nil {
			return n.judge(c, fmt.Errorf("a key: %w", err))
		}
		n.keys.Add(1)
		pause(ctx, time.Duration(50+rng.IntN(300))*time.Millisecond)
	}
	switch rng.IntN(3) {
	case 0:
		_ = c.press("\x03")
		_ = c.session.Wait()
	case 1:
		_ = plain.(*net.TCPConn).SetLinger(0)
		plain.Close()
	}
	return nil
}
