package session

import (
	"context"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"
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

// Enough is ctx with an end of its own, for work that looks whether it was cancelled.
// A context derived from that of a turn would be looked at instead of it, and
// nobody else would get theirs.
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
