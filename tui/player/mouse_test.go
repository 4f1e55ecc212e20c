package player

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// Asking for the mouse is for the terminal, not for the explorer that does; what
// else it starts comes back to it.
func TestTheMouseIsAskedForBehindATour(t *testing.T) {
	t.Parallel()
	s := &backdrop{}
	for _, ask := range []tea.Cmd{tea.EnableMouseAllMotion, tea.EnableMouseCellMotion, tea.DisableMouse} {
		if got := behind(s, ask)(); got != ask() {
			t.Errorf("%T is taken for the explorer's", ask())
		}
	}
	if got, ok := behind(s, func() tea.Msg { return "else" })().(backdropMsg); !ok || got.of != s {
		t.Errorf("another message came as %v", got)
	}
}
