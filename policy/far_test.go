package policy

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// Innovations drawn with a known correlation tell it; a few points leave the
// prior's 0.3 nearly where it was.
func TestCorrelationIsLearned(t *testing.T) {
	t.Parallel()
	for _, rho := range []float64{-0.6, 0, 0.8} {
		p := correlated(t, rho, 150)
		if got := correlation(p); math.Abs(got-rho) > 0.15 {
			t.Errorf("150 points of correlation %v: estimated as %v", rho, got)
		}
	}
	if got := correlation(correlated(t, 0.8, 1)); got < 0 || got > 0.6 {
		t.Errorf("one point: %v, want something near the prior's mean 0.3", got)
	}
	if got := correlation(&model.Pair{Objective: correlated(t, 0, 3).Objective, Known: func(model.Unit) float64 { return 1 }}); got != 0 {
		t.Errorf("a known cost is no surprise, but ρ = %v", got)
	}
}

// correlated is a pair of processes of lengthscales so short that every point
// is a surprise.
func correlated(t *testing.T, rho float64, n int) *model.Pair {
	rng := rand.New(rand.NewPCG(11, uint64(n)))
	h := model.Hyper{Variance: 1, Scale: []float64{1e-4}, Noise: 1e-6}
	var x []model.Unit
	var f, c []float64
	for range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		x, f, c = append(x, []float64{rng.Float64()}), append(f, a), append(c, rho*a+math.Sqrt(1-rho*rho)*b)
	}
	of, err := model.New(x, f, h)
	testkit.OK(t, err)
	oc, err := model.New(x, c, h)
	testkit.OK(t, err)
	return &model.Pair{Objective: of, LogCost: oc}
}
