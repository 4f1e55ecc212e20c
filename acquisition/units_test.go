package acquisition

import (
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// inUnits is testPair with values times f and costs times c.
func inUnits(t *testing.T, n, d int, seed uint64, f, c float64) *model.Pair {
	t.Helper()
	p := testPair(t, n, d, seed, 0.2)
	scaled := func(g *model.GP, shift, scale float64) *model.GP {
		x, y := make([]model.Unit, g.Len()), make([]float64, g.Len())
		for i := range x {
			x[i], y[i] = g.Point(i), shift+scale*g.Target(i)
		}
		out, err := model.New(x, y, g.Hyper().Original(shift, scale))
		testkit.OK(t, err)
		return out
	}
	return &model.Pair{Objective: scaled(p.Objective, 0, f), LogCost: scaled(p.LogCost, math.Log(c), 1)}
}

// What is chosen does not depend on the units of value and money.
func TestChoicesDoNotDependOnUnits(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	functions := func(best, f, c float64) []Function {
		return []Function{
			NewEI(best), NewLogEI(best), NewEIPUC(best), NewEIPUCCC(best, 0.4), NewEIPC(best), NewQ1(best, 0.8*c), NewEIPES(best, 0.8*c),
			PBGI{Lambda: 0.1, Scale: f, CostUnit: c}, PBGI{Lambda: 1e-4, Scale: f, CostUnit: c},
		}
	}
	for seed := range testkit.SweepSize(uint64(1), 2, 4) {
		for _, d := range []int{1, 2, 3} {
			choose := func(r Function, p *model.Pair) []float64 {
				got, err := Maximise(background, p, r, Settings{Seed: seed})
				testkit.OK(t, err)
				return got.Best.X
			}
			var want []model.Unit
			base := inUnits(t, 9, d, seed, 1, 1)
			known := model.KnownCost(func(x model.Unit) float64 { return math.Exp(2 * x[0]) })
			bounded := &model.Pair{Objective: base.Objective, Known: known}
			for _, r := range functions(base.Incumbent(), 1, 1) {
				want = append(want, choose(r, base), choose(Within(r, 1.5), bounded))
			}
			for k, u := range []struct{ f, c float64 }{
				{1e-9, 1}, {1e9, 1}, {1, 1e-9}, {1, 1e9}, {math.Ldexp(1, -30), 1}, {1, math.Ldexp(1, 30)}, {3e-5, 7e4},
			} {
				if !testkit.SweepTurn(k+d+int(seed), 2) { // each in some dimension
					continue
				}
				p := inUnits(t, 9, d, seed, u.f, u.c)
				bounded := &model.Pair{Objective: p.Objective, Known: func(x model.Unit) float64 { return u.c * known(x) }}
				for i, r := range functions(p.Incumbent(), u.f, u.c) {
					if x := choose(r, p); distance(x, want[2*i]) > 1e-5 {
						t.Errorf("seed %d, %s, values times %g and costs times %g: %v instead of %v", seed, r.Name(), u.f, u.c, x, want[2*i])
					}
					if x := choose(Within(r, 1.5*u.c), bounded); distance(x, want[2*i+1]) > 1e-5 {
						t.Errorf("seed %d, bounded %s, values times %g and costs times %g: %v instead of %v", seed, r.Name(), u.f, u.c, x, want[2*i+1])
					}
				}
			}
		}
	}
}
