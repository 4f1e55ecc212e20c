package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// mustFit wants exactly h lines of w columns, in ASCII nothing but ASCII.
func mustFit(t *testing.T, m *Model, what string) {
	t.Helper()
	lines := strings.Split(m.View(), "\n")
	if len(lines) != m.h {
		t.Fatalf("%s at %d×%d: %d lines", what, m.w, m.h, len(lines))
	}
	for y, l := range lines {
		if n := chart.Width(l); n != m.w {
			t.Fatalf("%s at %d×%d: line %d has %d columns: %q", what, m.w, m.h, y, n, l)
		}
		if m.options.Terminal.Glyphs != chart.ASCII {
			continue
		}
		for _, r := range l {
			if r < ' ' || r > '~' {
				t.Fatalf("%s at %d×%d: line %d holds %q", what, m.w, m.h, y, r)
			}
		}
	}
}

// Every state of these screens fits every window.
func TestFormsFitEveryWindow(t *testing.T) {
	testkit.SkipRace(t)
	m, _ := smallModel(t, 80, 24, "random", "ei", "pbgi")
	write(t, "bad.toml", "budget = -3\n\x1b[31m = 1\n")
	states := []struct {
		what string
		keys []string
	}{
		{"settings", []string{"s"}},
		{"settings, editing", []string{"down", "down", "down", "down", "down", "down", "down", "down", "1"}},
		{"settings, wrong", []string{"x"}},
		{"browse", []string{"esc", "b"}},
		{"browse, a bad file", []string{"g", "G", "up"}},
		{"browse, typing", []string{"/", strings.Repeat("long/", 60)}},
		{"browse, failed", []string{"enter"}},
		{"theorem", []string{"esc", "g", "j", "j", "enter"}},
		{"theorem, stepped", []string{"n", "n", "n"}},
		{"theorem, many", []string{"G", "m"}},
		{"theorem, tiny ε", []string{"e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "n", "n"}},
		{"theorem, part 2, huge δ", []string{"2", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "D", "z", "n"}},
		{"theorem, huge ε", []string{"E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "E", "G"}},
		{"theorem, formula", []string{"f"}},
		{"theorem, help", []string{"?"}},
	}
	for _, s := range states {
		press(t, m, s.keys...)
		for _, g := range []chart.Glyphs{chart.Braille, chart.ASCII} {
			m.options.Terminal.Glyphs = g
			for _, size := range testkit.SweepWindows() {
				m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				mustFit(t, m, fmt.Sprintf("%s in %v", s.what, g))
			}
		}
		m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	}
}
