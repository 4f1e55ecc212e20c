package pane

import (
	"testing"

	"farsight/tui/screentest"
	"farsight/tui/session"
)

// Functions drawn from what is believed are thin lines below the mean in the
// charts of objective and cost, and named.
func TestDrawsInTheCharts(t *testing.T) {
	t.Parallel()
	x := shown(t, screentest.Open(t, "dropwave", "ei"), 100, 40)
	s, sc := x.View.Shown(0)
	before := len(ObjectivePlot(x.View, s, sc).Series)
	x.Session.Draws = session.PriorDraws
	x.Drain(x.Session.Want())
	s, sc = x.View.Shown(0)
	f, c := ObjectivePlot(x.View, s, sc), CostPlot(x.View, s, sc)
	if len(f.Series) != before+session.DrawnFunctions || len(c.Series) != len(f.Series) {
		t.Fatalf("%d series of the objective and %d of the cost, before %d", len(f.Series), len(c.Series), before)
	}
	if last := f.Series[len(f.Series)-1]; !last.Heavy || f.Series[0].Heavy {
		t.Errorf("the first is heavy: %v; the last, the mean: %v", f.Series[0].Heavy, last.Heavy)
	}
	d := x.View.Draws(sc)
	for k := range d.Cost {
		for _, v := range d.Cost[k] {
			if v < c.Y.Min || v > c.Y.Max {
				t.Fatalf("a cost of %v is drawn on an axis from %v to %v", v, c.Y.Min, c.Y.Max)
			}
		}
	}
	for _, size := range [][2]int{{100, 40}, {60, 18}, {220, 60}} {
		x.View.W, x.View.H = size[0], size[1]
		x.Shows("thin: 5 draws of the prior")
	}
}
