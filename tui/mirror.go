package tui

import (
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// SetLook changes the theme and what the terminal is taken to show.
func (m *Model) SetLook(th theme.Theme, t chart.Terminal) {
	m.theme, m.options.Terminal = th, t
}

// DrawAs draws the frame as another terminal shows it, one of the canvas's size
// and abilities with a theme of its own. Nothing of the model changes, not even
// how far a list is scrolled.
func (m *Model) DrawAs(c chart.Canvas, th theme.Theme) {
	other := *m
	other.w, other.h = c.Size()
	other.plots = nil // a pointer is this terminal's
	other.theme, other.options.Terminal = th, c.Terminal()
	other.drawFrame(c)
}
