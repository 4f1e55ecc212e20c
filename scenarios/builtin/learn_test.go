package builtin

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"farsight/internal/sobol"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/learn"
)

// docs/scenarios.md, "Benchmark problems": the boxes, R² as the value, cost in
// default trainings.
func TestLearningScenarios(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		learner   *learn.Learner
		budget    float64
		low, high []float64
		whole     []string
		standard  []float64 // what costs 1
	}{
		{"logistic", learn.LogisticLearner, 4, []float64{1e-3, 1e-5, 10, 5}, []float64{0.3, 1, 128, 500}, []string{"batch_size", "epochs"}, []float64{0.1, 1e-3, 20, 100}},
		{"svm", learn.SVMLearner, 60, []float64{0.01, 1e-4, 1e-3}, []float64{30, 10, 1}, nil, []float64{1, 0.1, 0.1}},
	} {
		p := scenario(t, c.name, 5)
		if s := p.Source.(*learn.Source); s.Learner != c.learner || s.Builtin != "friedman" || s.CostBy != learn.CostWork {
			t.Errorf("%s: %+v", c.name, s)
		}
		if p.Budget != c.budget || p.Minimise || p.Dim() != len(c.low) {
			t.Errorf("%s: %+v", c.name, p)
		}
		for i, par := range p.Parameters {
			if par.Low != c.low[i] || par.High != c.high[i] || !par.Log || par.Integer != slices.Contains(c.whole, par.Name) {
				t.Errorf("%s: %+v", c.name, par)
			}
		}
		if e := at(t, p, c.standard...); e.Cost != 1 {
			t.Errorf("%s: default settings cost %v", c.name, e.Cost)
		}
		if a, b := at(t, p, c.low...), at(t, scenario(t, c.name, 9), c.low...); a != b || a.Cost <= 0 {
			t.Errorf("%s: %+v and %+v from the same settings", c.name, a, b)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := p.Source.Evaluate(ctx, c.high); c.name == "logistic" && !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", c.name, err)
		}
	}
}

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
