package builtin

import (
	"math"
	"slices"
	"testing"

	"farsight/internal/sobol"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
)

// The best known values are those a search finds: 8192 well-spread points and
// package search's own, the best twelve of all climbed from. It takes minutes;
// as a rule the value is recomputed, and held against its neighbours.
func TestBestKnownOfLearners(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"logistic", "svm"} {
		p := scenario(t, name, 0)
		value := func(u model.Unit) float64 { return at(t, p, p.FromUnit(u)...).Value }
		if testkit.SweepAll() {
			var given []model.Unit
			sequence := sobol.New(p.Dim(), 2)
			for range 8192 {
				u := make(model.Unit, p.Dim())
				sequence.Next(u)
				given = append(given, u)
			}
			best := scenarios.Highest(p.Parameters, nil, given, value, nil)
			t.Logf("%s: %.17g at %v", name, best.Value, best.X)
			if math.Abs(best.Value-p.Optimum.Value) > 1e-9 {
				t.Errorf("%s: the search finds %.17g at %v, the scenario says %+v", name, best.Value, best.X, p.Optimum)
			}
		}
		if p.Optimum == nil {
			t.Fatalf("%s has no optimum", name)
		}
		best := at(t, p, p.Optimum.X...)
		if math.Abs(best.Value-p.Optimum.Value) > 1e-9 {
			t.Errorf("%s: R² %.17g at the optimum, want %.17g", name, best.Value, p.Optimum.Value)
		}
		for i, par := range p.Parameters {
			for _, by := range []float64{-0.01, 0.01} {
				u := scenarios.ToUnit(p.Parameters, p.Optimum.X)
				if par.Integer {
					x := slices.Clone(p.Optimum.X)
					x[i] += 100 * by
					u = scenarios.ToUnit(p.Parameters, x)
				} else {
					u[i] += by
				}
				if u[i] < 0 || u[i] > 1 {
					continue
				}
				if v := value(u); v > best.Value {
					t.Errorf("%s: R² %v at %v is better", name, v, p.FromUnit(u))
				}
			}
		}
	}
}
