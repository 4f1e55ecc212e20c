package lookahead

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/model"
)

// rolloutPair is what six looks at a hill in d dimensions say.
func rolloutPair(t *testing.T, d int, set model.PairSettings) (*model.Pair, float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, uint64(d)))
	var data model.Data
	for range 6 {
		x := make(model.Unit, d)
		s := 0.0
		for j := range x {
			x[j] = rng.Float64()
			s += math.Sin(5 * x[j])
		}
		data.X, data.Y, data.Cost = append(data.X, x), append(data.Y, s), append(data.Cost, math.Exp(2*x[0]))
	}
	p, err := model.FitPair(data, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p, slices.Max(data.Y)
}

func spreadPoints(n, d int) []model.Unit {
	seq := sobol.New(d, 5)
	out := make([]model.Unit, n)
	for i := range out {
		out[i] = make(model.Unit, d)
		seq.Next(out[i])
	}
	return out
}

// byHand plays a first point on by conditioning whole processes, one evaluation
// after the other.
func byHand(t *testing.T, p *model.Pair, best, left float64, points []model.Unit, i, steps int, z []float64) float64 {
	t.Helper()
	var ws model.Workspace
	value := acquisition.NewQ1(best, left).Value(p.Moments(&ws, points[i]))
	for k := range steps {
		m := p.Moments(&ws, points[i])
		y, lnz := m.MuF+math.Hypot(m.SdF, math.Sqrt(p.Objective.Hyper().Noise))*z[2*k], m.MuC
		if p.Known == nil {
			lnz += math.Hypot(m.SdC, math.Sqrt(p.LogCost.Hyper().Noise)) * z[2*k+1]
		}
		if left -= math.Exp(lnz) + m.Way; left <= 0 {
			return value
		}
		var err error
		if p, err = p.Condition(points[i], y, lnz); err != nil {
			t.Fatal(err)
		}
		best = math.Max(best, p.Moments(&ws, points[i]).MuF)
		rule := acquisition.NewEIPUC(best)
		if k == steps-1 {
			rule = acquisition.NewEI(best)
		}
		high := math.Inf(-1)
		for j, u := range points {
			if score, _ := rule.Eval(p.Moments(&ws, u)); score > high {
				i, high = j, score
			}
		}
		value += acquisition.NewQ1(best, left).Value(p.Moments(&ws, points[i]))
	}
	return value
}

// A playout on the table of all points is the one that conditions the processes
// themselves, with unknown and with known costs, near and far from the end of the
// budget; the result does not depend on the number of workers.
func TestRolloutValuesAgainstConditioning(t *testing.T) {
	t.Parallel()
	for _, d := range []int{1, 2} {
		for _, known := range []bool{false, true} {
			var set model.PairSettings
			if known {
				set.Known = func(u model.Unit) float64 { return 1 + 3*u[0] }
			}
			p, best := rolloutPair(t, d, set)
			points := spreadPoints(12, d)
			for _, budget := range []float64{3, 9} {
				for steps := range 4 {
					s := RolloutSettings{Steps: steps, Fantasies: 1, Seed: 3, Workers: 1}
					z := rolloutFantasies(s)
					got, err := RolloutValues(t.Context(), p, best, budget, points, s)
					if err != nil {
						t.Fatal(err)
					}
					s.Workers = 3
					if again, _ := RolloutValues(t.Context(), p, best, budget, points, s); !slices.Equal(again, got) {
						t.Errorf("three workers: %v, one: %v", again, got)
					}
					for i := range points {
						want := byHand(t, p, best, budget, points, i, steps, z)
						if math.Abs(got[i]-want) > 1e-6*math.Max(want, 1e-3) {
							t.Errorf("d = %d, known %v, budget %g, %d steps from %v: %g, by hand %g", d, known, budget, steps, points[i], got[i], want)
						}
					}
				}
			}
		}
	}
}

// More evaluations are never worth less, and without any it is Q₁.
func TestMoreRolloutStepsAreWorthMore(t *testing.T) {
	t.Parallel()
	p, best := rolloutPair(t, 2, model.PairSettings{})
	points := spreadPoints(20, 2)
	var ws model.Workspace
	var before []float64
	for steps := range 4 {
		got, err := RolloutValues(t.Context(), p, best, 40, points, RolloutSettings{Steps: steps, Fantasies: 32, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range got {
			if want := acquisition.NewQ1(best, 40).Value(p.Moments(&ws, points[i])); steps == 0 && math.Abs(v-want) > 1e-12 {
				t.Errorf("no step: %g, Q₁ = %g", v, want)
			}
			if before != nil && v < before[i]*(1-0.05) { // other fantasies
				t.Errorf("%d steps from %v: %g, one less %g", steps, points[i], v, before[i])
			}
		}
		before = got
	}
}
