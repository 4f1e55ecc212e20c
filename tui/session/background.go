package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/files"
)

// Background shares the processors with other explorers of this process.
type Background interface {
	// Begin waits for a turn to compute. The work is done under the context
	// returned, which may make it wait for others again whenever it looks whether
	// it was cancelled, and end is called when it is over. The error is that of
	// an ended ctx, or says that the explorer has ended.
	Begin(ctx context.Context) (work context.Context, end func(), err error)
}

// turn waits for a turn where turns are taken. What is done in one must not
// wait for the user.
func turn(ctx context.Context, b Background) (work context.Context, end func(), err error) {
	if b == nil {
		return ctx, func() {}, nil
	}
	return b.Begin(ctx)
}

// Enough is ctx with an end of its own, for work that looks whether it was cancelled. A context
// derived from that of a turn would be checked instead of it, and the turn would never be passed
// on.
func Enough(ctx context.Context) (_ context.Context, end func()) {
	e := &enough{Context: ctx}
	return e, func() { e.ended.Store(true) }
}

type enough struct {
	context.Context
	ended atomic.Bool
}

func (e *enough) Err() error {
	if err := e.Context.Err(); err != nil || !e.ended.Load() {
		return err
	}
	return context.Canceled
}

// InTurn is a command that computes something short, in its turn.
func (se *Session) InTurn(cmd tea.Cmd) tea.Cmd {
	b := se.options.Background
	if b == nil || cmd == nil {
		return cmd
	}
	return func() tea.Msg {
		_, end, err := b.Begin(context.Background())
		if err != nil {
			return nil
		}
		defer end()
		return cmd()
	}
}

// Turns let work in the background wait for its turn and for processors.
type Turns struct {
	background Background
	processors *processors
}

// Turns are for work in the background that takes long.
func (se *Session) Turns() Turns { return Turns{se.options.Background, se.processors} }

// Begin waits for a turn. The work is done under the context returned, and end
// is called when it is over.
func (t Turns) Begin(ctx context.Context) (work context.Context, end func(), err error) {
	return turn(ctx, t.background)
}

// Share is Begin with as many processors as the work may keep busy.
func (t Turns) Share(ctx context.Context) (work context.Context, workers int, end func(), err error) {
	work, over, err := t.Begin(ctx)
	if err != nil {
		return nil, 0, nil, err
	}
	if workers, err = t.processors.take(work); err != nil {
		over()
		return nil, 0, nil, err
	}
	return work, workers, func() {
		t.processors.give(workers)
		over()
	}, nil
}

// processors shares the processors among the computations in progress, so that there are never more
// busy goroutines than processors: keys and screen then never queue behind a tree. A caller gets a
// fair part of the free ones, at least one, and waits if none is free. A nil processors means that
// turns are managed elsewhere (Options.Background): a job then computes in one goroutine.
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

// streamRoom is more messages than any work sends: a slow terminal must not hold
// up what others may be waiting for.
const streamRoom = 64

// Stream runs work in the background and delivers the messages it sends one by one, end last. The
// work must end with ctx.
func Stream(ctx context.Context, end tea.Msg, work func(send func(tea.Msg))) tea.Cmd {
	return func() tea.Msg {
		updates := make(chan tea.Msg, streamRoom)
		send := func(msg tea.Msg) {
			if ctx.Err() != nil {
				return // a select would still send it half of the time
			}
			select {
			case updates <- msg:
			case <-ctx.Done():
			}
		}
		go func() {
			defer close(updates)
			defer func() {
				if p := recover(); p != nil {
					send(PanicMsg{Value: p, Stack: debug.Stack()})
				}
			}()
			work(send)
		}()
		return streamed(updates, end)
	}
}

// StreamMsg is one message of a stream.
type StreamMsg struct {
	Msg     tea.Msg
	updates <-chan tea.Msg
	end     tea.Msg
}

// streamed waits for the next message of a stream.
func streamed(updates <-chan tea.Msg, end tea.Msg) tea.Msg {
	if msg, ok := <-updates; ok {
		return StreamMsg{msg, updates, end}
	}
	return end
}

// Next waits for what follows this message of a stream.
func (msg StreamMsg) Next() tea.Msg { return streamed(msg.updates, msg.end) }

// PanicMsg brings a panic of the background to the foreground.
type PanicMsg struct {
	Value any
	Stack []byte
}

// Surface panics again, with the stack of the first time.
func (p PanicMsg) Surface() { panic(fmt.Sprintf("%v\n\n%s", p.Value, p.Stack)) }

const (
	// Slowest is the polling interval of a file that has not changed for a while: an idle screen
	// lets the processor sleep.
	Slowest = 2 * time.Second
	// toldSlowest is the same if the system reports changes: it may not report those of other
	// machines.
	toldSlowest = 10 * time.Second
	// settled is the delay after a change was reported: what is being written is then complete, and
	// a continuous writer does not keep us busy.
	settled = 100 * time.Millisecond
)

// Await reads a file when it has changed or stir is signalled, first after a delay and then ever
// less often, until there is something to report; false: ctx has ended.
func Await(ctx context.Context, path string, first time.Duration, stir <-chan struct{}, look func(now time.Time) bool) bool {
	ctx, end := context.WithCancel(ctx)
	defer end()
	told, soon := files.Watch(ctx, path), false
	wait := first
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-stir:
			timer.Reset(0)
		case _, open := <-told:
			if !open {
				told = nil
			}
			if !soon {
				soon = true
				timer.Reset(settled)
			}
		case now := <-timer.C:
			if look(now) {
				return true
			}
			soon = false
			if wait = max(first, min(wait*5/4, Slowest)); told != nil {
				wait = max(first, toldSlowest)
			}
			timer.Reset(wait)
		}
	}
}
