package experiment

import (
	"math"
	"testing"

	"farsight/internal/testkit"
)

// Runs on simulated noise are judged by what is truly there at the point they
// offer: no regret is below zero, and the values are still the measured ones.
func TestNoisyRunsAreJudgedByTheTruth(t *testing.T) {
	t.Parallel()
	j := Job{Problem: &ProblemSpec{Name: "../examples/noisy.toml"}, Policy: &PolicySpec{Name: "ei-puc"}, Replication: 1, Seed: 1}
	r, err := j.do(t.Context())
	testkit.OK(t, err)
	luckiest := math.Inf(-1)
	for _, v := range r.Values {
		luckiest = math.Max(luckiest, v)
	}
	if luckiest < 1.1 {
		t.Fatalf("the largest measured value is %v: no luck to be fooled by", luckiest)
	}
	for i, v := range append([]float64{r.Initial, r.Best}, r.Bests...) {
		if !(v <= 1) {
			t.Errorf("%d: a value of %v where the maximum is 1", i, v)
		}
	}
	if r.Best != r.Bests[len(r.Bests)-1] || r.Optimum == nil || *r.Optimum != 1 {
		t.Errorf("best %v of %v, optimum %v", r.Best, r.Bests, r.Optimum)
	}
}
