package live

import (
	"strings"
	"testing"

	"farsight/tui/screentest"
)

// Large windows hold what was foreseen, before it was measured, against what
// came, and show the run and all slices; smaller ones show none of it.
func TestEvidence(t *testing.T) {
	l := openStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 220, 60)
	l.Shows("best found against money spent", "measured against foreseen", "is kept with each of its", "objective along every parameter, through the next point", "along hours (h)", "along loaves")
	expected := l.s.next.Expected
	l.press("6.5", "tab", "2.4", "enter")
	l.Shows("saved, 1 evaluation", "1 of 1 in 95 %")
	e := l.s.evidence.value
	if len(e.Came) != 1 || e.Came[0] != 6.5 || e.Mean[0] != expected.Value || e.Low[0] != expected.ValueLow || e.High[0] != expected.ValueHigh {
		t.Errorf("foreseen %+v, expected was %+v", e, expected)
	}
	l.press("400", "tab", "2.4", "enter", "enter") // asked about once
	l.Shows("saved, 2 evaluations", "1 of 2 in 95 %")
	for _, d := range []int{-1, 0} {
		l.View.W, l.View.H = 220+d*60, 60+d*12
		for _, words := range []string{"best found against money spent", "measured against foreseen", "along every parameter"} {
			if strings.Contains(l.Text(), words) != (d == 0) {
				t.Errorf("at %d by %d, %q is on the screen: %v", l.View.W, l.View.H, words, d != 0)
			}
		}
	}
}
