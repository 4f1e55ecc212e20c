package live

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/study"
	"farsight/tui/screentest"
)

// lines are those of the suggestions that stand.
func lines(l *lab) []int {
	var out []int
	for _, a := range l.s.out {
		out = append(out, a.Line)
	}
	return out
}

// near tells whether two points are the same but for rounding.
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
	l.says("No other suggestion stands")
	l.press("N")
	if len(l.s.out) != 2 || l.s.next.Line == first.Line {
		t.Fatalf("lines %v stand, line %d is shown", lines(l), l.s.next.Line)
	}
	l.says("2 of 2")
	second := *l.s.next
	marked := func(next, beside study.Suggestion) {
		t.Helper()
		d := l.s.snap.Decision
		if d == nil || !near(d.X, next.X) || !slices.ContainsFunc(l.s.snap.Out, func(c study.Choice) bool { return near(c.X, beside.X) }) {
			t.Errorf("marked as next is %v, beside it %v; want %v and %v", d, l.s.snap.Out, next.X, beside.X)
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
