package tui

import (
	"fmt"
	"slices"

	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// marks explain what stands in the charts.
var marks = [][2]string{
	{"○ ● ◆ ×", "initial design, chosen since, newest, did not fit the budget"},
	{"▲ △", "the next point, the runner-up"},
}

// helpKeys is the width of the keys in the help.
const helpKeys = 11

// helpLines are all keys of the screen, then what the marks mean.
func (m *Model) helpLines(a screen.About) [][2]string {
	var lines [][2]string
	for _, b := range slices.Concat(a.Keys, m.globals(a)) {
		if b.Long != "" { // else told beside another key
			lines = append(lines, [2]string{b.Shown(), b.Long})
		}
	}
	lines = append(lines, m.options.Keys...)
	if where := m.rememberedWhere(); where != "" {
		lines = append(lines, [2]string{"", "theme, motion and mouse are remembered in"})
		for _, l := range chart.Wrap(where, min(m.w-2, screen.BoxWidth)-4-helpKeys) {
			lines = append(lines, [2]string{"", l})
		}
	}
	if len(m.s.Tracks) > 0 {
		lines = append(append(lines, [2]string{}), marks...)
	}
	return lines
}

// drawHelp lists all keys over the screen, from the line scrolled to.
func (m *Model) drawHelp(c chart.Canvas, a screen.About) {
	th := m.theme
	lines := m.helpLines(a)
	title := "keys on this screen: " + m.screens[m.current].Name()
	_, h := c.Size()
	if space := h - pane.BoxRows; space < len(lines) {
		title += fmt.Sprintf("   (↑↓ scroll, %d to %d of %d lines)", m.helpTop+1, m.helpTop+space, len(lines))
	}
	body := pane.Box(m.theme, c, title, len(lines))
	w, h := body.Size()
	for y := range min(h, len(lines)-m.helpTop) {
		l := lines[m.helpTop+y]
		body.TextIn(0, y, helpKeys-1, l[0], th.KeyInk())
		body.TextIn(helpKeys, y, w-helpKeys, l[1], th.TextInk())
	}
}

// scrollHelp moves the list of keys where it is longer than the window; it
// reports false for other keys.
func (m *Model) scrollHelp(key string) bool {
	by, ok := map[string]int{"down": 1, "j": 1, "up": -1, "k": -1, "pgdown": 10, "pgup": -10}[key]
	m.helpTop = max(0, min(m.helpTop+by, m.hiddenHelp()))
	return ok
}

// hiddenHelp is how many lines of the help the window has no room for.
func (m *Model) hiddenHelp() int {
	return len(m.helpLines(m.about())) - (m.layout().Body.H - pane.BoxRows)
}
