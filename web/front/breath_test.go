package front

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"farsight/internal/testkit"
)

// busy computes for as long as the page is not given its turn.
func busy(j context.Context, turns *atomic.Int32, until int32) error {
	for turns.Load() < until {
		if err := j.Err(); err != nil {
			return err
		}
		runtime.Gosched()
	}
	return nil
}

// Whoever computes gives the page its turn, and others theirs: one at a time.
func TestBreath(t *testing.T) {
	t.Parallel()
	var turns, inside atomic.Int32
	b := newBreath(func() { turns.Add(1) })
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			j, end, err := b.Begin(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			defer end()
			if n := inside.Add(1); n < 1 || n > 3 {
				t.Errorf("%d compute", n)
			}
			if err := busy(j, &turns, 5); err != nil {
				t.Error(err)
			}
			inside.Add(-1)
		})
	}
	all.Wait()
	if turns.Load() < 5 {
		t.Errorf("the page had %d turns", turns.Load())
	}
}

// A job that waits for its turn ends with its context, and one that has ended
// gives its turn back once.
func TestBreathEnds(t *testing.T) {
	t.Parallel()
	b := newBreath(func() {})
	_, end, err := b.Begin(t.Context())
	testkit.OK(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, _, err := b.Begin(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who waits in vain is told %v", err)
	}
	end()
	end()
	j, end, err := b.Begin(t.Context())
	testkit.OK(t, err)
	end()
	// A goroutine of a job that is over looks once more.
	time.Sleep(2 * quantum)
	if j.Err() != nil {
		t.Error(j.Err())
	}
	_, end, err = b.Begin(t.Context())
	testkit.OK(t, err)
	end()
}

// Of a job's goroutines none computes while another one waits for its turn.
func TestBreathOfManyGoroutines(t *testing.T) {
	t.Parallel()
	var turns atomic.Int32
	b := newBreath(func() { turns.Add(1) })
	j, end, err := b.Begin(t.Context())
	testkit.OK(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := busy(j, &turns, 4); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	end()
	_, end, err = b.Begin(t.Context())
	testkit.OK(t, err)
	end()
}
