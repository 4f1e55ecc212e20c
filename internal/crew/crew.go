// Package crew is sync.WaitGroup for goroutines that may panic: the panic comes
// up again where they are waited for, so that whoever started the work, an
// explorer with a terminal to restore among them, can catch it. A panic in a
// goroutine of its own would end the process on the spot.
package crew

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Crew waits for goroutines. The zero value is ready.
type Crew struct {
	wg    sync.WaitGroup
	mu    sync.Mutex
	first *Panic
}

// Panic is what Wait panics with: the first panic of the crew, with the stack
// it had there.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Go runs work in a goroutine.
func (c *Crew) Go(work func()) {
	c.wg.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				c.caught(v)
			}
		}()
		work()
	})
}

func (c *Crew) caught(v any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.first == nil {
		p, ok := v.(*Panic) // of a crew within the crew: its stack says more
		if !ok {
			p = &Panic{v, debug.Stack()}
		}
		c.first = p
	}
}

// Wait returns when all have ended, or panics if one of them did.
func (c *Crew) Wait() {
	c.wg.Wait()
	if c.first != nil {
		panic(c.first)
	}
}
