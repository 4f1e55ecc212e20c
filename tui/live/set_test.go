package live

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/screentest"
)

// The study continues with another policy; what is typed wrong is said.
func TestGoesOnWithAnotherPolicy(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	l.press("s")
	l.says("how to continue", "EI-PUC")
	l.press("enter")
	l.says("Nothing was changed")
	l.press("ei-pucc", "enter")
	l.says("did you mean")
	for range len("ei-pucc") {
		l.press("backspace")
	}
	l.press("random", "tab", "tab", "tab", "tab", "tab", "too slow", "enter")
	if s := onDisk(t, path); s.Policy != "random" || s.Created.Policy != "ei-puc" || s.Problem != s.Created.Problem {
		t.Fatalf("on disk: %q", s.Policy)
	}
	if !strings.Contains(l.s.said.text, "the policy is Random") || l.s.next == nil || l.s.next.Policy != "random" {
		t.Errorf("says %q, suggests %+v", l.s.said.text, l.s.next)
	}
	l.press("u")
	l.says("take back the last entry?", "too slow")
	l.press("y")
	if s := onDisk(t, path); s.Policy != "ei-puc" {
		t.Errorf("after the undo: %q", s.Policy)
	}
}

// Bounds, priors and the budget are changed in one go, by the events that
// farsight study set writes; what makes no sense is refused in place.
func TestGoesOnWithOtherBoundsAndBudget(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {160, 48}} {
		path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
		l := openStudy(t, path, size[0], size[1])
		before := onDisk(t, path)
		l.press("s", "tab", "9:2", "enter")
		l.says("low must be below high")
		l.retype(3, "2 to 5")
		if f := l.s.form; f.At() != f.bounds[0] {
			t.Fatal("the focus is elsewhere")
		}
		l.says("2 to 5")
		l.press("tab", "tab", "pepper", "enter")
		l.says("paper or dimension-scaled")
		l.retype(6, "dimension-scaled")
		l.press("tab", "0", "enter")
		l.says("must be above 0")
		l.retype(1, "35")
		l.press("tab", "a better oven", "enter")
		s := onDisk(t, path)
		if s.Seq < before.Seq+2 || s.Policy != "ei-puc" || s.Budget != 35 || len(s.Sets) != 1 {
			t.Fatalf("at %v, on disk: line %d, budget %v, %d changes; says %q", size, s.Seq, s.Budget, len(s.Sets), l.s.said.text)
		}
		if set := s.Sets[0].Body.(journal.Set); set.Policy != "" || set.Reason != "a better oven" {
			t.Errorf("set: %+v", set)
		}
		if p := l.s.problem; p.Parameters[0].Low != 2 || p.Parameters[0].High != 5 || p.Objective.Priors.String() != "dimension-scaled" {
			t.Errorf("the screen goes on with %+v", p.Parameters)
		}
		if !strings.Contains(l.s.said.text, "the budget is 35.0 EUR") || !strings.Contains(l.s.said.text, "2.00 to 5.00") {
			t.Errorf("says %q", l.s.said.text)
		}
		if l.s.next == nil || l.s.next.X[0] < 2 || l.s.next.X[0] > 5 {
			t.Errorf("suggests %+v", l.s.next)
		}
		l.press("u", "y", "u", "y") // the budget, then the bounds
		if s := onDisk(t, path); s.Budget != before.Budget || len(s.Sets) != 0 {
			t.Errorf("after the undo: budget %v, %d changes", s.Budget, len(s.Sets))
		}
	}
}

// retype replaces what was typed last, n characters.
func (l *lab) retype(n int, text string) {
	for range n {
		l.press("backspace")
	}
	l.press(text)
}

// lines are those of the suggestions that stand.
func lines(l *lab) []int {
	var out []int
	for _, a := range l.s.out {
		out = append(out, a.Line)
	}
	return out
}

// near reports whether two points are the same but for rounding.
func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(v, w float64) bool { return math.Abs(v-w) < 1e-9*(1+math.Abs(v)) })
}

// Several suggestions stand at once; each is shown, told and skipped by itself,
// and all are drawn.
func TestSeveralSuggestionsStand(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	first := *l.s.next
	l.press("n")
	l.says("No other suggestion is pending")
	l.press("N")
	if len(l.s.out) != 2 || l.s.next.Line == first.Line {
		t.Fatalf("lines %v stand, line %d is shown", lines(l), l.s.next.Line)
	}
	l.says("2 of 2")
	second := *l.s.next
	marked := func(next, beside study.Suggestion) {
		t.Helper()
		d := l.s.snap.Decision
		if d == nil || !near(d.X, next.X) || !slices.ContainsFunc(l.s.snap.Pending, func(c study.Choice) bool { return near(c.X, beside.X) }) {
			t.Errorf("marked as next is %v, beside it %v; want %v and %v", d, l.s.snap.Pending, next.X, beside.X)
		}
		l.says(fmt.Sprintf("▲ next %.3g", next.X[0]))
	}
	marked(second, first)
	l.press("n")
	marked(first, second)
	l.press("n")
	marked(second, first)
	// Another program's own.
	file := screentest.OpenStudy(t, path)
	theirs, err := file.AskFor(t.Context(), study.AskOptions{As: "oven-2"})
	testkit.OK(t, err)
	l.poll()
	if len(l.s.out) != 3 || l.s.next.Line != second.Line {
		t.Fatalf("lines %v stand, line %d is shown", lines(l), l.s.next.Line)
	}
	l.press("n")
	l.says("3 of 3, for oven-2")
	marked(theirs[0], second)
	if n := strings.Count(l.Text(), "◇"); n < 1 {
		t.Errorf("%d of the suggestions beside the next are drawn:\n%s", n, l.Text())
	}
	// Told is the one on the screen, and the others stand.
	l.press("6", "tab", "2", "enter")
	e := onDisk(t, path).Evaluations
	if last := e[len(e)-1]; last.Answers != theirs[0].Line || last.X[0] != theirs[0].X[0] {
		t.Fatalf("told %+v, asked was line %d", last, theirs[0].Line)
	}
	if !slices.Contains(lines(l), second.Line) {
		t.Errorf("lines %v stand, want %d among them", lines(l), second.Line)
	}
	// And skipped is the one on the screen.
	for l.s.next.Line != second.Line {
		l.press("n")
	}
	l.press("d", "no flour", "enter")
	if k := onDisk(t, path).Skips; len(k) != 1 || k[0].Ask.Seq != second.Line {
		t.Errorf("skipped: %+v", k)
	}
}
