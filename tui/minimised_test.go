package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/scenarios/problemfile"
	"farsight/tui/screentest"
)

// Every screen that shows a minimised objective says that lower is better, in
// small windows too, and none of a maximised one does.
func TestLowerIsBetter(t *testing.T) {
	testkit.SkipRace(t)
	p, err := problemfile.Parse("problem.toml", []byte(decades), ".")
	testkit.OK(t, err)
	for _, minimise := range []bool{true, false} {
		q := *p
		if !minimise {
			q.Minimise = false
		}
		m := newModelOf(t, Options{Problem: &q, Policies: parsed(t, "ei-puc", "2-b-ms-ei effort=thorough")})
		m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		drain(t, m, m.Init())
		press(t, m, "n")
		look := func() {
			t.Helper()
			name := m.screens[m.current].Name()
			for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 40}, {160, 48}, {220, 60}} {
				if (name == "settings" || name == "browse") && size[1] < 40 {
					continue // they show no objective there
				}
				if name == "tree" && size[0] < 100 {
					continue // nor does it
				}
				m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				if text := screenText(m); strings.Contains(text, "lower is better") != minimise {
					t.Errorf("minimised %v: %s at %dx%d:\n%s", minimise, name, size[0], size[1], text)
				}
			}
			m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		}
		seen := map[string]bool{}
		for name := m.screens[m.current].Name(); !seen[name]; name = m.screens[m.current].Name() {
			seen[name] = true
			look()
			press(t, m, "tab")
		}
		if !seen["compare"] || !seen["focus"] || !seen["tree"] || !seen["map"] {
			t.Errorf("seen only %v", seen)
		}
		press(t, m, "s")
		look()
	}
	m := openTestStudy(t, screentest.NewStudy(t, nineParameters(), "ei-puc"), 80, 24)
	for _, size := range [][2]int{{60, 18}, {80, 24}, {160, 48}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		onScreen(t, m, "lower is better")
	}
}
