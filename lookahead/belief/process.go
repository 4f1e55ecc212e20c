package belief

import (
	"math"

	"farsight/internal/linalg"
	"farsight/lookahead/work"
	"farsight/model"
)

// Process is one Gaussian process prepared for trees: inputs scaled by √5/ℓ
// and stored by column. The inner loops take four numbers at a time, so n is
// rounded up to a multiple of four by points without weight: their entries in
// α and K⁻¹ are zero.
type Process struct {
	N, D       int
	A          float64 // output scale
	Noise      float64 // τ²
	Noisy      bool    // what a fantasy is believed to be worth is less than its value
	Mean       float64
	Floor      float64     // least posterior variance
	Scale      []float64   // √5/ℓ
	MinusAlpha []float64   // −α
	Work       *work.Meter // nil: nobody counts

	cols  []float64 // U, d columns of n
	alpha []float64
	inv   *linalg.Matrix // K⁻¹
}

// NewProcess prepares g.
func NewProcess(g *model.GP) *Process {
	f := g.Factor()
	n := (f.N + 3) &^ 3
	p := &Process{
		N: n, D: f.D, A: f.Hyper.Variance, Noise: f.Hyper.Noise, Noisy: g.Noisy(), Mean: f.Hyper.Mean,
		Floor: f.Hyper.MinVariance(), Scale: make([]float64, f.D),
		cols: make([]float64, n*f.D), alpha: make([]float64, n), inv: f.Inverse,
	}
	copy(p.alpha, f.Alpha)
	p.MinusAlpha = make([]float64, n)
	for i, v := range p.alpha {
		p.MinusAlpha[i] = -v
	}
	for c, l := range f.Hyper.Scale {
		p.Scale[c] = math.Sqrt(5) / l
		for i := range f.N {
			p.cols[c*n+i] = f.X[i*f.D+c] * p.Scale[c]
		}
	}
	return p
}

// Lift is by how much one standard normal of a fantasy moves the incumbent at
// its point, whose variance is v and whose value has the standard deviation
// r = √(v + τ²): the value itself, μ + r·z, or where values are noisy what is
// believed there then, μ + (v/r)·z.
func (p *Process) Lift(v, r float64) float64 {
	if p.Noisy {
		return v / r
	}
	return r
}

// Rows writes κ(X, x) of consecutive points x into k and the slopes h into h,
// where with u = x√5/ℓ
//
//	κ = a(1 + r + r²/3)e⁻ʳ, ∂κ/∂u = h·(u − U), h = −(a/3)(1 + r)e⁻ʳ, r = |u − U|
func (p *Process) Rows(k, h []float64, x []float64) {
	linalg.MaternRows(k, h, x, p.cols, p.N, p.Scale, p.A)
}
