package lookahead

import (
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/model/modeltest"
)

// Rows that are remembered have the bits of those that are computed: nodes that stay, that come back to where they
// or others were, and more points than are remembered.
func TestRememberedRowsAreThoseOfNewOnes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for d := 1; d <= 2; d++ {
		p := newProcess(modeltest.Pair(t, rng, rememberFrom+d, d).Objective)
		z := make([]float64, len(testParents))
		for k := range z {
			z[k] = rng.NormFloat64()
		}
		b, off := newBelief(p, newLayout(testShape), z), make([]bool, len(testParents))
		x, before := make([]float64, len(testParents)*d), []float64(nil)
		for round := range 3 * rowsRemembered / len(testParents) {
			for k := range testParents {
				switch at := rng.IntN(4); {
				case at == 0 && len(before) > 0: // where somebody was
					j := d * rng.IntN(len(before)/d)
					copy(x[k*d:k*d+d], before[j:])
				case at > 1 || round == 0:
					for c := range d {
						x[k*d+c] = rng.Float64()
					}
				}
			}
			before = append(before, x...)
			if round%2 == 0 {
				b.know(0, 4, x, byColumn(x, d)) // some before the others
			}
			var grads [2][]float64
			fresh := newBelief(p, newLayout(testShape), z)
			for i, b := range []*belief{b, fresh} {
				seeAll(b, x, d)
				b.clearAdjoints()
				for k := range testParents {
					b.MuBar[k], b.SdBar[k] = float64(k+1), 1
				}
				for s := 2; s >= 0; s-- {
					b.back(off, s)
				}
				grads[i] = make([]float64, len(x))
				b.addGradient(off, byColumn(x, d), grads[i])
			}
			if !slices.Equal(b.Mu, fresh.Mu) || !slices.Equal(b.Sd, fresh.Sd) || !slices.Equal(grads[0], grads[1]) {
				t.Fatalf("d = %d, round %d: nodes see %v ± %v, pulled by %v; new ones %v ± %v, by %v",
					d, round, b.Mu, b.Sd, grads[0], fresh.Mu, fresh.Sd, grads[1])
			}
		}
	}
}

// Of consecutive rows, too, and of more than are remembered at once.
func TestManyRowsAtOnce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	p := newProcess(modeltest.Pair(t, rng, rememberFrom, 2).Objective)
	m := 2*rowsRemembered + 17
	x, k, h := make([]float64, 2*m), make([]float64, m*p.n), make([]float64, m*p.n)
	for i := range x {
		x[i] = float64(rng.IntN(16)) / 16 // some are alike
	}
	p.kernelRows(k, h, x)
	w, want := make([]float64, m*p.n), make([]float64, m*p.n)
	p.inv.Multiply(want, k, m)
	s := newSolver(p)
	for range 2 {
		if s.solve(w, k, x, m); !slices.Equal(w, want) {
			t.Fatal("the products with K⁻¹ are others")
		}
	}
}
