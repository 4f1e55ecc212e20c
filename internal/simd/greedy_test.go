package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The assembly and the Go code give the same bits and places, at every length.
func TestGreedyAssemblyIsTheGoCode(t *testing.T) {
	t.Parallel()
	if !vectors {
		t.Skip("no AVX2 here: there is only the Go code")
	}
	rng := rand.New(rand.NewPCG(9, 10))
	for n := range 67 {
		r, v := random(rng, n), random(rng, n)
		want := append([]float64{}, r...)
		dst, sd, wantDst, wantSd := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range v {
			v[i] = math.Abs(v[i])
		}
		Shrink(r, 0.3, dst, sd, v, 1e-3)
		shrink(want, 0.3, wantDst, wantSd, v, 1e-3)
		same(t, "Shrink", n, r, want)
		same(t, "the variances of Shrink", n, dst, wantDst)
		same(t, "the roots of Shrink", n, sd, wantSd)
		b := Branch{
			MuF: random(rng, n), RF: r, SdF: sd, ZF: rng.NormFloat64(), Best: rng.NormFloat64(),
			RC: random(rng, n), SdC: sd, ZC: rng.NormFloat64(), LnBudget: rng.NormFloat64(), Bounds: bounds,
		}
		for range 2 {
			for _, value := range append([]float64{-1, 0, 1e300}, sd...) {
				for from := range n + 1 {
					first := from
					for first < n && b.bound(first) <= value-boundsSlack*math.Abs(value) {
						first++
					}
					if got := b.Above(from, value); got != first {
						t.Fatalf("above %v from %d of %d: %d, want %d", value, from, n, got, first)
					}
				}
			}
			b.MuC = random(rng, n)
		}
	}
}

var bounds = NewBounds(
	func(u float64) float64 { return math.Exp(-u*u/2)/math.Sqrt(2*math.Pi) + u*math.Erfc(-u/math.Sqrt2)/2 },
	func(u float64) float64 { return math.Erfc(-u/math.Sqrt2) / 2 },
)

// What is no number has no bound above anything, with and without assembly, and an index of its own nowhere.
func TestBoundsOfNoNumbers(t *testing.T) {
	t.Parallel()
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 0, 1, math.NaN()}
	one := make([]float64, len(odd))
	for i := range one {
		one[i] = 1
	}
	for _, z := range odd {
		b := Branch{MuF: odd, RF: one, SdF: one, ZF: z, MuC: odd, RC: odd, SdC: one, ZC: z, LnBudget: z, Bounds: bounds}
		for from := range odd {
			if got := b.Above(from, 1e300); got < from || got > len(odd) {
				t.Errorf("above from %d: %d", from, got)
			}
			b.bound(from)
		}
	}
}
