package sobol

import (
	"math"
	"slices"
	"testing"
)

// E[Zᵏ] is 0 for odd k and (k−1)!! for even k; the rule has every one of them to
// degree 2n − 1, and at degree 2n first falls short, by n!.
func TestGaussHermiteMoments(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 64; n++ {
		z, w := GaussHermite(n)
		moment := func(k int) float64 {
			sum := 0.0
			for i := range z { // mirrored nodes together, so that odd moments cancel
				a, b := w[i]*math.Pow(z[i], float64(k)), w[n-1-i]*math.Pow(z[n-1-i], float64(k))
				sum += 0.5 * (float64(a) + float64(b)) // rounded: no fused multiply-add
			}
			return sum
		}
		want := 1.0
		for k := 0; k <= 2*n-1; k++ {
			if k%2 == 1 {
				if got := moment(k); got != 0 {
					t.Errorf("n = %d: E[Z^%d] = %g, want 0", n, k, got)
				}
				continue
			}
			if k > 0 {
				want *= float64(k - 1)
			}
			if got := moment(k); math.Abs(got-want) > 2e-13*want {
				t.Errorf("n = %d: E[Z^%d] = %g, want %g, off by %.1e", n, k, got, want, got/want-1)
			}
		}
		want *= float64(2*n - 1) // E[Z²ⁿ]
		factorial := math.Gamma(float64(n + 1))
		if got := moment(2 * n); math.Abs(want-factorial-got) > 1e-12*want {
			t.Errorf("n = %d: degree %d gives %g, want %g", n, 2*n, got, want-factorial)
		}
	}
}

// E[exp(aZ)] = exp(a²/2), and the outermost weight of an odd rule, where
// gonum's table is wrong in the tenth digit: 1/(21·he₂₀²) at the largest root of
// he₂₁, with 60 digits in mpmath 1.3.0.
func TestGaussHermiteAgainstKnownValues(t *testing.T) {
	t.Parallel()
	z, w := GaussHermite(21)
	sum := 0.0
	for i := range z {
		sum += w[i] * math.Exp(z[i])
	}
	if math.Abs(sum-math.Exp(0.5)) > 1e-15*2 {
		t.Errorf("E[exp Z] = %.17g, want %.17g", sum, math.Exp(0.5))
	}
	const node, weight = 7.849382895113821993, 2.0989912195656767434e-14
	if math.Abs(z[20]-node) > 5e-16*node || math.Abs(w[20]-weight) > 5e-14*weight {
		t.Errorf("last of 21: (%.17g, %.17g), want (%.17g, %.17g)", z[20], w[20], node, weight)
	}
}

func TestGaussHermitePanicsOutOfRange(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, MaxHermite + 1} {
		mustPanic(t, func() { GaussHermite(n) })
	}
}

func TestGaussHermiteIsSymmetricAscendingAndSumsToOne(t *testing.T) {
	t.Parallel()
	for n := 1; n <= MaxHermite; n++ {
		z, w := GaussHermite(n)
		if len(z) != n || len(w) != n || !slices.IsSorted(z) {
			t.Fatalf("n = %d: %d nodes %v and %d weights", n, len(z), z, len(w))
		}
		sum := 0.0
		for i := range z {
			if j := n - 1 - i; z[i] != -z[j] || w[i] != w[j] || !(w[i] > 0) {
				t.Errorf("n = %d: node %d is (%g, %g), its mirror (%g, %g)", n, i, z[i], w[i], z[j], w[j])
			}
			// What Newton's method would still change: each node is a root.
			h, below := hermite(n, z[i])
			if step := h / (math.Sqrt(float64(n)) * below); math.Abs(step) > 5e-16*max(1, math.Abs(z[i])) {
				t.Errorf("n = %d: node %d, %g, is %.1e from a root", n, i, z[i], step)
			}
			if i > 0 && z[i] == z[i-1] {
				t.Errorf("n = %d: node %g twice", n, z[i])
			}
			sum += w[i]
		}
		if math.Abs(sum-1) > 1e-15 {
			t.Errorf("n = %d: weights sum to 1 + %g", n, sum-1)
		}
		if n%2 == 1 && math.Float64bits(z[n/2]) != 0 {
			t.Errorf("n = %d: middle node %g", n, z[n/2])
		}
	}
}
