package study

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
)

func fittedPair(t *testing.T) *model.Pair {
	t.Helper()
	d := model.Data{X: []model.Unit{{0.1, 0.2}, {0.5, 0.9}, {0.8, 0.4}, {0.3, 0.6}}, Y: []float64{1, 3, 2, -1}, Cost: []float64{1, 2, 4, 3}}
	p, err := model.FitPair(d, model.PairSettings{}, nil)
	testkit.OK(t, err)
	return p
}

// Of a minimised problem the mean has the problem's sign; spreads are standard
// deviations, and what was written down and read again is the same.
func TestModelsInTheProblemsTerms(t *testing.T) {
	t.Parallel()
	pair := fittedPair(t)
	problem := &scenarios.Problem{Minimise: true, Parameters: []scenarios.Parameter{{Name: "a", High: 1}, {Name: "b", High: 1}}}
	m := ModelsOf(problem, pair.Fitted())
	h := pair.Objective.Hyper()
	if o := m.Objective; o.Mean != -h.Mean || o.Sd != math.Sqrt(h.Variance) || o.Noise != math.Sqrt(h.Noise) || !reflect.DeepEqual(o.Lengthscales, h.Scale) ||
		*o.LogLikelihood != pair.Objective.LogLikelihood() || o.Fixed {
		t.Errorf("objective %+v of %+v", o, h)
	}
	if m.LogCost.Mean != pair.LogCost.Hyper().Mean {
		t.Errorf("ln cost has mean %v, want %v", m.LogCost.Mean, pair.LogCost.Hyper().Mean)
	}
	var kept struct{ Objective, Cost *processRecord }
	kept.Objective, kept.Cost = recordOfProcess(&pair.Fitted().Objective), recordOfProcess(pair.Fitted().LogCost)
	text, err := json.Marshal(kept)
	testkit.OK(t, err)
	kept.Objective, kept.Cost = nil, nil
	testkit.OK(t, json.Unmarshal(text, &kept))
	if got := recordedModels(problem, kept.Objective, kept.Cost); !reflect.DeepEqual(got, m) {
		t.Errorf("written down and read again: %+v, want %+v", got, m)
	}
	if got := recordedModels(problem, kept.Objective, nil); got.LogCost != nil || recordOfProcess(nil) != nil || recordedModels(problem, nil, nil) != nil || ModelsOf(problem, nil) != nil {
		t.Error("something is told of what is not there")
	}
}

// Drawn functions have the posterior's moments: 400 draws at one place, four
// standard errors.
func TestWorldsFollowThePosterior(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	p := scenario(t, "myopia", 0)
	first, err := New(context.Background(), p, policy.Must("random"), Settings{})
	testkit.OK(t, err)
	testkit.OK(t, first.fit(context.Background()))
	const draws = 400
	var ws model.Workspace
	x := []float64{0.7313}
	m := first.pair.Moments(&ws, x)
	var sum, square float64
	for i := range draws {
		w, err := newDrawn(p, first.pair, uint64(i), nil)
		testkit.OK(t, err)
		e, err := w.source().Evaluate(context.Background(), x)
		testkit.OK(t, err)
		z := (e.Value - m.MuF) / m.SdF
		sum += z
		square += z * z
	}
	if mean := sum / draws; math.Abs(mean) > 4/math.Sqrt(draws) {
		t.Errorf("standardised mean %v", mean)
	}
	if v := square / draws; math.Abs(v-1) > 4*math.Sqrt(2.0/draws) {
		t.Errorf("standardised variance %v", v)
	}
}

// Draws but the first are played with less effort, and a policy gains as much on
// them, within four standard errors.
func TestLightPlaysGainAsMuch(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	p, err := builtin.Load("overspend", 0)
	testkit.OK(t, err)
	o, err := NewStartState(t.Context(), p, Settings{Seed: 3})
	testkit.OK(t, err)
	const draws = 8
	for _, name := range []string{"ei-pc", "2-b-ms-ei"} {
		sum, squares, gain := 0.0, 0.0, 0.0
		for i := range draws {
			d, err := o.Draw(i)
			testkit.OK(t, err)
			if d.light != (i > 0) {
				t.Fatalf("draw %d is light: %v", i, d.light)
			}
			var got [2]float64
			for k, light := range []bool{false, true} {
				d.light = light
				r, err := d.Play(t.Context(), policy.Must(name))
				testkit.OK(t, err)
				got[k] = r.Gain
			}
			v := got[1] - got[0]
			sum, squares, gain = sum+v, squares+v*v, gain+got[0]
		}
		se := math.Sqrt(squares) // of the sum, if its mean is 0
		if math.Abs(sum) > 4*se+1e-9 || math.Abs(sum) > 0.2*gain {
			t.Errorf("%s: gains %.3f, with less effort %+.3f more, standard error %.3f", name, gain, sum, se)
		}
		t.Logf("%s: gains %.3f, with less effort %+.3f more, standard error %.3f", name, gain, sum, se)
	}
}

// Values that are said to be exact may have less noise than the paper's floor; what
// the problem says itself, noisy values and the cost keep theirs.
func TestExactValuesHaveALowFloor(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("branin", 0)
	testkit.OK(t, err)
	floor := func(change func(*scenarios.Problem)) [2]float64 {
		q := *p
		change(&q)
		s := pairSettings(&q)
		return [2]float64{s.Objective.NoiseMin, s.Cost.NoiseMin}
	}
	for name, c := range map[string]struct {
		change func(*scenarios.Problem)
		want   [2]float64
	}{
		"exact":  {func(*scenarios.Problem) {}, [2]float64{exactNoise, 0}},
		"stated": {func(q *scenarios.Problem) { q.Objective.NoiseMin = 1e-4 }, [2]float64{1e-4, 0}},
		"noisy":  {func(q *scenarios.Problem) { q.Noise.Noisy = true }, [2]float64{0, 0}},
	} {
		if got := floor(c.change); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
