package live

import (
	"math"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

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
