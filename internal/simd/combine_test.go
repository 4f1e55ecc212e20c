package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The assembly and the Go code give the same bits, for rows of every length and any number of terms.
func TestCombinationIsTheGoCode(t *testing.T) {
	t.Parallel()
	if !vectors {
		t.Skip("no AVX2 here: there is only the Go code")
	}
	combinationIsTheGoCode(t)
}

func combinationIsTheGoCode(t *testing.T) {
	t.Helper()
	const rows = 7
	rng := rand.New(rand.NewPCG(13, 14))
	for n := 0; n <= 132; n += 4 {
		c := &Combination{
			N: n, Dst: random(rng, rows*n), Sum: random(rng, rows), A: random(rng, rows), X: random(rng, n), B: random(rng, rows),
			W: random(rng, rows*n), H: random(rng, rows*n), C: random(rng, 20),
		}
		for range rows {
			c.First = append(c.First, len(c.Row))
			for range rng.IntN(9) {
				c.Row, c.At = append(c.Row, rng.IntN(rows)), append(c.At, rng.IntN(len(c.C)))
			}
		}
		c.First = append(c.First, len(c.Row))
		c.C[3], c.C[4] = 0, 0
		for from := range rows {
			for to := from; to <= rows; to++ {
				want := *c
				want.Dst, want.Sum = slices.Clone(c.Dst), slices.Clone(c.Sum)
				c.Rows(from, to)
				if n > 0 {
					want.rows(from, to)
				}
				same(t, "Combination", n, c.Dst, want.Dst)
				same(t, "the sums of a Combination", n, c.Sum, want.Sum)
			}
		}
	}
}
