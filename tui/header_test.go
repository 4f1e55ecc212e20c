package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// firstRow is the title as text.
func firstRow(m *Model) string {
	row, _, _ := strings.Cut(screenText(m), "\n")
	return row
}

// At every size the question is on the screen, the tabs stand within the title
// and beside each other, and the screen shown is among them.
func TestTitleAtEverySize(t *testing.T) {
	testkit.SkipRace(t)
	m := newTestModel(t, "dropwave", 160, 48, "ei", "2-b-ms-ei")
	n := 0
	for _, name := range []string{"compare", "focus", "tree", "map", "browse", "settings"} {
		drain(t, m, m.show(name))
		for w := screen.LeastWidth; w <= 220; w += 4 {
			for _, h := range []int{18, 29, 30, 48} {
				m.Update(tea.WindowSizeMsg{Width: w, Height: h})
				a := m.about()
				head := m.layout().Header
				c := chart.New(head.W, head.H, m.options.Terminal)
				m.header(c, a)
				rows := c.Plain()
				if question := a.Question[:min(len(a.Question), 20)]; !strings.Contains(rows, question) {
					t.Fatalf("%s at %dx%d does not ask %q:\n%s", name, w, h, question, rows)
				}
				l, _ := m.headline(w-2, a, 1+h/30)
				x, shown := 0, len(l.tabs) == 0
				for _, tab := range l.tabs {
					if tab.x < x || tab.x+tab.w > w-2-chart.Width(l.place) {
						t.Fatalf("%s at %dx%d: tab %+v after column %d, place %q", name, w, h, tab, x, l.place)
					}
					x, shown = tab.x+tab.w, shown || tab.screen == m.current
				}
				if !shown || w >= 80 && len(l.tabs) == 0 && m.digits(a) {
					t.Fatalf("%s at %dx%d: tabs %+v", name, w, h, l.tabs)
				}
				n++
			}
		}
	}
	t.Logf("%d titles", n)
}

// Digits go to the screens they stand before.
func TestDigitsGoToScreens(t *testing.T) {
	m := newTestModel(t, "dropwave", 160, 48, "ei", "2-b-ms-ei")
	for _, c := range [][2]string{{"3", "tree"}, {"4", "map"}, {"1", "compare"}, {"2", "focus"}, {"7", "focus"}, {"0", "focus"}} {
		press(t, m, c[0])
		if got := m.screens[m.current].Name(); got != c[1] {
			t.Errorf("%s leads to %s, want %s", c[0], got, c[1])
		}
	}
	press(t, m, "b", "3")
	if got := m.screens[m.current].Name(); got != "tree" {
		t.Errorf("from browse 3 leads to %s", got)
	}
	one := newTestModel(t, "theorem-1", 160, 48)
	if one.digits(one.about()) || strings.Contains(firstRow(one), "[") {
		t.Errorf("a screen alone has tabs: %s", firstRow(one))
	}
}

// A number and g go to that step, on the screen where the number was begun. What
// comes between, or a wait, makes g the key it is.
func TestNumberAndGGoToAStep(t *testing.T) {
	m := newTestModel(t, "dropwave", 160, 48, "ei", "2-b-ms-ei")
	last := m.s.LastStep()
	for _, c := range []struct {
		keys   []string
		screen string
		step   int
	}{
		{[]string{"3g"}, "compare", 3},
		{[]string{"t", "2", "g"}, "tree", 2},
		{[]string{"04g"}, "tree", 4},
		{[]string{"g"}, "tree", 0},
		{[]string{"99g"}, "tree", last},
		{[]string{"1", "p", "g"}, "compare", 0},
		{[]string{"e", "3g"}, "compare", 3},
	} {
		press(t, m, c.keys...)
		left := m.s.StepOf(m.s.Columns[0])
		if got := m.screens[m.current].Name(); got != c.screen || left != c.step {
			t.Errorf("after %v: step %d of %s, want %d of %s", c.keys, left, got, c.step, c.screen)
		}
	}
	press(t, m, "99g")
	onScreen(t, m, "There are ")
	press(t, m, "2")
	m.Update(countMsg{m.count.tick})
	if press(t, m, "g"); m.s.Step != 0 || m.screens[m.current].Name() != "focus" {
		t.Errorf("after a wait g leads to step %d of %s", m.s.Step, m.screens[m.current].Name())
	}
}
