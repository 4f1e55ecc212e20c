package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/palette"
	"farsight/tui/theme"
)

// Looks and habits that can be changed while one explores.

// Motions are what can be said of motion: whether steps are animated. Auto leaves
// it to what is known of the terminal.
var Motions = []string{"on", "off", "auto"}

func (m *Model) looksToFind() []palette.Item {
	var out []palette.Item
	add := func(text string, now bool, do func() tea.Cmd) {
		item := palette.Item{Text: text, Do: do}
		if now {
			item.Also = "as it is now"
		}
		out = append(out, item)
	}
	for _, name := range theme.Names() {
		add("theme "+name, name == m.theme.Name, func() tea.Cmd { return m.setTheme(name) })
	}
	for _, g := range []chart.Glyphs{chart.Braille, chart.Blocks, chart.ASCII} {
		add("glyphs "+g.String(), g == m.options.Terminal.Glyphs, func() tea.Cmd {
			m.options.Terminal.Glyphs = g
			return nil
		})
	}
	for _, motion := range Motions {
		add("motion "+motion, motion == m.options.Motion, func() tea.Cmd { return m.setMotion(motion) })
	}
	for _, on := range []bool{true, false} {
		add("mouse "+map[bool]string{true: "on", false: "off"}[on], on == m.mouse, func() tea.Cmd { return m.setMouse(on) })
	}
	return out
}

// setTheme changes the colours.
func (m *Model) setTheme(name string) tea.Cmd {
	th, ok := theme.Named(name)
	if !ok {
		return nil
	}
	m.theme = th
	m.options.Adapt = nil // a late answer of the terminal's changes nothing any more
	m.note = "The theme is " + name + " now."
	return nil
}

// setMotion changes whether steps are animated.
func (m *Model) setMotion(motion string) tea.Cmd {
	m.options.Motion = motion
	m.note = "Motion is " + motion + " now."
	return nil
}
