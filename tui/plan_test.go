package tui

import (
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/tui/session"
	"farsight/tui/settings"
)

// goToField walks down the settings to a field of the left column.
func goToField(t *testing.T, m *Model, label string) {
	t.Helper()
	must[*settings.Screen](m)
	for range 30 {
		for _, line := range strings.Split(screenText(m), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), label+" ") && strings.ContainsAny(line, "◀±") {
				return
			}
		}
		press(t, m, "down")
	}
	t.Fatalf("no field %q:\n%s", label, screenText(m))
}

// A plan that the settings want is run, in the same columns, and told of in the
// title; the one that is being run is not run again.
func TestPlansAreRun(t *testing.T) {
	m, _ := smallModel(t, 120, 40)
	press(t, m, "x", "s")
	left, run := m.s.Columns[0], m.s.Run
	goToField(t, m, "lengthscale")
	press(t, m, "enter", "enter")
	if m.s.Run != run {
		t.Error("the same plan was run again")
	}
	press(t, m, "enter", "5", "enter") // 0.35
	if got := m.s.Problem.Objective.Fixed.Scale[0]; got != 0.35 || m.s.Columns[0] != left {
		t.Errorf("lengthscale %v, want 0.35; left column %d, was %d", got, m.s.Columns[0], left)
	}
	onScreen(t, m, "0.35 *", "(changed)")
	for i, tr := range m.s.Tracks {
		if !tr.Done() {
			t.Errorf("track %d was not run", i)
		}
	}
	press(t, m, "r")
	if m.s.Problem != m.s.Base || m.s.Altered != (session.Alterations{}) {
		t.Error("reset leaves something changed")
	}
}

// A benchmark's cost function is drawn by the seed: another seed, another
// problem.
func TestSettingsSeedRedrawsBenchmarks(t *testing.T) {
	p, err := builtin.Load("dropwave", 0)
	testkit.OK(t, err)
	m := newProblemModel(t, p, "dropwave", 80, 24)
	m.s.Settings.Limit, m.s.First.Run.Limit = 1, 1
	m.s.First.Policies = []policy.Policy{policy.Must("random")}
	m.s.Reopen(p, m.s.First.Policies)
	drain(t, m, m.s.Start(), m.entered())
	cost := func() float64 {
		_, c, err := m.s.Problem.Source.(scenarios.Truth).Truth([]float64{1, 2})
		testkit.OK(t, err)
		return c
	}
	before := cost()
	press(t, m, "s")
	goToField(t, m, "seed")
	press(t, m, "5", "enter")
	if m.s.Settings.Seed != 5 || cost() == before {
		t.Errorf("seed %d, cost %v before and %v after", m.s.Settings.Seed, before, cost())
	}
	press(t, m, "r")
	if m.s.Settings.Seed != 0 || cost() != before {
		t.Error("reset does not bring back the first problem")
	}
}
