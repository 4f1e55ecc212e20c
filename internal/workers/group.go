// Package workers starts goroutines that may panic: the panic comes
// up again where they are waited for, so that whoever started the work, an
// explorer with a terminal to restore among them, can catch it. A panic in a
// goroutine of its own would end the process on the spot.
package workers

import (
	"fmt"
	"runtime/debug"
	"sync"
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
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

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
