package peer

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui/session"
)

// mixed has a choice, moves that cost money and noise.
const mixed = `
name = "mixed"
budget = 9
[[parameter]]
name = "x"
low = 0
high = 1
[[parameter]]
name = "solvent"
choices = ["THF", "water"]
[objective]
goal = "minimise"
expression = "sin(7*x) + (solvent == 'THF' ? 0 : 0.4)"
noise = 0.1
noisy = true
[cost]
expression = "1 + x"
[move]
formula = "abs(to_x - from_x) + (from_solvent == to_solvent ? 0 : 0.5)"
[initial]
points = [[0.1, "THF"], [0.5, "water"], [0.9, "THF"], [0.4, "THF"]]
`

func parse(name, text string) (*scenarios.Problem, error) {
	return problemfile.Parse(name, []byte(text), "")
}

// post is a channel of messages as ports are: it keeps the order, and nobody
// waits for the other end.
type post struct {
	mu   sync.Mutex
	more sync.Cond
	all  [][]byte
	end  bool
}

func newPost(t *testing.T, receive func([]byte)) *post {
	p := &post{}
	p.more.L = &p.mu
	go func() {
		for {
			p.mu.Lock()
			for len(p.all) == 0 && !p.end {
				p.more.Wait()
			}
			if p.end {
				p.mu.Unlock()
				return
			}
			b := p.all[0]
			p.all = p.all[1:]
			p.mu.Unlock()
			receive(b)
		}
	}()
	t.Cleanup(p.close)
	return p
}

func (p *post) send(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, bytes.Clone(b))
	p.more.Signal()
}

func (p *post) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end = true
	p.more.Signal()
}

// connected are two workers.
func connected(t *testing.T) (c *Client, s *Server, line *post) {
	t.Helper()
	var client *Client
	var server *Server
	to := newPost(t, func(b []byte) { server.Receive(b) })
	client = NewClient(to.send)
	back := newPost(t, func(b []byte) { client.Receive(b) })
	server = NewServer(back.send, nil, parse)
	return client, server, to
}

// texts knows one problem's text.
func texts(p *scenarios.Problem, text string) func(*scenarios.Problem) (string, bool) {
	return func(q *scenarios.Problem) (string, bool) { return text, q == p }
}

// Whoever adopts what was decided elsewhere has the same run, bit by bit: all
// that is measured, believed and decided, of every policy there is.
func TestDecidedElsewhereIsTheSameToTheBit(t *testing.T) {
	t.Parallel()
	client, _, _ := connected(t)
	myopia, err := builtin.Load("myopia", 3)
	testkit.OK(t, err)
	other, err := parse("mixed.toml", mixed)
	testkit.OK(t, err)
	for _, c := range []struct {
		problem *scenarios.Problem
		name    string
		text    string
		altered session.Alterations
	}{
		{myopia, "myopia", "", session.Alterations{Budget: 11}},
		{other, "mixed.toml", mixed, session.Alterations{}},
	} {
		if testing.Short() && c.text != "" {
			continue
		}
		for _, k := range policy.All() {
			p := c.altered.Of(c.problem)
			q := policy.Policy{Name: k.ID}
			if slices.ContainsFunc(k.Options, func(o policy.Option) bool { return o.Name == "steps" }) {
				q = q.With("steps", "2") // enough to have a tree
			}
			q, err := study.Filled(q, p)
			testkit.OK(t, err)
			set := study.Settings{Seed: 3, Limit: 2, Light: true, Workers: 2}
			away := client.For(texts(c.problem, c.text)).Begin(session.Order{Track: 1, Problem: c.problem, Name: c.name, Altered: c.altered, Policy: q, Settings: set})
			if away == nil {
				t.Fatalf("%s, %s is not decided elsewhere", c.name, k.ID)
			}
			here, err := study.New(t.Context(), p, q, set)
			testkit.OK(t, err)
			there, err := study.New(t.Context(), p, q, set)
			testkit.OK(t, err)
			for step := 0; ; step++ {
				testkit.OK(t, here.Decide(t.Context()))
				made, err := away.Decide(t.Context(), step, func(float64) {})
				if err == nil {
					err = there.Adopt(made)
				}
				if err != nil {
					t.Fatalf("%s, %s, step %d: %v", c.name, k.ID, step, err)
				}
				a, b := here.Snapshot(), there.Snapshot()
				sameSnapshot(t, c.name+", "+k.ID, a, b)
				if a.Stop != study.Running || t.Failed() {
					break
				}
				for _, st := range []*study.Study{here, there} {
					testkit.OK(t, st.Step(t.Context()))
				}
			}
		}
	}
}

// recommended is where and what, without the interval, which is computed when asked for.
func recommended(s study.Snapshot) []float64 {
	if s.Recommended == nil {
		return nil
	}
	return append([]float64{float64(s.Recommended.Row), s.Recommended.Value}, s.Recommended.X...)
}

func sameSnapshot(t *testing.T, name string, a, b study.Snapshot) {
	t.Helper()
	for what, pair := range map[string][2]any{
		"rows": {a.Rows, b.Rows}, "decision": {a.Decision, b.Decision}, "fit": {a.Fitted, b.Fitted},
		"money": {a.Money, b.Money}, "recommendation": {recommended(a), recommended(b)}, "stop": {a.Stop, b.Stop},
	} {
		if !bytes.Equal(session.Encode(pair[0]), session.Encode(pair[1])) {
			t.Errorf("%s, step %d: %s\n%+v\n, decided elsewhere\n%+v", name, a.Step, what, pair[0], pair[1])
		}
	}
	var ws model.Workspace
	for _, v := range []float64{0.03, 0.5, 0.97} {
		u := make(model.Unit, a.Pair().Dim())
		for i := range u {
			u[i] = v
		}
		if x, y := a.Pair().Moments(&ws, u), b.Pair().Moments(&ws, u); x != y {
			t.Errorf("%s, step %d, at %v: %+v, elsewhere %+v", name, a.Step, v, x, y)
		}
	}
}

// slow is a run whose decisions take until they are called off.
func slow(t *testing.T, c *Client) session.Away {
	t.Helper()
	p, err := builtin.Load("shekel5", 0)
	testkit.OK(t, err)
	q, err := study.Filled(policy.Must("10-b-ms-ei effort=thorough"), p)
	testkit.OK(t, err)
	return c.For(texts(nil, "")).Begin(session.Order{Track: 1, Problem: p, Name: "shekel5", Policy: q})
}

// Who gives up is let go at once, and the other worker stops; asked again it
// decides as if nothing had been.
func TestCalledOff(t *testing.T) {
	t.Parallel()
	client, server, _ := connected(t)
	client.mu.Lock()
	client.heard = time.Now().Add(-time.Hour) // who is not asked may be silent
	client.mu.Unlock()
	away := slow(t, client)
	ctx, cancel := context.WithCancel(t.Context())
	far := make(chan struct{}, 1)
	go func() {
		<-far
		cancel()
	}()
	_, err := away.Decide(ctx, 0, func(float64) {
		select {
		case far <- struct{}{}:
		default:
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("called off: %v", err)
	}
	testkit.WaitFor(t, "the server has heard of it", func() bool {
		server.mu.Lock()
		defer server.mu.Unlock()
		return len(server.cancel) == 0
	})
	client.mu.Lock()
	defer client.mu.Unlock()
	if len(client.waiting) != 0 {
		t.Errorf("%d still wait", len(client.waiting))
	}
}

// If the other worker dies, whoever waits hears of it, and whoever comes later
// computes by itself.
func TestLost(t *testing.T) {
	t.Parallel()
	client, _, line := connected(t)
	away := slow(t, client)
	done := make(chan error, 1)
	begun := make(chan struct{}, 1)
	go func() {
		_, err := away.Decide(t.Context(), 0, func(float64) {
			select {
			case begun <- struct{}{}:
			default:
			}
		})
		done <- err
	}()
	<-begun
	line.close()
	client.Lost()
	if err := <-done; !errors.Is(err, session.ErrGone) {
		t.Errorf("who waited was told %v", err)
	}
	if _, err := away.Decide(t.Context(), 0, nil); !errors.Is(err, session.ErrGone) {
		t.Errorf("who asked again was told %v", err)
	}
	if slow(t, client) != nil {
		t.Error("a worker that is no more is still asked")
	}
}

// Silence is death, too; so is what nobody understands.
func TestSilence(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(*Client){
		"silence": func(*Client) {},
		"noise":   func(c *Client) { c.Receive([]byte("what?")) },
		"nothing": func(c *Client) { c.Receive(session.Encode(answer{ID: 1, Final: true})) },
	} {
		var c *Client
		c = NewClient(func([]byte) { go answer(c) })
		c.patient = 20 * time.Millisecond
		if _, err := slow(t, c).Decide(t.Context(), 0, func(float64) {}); !errors.Is(err, session.ErrGone) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What goes wrong there is said here; what is no longer known there is said
// again.
func TestErrorsAndForgottenRuns(t *testing.T) {
	t.Parallel()
	client, server, _ := connected(t)
	begin := func(name, text string) session.Away {
		q := policy.Must("ei")
		p := &scenarios.Problem{}
		return client.For(texts(p, text)).Begin(session.Order{Track: 1, Problem: p, Name: name, Policy: q, Settings: study.Settings{Limit: 2}})
	}
	if _, err := begin("wrong.toml", "budget = ").Decide(t.Context(), 0, nil); err == nil || !strings.Contains(err.Error(), "wrong.toml") {
		t.Errorf("a wrong problem: %v", err)
	}
	first := begin("myopia", "")
	a, err := first.Decide(t.Context(), 0, func(float64) {})
	testkit.OK(t, err)
	for range mostRuns {
		if _, err := begin("myopia", "").Decide(t.Context(), 0, func(float64) {}); err != nil {
			t.Fatal(err)
		}
	}
	if len(server.runs) != mostRuns {
		t.Errorf("%d runs are kept", len(server.runs))
	}
	if _, err := first.Decide(t.Context(), 1, func(float64) {}); err != nil {
		t.Errorf("a run that was given up: %v", err)
	}
	if _, err := first.Decide(t.Context(), 0, func(float64) {}); err == nil {
		t.Error("a decision before the last was made again")
	}
	if a.Decision == nil {
		t.Error("nothing was decided")
	}
	// The first policy is computed here, and so is what cannot be put into words.
	e := client.For(func(*scenarios.Problem) (string, bool) { return "", false })
	if e.Begin(session.Order{Track: 0, Name: "myopia"}) != nil || e.Begin(session.Order{Track: 1, Name: "cell"}) != nil {
		t.Error("decided elsewhere")
	}
}

// A run there does not follow from other evaluations than here.
func TestOtherRunsAreNotAdopted(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	start := func(budget float64) *study.Study {
		st, err := study.New(t.Context(), session.Alterations{Budget: budget}.Of(p), policy.Must("ei"), study.Settings{})
		testkit.OK(t, err)
		return st
	}
	a, b := start(10), start(11)
	testkit.OK(t, a.Decide(t.Context()))
	if err := b.Adopt(a.Made()); err == nil {
		t.Error("a decision made with other money was adopted")
	}
	if err := start(10).Adopt(study.Made{Measured: a.Made().Measured}); err == nil {
		t.Error("nothing was adopted")
	}
	if err := start(10).Adopt(a.Made()); err != nil {
		t.Error(err)
	}
}
