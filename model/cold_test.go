package model

import (
	"context"
	"math"
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

// Forty-eight functions, smooth to so wild that neighbours tell nothing: how many are
// fitted as from all starts, and how many worse.
func TestManyPointsOfManyFunctions(t *testing.T) {
	t.Parallel()
	if !testkit.SweepAll() {
		t.Skip("minutes: FARSIGHT_SWEEP=1 runs it")
	}
	worse := 0
	for d := 1; d <= 4; d++ {
		for _, length := range []float64{1, 0.3, 0.1, 0.03} {
			for k := range 3 {
				rng := rand.New(rand.NewPCG(uint64(100*d+k), uint64(1000*length)))
				x, y := waves(rng, manyPoints+5, d, length)
				got, want := bothFits(t, x, y)
				if got > want+1e-2 {
					worse++
				}
				t.Logf("d = %d, lengths about %v: minus the log posterior density %.3f, from all starts %.3f", d, length, got, want)
			}
		}
	}
	t.Logf("%d of 48 are fitted worse", worse)
	if worse > 4 {
		t.Errorf("%d of 48 are fitted worse", worse)
	}
}

// waves are values of a sum of many cosines, about as long as said, at random points.
func waves(rng *rand.Rand, n, d int, length float64) (x []Unit, y []float64) {
	const many = 200
	omega, phase := make([][]float64, many), make([]float64, many)
	for j := range omega {
		phase[j] = 2 * math.Pi * rng.Float64()
		omega[j] = make([]float64, d)
		for c := range omega[j] {
			omega[j][c] = rng.NormFloat64() / length
		}
	}
	for range n {
		at, sum := make([]float64, d), 0.0
		for c := range at {
			at[c] = rng.Float64()
		}
		for j, w := range omega {
			angle := phase[j]
			for c, v := range at {
				angle += w[c] * v
			}
			sum += math.Cos(angle) / math.Sqrt(many/2.)
		}
		x, y = append(x, at), append(y, sum)
	}
	return x, y
}
