package session

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study"
)

// Whoever waits for a step continues when the one who computes it gives up; a real
// failure is everybody's.
func TestSharedStepsSurviveWhoGivesUp(t *testing.T) {
	t.Parallel()
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
