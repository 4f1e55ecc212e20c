package lookahead

import (
	"math"

	"farsight/internal/simd"
	"farsight/lookahead/work"
	"farsight/model"
)

// process is one Gaussian process prepared for trees: inputs scaled by √5/ℓ
// and stored by column. The inner loops take four numbers at a time, so n is
// rounded up to a multiple of four by points without weight: their entries in
// α and K⁻¹ are zero.
type process struct {
	n, d       int
	a          float64 // output scale
	noise      float64 // τ²
	noisy      bool    // what a fantasy is believed to be worth is less than its value
	mean       float64
	floor      float64   // least posterior variance
	scale      []float64 // √5/ℓ
	cols       []float64 // U, d columns of n
	alpha      []float64
	minusAlpha []float64
	inv        *simd.Matrix // K⁻¹
	work       *work.Meter  // nil: nobody counts
}

func newProcess(g *model.GP) *process {
	f := g.Factor()
	n := (f.N + 3) &^ 3
	p := &process{
		n: n, d: f.D, a: f.Hyper.Variance, noise: f.Hyper.Noise, noisy: g.Noisy(), mean: f.Hyper.Mean,
		floor: f.Hyper.MinVariance(), scale: make([]float64, f.D),
		cols: make([]float64, n*f.D), alpha: make([]float64, n), inv: simd.NewMatrix(f.Inverse, f.N, n),
	}
	copy(p.alpha, f.Alpha)
	p.minusAlpha = make([]float64, n)
	for i, v := range p.alpha {
		p.minusAlpha[i] = -v
	}
	for c, l := range f.Hyper.Scale {
		p.scale[c] = math.Sqrt(5) / l
		for i := range f.N {
			p.cols[c*n+i] = f.X[i*f.D+c] * p.scale[c]
		}
	}
	return p
}

// count has the work with the processes added up.
func (e *Evaluator) count(work *work.Meter) {
	e.f.work = work
	if e.c != nil {
		e.c.work = work
	}
}

// lift is by how much one standard normal of a fantasy moves the incumbent at
// its point, whose variance is v and whose value has the standard deviation
// r = √(v + τ²): the value itself, μ + r·z, or where values are noisy what is
// believed there then, μ + (v/r)·z.
func (p *process) lift(v, r float64) float64 {
	if p.noisy {
		return v / r
	}
	return r
}

// rows writes κ(X, x) of consecutive points x into k and the slopes h into h,
// where with u = x√5/ℓ
//
//	κ = a(1 + r + r²/3)e⁻ʳ, ∂κ/∂u = h·(u − U), h = −(a/3)(1 + r)e⁻ʳ, r = |u − U|
func (p *process) rows(k, h []float64, x []float64) {
	simd.MaternRows(k, h, x, p.cols, p.n, p.scale, p.a)
}

// solve writes w = K⁻¹k for m consecutive rows of length n.
func (p *process) solve(w, k []float64, m int) {
	p.work.Count(m, p.n)
	p.inv.Multiply(w, k, m)
}
