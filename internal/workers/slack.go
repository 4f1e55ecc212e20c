package workers

// This file bounds how much memory garbage takes. The collector lets the
// heap double before it runs, which is nothing while a heap is small; a heap of
// factors, which it need not look through, is collected for next to nothing and
// need not double.

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// mostGarbage is how many bytes of garbage may accumulate.
	mostGarbage = 16 << 20
	// least is the share of what is used, in percent, that may always do.
	leastGarbage = 15
	usualGarbage = 100 // Go's own
)

// BoundGarbage keeps garbage within bounds from now on, unless the environment says by
// GOGC how much there may be.
func BoundGarbage() {
	if os.Getenv("GOGC") == "" {
		watchGarbage()
	}
}

// cycle is found to be garbage by every collection.
type cycle struct{ _ *cycle }

func watchGarbage() {
	runtime.SetFinalizer(new(cycle), func(*cycle) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(live); live[0].Value.Kind() == metrics.KindUint64 {
			debug.SetGCPercent(garbageShare(live[0].Value.Uint64()))
		}
		watchGarbage()
	})
}

// garbageShare is the share of live bytes that garbage may take.
func garbageShare(live uint64) int {
	share := 100 * mostGarbage / math.Max(1, float64(live))
	return int(math.Min(usualGarbage, math.Max(leastGarbage, share)))
}
