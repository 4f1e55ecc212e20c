package sobol

import (
	"math"
	"testing"
)

// ∫₀¹ xᵏ dx = 1/(k+1) for every k to 2n − 1, and at degree 2n the rule first falls
// short, by n!⁴/((2n+1)·(2n)!²).
func TestGaussLegendreMoments(t *testing.T) {
	t.Parallel()
	if x, w := GaussLegendre(2, 2, 5); math.Abs(w[0]*x[0]*x[0]+w[1]*x[1]*x[1]-39) > 1e-12 {
		t.Errorf("the integral of x² from 2 to 5 is not 39 by %v, %v", x, w)
	}
	short := 1.0 / 3 / 4 // n!⁴/((2n+1)·(2n)!²) at n = 1
	for n := 1; n <= 100; n++ {
		x, w := GaussLegendre(n, 0, 1)
		moment := func(k int) (sum float64) {
			for i := range x {
				sum += w[i] * math.Pow(x[i], float64(k))
			}
			return sum
		}
		for k := range 2 * n {
			if got, want := moment(k), 1/float64(k+1); math.Abs(got-want) > 1e-13*want {
				t.Errorf("n = %d: degree %d gives %.17g, want %.17g", n, k, got, want)
			}
		}
		if got := 1/float64(2*n+1) - moment(2*n); math.Abs(got-short) > 1e-6*short+1e-15 {
			t.Errorf("n = %d: degree %d falls short by %g, want %g", n, 2*n, got, short)
		}
		m := float64(n + 1) // on to the next n: (n+1)⁴/((2n+1)(2n+2))², and (2n+1)/(2n+3)
		short *= m * m * m * m / math.Pow((2*m-1)*2*m, 2) * (2*m - 1) / (2*m + 1)
	}
}
