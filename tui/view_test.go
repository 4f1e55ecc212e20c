package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// fillsWindow fails unless View gives exactly h lines of w columns.
func fillsWindow(t testing.TB, m *Model, w, h int, what string) {
	t.Helper()
	lines := strings.Split(m.View(), "\n")
	if len(lines) != h {
		t.Fatalf("%s at %dx%d: %d lines", what, w, h, len(lines))
	}
	for y, l := range lines {
		if n := ansi.StringWidth(l); n != w {
			t.Fatalf("%s at %dx%d: line %d has %d columns: %q", what, w, h, y+1, n, l)
		}
	}
}

// Every frame has exactly the size of the window, on every screen, in every
// glyph set, with and without colours, at the start and at the end.
func TestFramesFillTheWindow(t *testing.T) {
	testkit.SkipRace(t)
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	wide := newTestModel(t, "dropwave", 160, 48, "ei", "2-b-ms-ei")
	terminals := []chart.Terminal{{}, {Profile: chart.ANSI256, Glyphs: chart.Blocks}, {Profile: chart.NoColor, Glyphs: chart.ASCII}, {Profile: chart.ANSI16}}
	n := 0
	for w := screen.LeastWidth; w <= 240; w += 20 {
		for h := screen.LeastHeight; h <= 70; h += 13 {
			for _, m := range []*Model{m, wide} {
				m.Update(tea.WindowSizeMsg{Width: w + n%7, Height: h + n%5})
				m.options.Terminal = terminals[n%len(terminals)]
				for _, keys := range []string{"", "e", "f", "f?", "?t", "lj", "z", "t"} {
					for _, k := range keys {
						m.Update(keyMsg(string(k)))
					}
					fillsWindow(t, m, w+n%7, h+n%5, m.screens[m.current].Name()+" after "+keys)
				}
				m.Update(keyMsg("tab"))
				m.Update(keyMsg("n"))
			}
			n++
		}
	}
}

// From the very first frame, before anything is computed, both names and the
// budget are there, at every size.
func TestFirstFrameNamesPoliciesAndBudget(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {99, 30}, {100, 30}, {120, 40}, {160, 48}, {220, 60}} {
		m := newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		fillsWindow(t, m, size[0], size[1], "first frame")
		onScreen(t, m, "EI-PUC", "B-MS-EI", "budget", "27.3", "constructed")
	}
}

// Below the least size there is a plain message, whatever was open; nothing at
// all without a window.
func TestSmallWindowsSayWhatTheyNeed(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "t", "?")
	for _, size := range [][2]int{{59, 18}, {60, 17}, {30, 10}, {200, 3}, {1, 1}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		fillsWindow(t, m, size[0], size[1], "small")
	}
	m.Update(tea.WindowSizeMsg{Width: 59, Height: 17})
	onScreen(t, m, "needs 60 by 18", "has 59 by")
	m.Update(tea.WindowSizeMsg{})
	if v := m.View(); v != "" {
		t.Errorf("without a window: %q", v)
	}
}

// Nothing but the cost axis may move when the window, the screen and the step
// stay: two frames of the same state are the same bytes, so an idle screen
// sends nothing.
func TestFramesAreReproducible(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	for _, k := range []string{"n", "t", "tab", "f"} {
		press(t, m, k)
		if first := m.View(); first != m.View() {
			t.Errorf("after %s: two frames of one state differ", k)
		}
	}
}

// The title asks until the runs have ended; then it answers with their bests.
func TestCompareAnswersAtTheEnd(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	onScreen(t, m, "who spends 27.3 better?")
	press(t, m, "end")
	a, b := m.s.Tracks[0].Snaps(), m.s.Tracks[1].Snaps()
	onScreen(t, m, fmt.Sprintf("B-MS-EI spent 27.3 better: %s against %s", chart.Num(b[len(b)-1].Best), chart.Num(a[len(a)-1].Best)))
	press(t, m, "left")
	onScreen(t, m, "who spends 27.3 better?")
}

// The formulas are those of the policies on the screen.
func TestFormulaOverlay(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "f")
	onScreen(t, m, "EI-PUC  = EI · E[1/c]", "Q₂(x)   = Q₁(x)")
}
