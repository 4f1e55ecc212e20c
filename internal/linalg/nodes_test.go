package linalg

import (
	"math"
	"testing"
)

// Over a chain of nodes the factor is that of Cholesky, and its adjoint meets differences by every covariance.
func TestFactor(t *testing.T) {
	t.Parallel()
	const n, noise, step = 4, 0.1, 1e-6
	c := [n][n]float64{{2}, {0.5, 1.5}, {0.3, 0.7, 1.8}, {-0.4, 0.6, 0.2, 1.1}}
	last := n - 1
	chain := func() (f *Factor, value float64) {
		var v [13][]float64
		for i := range v {
			v[i] = make([]float64, n*n)
		}
		f = &Factor{
			Nodes: n, Anc: make([]int, n*n), Z: v[0], Cov: v[1], R: v[2], Mu: v[3], V: v[4], Sd: v[5], RR: v[6], Floor: 1e-9, Noise: noise,
			MuBar: v[7], SdBar: v[8], RRBar: v[9], VBar: v[10], RBar: v[11], CBar: v[12],
		}
		for k := range n {
			f.V[k] = c[k][k]
			for j := range k {
				f.Anc[j*n+k], f.Z[j*n+k], f.Cov[j*n+k] = j, 0.4-0.7*float64(j), c[k][j]
			}
			f.See(k, k+1, k)
		}
		return f, f.Mu[last] + 2*f.Sd[last] + 3*f.RR[last]
	}
	f, _ := chain()
	r := func(k, j int) float64 {
		if k == j {
			return f.RR[k]
		}
		return f.R[j*n+k]
	}
	f.MuBar[last], f.SdBar[last], f.RRBar[last] = 1, 2, 3
	for k := last; k >= 0; k-- {
		f.Back(k, k+1, k)
		f.Owe(k, k+1, k)
		if k > 0 {
			f.Parent(k, k-1)
		}
	}
	for k := range n {
		for j := range k + 1 {
			product, grad := 0.0, f.CBar[j*n+k]
			for i := range j + 1 {
				product += r(k, i) * r(j, i)
			}
			if k == j {
				product, grad = product-noise, f.VBar[k]/-2
			}
			was := c[k][j]
			c[k][j] = was + step
			_, up := chain()
			c[k][j] = was - step
			_, down := chain()
			c[k][j] = was
			if d := (up - down) / (2 * step); math.Abs(product-was) > 1e-12 || math.Abs(d-grad) > 1e-7 {
				t.Errorf("covariance %d, %d: %v, want %v; adjoint %v, by differences %v", k, j, product, was, grad, d)
			}
		}
	}
}
