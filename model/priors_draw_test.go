package model

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Drawn lengthscales have the mean of their prior: of Gamma(3, rate 6) a half,
// and of ln ℓ that of the lognormal; 4000 draws, four standard errors.
func TestDrawnLengthscales(t *testing.T) {
	t.Parallel()
	const n = 2000
	rng := rand.New(rand.NewPCG(1, 2))
	var paper, scaled float64
	for range n {
		for _, l := range Paper.Draw(2, rng).Scale {
			paper += l / (2 * n)
		}
		for _, l := range DimensionScaled.Draw(2, rng).Scale {
			scaled += math.Log(l) / (2 * n)
		}
	}
	if se := math.Sqrt(3) / 6 / math.Sqrt(2*n); math.Abs(paper-0.5) > 4*se {
		t.Errorf("mean %v, want 0.5", paper)
	}
	// The bounds of the search cut a little off above.
	want := scaledLocation + 0.5*math.Ln2
	if se := scaledSpread / math.Sqrt(2*n); math.Abs(scaled-want) > 4*se+0.03 {
		t.Errorf("mean of ln %v, want %v", scaled, want)
	}
}
