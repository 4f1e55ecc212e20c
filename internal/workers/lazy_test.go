package workers

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

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

// What was given up is computed anew, by whoever asks next; who waits for another
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
