package screentest

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/screen"
)

// Press offers the screen a key as the program does: as text, then as what it is
// bound to. It returns the command asked for; what else is wanted is in Wants.
func (x *Host) Press(key string) tea.Cmd {
	x.Wants = screen.Wants{}
	if cmd := x.Tell(screen.TypedMsg{Key: key}); x.Wants.Taken {
		return cmd
	}
	if a := screen.Find(key, x.Screen.About(x.View).Keys); a != screen.ActNone {
		return x.Tell(screen.ActMsg{Act: a})
	}
	return nil
}
