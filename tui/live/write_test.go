package live

import (
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/study/journal"
	"farsight/tui/screentest"
)

// The screen must not say saved before the file has the line: the command that
// writes has run, and its message is still on its way.
func TestSavesBeforeItSaysSo(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	g := *l.s.next
	l.press("6.5", "tab", "2.4")
	cmd := l.key(keyMsg("enter"))
	l.silent("saved")
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Fatalf("%d evaluations on disk before anything ran, want 4", n)
	}
	msg := cmd()
	s := onDisk(t, path)
	if n := len(s.Evaluations); n != 5 {
		t.Fatalf("%d evaluations on disk after writing, want 5", n)
	}
	if e := s.Evaluations[4]; e.Value != 6.5 || e.Cost != 2.4 || e.X[0] != g.X[0] || e.X[1] != g.X[1] || e.Answers != g.Line {
		t.Errorf("on disk is %+v", e)
	}
	l.silent("saved")
	cmd = l.Tell(msg)
	l.says("saved, 1 evaluation, 17.6 of 20.0 EUR left", "deciding")
	l.Drain(cmd)
	l.says("saved, 1 evaluation", "best 6.50")
	if n := l.s.next; n == nil || n.Line <= g.Line {
		t.Errorf("no new suggestion: %+v", n)
	}
}

func TestTellsFailures(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 120, 40)
	l.press("x")
	l.says("none: it failed", "no value: cost and place are learnt")
	l.press("1.5", "enter")
	e := onDisk(t, path).Evaluations[4]
	if !e.Failed || e.Cost != 1.5 || !math.IsNaN(e.Value) {
		t.Errorf("on disk: %+v", e)
	}
	l.says("saved, 1 evaluation, 18.5 of 20.0 EUR left", "failed")
	// By the switch too: the value typed before is not told, but comes back.
	l.press("9", "tab", "1", "tab", "tab", " ")
	if f := l.s.form; !f.failed() || !f.Ready() {
		t.Errorf("the switch is off, or something is missing: %+v", f)
	}
	l.press(" ")
	if f := l.s.form; f.failed() || f.Text(valueField) != "9" {
		t.Errorf("the value is lost: %+v", f)
	}
}

func TestTellsOtherPoints(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 120, 40)
	g := *l.s.next
	clear := func() {
		cmd := l.key(tea.KeyMsg{Type: tea.KeyCtrlU})
		l.Drain(cmd)
	}
	l.press("o")
	l.says("another point", "answers", "yes: measured here instead")
	clear()
	l.press("7", "tab")
	l.says("outside 1 to 5")
	clear()
	l.press("7.5", "tab")
	l.says("must be a whole number")
	l.press("4.5", "tab", "2", "enter") // value, cost
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Fatal("a point out of bounds was saved")
	}
	if f := l.s.form; f.Focus != 0 {
		t.Errorf("the focus is on %d, want the first mistake", f.Focus)
	}
	clear()
	l.press("1.25", "tab")
	clear()
	l.press("7", "enter")
	l.says("saved, 1 evaluation")
	e := onDisk(t, path).Evaluations[4]
	far := math.Abs(e.X[0]-g.X[0]) > 4*nearEnough || math.Abs(e.X[1]-g.X[1]) > 39*nearEnough
	if e.X[0] != 1.25 || e.X[1] != 7 || (e.Answers == 0) != far {
		t.Errorf("on disk: %+v; suggested was %v", e, g.X)
	}
	// Settings a little off are the suggestion's answer.
	g = *l.s.next
	l.press("o", "enter", "4", "tab", "2", "enter")
	e = onDisk(t, path).Evaluations[5]
	if e.Answers != g.Line || e.X[1] != g.X[1] || math.Abs(e.X[0]-g.X[0]) > 1e-4 {
		t.Errorf("on disk: %+v; suggested was %+v", e, g)
	}
	// Unless their teller says no.
	g = *l.s.next
	l.press("o")
	clear()
	l.press("3.6", "enter", "4", "tab", "2", "tab", "tab", "tab")
	if !l.s.form.IsOn(movedField) {
		t.Fatalf("3.6 is not near %v", g.X) // it was when this was written
	}
	l.press(" ")
	l.says("no: a point of its own")
	l.press("enter")
	if e := onDisk(t, path).Evaluations[6]; e.Answers != 0 {
		t.Errorf("on disk: %+v, answers %d; suggested was %+v", e, e.Answers, g)
	}
}

func TestUndo(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	g := *l.s.next
	l.press("6", "tab", "2", "enter")
	l.press("u")
	l.says("take back the last entry?", "gave 6.00 points at a cost of 2.00 EUR")
	l.press("n")
	l.says("Nothing was taken back")
	if n := len(onDisk(t, path).Evaluations); n != 5 {
		t.Fatalf("%d evaluations after no", n)
	}
	l.press("u", "y")
	l.says("taken back, 0 evaluations, 20.0 of 20.0 EUR left")
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Errorf("%d evaluations after yes", n)
	}
	if n := l.s.next; n == nil || n.Line != g.Line {
		t.Errorf("the suggestion before is not back: %+v, was %+v", n, g)
	}
	// The measured initial design can be taken back too, but nothing before it.
	for range 4 {
		l.press("u", "y")
	}
	l.press("u")
	l.says("nothing to take back")
}

func TestBudget(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 100, 30)
	l.press("+")
	l.says("change the budget", "the budget is 20.0 EUR")
	l.press("-25", "enter")
	l.says("the budget is only 20.0 EUR")
	for range 3 {
		cmd := l.key(tea.KeyMsg{Type: tea.KeyBackspace})
		l.Drain(cmd)
	}
	l.press("5", "enter")
	l.says("the budget is 25.0 EUR now")
	if b := onDisk(t, path).Budget; b != 25 {
		t.Errorf("budget %v on disk", b)
	}
	l.press("u")
	l.says("the budget was extended by 5.00 EUR")
	l.press("y")
	if b := onDisk(t, path).Budget; b != 20 {
		t.Errorf("budget %v on disk after undo", b)
	}
}

func TestSkip(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 100, 30)
	g := *l.s.next
	l.press("d", "too hot", "enter")
	l.says("skipped")
	s := onDisk(t, path)
	if len(s.Skips) != 1 || s.Skips[0].Reason != "too hot" {
		t.Errorf("on disk: %+v", s.Skips)
	}
	if n := l.s.next; n == nil || n.Line == g.Line || n.X[0] == g.X[0] && n.X[1] == g.X[1] {
		t.Errorf("the same is suggested again: %+v", n)
	}
}

// An entry told before is picked in the history, corrected and annotated; the
// file only grows, and an undo takes the correction back.
func TestRevisesAnEntry(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	l.press("6", "tab", "2", "enter")
	l.press("v", "down", "down", "enter") // evaluation 3
	l.says("revise this entry", "hours 3.50 h, loaves 12")
	l.press("enter")
	l.says("Nothing was changed")
	l.press("6.5", "tab", "tab", "misread", "enter")
	e := onDisk(t, path).Evaluations
	if len(e) != 5 || e[2].Value != 6.5 || e[2].Cost != 2.2 || e[2].Note != "misread" || len(e[2].Amended) != 1 {
		t.Fatalf("on disk: %+v", e[2])
	}
	l.says("saved: evaluation 3", "gave 6.50 points", "amended: misread")
	if l.s.picked >= 0 || l.s.form != nil || l.s.next == nil {
		t.Errorf("picked %d, form %v, suggestion %v", l.s.picked, l.s.form, l.s.next)
	}
	l.press("u")
	l.says("take back the last entry?", "amended")
	l.press("y")
	if e := onDisk(t, path).Evaluations; e[2].Value != 6 || e[2].Note != "" {
		t.Errorf("after the undo: %+v", e[2])
	}
	// To failed, and bad numbers are refused.
	l.press("v", "up", "enter", "-", "enter")
	l.says("not a number")
	l.press("esc")
	l.press("v", "enter", "tab", "tab", "tab", " ", "enter")
	if e := onDisk(t, path).Evaluations; !e[4].Failed {
		t.Errorf("not failed: %+v", e[4])
	}
	if !strings.Contains(l.s.said.text, "evaluation 5, hours 3.54 h, loaves 1 failed at a cost of 2.00 EUR") {
		t.Errorf("says %q", l.s.said.text)
	}
	l.press("v", "esc")
	if l.s.picked >= 0 {
		t.Error("esc does not leave the history")
	}
}

// noisyBakery is the bakery whose customers judge differently each time.
func noisyBakery(t *testing.T) string {
	t.Helper()
	text := strings.Replace(screentest.Bakery, "[objective]\n", "[objective]\nnoisy = true\n", 1)
	if text == screentest.Bakery {
		t.Fatal("the bakery has no [objective]")
	}
	return text
}

// The form of a noisy study has a field for the noise of a value, which may be
// left empty; an entry's is revised with it.
func TestTellsTheNoiseOfAValue(t *testing.T) {
	path := screentest.NewStudy(t, noisyBakery(t), "ei-puc")
	l := openStudy(t, path, 100, 30)
	l.press("enter")
	l.says("sd", "of its noise, if known")
	l.press("6", "tab", "2", "tab", "-1", "enter")
	l.says("must be above 0")
	l.press("backspace", "backspace", "0.5", "enter")
	if e := lastTold(t, path); e.Sd != 0.5 || e.Value != 6 || e.Cost != 2 {
		t.Fatalf("on disk: %+v", e)
	}
	l.says("sd 0.5")
	f := newAmend(l.s, lastTold(t, path))
	if _, changed := f.amendment(); changed {
		t.Error("a form that nobody touched changes its entry")
	}
	f.Find(sdField).Line.Set("0.25")
	if b, changed := f.amendment(); !changed || b.Sd == nil || *b.Sd != 0.25 || b.Value != nil {
		t.Errorf("the amendment is %+v", b)
	}
	l.press("5", "tab", "2", "enter") // it is not known
	if e := lastTold(t, path); e.Sd != 0 || e.Value != 5 {
		t.Fatalf("on disk: %+v", e)
	}
	exact := openStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 100, 30)
	exact.press("enter")
	exact.silent("of its noise")
}

func lastTold(t *testing.T, path string) journal.Evaluation {
	t.Helper()
	all := onDisk(t, path).Evaluations
	return all[len(all)-1]
}
