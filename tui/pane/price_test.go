package pane

import (
	"strings"
	"testing"

	"farsight/tui/chart"
	"farsight/tui/screentest"
)

// Below the gauge of a policy that puts a price on money stands what a unit of budget is
// worth, now and at first, and over what was bought a curve of it; the columns'
// charts begin in the same row, and without such a policy there is no such row.
func TestPriceBelowTheGauge(t *testing.T) {
	t.Parallel()
	x := shown(t, screentest.Open(t, "myopia", "ei-puc", "p-ms-ei fantasies=8"), 160, 48)
	for {
		s, _ := x.View.Shown(1)
		text := x.Text()
		row := ""
		var at []int
		for k, l := range strings.Split(text, "\n") {
			if strings.Contains(l, "price  ") {
				row = l
			}
			for range strings.Count(l, "cost, log") {
				at = append(at, k)
			}
		}
		if len(at) != 2 || at[0] != at[1] {
			t.Errorf("the cost charts begin in rows %v:\n%s", at, text)
		}
		if curve := strings.ContainsAny(row, "▁▂▃▄▅▆▇█"); curve != (s.Step > 0) {
			t.Errorf("step %d: %q", s.Step, row)
		}
		if s.Decision == nil {
			if last := chart.Num(x.View.Tracks[1].At(s.Step - 1).Decision.Price); !strings.Contains(row, last) {
				t.Errorf("at the end: %q", row)
			}
			break
		}
		if now := chart.Num(s.Decision.Price); !(s.Decision.Price > 0) || !strings.Contains(row, now) || s.Step == 0 && !strings.Contains(row, "a unit of budget is worth "+now+" now") {
			t.Errorf("step %d, a unit of budget is worth %s: %q", s.Step, now, row)
		}
		if f := strings.Join(Formula(s), "\n"); !strings.Contains(f, "price") || !strings.Contains(f, chart.Num(s.Decision.Price)) {
			t.Errorf("the formula does not tell the price:\n%s", f)
		}
		x.Move(1)
	}
	other := shown(t, screentest.Open(t, "myopia", "ei-puc", "p-ms-ei fantasies=8 price=0"), 160, 48)
	if text := other.Text(); strings.Contains(text, "a unit of budget is worth") {
		t.Errorf("a price where there is none:\n%s", text)
	}
}
