package tui

import "testing"

// The program's keys turn the heat map as they turn other charts, and lead to it
// and away again.
func TestHeatMapKeys(t *testing.T) {
	m := newTestModel(t, "dropwave", 160, 48, "ei", "ei-puc")
	press(t, m, "m")
	onScreen(t, m, "where does EI-PUC look?", "objective, mean", "up: x2", "slices go through the next point")
	for _, want := range []string{"uncertainty of the objective", "cost, median, log", "expected improvement per unit of cost", "objective, mean"} {
		press(t, m, "v")
		onScreen(t, m, want)
	}
	press(t, m, "V")
	onScreen(t, m, "expected improvement per unit of cost")
	press(t, m, "a")
	onScreen(t, m, "up: x1")
	press(t, m, "A")
	onScreen(t, m, "up: x1") // there are two
	press(t, m, "i")
	onScreen(t, m, "slices go through the incumbent")
	press(t, m, "x")
	onScreen(t, m, "where does EI look?")
	press(t, m, "esc")
	if m.screens[m.current].Name() != "compare" {
		t.Errorf("esc leads to %s", m.screens[m.current].Name())
	}
}
