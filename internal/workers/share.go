package workers

import (
	"runtime"
	"sync/atomic"
)

// Share hands out 0 ≤ i < n to the workers, each on its own goroutine; one works
// where it is.
func Share[W any](each []W, n int, work func(W, int)) {
	if len(each) == 1 || n == 1 {
		for i := range n {
			work(each[0], i)
		}
		return
	}
	var next atomic.Int64
	var wg Group
	for _, w := range each[:min(len(each), n)] {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(w, i)
			}
		})
	}
	wg.Wait()
}

// Count is how many goroutines share work for which n were asked: 0 means as many
// as there are processors.
func Count(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}
