package tui

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// counting is a Background that lets everybody compute at once and counts how
// often.
type counting struct{ begun atomic.Int64 }

func (c *counting) Begin(ctx context.Context) (context.Context, func(), error) {
	c.begun.Add(1)
	return ctx, func() {}, ctx.Err()
}

// sharer is an explorer among others, with everything computed.
func sharer(t *testing.T, s *Shared, b Background, change func(*Options)) *Model {
	t.Helper()
	p, err := s.Load("myopia", 0)
	if err != nil {
		t.Fatal(err)
	}
	th, _ := theme.Named("dark")
	o := Options{
		Problem: p, Name: "myopia", Policies: usualPolicies(p), Settings: study.Settings{Workers: 1}, Theme: th,
		Terminal: chart.Terminal{Profile: chart.NoColor}, Load: s.Load, Guest: true, Shared: s, Background: b,
	}
	if change != nil {
		change(&o)
	}
	m := New(o)
	m.still = true
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: 140, Height: 44})
	if err := m.settle(t.Context(), m.Init()); err != nil {
		t.Fatal(err)
	}
	return m
}

// Explorers of the same problem compute once and show the same; one of another
// seed or policy has runs of its own.
func TestSharedReplaysAreComputedOnce(t *testing.T) {
	s := NewShared(0)
	var first, second, other counting
	a := sharer(t, s, &first, nil)
	b := sharer(t, s, &second, nil)
	if first.begun.Load() == 0 || second.begun.Load() != 0 {
		t.Errorf("the first computed %d times, the second %d times; want some and none", first.begun.Load(), second.begun.Load())
	}
	alone := sharer(t, s, nil, func(o *Options) { o.Shared = nil })
	for _, m := range []*Model{b, alone} {
		if got, want := m.Frame().Plain(), a.Frame().Plain(); got != want {
			t.Errorf("what was shared looks different:\n%s\nwant\n%s", got, want)
		}
	}
	c := sharer(t, s, &other, func(o *Options) { o.Settings.Limit = 2 })
	if other.begun.Load() == 0 {
		t.Error("a run with another limit was taken for the same")
	}
	if n := c.tracks[0].last(); n != 2 {
		t.Errorf("a run limited to 2 has %d steps", n)
	}
	if p, err := s.Load("dropwave", 7); err != nil || s.replay(p, c.policies[0], study.Settings{Seed: 7}) != nil {
		t.Errorf("a problem of another seed is shared (%v)", err)
	}
	if _, err := s.Load("/etc/passwd", 0); err == nil {
		t.Error("a file was loaded")
	}
}

// Whoever waits for a step goes on when the one who computes it gives up; a real
// failure is everybody's.
func TestSharedStepsSurviveWhoGivesUp(t *testing.T) {
	r := &replay{computing: make(chan struct{}, 1)}
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
	s := NewShared(0)
	p, err := s.Load("myopia", 0)
	if err != nil {
		t.Fatal(err)
	}
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
