package serve

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

// look is how things look to one guest.
type look struct {
	theme    theme.Theme
	terminal chart.Terminal
	open     bool // the theme follows the terminal's background, once it says which
}

// backgroundMsg brings the background of the guest's terminal.
type backgroundMsg struct{ dark bool }

// The keys by which a guest changes the look, wherever they are. They are no
// letters, for some screens take text.
const (
	themeKey  = "ctrl+t"
	glyphsKey = "ctrl+g"
)

// changed handles a message about the look; false: it is about something else.
func (l *look) changed(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case backgroundMsg:
		if l.open {
			l.theme, _ = theme.For("", msg.dark)
		}
		return true
	case tea.KeyMsg:
		switch msg.String() {
		case themeKey:
			names := theme.Names()
			l.theme, _ = theme.Named(names[(slices.Index(names, l.theme.Name)+1)%len(names)])
			l.open = false
			return true
		case glyphsKey:
			l.terminal.Glyphs = (l.terminal.Glyphs + 1) % (chart.ASCII + 1) // which is the last
			return true
		}
	}
	return false
}
