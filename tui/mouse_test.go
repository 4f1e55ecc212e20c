//go:build linux || darwin || freebsd || netbsd || openbsd

package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/screen"
)

// where is the cell at which a text begins on the screen.
func where(t *testing.T, m *Model, text string) (x, y int) {
	t.Helper()
	for y, line := range strings.Split(screenText(m), "\n") {
		if i := strings.Index(line, text); i >= 0 {
			return chart.Width(line[:i]), y
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", text, screenText(m))
	return 0, 0
}

// mouse sends what the mouse does at a cell, and waits for what it starts.
func mouse(t *testing.T, m *Model, x, y int, action tea.MouseAction, button tea.MouseButton) {
	t.Helper()
	_, cmd := m.Update(tea.MouseMsg{X: x, Y: y, Action: action, Button: button})
	drain(t, m, cmd)
}

func click(t *testing.T, m *Model, text string) {
	t.Helper()
	x, y := where(t, m, text)
	mouse(t, m, x, y, tea.MouseActionPress, tea.MouseButtonLeft)
	mouse(t, m, x, y, tea.MouseActionRelease, tea.MouseButtonLeft)
}

// A click on a screen's name goes there, one on a key of the footer presses it,
// at every size at which they are to be seen.
func TestClicksOnTitleAndFooter(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 48}} {
		m := newTestModel(t, "dropwave", size[0], size[1], "ei", "2-b-ms-ei")
		click(t, m, "3 tree")
		if got := m.screens[m.current].Name(); got != "tree" {
			t.Errorf("%v: a click leads to %s", size, got)
		}
		x, _ := where(t, m, "1 ")
		mouse(t, m, x, 0, tea.MouseActionPress, tea.MouseButtonLeft)
		click(t, m, "→ step")
		if m.s.Step != 1 {
			t.Errorf("%v: a click on the step's key leads to step %d", size, m.s.Step)
		}
		click(t, m, "space play")
		if !m.s.Playing {
			t.Errorf("%v: a click on the key of play does not play", size)
		}
		click(t, m, "space play")
		click(t, m, "? keys")
		onScreen(t, m, "keys on this screen")
		click(t, m, "esc close")
		click(t, m, ": find")
		onScreen(t, m, "find a command")
		press(t, m, "m", "a", "p")
		click(t, m, "screen map")
		if got := m.screens[m.current].Name(); got != "map" || m.overlay != overlayNone {
			t.Errorf("%v: a click in the palette leads to %s", size, got)
		}
	}
}

// A click beside what covers the screen puts it away, and so does one on a note.
func TestClicksBesidePutAway(t *testing.T) {
	m := newTestModel(t, "myopia", 120, 40, "ei-puc", "b-ms-ei")
	for _, key := range []string{"?", "f", ":"} {
		press(t, m, key)
		mouse(t, m, 0, 20, tea.MouseActionPress, tea.MouseButtonLeft)
		if m.overlay != overlayNone {
			t.Errorf("a click beside does not close %s", key)
		}
	}
	m.note = "told"
	mouse(t, m, 4, 39, tea.MouseActionPress, tea.MouseButtonLeft)
	if m.note != "" || m.s.Step != 0 {
		t.Errorf("note %q, step %d", m.note, m.s.Step)
	}
}

// The timeline scrubs while the button is held, also beyond its ends, and the
// wheel steps.
func TestTimelineScrubs(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		m := newTestModel(t, "dropwave", size[0], size[1], "ei", "random")
		m.s.Columned = true // with a timeline
		for _, money := range []bool{false, true} {
			x, y := scrubbed(t, m)
			last := m.s.LastStep()
			if money {
				press(t, m, "e")
			}
			w := m.stepsAt(x, y).W
			mouse(t, m, x, y, tea.MouseActionPress, tea.MouseButtonLeft)
			if got := m.s.StepOf(0); got != 0 {
				t.Errorf("%v, money %v: pressed at the start it is step %d", size, money, got)
			}
			seen := 0
			for i := range w {
				before := m.s.StepOf(0)
				mouse(t, m, x+i, y, tea.MouseActionMotion, tea.MouseButtonLeft)
				if now := m.s.StepOf(0); now < before {
					t.Fatalf("%v, money %v: going right goes back from %d to %d", size, money, before, now)
				} else if now > before {
					seen++
				}
			}
			if !money && seen != last {
				t.Errorf("%v: of %d steps %d were seen", size, last, seen)
			}
			mouse(t, m, x+w+30, 3, tea.MouseActionMotion, tea.MouseButtonLeft)
			if got := m.s.StepOf(0); !money && got != last {
				t.Errorf("%v: beyond the end it is step %d of %d", size, got, last)
			}
			mouse(t, m, x, y, tea.MouseActionRelease, tea.MouseButtonLeft)
			mouse(t, m, x, y, tea.MouseActionMotion, tea.MouseButtonNone)
			if got := m.s.StepOf(0); !money && got != last {
				t.Errorf("%v: let go, it still scrubs to %d", size, got)
			}
		}
		press(t, m, "e", "g")
		mouse(t, m, 5, 5, tea.MouseActionPress, tea.MouseButtonWheelDown)
		mouse(t, m, 5, 5, tea.MouseActionPress, tea.MouseButtonWheelDown)
		mouse(t, m, 5, 5, tea.MouseActionPress, tea.MouseButtonWheelUp)
		if m.s.Step != 1 {
			t.Errorf("%v: the wheel leads to step %d", size, m.s.Step)
		}
	}
}

// scrubbed is the first cell of the timeline.
func scrubbed(t *testing.T, m *Model) (x, y int) {
	t.Helper()
	body := screen.Arrange(m.w, m.h).Body
	for _, s := range m.DrawScreen(chart.New(body.W, body.H, m.options.Terminal)).Found {
		if x, y := s.At.Origin(); s.Part == "steps" {
			return body.X + x, body.Y + y
		}
	}
	t.Fatalf("there is no timeline:\n%s", screenText(m))
	return 0, 0
}

// In lists the wheel moves the choice.
func TestWheelMovesInLists(t *testing.T) {
	m := newTestModel(t, "myopia", 80, 20, "ei-puc", "b-ms-ei")
	for _, key := range []string{"b", "?", ":"} {
		press(t, m, key)
		before := screenText(m)
		mouse(t, m, 5, 5, tea.MouseActionPress, tea.MouseButtonWheelDown)
		if screenText(m) == before {
			t.Errorf("after %s the wheel does nothing:\n%s", key, before)
		}
		mouse(t, m, 5, 5, tea.MouseActionPress, tea.MouseButtonWheelUp)
		if screenText(m) != before {
			t.Errorf("after %s the wheel does not come back", key)
		}
		press(t, m, "esc")
	}
}

// Charts stay where they are while the pointer reads them: on every screen that
// reads, over every chart.
func TestChartsStayUnderThePointer(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		m := newTestModel(t, "dropwave", size[0], size[1], "ei", "ei-puc", "2-b-ms-ei")
		press(t, m, "M")
		for _, name := range []string{"compare", "focus", "tree", "map"} {
			drain(t, m, m.show(name))
			m.Frame()
			still := slices.Clone(m.plots.Found)
			for _, p := range still {
				mouse(t, m, p.Area.X+p.Area.W/2, p.Area.Y+p.Area.H/2, tea.MouseActionMotion, tea.MouseButtonNone)
				if m.Frame(); !m.cross.On || !slices.EqualFunc(m.plots.Found, still, func(a, b screen.Plot) bool { return a.Area == b.Area }) {
					t.Errorf("%s at %v: the charts were at %v, and while one is read at %v", name, size, still, m.plots.Found)
				}
			}
		}
	}
}
