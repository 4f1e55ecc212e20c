package settings

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// fixture is the form of a session; what it wants run is run.
type fixture struct {
	*screentest.Host
	s  *Screen
	se *session.Session
	t  testing.TB
}

// show shows the form of a session, of which all is computed.
func show(t testing.TB, se *session.Session, w, h int) fixture {
	t.Helper()
	s := New()
	return fixture{screentest.Show(t, se, s, w, h), s, se, t}
}

// small shows the form of a problem whose runs take no time.
func small(t testing.TB, w, h int) fixture {
	t.Helper()
	return show(t, screentest.OpenFile(t, "small.toml", screentest.Small, "random", "ei"), w, h)
}

// tap sends keys without waiting for what they start: trees take their time.
func (f fixture) tap(keys ...string) {
	for _, k := range keys {
		f.Press(k)
		f.run()
	}
}

// press sends keys and waits for what they start, pauses in the typing too.
func (f fixture) press(keys ...string) {
	f.t.Helper()
	for _, k := range keys {
		cmd := f.Press(k)
		f.Drain(cmd, f.run())
		f.Drain(f.run()) // what stands in the line
	}
}

// run runs the plan that is wanted, if it is another.
func (f fixture) run() tea.Cmd {
	p := f.Wants.Plan
	if f.Wants = (screen.Wants{}); p == nil {
		return nil
	}
	if same, _ := f.se.SetPlan(*p); same {
		return nil
	}
	f.se.Reopen(p.Altered.Of(f.se.Base), p.Policies)
	return tea.Batch(f.se.Start(), f.Tell(screen.EnteredMsg{}))
}

// rows are the lines of the form.
func (f fixture) rows() []row { return sheet{f.View, f.se.Plan()}.rows() }

// goTo puts the cursor on a field by its label.
func (f fixture) goTo(label string, col int) {
	f.t.Helper()
	rows := f.rows()
	i := slices.IndexFunc(rows, func(r row) bool { return r.label == label })
	if i < 0 {
		f.t.Fatalf("no field %q", label)
	}
	f.s.row, f.s.col = i, col
	if rows[i].cells[col].off() {
		f.t.Fatalf("%q does not apply in column %d", label, col)
	}
}

// N and the fantasies say the same thing: the last word counts.
func TestHorizonAndFantasies(t *testing.T) {
	f := small(t, 100, 30)
	f.goTo("policy", 1)
	f.tap("-", "-", "-", "-", "-")
	f.goTo("effort", 1)
	f.tap("-") // quick
	f.goTo("steps ahead, N", 1)
	f.tap("3")
	if q := f.se.Tracks[1].Policy(); q.Steps() != 3 || q.Get("fantasies") != "4,4" || q.Get("effort") != "quick" {
		t.Fatalf("after N = 3: %+v", q)
	}
	f.goTo("fantasies", 1)
	f.tap("2") // begins to edit: what stood there is gone
	if f.s.edit == nil || f.s.edit.At().Text() != "2" {
		t.Fatalf("a digit does not begin to edit: %q", f.s.edit.At().Text())
	}
	f.tap("enter")
	if q := f.se.Tracks[1].Policy(); q.Steps() != 2 || q.Get("fantasies") != "2" {
		t.Fatalf("after fantasies 2: %+v", q)
	}
	f.tap("enter", "x") // 2x: half a Gauss-Hermite rule
	if f.s.edit == nil || f.s.wrong == "" {
		t.Fatal("2x passes for fantasies")
	}
	run := f.se.Run
	f.tap("enter")
	if f.s.edit == nil || f.se.Run != run {
		t.Error("what is wrong was kept")
	}
	f.Shows("✗")
	f.tap("esc")
	if f.s.edit != nil || f.se.Tracks[1].Policy().Get("fantasies") != "2" {
		t.Error("esc does not bring back what was")
	}
	f.goTo("fantasies by", 1)
	f.tap("+", "+") // path, gauss-hermite
	if q := f.se.Tracks[1].Policy(); q.Get("rule") != "gauss-hermite" || !strings.Contains(q.Get("fantasies"), "x") {
		t.Errorf("after gauss-hermite: %+v", q)
	}
}

func TestModels(t *testing.T) {
	f := small(t, 120, 40)
	base := f.se.Base
	before := *base.Objective.Fixed
	f.goTo("lengthscale", 0)
	f.press("enter", "5", "enter") // 0.35
	if got := f.se.Problem.Objective.Fixed.Scale[0]; got != 0.35 {
		t.Fatalf("lengthscale %v, want 0.35", got)
	}
	if base.Objective.Fixed.Scale[0] != before.Scale[0] || f.se.Problem == base {
		t.Error("the problem itself was changed")
	}
	f.Shows("0.35 *")
	f.goTo("variance", 1)
	f.press("-", "1", "enter")
	if f.s.wrong != "must be above 0" || f.se.Problem.Cost.Fixed.Variance != 1 {
		t.Errorf("variance −1: %q, variance %v", f.s.wrong, f.se.Problem.Cost.Fixed.Variance)
	}
	f.press("esc")
	f.goTo("lengthscale", 0)
	f.tap("delete")
	if f.se.Problem.Objective.Fixed.Scale[0] != before.Scale[0] || f.se.Altered != (session.Alterations{}) {
		t.Error("the default did not come back")
	}

	f.goTo("process", 0)
	f.press("enter")
	if f.se.Problem.Objective.Fixed != nil || f.se.Problem.Cost.Fixed == nil {
		t.Fatal("the objective is not fitted, or the cost is")
	}
	f.goTo("priors", 0)
	f.press("+")
	if got := f.se.Problem.Objective.Priors.String(); got != "dimension-scaled" {
		t.Errorf("priors %s", got)
	}
	f.goTo("least noise", 0)
	f.press("enter")
	if f.s.edit.At().Text() != "" {
		t.Errorf("the word for the default is to be edited: %q", f.s.edit.At().Text())
	}
	f.press("1", "enter")
	f.press("enter")
	f.tap("ctrl+u")
	f.press("enter") // nothing is the default again
	if f.se.Problem.Objective.NoiseMin != 0 {
		t.Errorf("least noise %v after it was emptied", f.se.Problem.Objective.NoiseMin)
	}
	f.press("1", "enter")
	f.goTo("most noise", 0)
	f.press("0", ".", "5", "enter")
	if !strings.Contains(f.s.wrong, "is above the most") {
		t.Errorf("noise from 1 to 0.5: %q", f.s.wrong)
	}
	f.press("esc", "r")
	if f.se.Problem != f.se.Base || f.se.Altered != (session.Alterations{}) {
		t.Error("reset leaves something changed")
	}
}

// Fixing a fitted process starts from the fit.
func TestFixAtTheFit(t *testing.T) {
	text, _, _ := strings.Cut(screentest.Small, "[model.objective]")
	f := show(t, screentest.OpenFile(t, "fit.toml", text, "random", "random"), 120, 40)
	fitted := f.se.Tracks[0].Snaps()[0].Fitted.Objective.Hyper
	f.goTo("process", 0)
	f.press("-")
	h := f.se.Problem.Objective.Fixed
	if h == nil || h.Scale[0] != pane.Round3(fitted.Scale[0]) || h.Variance != pane.Round3(fitted.Variance) {
		t.Fatalf("fixed at %+v, the fit was %+v", h, fitted)
	}
	for i, tr := range f.se.Tracks {
		if tr.Err() != nil {
			t.Errorf("track %d: %v", i, tr.Err())
		}
	}
}

func TestOfAKnownCost(t *testing.T) {
	text := strings.Replace(screentest.Small, `expression = "1 + 0*x"`, "expression = \"1 + 0*x\"\nknown = true", 1)
	text, _, _ = strings.Cut(text, "[model.cost]")
	f := show(t, screentest.OpenFile(t, "known.toml", text, "random"), 80, 24)
	for _, r := range f.rows() {
		if r.label == "mean" && !r.cells[1].off() {
			t.Error("a known cost has a process to set")
		}
	}
	// One policy: the second column offers to add another.
	f.goTo("policy", 1)
	f.press("+")
	if len(f.se.Tracks) != 2 || len(f.se.Columns) != 2 {
		t.Errorf("%d tracks, columns %d", len(f.se.Tracks), f.se.Columns)
	}
}

// While a text is being typed every key is text; what is wrong is not wanted
// run, and esc wants what was run before.
func TestKeysAreText(t *testing.T) {
	f := small(t, 80, 24)
	f.goTo("seed", 0)
	before := f.se.Plan()
	for _, k := range []string{"1", "2", "q"} {
		f.Press(k)
		if !f.Wants.Taken || f.Wants.Plan != nil {
			t.Fatalf("%s: the form wants %+v", k, f.Wants)
		}
	}
	if f.s.edit.At().Text() != "12q" || f.s.edit == nil || f.s.wrong == "" {
		t.Fatalf("the line holds %q, wrong: %q", f.s.edit.At().Text(), f.s.wrong)
	}
	if a := f.Screen.About(f.View); a.Globals != nil || len(a.Keys) != len(typingKeys) {
		t.Error("the keys of the list are offered while a text is typed")
	}
	f.press("backspace")
	if f.se.Settings.Seed != 12 {
		t.Errorf("seed %d after a pause, want 12", f.se.Settings.Seed)
	}
	f.Press("esc")
	if p := f.Wants.Plan; p == nil || !reflect.DeepEqual(*p, before) {
		t.Errorf("esc wants %+v run, want %+v", p, before)
	}
	f.run()
	f.press("7", "down")
	if got := f.rows()[f.s.row].label; f.se.Settings.Seed != 7 || got != "limit" {
		t.Errorf("seed %d, cursor on %s", f.se.Settings.Seed, got)
	}
}

// Large windows show what the settings make of it; smaller ones are as they were.
func TestEvidence(t *testing.T) {
	f := small(t, 220, 60)
	f.Shows("best found against cost spent", "Random: objective", "EI: objective", "values against what was foreseen", "costs against what was foreseen, log", "in 95 %")
	for w := 100; w <= 240; w += 7 {
		for h := 16; h <= 70; h += 3 {
			for _, columns := range []int{1, 2} {
				l := arrange(w, h, 16, columns)
				parts := []chart.Rect{l.form, l.about, l.outcome, l.chart, l.evidence}
				for i, r := range parts {
					for _, q := range parts[:i] {
						if !r.Intersect(q).Empty() || r.Intersect(chart.Rect{W: w, H: h}) != r && !r.Empty() {
							t.Fatalf("%d by %d: %+v and %+v", w, h, r, q)
						}
					}
				}
				if !l.evidence.Empty() && (w < evidenceColumns || h < evidenceRows) {
					t.Fatalf("%d by %d: there is evidence", w, h)
				}
			}
		}
	}
}
