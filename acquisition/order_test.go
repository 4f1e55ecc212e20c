package acquisition

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Ranking byte by byte is the stable sort of the scores.
func TestRankedIsAStableSort(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 300 {
		scores := make([]float64, n)
		var want []int
		for i := range scores {
			switch rng.IntN(8) {
			case 0:
				scores[i] = math.Inf(rng.IntN(2)*2 - 1)
			case 1:
				scores[i] = math.Copysign(0, rng.NormFloat64())
			case 2:
				scores[i] = float64(rng.IntN(4) - 2) // ties
			default:
				scores[i] = rng.NormFloat64() * math.Exp(200*rng.NormFloat64())
			}
			if !math.IsInf(scores[i], -1) {
				want = append(want, i)
			}
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		if got := new(ranking).of(scores); !slices.Equal(got, want) {
			t.Fatalf("%v ranked %v, want %v", scores, got, want)
		}
	}
}
