package session

import (
	"context"
	"slices"
	"sync"
)

// processors shares the processors among the computations under way, so that
// there are never more busy goroutines than processors: keys and screen then
// never queue behind a tree. Who asks gets a fair part of what is free, at least
// one, and waits its turn where nothing is. A nil one means that turns are taken
// elsewhere (Options.Background): whoever has one computes in one goroutine.
type processors struct {
	mu      sync.Mutex
	free    int
	waiting []chan int
}

// newProcessors has at least two: a curve must not block the next decision.
func newProcessors(n int) *processors { return &processors{free: max(2, n)} }

// take returns the number of processors its caller may use until it gives them back.
func (l *processors) take(ctx context.Context) (int, error) {
	if l == nil {
		return 1, nil
	}
	l.mu.Lock()
	turn := make(chan int, 1)
	l.waiting = append(l.waiting, turn)
	l.share()
	l.mu.Unlock()
	select {
	case n := <-turn:
		return n, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.waiting, turn); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	} else { // it was our turn just now
		l.free += <-turn
		l.share()
	}
	return 0, ctx.Err()
}

// give returns processors.
func (l *processors) give(n int) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free += n
	l.share()
}

// share hands free processors to those who wait, first come first served.
func (l *processors) share() {
	for l.free > 0 && len(l.waiting) > 0 {
		n := max(1, l.free/len(l.waiting))
		l.waiting[0] <- n
		l.waiting = l.waiting[1:]
		l.free -= n
	}
}
