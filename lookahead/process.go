package lookahead

import (
	"math"

	"farsight/model"
)

// process is one Gaussian process prepared for trees: inputs scaled by √5/ℓ
// and stored by column, so that the inner loops are plain.
type process struct {
	n, d  int
	a     float64 // output scale
	noise float64 // τ²
	mean  float64
	floor float64   // least posterior variance
	scale []float64 // √5/ℓ
	cols  []float64 // U, d columns of n
	alpha []float64
	inv   []float64 // K⁻¹
}

func newProcess(g *model.GP) *process {
	f := g.Factor()
	p := &process{
		n: f.N, d: f.D, a: f.Hyper.Variance, noise: f.Hyper.Noise, mean: f.Hyper.Mean,
		floor: f.Hyper.MinVariance(), scale: make([]float64, f.D),
		cols: make([]float64, f.N*f.D), alpha: f.Alpha, inv: f.Inverse,
	}
	for c, l := range f.Hyper.Scale {
		p.scale[c] = math.Sqrt(5) / l
		for i := range f.N {
			p.cols[c*f.N+i] = f.X[i*f.D+c] * p.scale[c]
		}
	}
	return p
}

// rows writes κ(X, x) into k and the slopes h into h, where with u = x√5/ℓ
//
//	κ = a(1 + r + r²/3)e⁻ʳ, ∂κ/∂u = h·(u − U), h = −(a/3)(1 + r)e⁻ʳ, r = |u − U|
func (p *process) rows(k, h []float64, x []float64) {
	n := p.n
	k, h = k[:n], h[:n]
	for c, s := range p.scale {
		u := x[c] * s
		col := p.cols[c*n : c*n+n]
		if c == 0 {
			for i, v := range col {
				t := u - v
				k[i] = t * t
			}
			continue
		}
		for i, v := range col {
			t := u - v
			k[i] += t * t
		}
	}
	matern(k, h, p.a)
}

// pair is κ and its slope h between two points.
func (p *process) pair(x, y []float64) (k, h float64) {
	q := 0.0
	for c, s := range p.scale {
		t := (x[c] - y[c]) * s
		q += t * t
	}
	r := math.Sqrt(q)
	e := expNeg(r)
	return p.a * (1 + r + q/3) * e, -p.a / 3 * (1 + r) * e
}

// solve writes w = K⁻¹k for m consecutive rows of length n: a product with a
// symmetric matrix, two rows by four columns at a time so that the
// accumulators stay in registers.
func (p *process) solve(w, k []float64, m int) {
	n := p.n
	i := 0
	for ; i+1 < m; i += 2 {
		a, b := k[i*n:i*n+n], k[(i+1)*n:(i+1)*n+n]
		wa, wb := w[i*n:i*n+n], w[(i+1)*n:(i+1)*n+n]
		b = b[:len(a)]
		j := 0
		for ; j+3 < n; j += 4 {
			r0 := p.inv[j*n : j*n+n][:len(a)]
			r1 := p.inv[(j+1)*n : (j+1)*n+n][:len(a)]
			r2 := p.inv[(j+2)*n : (j+2)*n+n][:len(a)]
			r3 := p.inv[(j+3)*n : (j+3)*n+n][:len(a)]
			var a0, a1, a2, a3, b0, b1, b2, b3 float64
			for t, va := range a {
				vb := b[t]
				a0 += va * r0[t]
				b0 += vb * r0[t]
				a1 += va * r1[t]
				b1 += vb * r1[t]
				a2 += va * r2[t]
				b2 += vb * r2[t]
				a3 += va * r3[t]
				b3 += vb * r3[t]
			}
			wa[j], wa[j+1], wa[j+2], wa[j+3] = a0, a1, a2, a3
			wb[j], wb[j+1], wb[j+2], wb[j+3] = b0, b1, b2, b3
		}
		for ; j < n; j++ {
			r := p.inv[j*n : j*n+n]
			wa[j], wb[j] = dot(a, r), dot(b, r)
		}
	}
	if i < m {
		a, wa := k[i*n:i*n+n], w[i*n:i*n+n]
		for j := range wa {
			wa[j] = dot(a, p.inv[j*n:j*n+n])
		}
	}
}

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1 float64
	i := 0
	for ; i+1 < len(a); i += 2 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
	}
	if i < len(a) {
		s0 += a[i] * b[i]
	}
	return s0 + s1
}

// axpy adds c·x to dst.
func axpy(dst []float64, c float64, x []float64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] += c * x[i]
	}
}
