package tui

import (
	"farsight/tui/screen"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
)

// oldScreen is one way of looking. A screen keeps only what is its own; the rest
// is the model's.
type oldScreen interface {
	name() string
	// available tells whether the screen makes sense for the present problem.
	available(m *Model) bool
	// question is what the screen asks or answers, for its title.
	question(m *Model) string
	// bindings are the screen's own keys; they win over the global ones.
	bindings(m *Model) []screen.Binding
	// do obeys an action; it reports false to leave it to the model.
	do(m *Model, a screen.Action) (tea.Cmd, bool)
	// typed takes a key as text while a form is open; it reports false otherwise.
	typed(m *Model, key string, msg tea.KeyMsg) (tea.Cmd, bool)
	// receive takes messages of the screen's own commands.
	receive(m *Model, msg tea.Msg) tea.Cmd
	// draw fills the canvas between title and footer. It computes nothing.
	draw(m *Model, c chart.Canvas)
}

// home is the screen a problem opens on: the first that makes sense for it.
func (m *Model) home() int {
	for i, s := range m.screens {
		if s.name() == "live" != m.s.IsLive() {
			continue // a study opens on its own screen, a replay never does
		}
		if s.available(m) {
			return i
		}
	}
	return m.current
}

// aside is implemented by screens that stand beside the others, such as forms:
// they have a key of their own, and tab passes them by.
type aside interface{ aside() }

// turn goes to the next available screen.
func (m *Model) turn(by int) tea.Cmd {
	n := len(m.screens)
	for range n {
		m.current = (m.current + by + n) % n
		if _, beside := m.screens[m.current].(aside); !beside && m.screens[m.current].available(m) {
			break
		}
	}
	return m.entered()
}

// show goes to a screen by name, if it is available.
func (m *Model) show(name string) tea.Cmd {
	for i, s := range m.screens {
		if s.name() == name && s.available(m) {
			m.current = i
			return m.entered()
		}
	}
	return nil
}

// enteredMsg tells a screen that it is shown now.
type enteredMsg struct{}

// leftMsg tells a screen that another one is shown now.
type leftMsg struct{}

func (m *Model) entered() tea.Cmd {
	for i, s := range m.screens {
		if i != m.current {
			s.receive(m, leftMsg{})
		}
	}
	return tea.Batch(m.wanted(), m.screens[m.current].receive(m, enteredMsg{}))
}
