package tui

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/tui/chart"
	"farsight/tui/screentest"
)

func solvents(t *testing.T) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("solvents.toml", []byte(screentest.Solvents), ".")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// On every screen and in every window a problem with choices is drawn whole,
// and its axis has their names.
func TestChoicesOnEveryScreen(t *testing.T) {
	m := newModelOf(t, Options{Problem: solvents(t), Policies: parsed(t, "ei-puc", "2-b-ms-ei")})
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	drain(t, m, m.Init())
	terminals := []chart.Terminal{{}, {Profile: chart.ANSI256, Glyphs: chart.Blocks}, {Profile: chart.NoColor, Glyphs: chart.ASCII}}
	seen := map[string]bool{}
	for name := m.screens[m.current].Name(); !seen[name]; name = m.screens[m.current].Name() {
		seen[name] = true
		charts := slices.Contains([]string{"compare", "focus", "tree", "map"}, name)
		for n, size := range [][2]int{{80, 24}, {100, 30}, {160, 48}, {60, 18}, {73, 21}} {
			m.options.Terminal = terminals[n%len(terminals)]
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			fillsWindow(t, m, size[0], size[1], name)
			if !charts {
				continue
			}
			if size[0] >= 80 {
				onScreen(t, m, "THF", "DMF", "water", "solvent")
			}
			for range 3 { // along every parameter
				press(t, m, "a")
				fillsWindow(t, m, size[0], size[1], name)
			}
		}
		m.Update(tea.WindowSizeMsg{Width: 160, Height: 48})
		press(t, m, "tab")
	}
	for _, name := range []string{"compare", "focus", "tree", "map"} {
		if !seen[name] {
			t.Errorf("never on the screen %s: %v", name, seen)
		}
	}
}

// Random keys on a problem with choices leave no panic and no frame of a wrong
// size.
func TestRandomKeysOnChoices(t *testing.T) {
	randomKeys(t, testkit.SweepSize(400, 700, 3_000), Options{Problem: solvents(t), Policies: parsed(t, "ei-puc", "2-b-ms-ei")})
}
