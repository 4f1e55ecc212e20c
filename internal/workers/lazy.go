package workers

import (
	"context"
	"sync"
)

// Lazy is computed once, by the first caller; the others wait. Its zero value is ready to use,
// unlike what sync.OnceValues returns, so that a struct that holds one needs no constructor.
type Lazy[T any] struct {
	mu    sync.Mutex
	turn  chan struct{} // full while a caller computes
	known bool
	v     T
	err   error
}

// Get returns the value, calling compute if it has not been computed.
func (l *Lazy[T]) Get(compute func() (T, error)) (T, error) {
	return l.GetContext(context.Background(), func(context.Context) (T, error) { return compute() })
}

// GetContext is Get that waits and computes until ctx ends. An interrupted computation is not
// cached: the next caller computes it.
func (l *Lazy[T]) GetContext(ctx context.Context, compute func(context.Context) (T, error)) (T, error) {
	var none T
	l.mu.Lock()
	if l.known {
		defer l.mu.Unlock()
		return l.v, l.err
	}
	if l.turn == nil {
		l.turn = make(chan struct{}, 1)
	}
	turn := l.turn
	l.mu.Unlock()
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-ctx.Done():
		return none, ctx.Err()
	}
	l.mu.Lock()
	known, v, err := l.known, l.v, l.err
	l.mu.Unlock()
	if known {
		return v, err
	}
	v, err = compute(ctx)
	if err != nil && ctx.Err() != nil {
		return none, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known, l.v, l.err = true, v, err
	return v, err
}
