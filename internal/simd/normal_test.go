package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/elementary"
)

// odd are numbers at which functions change their ways.
var odd = []float64{
	0, math.Copysign(0, -1), 1, -1, 37, -37, 37.1, -37.1, 38.6, -38.6, 38.7, -38.7, 59.9, -60, 61, -61, 1e6, -1e6, 1e200, -1e200,
	699.9, 700, -700, 709.7, 710, -745, -746, 5e-324, -5e-324, 1e-310, 0x1p-1022, math.Nextafter(0x1p-1022, 0), math.MaxFloat64, -math.MaxFloat64,
	math.Inf(1), math.Inf(-1), math.NaN(), math.Sqrt2, math.Sqrt2 / 2, math.Nextafter(1, 0), math.Nextafter(1, 2), 4, 12, 28,
}

// Several numbers at a time have the bits of one, over the whole range and at every length.
func TestFunctionsAreElementary(t *testing.T) {
	t.Parallel()
	functionsAreElementary(t)
}

func functionsAreElementary(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 8))
	for round := range 4000 {
		n := rng.IntN(40)
		x := make([]float64, n)
		for i := range x {
			switch rng.IntN(8) {
			case 0, 1, 2:
				x[i] = 3 * rng.NormFloat64()
			case 3, 4:
				x[i] = 40 * (2*rng.Float64() - 1)
			case 5:
				x[i] = 720 * (2*rng.Float64() - 1)
			case 6:
				x[i] = math.Float64frombits(rng.Uint64())
			case 7:
				if round%2 == 0 { // half of the rounds are in the usual range
					x[i] = odd[rng.IntN(len(odd))]
				}
			}
		}
		got := [6][]float64{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
		want := [6][]float64{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
		Exp(got[0], x)
		Normal(got[2], got[3], got[4], x)
		LogCDF(got[5], x)
		for i, v := range x {
			want[0][i] = elementary.Exp(v)
			want[2][i], want[3][i], want[4][i] = elementary.ReducedEI(v)
			want[5][i], _ = elementary.LogCDF(v)
		}
		for i, v := range x {
			if round%2 == 1 {
				v = math.Abs(v) + 0x1p-1022
			}
			x[i] = v
		}
		Log(got[1], x)
		for i, v := range x {
			want[1][i] = elementary.Log(v)
		}
		for f, name := range []string{"exp", "log", "h", "Φ", "φ", "ln Φ"} {
			for i, v := range want[f] {
				if g := got[f][i]; math.Float64bits(g) != math.Float64bits(v) && !(math.IsNaN(g) && math.IsNaN(v)) {
					t.Fatalf("%s(%v), the %d-th of %d: %v, want %v", name, x[i], i, n, g, v)
				}
			}
		}
	}
}
