package tui

import (
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/preferences"
	"farsight/tui/theme"
)

// Looks and habits that can be changed while one explores.

// Motions are what can be said of motion: whether steps are animated. Auto leaves
// it to what is known of the terminal.
var Motions = []string{"on", "off", "auto"}

func (m *Model) looksToFind() []choice {
	var out []choice
	add := func(text string, now bool, do func() tea.Cmd) {
		item := choice{text: text, do: do}
		if now {
			item.also = "as it is now"
		}
		out = append(out, item)
	}
	for _, name := range theme.Names() {
		add("theme "+name, name == m.theme.Name, func() tea.Cmd { return m.setTheme(name) })
	}
	if own := m.options.OwnTheme; own != "" {
		add("theme "+sanitize.Text(filepath.Base(own)), false, func() tea.Cmd { return m.setTheme(own) })
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

// setTheme changes the colours, to those of a name or of a file.
func (m *Model) setTheme(name string) tea.Cmd {
	th, ok := Look{Theme: name}.Named()
	if !ok {
		m.note = "The theme cannot be read any more."
		return nil
	}
	m.theme = th
	m.options.Adapt = nil // a late answer of the terminal's changes nothing any more
	m.note = "The theme is " + th.Name + " now."
	return m.remember(func(c *preferences.Choices) { c.Theme = name })
}

// setMotion changes whether steps are animated.
func (m *Model) setMotion(motion string) tea.Cmd {
	m.options.Motion = motion
	m.note = "Motion is " + motion + " now."
	return m.remember(func(c *preferences.Choices) { c.Motion = motion })
}

// rememberedMsg tells whether a choice is on disk.
type rememberedMsg struct{ err error }

// remember keeps a choice for the next time, where there is a place for it.
func (m *Model) remember(change func(*preferences.Choices)) tea.Cmd {
	if m.options.Preferences == nil || m.options.Guest {
		return nil
	}
	write := m.options.Preferences.Later(change)
	return func() tea.Msg { return rememberedMsg{write()} }
}

// rememberedWhere is where choices are kept; "": nowhere.
func (m *Model) rememberedWhere() string {
	if m.options.Preferences == nil || m.options.Guest {
		return ""
	}
	path := m.options.Preferences.Path
	if home, err := os.UserHomeDir(); err == nil && home != "" {
		if rest, ok := strings.CutPrefix(path, home+string(os.PathSeparator)); ok {
			path = "~" + string(os.PathSeparator) + rest
		}
	}
	return sanitize.Text(path)
}
