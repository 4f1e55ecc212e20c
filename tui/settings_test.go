package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/tui/session"
)

// goToField puts the cursor on a field by its label.
func goToField(t *testing.T, m *Model, label string, col int) *settingsScreen {
	t.Helper()
	s := current[*settingsScreen](t, m)
	rows := settingRows(m)
	i := slices.IndexFunc(rows, func(r settingRow) bool { return r.label == label })
	if i < 0 {
		t.Fatalf("no field %q", label)
	}
	s.row, s.col = i, col
	if rows[i].cells[col].off() {
		t.Fatalf("%q does not apply in column %d", label, col)
	}
	return s
}

// tap sends keys without waiting for what they start: trees take their time.
func tap(m *Model, keys ...string) {
	for _, k := range keys {
		m.Update(keyMsg(k))
	}
}

func value(t *testing.T, m *Model, label string, col int) string {
	t.Helper()
	for _, r := range settingRows(m) {
		if r.label == label {
			return r.cells[col].value
		}
	}
	t.Fatalf("no field %q", label)
	return ""
}

func TestSettingsChoosePolicies(t *testing.T) {
	m, _ := smallModel(t, 100, 30)
	press(t, m, "s")
	goToField(t, m, "policy", 1)
	run := m.s.Run
	tap(m, "-", "-", "-", "-") // random, and round to the end
	if m.s.Run != run+4 || m.s.Policies[1].Name != "b-ms-ei" {
		t.Fatalf("%d runs later the policy is %s", m.s.Run-run, m.s.Policies[1].Name)
	}
	if value(t, m, "steps ahead, N", 1) != "4" || value(t, m, "fantasies", 1) != "4,4,2" {
		t.Errorf("defaults of B-MS-EI: N %s, fantasies %s", value(t, m, "steps ahead, N", 1), value(t, m, "fantasies", 1))
	}
	mustShow(t, m, "B-MS-EI *", "Random")
}

// N and the fantasies say the same thing: the last word counts.
func TestSettingsHorizonAndFantasies(t *testing.T) {
	m, _ := smallModel(t, 100, 30)
	press(t, m, "s")
	goToField(t, m, "policy", 1)
	tap(m, "-", "-", "-", "-")
	goToField(t, m, "effort", 1)
	tap(m, "-") // quick
	goToField(t, m, "steps ahead, N", 1)
	tap(m, "3")
	if q := m.s.Tracks[1].Policy(); q.Steps() != 3 || q.Get("fantasies") != "4,4" || q.Get("effort") != "quick" {
		t.Fatalf("after N = 3: %+v", q)
	}
	s := goToField(t, m, "fantasies", 1)
	tap(m, "2") // begins to edit: what stood there is gone
	if !s.editing || s.line.String() != "2" {
		t.Fatalf("a digit does not begin to edit: %q", s.line.String())
	}
	tap(m, "enter")
	if q := m.s.Tracks[1].Policy(); q.Steps() != 2 || q.Get("fantasies") != "2" {
		t.Fatalf("after fantasies 2: %+v", q)
	}
	tap(m, "enter", "x") // 2x: half a Gauss-Hermite rule
	if !s.editing || s.wrong == "" {
		t.Fatal("2x passes for fantasies")
	}
	run := m.s.Run
	tap(m, "enter")
	if !s.editing || m.s.Run != run {
		t.Error("what is wrong was kept")
	}
	mustShow(t, m, "✗")
	tap(m, "esc")
	if s.editing || m.s.Tracks[1].Policy().Get("fantasies") != "2" {
		t.Error("esc does not bring back what was")
	}
	goToField(t, m, "fantasies by", 1)
	tap(m, "+", "+") // path, gauss-hermite
	if q := m.s.Tracks[1].Policy(); q.Get("rule") != "gauss-hermite" || !strings.Contains(q.Get("fantasies"), "x") {
		t.Errorf("after gauss-hermite: %+v", q)
	}
}

func TestSettingsTakeKeysAsText(t *testing.T) {
	m, _ := smallModel(t, 80, 24)
	press(t, m, "s")
	s := goToField(t, m, "seed", 0)
	_, cmd := m.Update(keyMsg("12q")) // three keys in one read
	if s.line.String() != "12q" || !s.editing {
		t.Fatalf("the line holds %q", s.line.String())
	}
	drain(t, m, cmd)
	if m.s.Settings.Seed != 0 {
		t.Error("12q was taken for a seed")
	}
	mustShow(t, m, "a whole number from 0", "ctrl+c quit")
	_, cmd = m.Update(tea.KeyMsg{Type: tea.KeyBackspace})
	drain(t, m, cmd) // the typing pauses
	if m.s.Settings.Seed != 12 {
		t.Errorf("seed %d after a pause, want 12", m.s.Settings.Seed)
	}
	press(t, m, "esc")
	if m.s.Settings.Seed != 0 {
		t.Errorf("seed %d after esc, want 0 again", m.s.Settings.Seed)
	}
	press(t, m, "7", "down")
	if m.s.Settings.Seed != 7 || settingRows(m)[s.row].label != "limit" {
		t.Errorf("seed %d, cursor on %s", m.s.Settings.Seed, settingRows(m)[s.row].label)
	}
}

// A pause in the typing of a field that has been left does nothing.
func TestSettingsDropStalePauses(t *testing.T) {
	m, _ := smallModel(t, 80, 24)
	press(t, m, "s")
	goToField(t, m, "seed", 0)
	_, first := m.Update(keyMsg("1"))
	m.Update(keyMsg("2"))
	run := m.s.Run
	drain(t, m, first)
	if m.s.Run != run {
		t.Error("a pause that was none ran the seed 1")
	}
}

// Results of the run before a change are dropped.
func TestSettingsDropStaleResults(t *testing.T) {
	m, _ := smallModel(t, 80, 24)
	press(t, m, "s")
	goToField(t, m, "limit", 0)
	old := m.s.Start() // would bring further snapshots of the old run
	oldRun := m.s.Run
	_, begun := m.Update(keyMsg("1"))
	_, kept := m.Update(keyMsg("enter"))
	if m.s.Run == oldRun {
		t.Fatal("the change was not run")
	}
	drain(t, m, old)
	for i, tr := range m.s.Tracks {
		if len(tr.Snaps()) != 0 {
			t.Errorf("track %d took %d snapshots of the old run", i, len(tr.Snaps()))
		}
	}
	drain(t, m, begun, kept)
	if last := m.s.Tracks[0].Snaps()[m.s.Tracks[0].Last()]; last.Step != 1 {
		t.Errorf("the run ends after %d evaluations, want 1", last.Step)
	}
}

func TestSettingsModels(t *testing.T) {
	m, _ := smallModel(t, 120, 40)
	base := m.s.Base
	before := *base.Objective.Fixed
	press(t, m, "s")
	goToField(t, m, "lengthscale", 0)
	press(t, m, "enter", "5", "enter") // 0.35
	if got := m.s.Problem.Objective.Fixed.Scale[0]; got != 0.35 {
		t.Fatalf("lengthscale %v, want 0.35", got)
	}
	if base.Objective.Fixed.Scale[0] != before.Scale[0] || m.s.Problem == base {
		t.Error("the problem itself was changed")
	}
	mustShow(t, m, "0.35 *", "(changed)")
	s := goToField(t, m, "variance", 1)
	press(t, m, "-", "1", "enter")
	if s.wrong != "must be above 0" || m.s.Problem.Cost.Fixed.Variance != 1 {
		t.Errorf("variance −1: %q, variance %v", s.wrong, m.s.Problem.Cost.Fixed.Variance)
	}
	press(t, m, "esc")
	goToField(t, m, "lengthscale", 0)
	m.Update(tea.KeyMsg{Type: tea.KeyDelete})
	if m.s.Problem.Objective.Fixed.Scale[0] != before.Scale[0] || m.s.Altered != (session.Alterations{}) {
		t.Error("the default did not come back")
	}

	goToField(t, m, "process", 0)
	press(t, m, "enter")
	if m.s.Problem.Objective.Fixed != nil || m.s.Problem.Cost.Fixed == nil {
		t.Fatal("the objective is not fitted, or the cost is")
	}
	goToField(t, m, "priors", 0)
	press(t, m, "+")
	if got := m.s.Problem.Objective.Priors.String(); got != "dimension-scaled" {
		t.Errorf("priors %s", got)
	}
	s = goToField(t, m, "least noise", 0)
	press(t, m, "enter")
	if s.line.String() != "" {
		t.Errorf("the word for the default is to be edited: %q", s.line.String())
	}
	press(t, m, "1", "enter")
	press(t, m, "enter")
	m.Update(tea.KeyMsg{Type: tea.KeyCtrlU})
	press(t, m, "enter") // nothing is the default again
	if m.s.Problem.Objective.NoiseMin != 0 {
		t.Errorf("least noise %v after it was emptied", m.s.Problem.Objective.NoiseMin)
	}
	press(t, m, "1", "enter")
	s = goToField(t, m, "most noise", 0)
	press(t, m, "0", ".", "5", "enter")
	if !strings.Contains(s.wrong, "is above the most") {
		t.Errorf("noise from 1 to 0.5: %q", s.wrong)
	}
	press(t, m, "esc", "r")
	if m.s.Problem != m.s.Base || m.s.Altered != (session.Alterations{}) {
		t.Error("reset leaves something changed")
	}
}

// Fixing a fitted process starts from the fit.
func TestSettingsFixAtTheFit(t *testing.T) {
	t.Chdir(t.TempDir())
	text, _, _ := strings.Cut(small, "[model.objective]")
	write(t, "fit.toml", text)
	p, err := problemfile.Load("fit.toml")
	if err != nil {
		t.Fatal(err)
	}
	m := quietProblem(t, p, "fit.toml", 120, 40, "random", "random")
	fitted := m.s.Tracks[0].Snaps()[0].Pair.Objective.Hyper()
	press(t, m, "s")
	goToField(t, m, "process", 0)
	press(t, m, "-")
	h := m.s.Problem.Objective.Fixed
	if h == nil || h.Scale[0] != round3(fitted.Scale[0]) || h.Variance != round3(fitted.Variance) {
		t.Fatalf("fixed at %+v, the fit was %+v", h, fitted)
	}
	for i, tr := range m.s.Tracks {
		if tr.Err() != nil {
			t.Errorf("track %d: %v", i, tr.Err())
		}
	}
}

// A benchmark's cost function is drawn by the seed: another seed, another
// problem.
func TestSettingsSeedRedrawsBenchmarks(t *testing.T) {
	p, err := builtin.Load("dropwave", 0)
	if err != nil {
		t.Fatal(err)
	}
	m := quietProblem(t, p, "dropwave", 80, 24)
	m.s.Settings.Limit, m.s.First.Run.Limit = 1, 1
	m.s.First.Policies = []policy.Policy{policy.Must("random")}
	m.s.Reopen(p, m.s.First.Policies)
	drain(t, m, m.s.Start(), m.entered())
	cost := func() float64 {
		_, c, err := m.s.Problem.Source.(scenarios.Truth).Truth([]float64{1, 2})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	before := cost()
	press(t, m, "s")
	goToField(t, m, "seed", 0)
	press(t, m, "5", "enter")
	if m.s.Settings.Seed != 5 || cost() == before {
		t.Errorf("seed %d, cost %v before and %v after", m.s.Settings.Seed, before, cost())
	}
	press(t, m, "r")
	if m.s.Settings.Seed != 0 || cost() != before {
		t.Error("reset does not bring back the first problem")
	}
}

func TestSettingsOfAKnownCost(t *testing.T) {
	t.Chdir(t.TempDir())
	text := strings.Replace(small, `expression = "1 + 0*x"`, "expression = \"1 + 0*x\"\nknown = true", 1)
	text, _, _ = strings.Cut(text, "[model.cost]")
	write(t, "known.toml", text)
	p, err := problemfile.Load("known.toml")
	if err != nil {
		t.Fatal(err)
	}
	m := quietProblem(t, p, "known.toml", 80, 24, "random")
	press(t, m, "s", "G")
	for _, r := range settingRows(m) {
		if r.label == "mean" && !r.cells[1].off() {
			t.Error("a known cost has a process to set")
		}
	}
	// One policy: the second column offers to add another.
	goToField(t, m, "policy", 1)
	press(t, m, "+")
	if len(m.s.Tracks) != 2 || m.s.Left == m.s.Right {
		t.Errorf("%d tracks, columns %d and %d", len(m.s.Tracks), m.s.Left, m.s.Right)
	}
}
