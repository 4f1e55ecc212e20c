package workers

import (
	"strings"
	"sync/atomic"
	"testing"
)

func TestPanicsComeUpWhereTheyAreAwaited(t *testing.T) {
	var done atomic.Int64
	defer func() {
		p, ok := recover().(*Panic)
		if !ok || p.Value != "out of paper" || !strings.Contains(p.Error(), "failing") {
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
