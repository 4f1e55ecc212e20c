package model

import (
	"context"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
)

// Where to climb from is found with a part of many outputs, and the climb
// ends where one from all the starts does.
func TestManyPointsAreFittedFromAFew(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of likelihoods of 455 outputs: minutes where a processor is emulated")
	}
	for _, d := range []int{1, 3} {
		x, y := randomData(rand.New(rand.NewPCG(uint64(d), 2)), manyPoints+5, d)
		got, want := bothFits(t, x, y)
		t.Logf("d = %d: minus the log posterior density %.6f, from all starts %.6f", d, got, want)
		if !(got <= want+1e-3) {
			t.Errorf("d = %d: minus the log posterior density %v, from all starts %v", d, got, want)
		}
	}
}

// bothFits are minus the log posterior densities of the fit as it is and of one
// that climbs from all starts.
func bothFits(t *testing.T, x []Unit, y []float64) (got, want float64) {
	t.Helper()
	d := len(x[0])
	s := Settings{}.filled()
	mean, scale := Standardisation(y)
	o := plain(flatten(x, d), y).standardised(mean, scale)
	fit, err := maximisePosterior(context.Background(), o, d, s, nil, mean, scale)
	testkit.OK(t, err)
	f := newLikelihood(context.Background(), o, d, s.Priors, s.Noisy, s.Choices)
	lower, upper := searchBox(d, s)
	_, want = climbed(context.Background(), f, coldStarts(f, s, lower, upper), lower, upper)
	return fit.negative, want
}
