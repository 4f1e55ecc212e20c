package tui

import (
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/screentest"
)

// The charts of a study have the line too: in the parameters' own units, whole
// numbers by ones, and nothing of the truth. A form takes its keys as text.
func TestCrosshairOfAStudy(t *testing.T) {
	testkit.SkipRace(t)
	for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
		m := openTestStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 120, 40)
		m.options.Terminal.Glyphs = glyphs
		press(t, m, "]", "]")
		x := m.cross.At[0]
		row := pressed(t, m, "]")
		if !strings.HasPrefix(row, "hours ") || !strings.Contains(row, " h ") || !strings.Contains(row, " points ") || !strings.Contains(row, " EUR ") || strings.Contains(row, "true") {
			t.Errorf("the row is %q", row)
		}
		if !(m.cross.At[0] > x) {
			t.Errorf("a column right of %g is %g", x, m.cross.At[0])
		}
		press(t, m, "a", "=", "7", "enter")
		onScreen(t, m, "loaves 7 ")
		press(t, m, "]")
		onScreen(t, m, "loaves 8 ")
		press(t, m, "=", "2", ".", "5", "enter")
		onScreen(t, m, "not a whole number")
		press(t, m, "esc", "esc")
		if m.cross.On {
			t.Error("esc left the line")
		}
		press(t, m, "]", "enter", "]", "esc", "]")
		if at := m.cross.At[1]; !m.cross.On || at != 9 {
			t.Errorf("after a form the line is at %g", at)
		}
	}
}

// pressed is the row of a reading after a key.
func pressed(t *testing.T, m *Model, key string) string {
	t.Helper()
	press(t, m, key)
	lines := strings.Split(screenText(m), "\n")
	return strings.TrimSpace(lines[len(lines)-2])
}
