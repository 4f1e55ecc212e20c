package workers

import (
	"runtime"
	"runtime/debug"
	"testing"
)

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
