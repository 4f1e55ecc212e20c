package simd

import (
	"math/rand/v2"
	"testing"
)

// A sum in pieces, of none and of many numbers, is the whole one's, to the bit.
func TestSumsInPieces(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 32))
	for n := range 70 {
		a, b := random(rng, n), random(rng, n)
		var s Sums
		from := 0
		for to := 0; to <= n; to += 8 * (1 + rng.IntN(3)) {
			s.Add(a[from:to], b[from:to])
			from = to
		}
		same(t, "Sums", n, []float64{s.Dot(a[from:], b[from:])}, []float64{dot(a, b)})
	}
}
