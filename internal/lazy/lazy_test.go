package lazy

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

func TestValueIsComputedOnce(t *testing.T) {
	t.Parallel()
	var v Value[int]
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
