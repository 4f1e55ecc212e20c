package simd

import (
	"math/rand/v2"
	"testing"
)

// The assembly and the Go code give the same bits, at every length.
func TestPairsAssemblyIsTheGoCode(t *testing.T) {
	t.Parallel()
	if !vectors {
		t.Skip("no AVX2 here: there is only the Go code")
	}
	pairsAssemblyIsTheGoCode(t)
}

func pairsAssemblyIsTheGoCode(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 67 {
		for d := 1; d <= 4; d++ {
			x, cols, scale := random(rng, d), random(rng, d*(n+3)), random(rng, d)
			got, want := make([]float64, n), make([]float64, n)
			Covariances(got, x, cols, n+3, scale, 1.7)
			covariances(want, 0, x, cols, n+3, scale, 1.7)
			same(t, "Covariances", n, got, want)
		}
		for d := 1; d <= 4; d++ {
			const from, more = 2, 5
			stride := n + from + more
			cols, scale, at := random(rng, d*stride), random(rng, d), make([]int, n)
			k, h := make([]float64, n), make([]float64, n)
			wantK, wantH := make([]float64, n), make([]float64, n)
			for i := range at {
				at[i] = rng.IntN(stride)
				q := 0.0
				for c, s := range scale {
					t := (cols[c*stride+from+i] - cols[c*stride+at[i]]) * s
					q += float64(t * t)
				}
				wantK[i], wantH[i] = Pair(q, 1.7)
			}
			Pairs(k, h, at, from, cols, stride, scale, 1.7)
			same(t, "Pairs", n, k, wantK)
			same(t, "the slopes of Pairs", n, h, wantH)
		}
		for width := 0; width <= 44; width += 4 {
			x, m, got := random(rng, width), random(rng, n*width), random(rng, n)
			want := append([]float64{}, got...)
			SubtractDots(got, x, m)
			for i := range want {
				want[i] -= dot(x, m[i*width:(i+1)*width])
			}
			same(t, "SubtractDots", n, got, want)
			b := random(rng, n*width)
			SubtractRowDots(got, m, b, width)
			for i := range want {
				want[i] -= dot(m[i*width:(i+1)*width], b[i*width:(i+1)*width])
			}
			same(t, "SubtractRowDots", n, got, want)
			at := make([]int, n)
			for i := range at {
				at[i] = rng.IntN(n)
				want[i] -= dot(b[at[i]*width:(at[i]+1)*width], m[i*width:(i+1)*width])
			}
			SubtractDotsAt(got, b, at, m, width)
			same(t, "SubtractDotsAt", n, got, want)
		}
		for d := 1; d <= 4; d++ {
			rows, n := 1+n%7, 4*(n%13)
			x, cols, scale := random(rng, rows*d), random(rng, d*n), random(rng, d)
			k, h := make([]float64, rows*n), make([]float64, rows*n)
			MaternRows(k, h, x, cols, n, scale, 1.7)
			for r := range rows {
				wantK, wantH := make([]float64, n), make([]float64, n)
				for c := range d {
					addSquares(wantK, x[r*d+c]*scale[c], cols[c*n:c*n+n])
				}
				matern(wantK, wantH, 1.7)
				same(t, "MaternRows", n, k[r*n:r*n+n], wantK)
				same(t, "the slopes of MaternRows", n, h[r*n:r*n+n], wantH)
			}
		}
	}
}
