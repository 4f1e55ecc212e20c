package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// kernel is the Matérn-5/2 kernel of variance a and its slope, by the formula.
func kernel(q, a float64) (k, h float64) {
	r := math.Min(math.Sqrt(q), farthest)
	return a * (1 + r + r*r/3) * math.Exp(-r), -a / 3 * (1 + r) * math.Exp(-r)
}

// Against the formula with the standard library's exponential, at every length.
func TestMatern(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 4000 {
		n := i % 19
		k, h, q := make([]float64, n), make([]float64, n), make([]float64, n)
		for j := range k {
			r := 750 * math.Pow(rng.Float64(), 4) * float64(i%7)
			k[j], q[j] = r*r, r*r
		}
		Matern(k, h, 2)
		for j := range k {
			wantK, wantH := kernel(q[j], 2)
			if math.Abs(k[j]-wantK) > 3e-15*wantK || math.Abs(h[j]-wantH) > -3e-15*wantH {
				t.Fatalf("at r = %v: kernel %v, slope %v, want %v and %v", math.Sqrt(q[j]), k[j], h[j], wantK, wantH)
			}
		}
	}
}

// A kernel that met a NaN must not hide it.
func TestNaNStays(t *testing.T) {
	t.Parallel()
	k, h := make([]float64, 9), make([]float64, 9)
	for i := range k {
		k[i] = math.NaN()
	}
	Matern(k, h, 1)
	for i := range k {
		if !math.IsNaN(k[i]) || !math.IsNaN(h[i]) {
			t.Fatalf("entry %d: kernel %v, slope %v", i, k[i], h[i])
		}
	}
}

// Kernels of whole rows, of candidates and of pairs are those of their distances.
func TestDistances(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 41 {
		for d := 1; d <= 4; d++ {
			const rows, from = 3, 2
			stride := n + from
			x, cols, scale := make([]float64, rows*d), make([]float64, d*stride), make([]float64, d)
			for _, v := range [][]float64{x, cols, scale} {
				for i := range v {
					v[i] = 2 * rng.Float64()
				}
			}
			at := make([]int, n)
			k, h, pair, slope := make([]float64, rows*n), make([]float64, rows*n), make([]float64, n), make([]float64, n)
			var wantK, wantH, wantPair, wantSlope, wantCov []float64
			own := make([]float64, 0, d*n) // scaled, without those before from
			for c, s := range scale {
				for i := range n {
					own = append(own, cols[c*stride+from+i]*s)
				}
			}
			for r := range rows {
				for i := range n {
					q := 0.0
					for c, s := range scale {
						q += math.Pow(x[r*d+c]*s-own[c*n+i], 2)
					}
					a, b := kernel(q, 1.7)
					wantK, wantH = append(wantK, a), append(wantH, b)
				}
			}
			for i := range at {
				at[i] = rng.IntN(stride)
				q, p := 0.0, 0.0
				for c, s := range scale {
					q += math.Pow((cols[c*stride+from+i]-cols[c*stride+at[i]])*s, 2)
					p += math.Pow((x[c]-cols[c*stride+i])*s, 2)
				}
				a, b := kernel(q, 1.7)
				wantPair, wantSlope = append(wantPair, a), append(wantSlope, b)
				a, _ = kernel(p, 1.7)
				wantCov = append(wantCov, a)
			}
			MaternRows(k, h, x, own, n, scale, 1.7)
			equal(t, "MaternRows", k, wantK, 1e-14)
			equal(t, "the slopes of MaternRows", h, wantH, 1e-14)
			Pairs(pair, slope, at, from, cols, stride, scale, 1.7)
			equal(t, "Pairs", pair, wantPair, 1e-14)
			equal(t, "the slopes of Pairs", slope, wantSlope, 1e-14)
			Covariances(pair, x, cols, stride, scale, 1.7)
			equal(t, "Covariances", pair, wantCov, 1e-14)
		}
	}
}
