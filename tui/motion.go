package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/session"
)

// moves tells whether steps are animated: where nobody said so, on terminals of the host's own. Without colours there is
// no motion either.
func (m *Model) moves() bool {
	if m.options.Terminal.Profile == chart.NoColor {
		return false
	}
	return m.options.Motion == "on" || m.options.Motion == "auto" && !m.options.Guest
}

// depart is what is shown before a message is obeyed. A key does not wait for a motion to end.
func (m *Model) depart(msg tea.Msg) map[int]session.Standing {
	if m.s.Moves = m.moves(); !m.s.Moves {
		return nil
	}
	p := m.options.Terminal.Pixels
	m.s.Coarse = p != nil && p.Ready()
	if _, ok := msg.(tea.KeyMsg); ok {
		m.s.Arrive()
	}
	return m.s.Standings()
}
