package session

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
)

// There are never more busy goroutines than processors, whatever comes and goes.
func TestProcessorsBoundTheWork(t *testing.T) {
	t.Parallel()
	const total = 5
	l := newProcessors(total)
	var used, most atomic.Int64
	var wg sync.WaitGroup
	for i := range 40 {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		wg.Go(func() {
			for range 50 {
				ctx, cancel := context.WithCancel(context.Background())
				if rng.IntN(3) == 0 {
					time.AfterFunc(time.Duration(rng.IntN(200))*time.Microsecond, cancel)
				}
				n, err := l.take(ctx)
				if err == nil {
					if n < 1 {
						t.Error("no lane taken")
					}
					if u := used.Add(int64(n)); u > most.Load() {
						most.Store(u)
					}
					runtime.Gosched()
					used.Add(-int64(n))
					l.give(n)
				}
				cancel()
			}
		})
	}
	wg.Wait()
	if most.Load() > total {
		t.Errorf("%d processors of %d were in use", most.Load(), total)
	}
	if n, _ := l.take(context.Background()); n != total {
		t.Errorf("%d of %d processors are left in the end", n, total)
	}
}

// A replay does not depend on how the processors were shared.
func TestReplayDoesNotDependOnProcessors(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("myopia", 0)
	if err != nil {
		t.Fatal(err)
	}
	var want []study.Snapshot
	for _, n := range []int{2, 1, 3} {
		r := newRunner(p, Order{Policy: policy.Must("b-ms-ei")}, nil, new(atomic.Uint64))
		l := &processors{free: n}
		for k, running := 0, true; running; k++ {
			s, err := r.next(t.Context(), nil, l)
			if err != nil {
				t.Fatal(err)
			}
			if running = s.Stop == study.Running; n == 2 {
				want = append(want, s)
				continue
			}
			if s.Best != want[k].Best || s.Money.Left != want[k].Money.Left || s.Stop != want[k].Stop {
				t.Errorf("%d processors, step %d: best %v, left %v", n, k, s.Best, s.Money.Left)
			}
		}
	}
}
