package tui

import (
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/session"
)

// guard is a model whose commands may panic: the panic is brought to Update,
// where bubbletea restores the terminal before it says what happened. (A panic
// in a command it would tell on the screen that is about to go.)
type guard struct{ tea.Model }

func (g guard) Init() tea.Cmd { return guarded(g.Model.Init()) }

func (g guard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p, ok := msg.(session.PanicMsg); ok {
		p.Surface()
	}
	m, cmd := g.Model.Update(msg)
	return guard{m}, guarded(cmd)
}

// guarded is a command, and all that it brings, whose panics are messages.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if p := recover(); p != nil {
				msg = session.PanicMsg{Value: p, Stack: debug.Stack()}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = guarded(batch[i])
			}
		}
		return msg
	}
}
