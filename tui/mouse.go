package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/screen"
)

// The mouse is off until asked for: a terminal's own selecting and copying
// should keep working.

// toggleMouse asks the terminal for the mouse, or gives it back.
func (m *Model) toggleMouse() tea.Cmd { return m.setMouse(!m.mouse) }

func (m *Model) setMouse(on bool) tea.Cmd {
	if m.mouse = on; on {
		m.note = "The mouse selects; M gives it back to the terminal."
		return tea.EnableMouseCellMotion
	}
	m.note = "The mouse is the terminal's again."
	return tea.DisableMouse
}

// clicked hands a click to the screen.
func (m *Model) clicked(msg tea.MouseMsg) tea.Cmd {
	body := screen.Arrange(m.w, m.h).Body
	if m.overlay != overlayNone || msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft {
		return nil
	}
	if msg.X < body.X || msg.Y < body.Y || msg.X >= body.X+body.W || msg.Y >= body.Y+body.H {
		return nil
	}
	return m.tell(m.current, screen.ClickMsg{X: msg.X - body.X, Y: msg.Y - body.Y})
}
