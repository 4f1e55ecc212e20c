package acquisition

import (
	"math"
	"testing"

	"farsight/model"
)

func TestQ1KnownCost(t *testing.T) {
	t.Parallel()
	ei := EI(0.2, 0.5, 0)
	for _, c := range []struct {
		name string
		rule Q1
		cost float64
		want float64
	}{
		{"well within", NewQ1(0, 2), 1, ei},
		{"exactly the budget", NewQ1(0, 2), 2, ei},
		{"within the tolerance", NewQ1(0, 2), 2 * (1 + 0.9e-9), ei},
		{"beyond the tolerance", NewQ1(0, 2), 2 * (1 + 1.1e-9), 0},
		{"tolerance of the whole budget", Q1{BudgetLeft: 2, Tolerance: 40e-9}, 2 + 39e-9, ei},
		{"beyond that", Q1{BudgetLeft: 2, Tolerance: 40e-9}, 2 + 41e-9, 0},
		{"nothing left", NewQ1(0, 0), 1e-12, 0},
		{"overspent", NewQ1(0, -1), 1e-12, 0},
	} {
		m := model.Moments{MuF: 0.2, SdF: 0.5, MuC: math.Log(c.cost)}
		score, d := c.rule.Eval(m)
		if v := c.rule.Value(m); relative(v, c.want) > 1e-14 {
			t.Errorf("%s: %g, want %g", c.name, v, c.want)
		}
		if d.MuC != 0 || d.SdC != 0 {
			t.Errorf("%s: an indicator has no slope, got %+v", c.name, d)
		}
		if (c.want == 0) != math.IsInf(score, -1) {
			t.Errorf("%s: score %g", c.name, score)
		}
	}
}

// A softened step tends to the step from below as it sharpens.
func TestSoften(t *testing.T) {
	t.Parallel()
	r := NewQ1(0, 2)
	affordable := model.Moments{MuF: 0.2, SdF: 0.5, MuC: math.Log(1.9)}
	dear := model.Moments{MuF: 0.2, SdF: 0.5, MuC: math.Log(2.1)}
	for _, c := range []struct{ s, gap float64 }{{0.05, 0.2}, {0.01, 1e-6}, {0.002, 1e-15}} {
		soft := r.Traits().Edge.soften(c.s)
		if e := relative(soft.Value(affordable), r.Value(affordable)); e > c.gap {
			t.Errorf("softened by %g: %g below the step on its affordable side", c.s, e)
		}
		if v := soft.Value(dear) / r.Value(affordable); v > c.gap {
			t.Errorf("softened by %g: %g of the value left beyond the step", c.s, v)
		}
	}
}
