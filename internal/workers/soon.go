package workers

import (
	"context"
	"time"
)

// soonAfter is how long what was cancelled is waited for.
const soonAfter = 50 * time.Millisecond

// Soon is what f returns, or ctx's error soon after ctx ends: f looks at ctx
// itself, but not while it factors the matrix of a thousand points, and is then
// left to end alone.
func Soon[T any](ctx context.Context, f func() (T, error)) (T, error) {
	var v T
	var err error
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { panicked = recover() }() // it is the caller's, if it still waits
		v, err = f()
	}()
	select {
	case <-done:
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(soonAfter):
			var none T
			return none, ctx.Err()
		}
	}
	if panicked != nil {
		panic(panicked)
	}
	return v, err
}
