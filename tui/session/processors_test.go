package session

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
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
