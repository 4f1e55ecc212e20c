package pane

import (
	"math"
	"testing"

	"farsight/model"
	"farsight/tui/chart"
)

// The staircase ends at what was spent with the best that was found, and predictions
// are those of the decision before each evaluation.
func TestEvidenceOfAReplay(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"myopia", "lda"} {
		se := replay(t, name, "ei-puc", "ei")
		for _, tr := range se.Tracks {
			last := tr.At(tr.Last())
			x, y := spending(last)
			if n := len(x) - 1; math.Abs(x[n]-last.Money.Spent) > 1e-9 || y[n] != last.Best || len(x) != 2*last.Evaluations+1 {
				t.Errorf("%s: %d places end at %v with %v, want %v with %v", name, len(x), x[n], y[n], last.Money.Spent, last.Best)
			}
			for i := 1; i < len(x); i++ {
				if x[i] < x[i-1] || last.Problem.Sign()*(y[i]-y[i-1]) < 0 {
					t.Errorf("%s: a step from %v, %v to %v, %v", name, x[i-1], y[i-1], x[i], y[i])
				}
			}
			value, cost := ForeseenBy(tr)
			if len(value.Came) != tr.Last() || len(cost.Came) != tr.Last() {
				t.Fatalf("%s: %d values and %d costs of %d steps", name, len(value.Came), len(cost.Came), tr.Last())
			}
			for k := range value.Came {
				before, row := tr.At(k), tr.At(k + 1).Rows[len(tr.At(k).Rows)]
				f := before.Objective([]model.Unit{before.Decision.U})
				if math.Abs(value.mean[k]-f.Mean[0]) > 1e-6*(1+math.Abs(f.Mean[0])) || math.Abs(value.high[k]-f.High[0]) > 1e-6*(1+math.Abs(f.High[0])) || value.Came[k] != row.Y || cost.Came[k] != row.Cost {
					t.Errorf("%s, step %d: foreseen %v up to %v, the model says %v up to %v", name, k, value.mean[k], value.high[k], f.Mean[0], f.High[0])
				}
			}
		}
	}
}

// The note counts what came in its interval; nothing foreseen is said, not drawn.
func TestForeseenPlot(t *testing.T) {
	t.Parallel()
	var f Foreseen
	f.Add(1, 0, 2, 1.5)
	f.Add(1, 0.5, 1.5, 3)
	x := shown(t, replay(t, "myopia", "ei"), 80, 24)
	p := ForeseenPlot(x.View, "values", chart.Default, false, []chart.Color{chart.Default}, f)
	if p.Note != "1 of 2 in 95 %" || len(p.Points) != 2 || p.Points[0].Shape == p.Points[1].Shape || !(p.X.Min < 1 && p.X.Max > 3) {
		t.Errorf("%q, %+v, axis %+v", p.Note, p.Points, p.X)
	}
	if p := ForeseenPlot(x.View, "costs", chart.Default, true, nil); p.Note != "nothing yet" || len(p.Points) != 0 {
		t.Errorf("of nothing: %q, %d points", p.Note, len(p.Points))
	}
}
