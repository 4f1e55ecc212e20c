package tui

import (
	"farsight/tui/screen"
)

// Screens are the names of the screens that tab leads to.
func (m *Model) Screens() []string {
	var names []string
	for i, s := range m.screens {
		if m.available(i) && !s.About(m.viewOf(i)).Beside {
			names = append(names, s.Name())
		}
	}
	return names
}

// Shown is the screen that is shown, ScreenView what it sees.
func (m *Model) Shown() screen.Screen    { return m.screens[m.current] }
func (m *Model) ScreenView() screen.View { return m.view() }

// Place says where we are, as the title does.
func (m *Model) Place() string { return m.place(m.about()) }
