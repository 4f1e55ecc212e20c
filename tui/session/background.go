package session

import (
	"context"

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

// Turn waits for a turn where turns are taken. What is done in one must not
// wait for the user.
func Turn(ctx context.Context, b Background) (work context.Context, end func(), err error) {
	if b == nil {
		return ctx, func() {}, nil
	}
	return b.Begin(ctx)
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
