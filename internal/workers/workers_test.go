package workers

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestPanicsComeUpWhereTheyAreAwaited(t *testing.T) {
	var done atomic.Int64
	defer func() {
		p, ok := recover().(*Panic)
		if !ok || p.value != "out of paper" || !strings.Contains(p.Error(), "failing") {
			t.Errorf("recovered %v, want the panic with the stack it had", p)
		}
		if done.Load() != 3 {
			t.Errorf("%d of the others ended before Wait did, want 3", done.Load())
		}
	}()
	var c Group
	for range 3 {
		c.Go(func() { done.Add(1) })
	}
	c.Go(func() {
		var inner Group
		inner.Go(failing)
		inner.Wait()
	})
	c.Wait()
	t.Error("Wait returned")
}

func failing() { panic("out of paper") }

func TestValueIsComputedOnce(t *testing.T) {
	t.Parallel()
	var v Lazy[int]
	var calls atomic.Int32
	broken := errors.New("broken")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got, err := v.Get(func() (int, error) { calls.Add(1); return 7, broken })
			if got != 7 || err != broken {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	wg.Wait()
	if n := calls.Load(); n != 1 {
		t.Errorf("computed %d times", n)
	}
}

// What was given up is computed again, by whoever asks next; who waits for another
// can give up, too.
func TestGivingUpKeepsNothing(t *testing.T) {
	t.Parallel()
	var v Lazy[int]
	ctx, cancel := context.WithCancel(t.Context())
	begun, end := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_, err := v.GetContext(ctx, func(ctx context.Context) (int, error) {
			close(begun)
			<-ctx.Done()
			<-end
			return 1, ctx.Err()
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("whoever gave up: %v", err)
		}
	})
	<-begun
	cancel()
	if _, err := v.GetContext(ctx, func(context.Context) (int, error) { return 2, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("whoever waited and gave up: %v", err)
	}
	wg.Go(func() {
		if got, err := v.Get(func() (int, error) { return 3, nil }); got != 3 || err != nil {
			t.Errorf("whoever asked next: %v, %v", got, err)
		}
	})
	close(end)
	wg.Wait()
	if got, err := v.GetContext(ctx, nil); got != 3 || err != nil {
		t.Errorf("once it is known: %v, %v", got, err)
	}
}

// A large heap makes the collector come sooner, and a small one as usual.
func TestBoundGarbage(t *testing.T) {
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	set := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	// Finalizers are run one after the other, soon after a collection.
	settle := func(want func(int) bool) bool {
		for range 1000 {
			runtime.GC()
			if want(set()) {
				return true
			}
			runtime.Gosched()
		}
		return false
	}
	BoundGarbage()
	large := make([]float64, 8<<20) // 64 MB
	if !settle(func(p int) bool { return p < 30 }) {
		t.Errorf("with 64 MB in use the share is %d %%", set())
	}
	runtime.KeepAlive(large)
	large = nil
	if !settle(func(p int) bool { return p == 100 }) {
		t.Errorf("with next to nothing in use the share is %d %%", set())
	}
}

// What does not look at its context is left alone soon after the context's end;
// what ends in time, by a panic too, ends as if nobody had waited for it.
func TestSoon(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	begun := make(chan struct{})
	go func() { <-begun; cancel() }()
	if _, err := Soon(ctx, func() (int, error) { close(begun); <-release; return 1, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("what does not end: %v", err)
	}
	broken := errors.New("broken")
	if v, err := Soon(t.Context(), func() (int, error) { return 2, broken }); v != 2 || err != broken {
		t.Errorf("what ends: %d, %v", v, err)
	}
	defer func() {
		if p := recover(); p != "over" {
			t.Errorf("what panics: %v", p)
		}
	}()
	_, _ = Soon(t.Context(), func() (int, error) { panic("over") })
}
