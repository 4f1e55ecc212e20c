package model

import (
	"context"
	"math/rand/v2"
	"testing"
)

// Where to climb from is found with a part of very many outputs, and the climb
// ends where one from all the starts does.
func TestManyPointsAreFittedFromAFew(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of likelihoods of five hundred outputs: minutes where a processor is emulated")
	}
	for _, d := range []int{1, 3} {
		x, y := randomData(rand.New(rand.NewPCG(uint64(d), 2)), carriedPoints+5, d)
		s := Settings{}.filled()
		mean, scale := Standardisation(y)
		o := plain(flatten(x, d), y).standardised(mean, scale)
		got, err := maximisePosterior(context.Background(), o, d, s, nil, mean, scale)
		if err != nil {
			t.Fatal(err)
		}
		f := newLikelihood(context.Background(), o, d, s.Priors, s.Noisy, s.Choices)
		lower, upper := searchBox(d, s)
		_, want := climbed(context.Background(), f, coldStarts(f, s, lower, upper), lower, upper)
		t.Logf("d = %d: minus the log posterior density %.6f, from all starts %.6f", d, got.negative, want)
		if !(got.negative <= want+1e-3) {
			t.Errorf("d = %d: minus the log posterior density %v, from all starts %v", d, got.negative, want)
		}
	}
}
