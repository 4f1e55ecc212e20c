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
	w, h := c.Size()
	m.As(w, h, th, c.Terminal()).drawFrame(c)
}

// As is the explorer as another terminal has it, to be drawn at once and nothing
// else.
func (m *Model) As(w, h int, th theme.Theme, t chart.Terminal) *Model {
	other := *m
	other.w, other.h = w, h
	other.plots = nil // a pointer is this terminal's
	other.theme, other.options.Terminal = th, t
	return &other
}
