package tui

import (
	"reflect"
	"slices"

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
	other.theme, other.options.Terminal = th, c.Terminal()
	other.screens = slices.Clone(m.screens)
	other.screens[m.current] = cloned(m.screens[m.current])
	other.drawFrame(c)
}

// cloned is a shallow copy of a screen, for its drawing to scroll.
func cloned(s oldScreen) oldScreen {
	copied := reflect.New(reflect.TypeOf(s).Elem())
	copied.Elem().Set(reflect.ValueOf(s).Elem())
	return copied.Interface().(oldScreen)
}
