package journal

import (
	"context"
	"sync"
)

// held are the locks of this program. In a page no other program reaches its
// files: whether another tab has the study is settled before it is opened, and
// by the page's storage whenever it is written.
var held struct {
	mu sync.Mutex
	by map[string]chan struct{} // each full while held
}

// hold waits for the lock and returns the function that releases it.
func hold(ctx context.Context, name string) (release func(), err error) {
	held.mu.Lock()
	lock := held.by[name]
	if lock == nil {
		if held.by == nil {
			held.by = map[string]chan struct{}{}
		}
		lock = make(chan struct{}, 1)
		held.by[name] = lock
	}
	held.mu.Unlock()
	select {
	case lock <- struct{}{}:
		return func() { <-lock }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
