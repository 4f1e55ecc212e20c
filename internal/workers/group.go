// Package workers starts goroutines that may panic: the panic is raised again where they are waited
// for, so that the caller, such as an explorer with a terminal to restore, can recover from it. A
// panic in a bare goroutine would end the process.
package workers

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Group waits for goroutines. The zero value is ready.
type Group struct {
	wg    sync.WaitGroup
	mu    sync.Mutex
	first *Panic
}

// Panic is what Wait panics with: the first panic of the group, with the stack
// it had there.
type Panic struct {
	value any
	stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }

// Go runs work in a goroutine.
func (g *Group) Go(work func()) {
	g.wg.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				g.caught(v)
			}
		}()
		work()
	})
}

func (g *Group) caught(v any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.first == nil {
		p, ok := v.(*Panic) // of a group within the group: its stack says more
		if !ok {
			p = &Panic{v, debug.Stack()}
		}
		g.first = p
	}
}

// Wait returns when all have ended, or panics if one of them did.
func (g *Group) Wait() {
	g.wg.Wait()
	if g.first != nil {
		panic(g.first)
	}
}

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
