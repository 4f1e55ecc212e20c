package study

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
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
