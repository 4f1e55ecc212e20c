package serve

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

// work looks at its context until it has been looked at some times, and counts
// who works at the same time.
type bench struct{ now, most atomic.Int64 }

func (b *bench) work(ctx context.Context, looks int) {
	for range looks {
		n := b.now.Add(1)
		for m := b.most.Load(); n > m && !b.most.CompareAndSwap(m, n); m = b.most.Load() {
		}
		for range 20 {
			runtime.Gosched() // others work meanwhile
		}
		b.now.Add(-1)
		if ctx.Err() != nil {
			return
		}
	}
}

func TestSoManyComputeAtATime(t *testing.T) {
	turns := newTurns(2)
	var b bench
	var wg sync.WaitGroup
	for range 10 {
		s := turns.share(t.Context(), nil)
		var own bench
		for range 5 {
			wg.Go(func() {
				ctx, end, err := s.Begin(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				defer end()
				for range 10 {
					b.work(ctx, 1)
					own.work(ctx, 1)
				}
			})
		}
		t.Cleanup(func() {
			if own.most.Load() != 1 {
				t.Errorf("%d jobs of one session computed at a time", own.most.Load())
			}
		})
	}
	wg.Wait()
	if b.most.Load() != 2 {
		t.Errorf("%d computed at a time, want 2", b.most.Load())
	}
	if turns.free != 2 || len(turns.line) != 0 {
		t.Errorf("afterwards %d turns are free and %d wait", turns.free, len(turns.line))
	}
}

// A session that computes without end, in many jobs, lets another have its go.
func TestTurnsAreFair(t *testing.T) {
	turns := newTurns(1)
	ctx, stop := context.WithCancel(t.Context())
	greedy := turns.share(ctx, nil)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			ctx, end, err := greedy.Begin(ctx)
			if err != nil {
				return
			}
			defer end()
			for ctx.Err() == nil { // several goroutines of a job, as solvers have them
				var both sync.WaitGroup
				for range 2 {
					both.Go(func() { runtime.Gosched(); _ = ctx.Err() })
				}
				both.Wait()
			}
		})
	}
	modest := turns.share(t.Context(), nil)
	for range 3 {
		work, end, err := modest.Begin(t.Context())
		testkit.OK(t, err)
		// Longer than a quantum: it has to let the greedy one in, and comes back.
		for start := time.Now(); time.Since(start) < 2*quantum; runtime.Gosched() {
			testkit.OK(t, work.Err())
		}
		end()
	}
	stop()
	wg.Wait()
	if turns.free != 1 || len(turns.line) != 0 {
		t.Errorf("afterwards %d turns are free and %d wait", turns.free, len(turns.line))
	}
}

// Whoever gives up, waiting or working, leaves nothing behind.
func TestTurnsAreGivenBack(t *testing.T) {
	turns := newTurns(1)
	session, close := context.WithCancel(t.Context())
	s := turns.share(session, nil)
	_, end, err := s.Begin(t.Context())
	testkit.OK(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, _, err := turns.share(t.Context(), nil).Begin(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("giving up while waiting: %v", err)
	}
	time.AfterFunc(10*time.Millisecond, close)
	if _, _, err := s.Begin(t.Context()); err == nil {
		t.Error("a session that ended got a turn")
	}
	end()
	end() // twice does no harm
	if turns.free != 1 || len(turns.line) != 0 || len(s.queue) != 0 || s.running {
		t.Errorf("afterwards %d turns are free, %d sessions and %d jobs wait", turns.free, len(turns.line), len(s.queue))
	}
	if _, _, err := s.Begin(t.Context()); err == nil {
		t.Error("a session that ended got a turn")
	}
}
