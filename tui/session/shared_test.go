package session

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
)

// Whoever waits for a step goes on when the one who computes it gives up; a real
// failure is everybody's.
func TestSharedStepsSurviveWhoGivesUp(t *testing.T) {
	t.Parallel()
	r := &Replay{computing: make(chan struct{}, 1)}
	leaving, leave := context.WithCancel(t.Context())
	computing := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_, err := r.step(leaving, 0, func(ctx context.Context, _ *runner) (*runner, study.Snapshot, error) {
			close(computing)
			<-ctx.Done()
			return nil, study.Snapshot{}, ctx.Err()
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up was told %v", err)
		}
	})
	<-computing
	done := make(chan struct{})
	go func() {
		defer close(done)
		s, err := r.step(t.Context(), 0, func(context.Context, *runner) (*runner, study.Snapshot, error) {
			return nil, study.Snapshot{Evaluations: 42}, nil
		})
		if err != nil || s.Evaluations != 42 {
			t.Errorf("who waited got %d, %v", s.Evaluations, err)
		}
	}()
	leave()
	wg.Wait()
	<-done
	broken := errors.New("broken")
	for range 2 {
		_, err := r.step(t.Context(), 1, func(context.Context, *runner) (*runner, study.Snapshot, error) {
			return nil, study.Snapshot{}, broken
		})
		if !errors.Is(err, broken) {
			t.Errorf("a failure was told as %v", err)
		}
	}
}

func TestMemoComputesOnce(t *testing.T) {
	t.Parallel()
	var m memo[int, string]
	var computed atomic.Int64
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			v, ok := m.get(t.Context(), 1, func() (string, bool) {
				// The first two are cut short; whoever waits tries again.
				return "it", computed.Add(1) > 2
			})
			if ok && v != "it" {
				t.Errorf("got %q", v)
			}
		})
	}
	wg.Wait()
	if computed.Load() != 3 {
		t.Errorf("computed %d times, want two that were cut short and one more", computed.Load())
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if v, ok := m.get(ended, 1, nil); ok && v != "it" {
		t.Errorf("got %q", v)
	}
}

// Many settings do not fill the memory.
func TestSharedReplaysAreForgotten(t *testing.T) {
	t.Parallel()
	s := NewShared(0)
	p, err := s.Load("myopia", 0)
	testkit.OK(t, err)
	kept := s.replay(p, policy.Must("ei"), study.Settings{})
	for i := range 10 * mostReplays {
		s.replay(p, policy.Must("pbgi lambda="+strconv.Itoa(i+1)), study.Settings{})
		if s.replay(p, policy.Must("ei"), study.Settings{}) != kept {
			t.Fatal("one that is wanted all the time was forgotten")
		}
	}
	if len(s.replays) != mostReplays {
		t.Errorf("%d replays are kept, want %d", len(s.replays), mostReplays)
	}
}

// aside decides in this process, and what it decides is written and read again.
type aside struct {
	of    func(Order) (*study.Study, error)
	fails func(evaluations int) error // nil: it does not

	order Order
	study *study.Study
	made  int
	asked atomic.Int64
}

func (a *aside) Begin(o Order) Away {
	if o.Track == 0 {
		return nil
	}
	a.order = o
	return a
}

func (a *aside) Decide(ctx context.Context, evaluations int, tell func(float64)) (m study.Made, err error) {
	a.asked.Add(1)
	if a.fails != nil {
		if err := a.fails(evaluations); err != nil {
			return m, err
		}
	}
	if a.study == nil {
		if a.study, err = a.of(a.order); err != nil {
			return m, err
		}
	}
	for ; a.made < evaluations; a.made++ {
		if err := a.study.Step(ctx); err != nil {
			return m, err
		}
	}
	if err := a.study.Decide(ctx); err != nil {
		return m, err
	}
	tell(1)
	return m, Decode(Encode(a.study.Made()), &m)
}

// apart is a session on myopia whose second policy is decided elsewhere.
func apart(t *testing.T, a *aside) *Session {
	t.Helper()
	p, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	a.of = func(o Order) (*study.Study, error) {
		return study.New(context.Background(), p, o.Policy, o.Settings)
	}
	se := New(Options{Problem: p, Name: "myopia", Policies: []policy.Policy{policy.Must("ei-puc"), policy.Must("b-ms-ei")}, Elsewhere: a})
	se.Still = true
	t.Cleanup(se.Close)
	return se
}

// sameTracks holds the tracks against those of a session that computes itself.
func sameTracks(t *testing.T, se *Session) {
	t.Helper()
	want := open(t, "ei-puc", "b-ms-ei")
	for i, tr := range se.Tracks {
		if tr.Err() != nil || len(tr.Snaps()) != len(want.Tracks[i].Snaps()) {
			t.Fatalf("track %d has %d steps, want %d: %v", i, len(tr.Snaps()), len(want.Tracks[i].Snaps()), tr.Err())
		}
		for k, s := range tr.Snaps() {
			w := want.Tracks[i].Snaps()[k]
			for _, pair := range [][2]any{{s.Rows, w.Rows}, {s.Decision, w.Decision}, {s.Fitted, w.Fitted}, {s.Money, w.Money}, {s.Stop, w.Stop}} {
				if !bytes.Equal(Encode(pair[0]), Encode(pair[1])) {
					t.Errorf("track %d, step %d: %+v, want %+v", i, k, pair[0], pair[1])
				}
			}
		}
	}
}

func TestDecidedElsewhereIsTheSame(t *testing.T) {
	t.Parallel()
	var a aside
	se := apart(t, &a)
	drain(t, se, se.Start())
	sameTracks(t, se)
	if n := int(a.asked.Load()); n != len(se.Tracks[1].Snaps()) {
		t.Errorf("asked %d times for %d steps", n, len(se.Tracks[1].Snaps()))
	}
}

// If whoever decided is gone halfway, or what it says is of another run, it is
// computed here, and is the same.
func TestComputedHereIfTheOtherIsGone(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]func(*aside) func(int) error{
		"from the start": func(*aside) func(int) error { return func(int) error { return ErrGone } },
		"halfway": func(*aside) func(int) error {
			return func(n int) error {
				if n == 2 {
					return ErrGone
				}
				return nil
			}
		},
		"another run": func(a *aside) func(int) error {
			return func(int) error {
				a.order.Settings.Seed = 99
				a.order.Policy = policy.Must("random")
				a.made = 0
				return nil
			}
		},
	} {
		var a aside
		se := apart(t, &a)
		a.fails = fails(&a)
		drain(t, se, se.Start())
		t.Run(name, func(t *testing.T) { sameTracks(t, se) })
	}
}

// An error there is the track's, once.
func TestErrorsElsewhereAreShown(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken there")
	a := aside{fails: func(n int) error {
		if n == 1 {
			return broken
		}
		return nil
	}}
	se := apart(t, &a)
	drain(t, se, se.Start())
	if tr := se.Tracks[1]; !errors.Is(tr.Err(), broken) || len(tr.Snaps()) != 1 || !tr.Done() {
		t.Errorf("%d steps, done %v, %v", len(tr.Snaps()), tr.Done(), tr.Err())
	}
}

// What was stopped goes on where it was; what was decided for a run before is
// dropped.
func TestStoppedElsewhere(t *testing.T) {
	t.Parallel()
	var a aside
	se := apart(t, &a)
	a.fails = func(n int) error {
		if n == 2 && !se.Stopped {
			se.Stop()
			return context.Canceled
		}
		return nil
	}
	drain(t, se, se.Start())
	if n := len(se.Tracks[1].Snaps()); n != 2 || se.Tracks[1].Err() != nil {
		t.Fatalf("stopped after %d steps, %v", n, se.Tracks[1].Err())
	}
	a.fails = nil
	drain(t, se, se.Resume())
	sameTracks(t, se)
	before := len(se.Tracks[1].Snaps())
	stale := SteppedMsg{Run: se.Run, Track: 1, Snap: se.Tracks[1].Snaps()[0], Scene: NewScene(&se.Tracks[1].Snaps()[0], se.SceneKey(0))}
	se.Begin(se.Problem, se.Policies)
	if c, ok := se.Receive(stale); !ok || c.Look || len(se.Tracks[1].Snaps()) != 0 || before == 0 {
		t.Error("what was decided for another run was taken in")
	}
}
