package model

import (
	"math"

	"farsight/internal/simd"
)

// Success is the chance that an evaluation succeeds, learned from those that
// did and those that failed: a process of its own on outputs +1 and −1,
//
//	P(success at u) = Φ(μ(u)/s)
//
// with its mean 1 before any failure. Only its posterior mean counts: where
// nothing was tried, nothing speaks against trying.
type Success struct{ gp *GP }

// The process of success. Its hyperparameters are fixed: failures are too few
// to fit to. One failure at a place leaves a chance of 9 % there, two leave
// 0.8 %; a lengthscale away, after two, it is 76 %.
const (
	successMean     = 1
	successVariance = 1
	successNoise    = 0.5  // a failure may have been bad luck
	successSpread   = 0.25 // s
	successScale    = 0.2  // ℓ, times √d: of the unit cube
)

// newSuccess learns from the failures, the points of d without a value; nil if
// there are none.
func newSuccess(d Data) (*Success, error) {
	outputs, failed := make([]float64, len(d.Y)), false
	for i, y := range d.Y {
		outputs[i] = 1
		if math.IsNaN(y) {
			outputs[i], failed = -1, true
		}
	}
	if !failed {
		return nil, nil
	}
	h := Hyper{Mean: successMean, Variance: successVariance, Noise: successNoise, Scale: make([]float64, len(d.X[0]))}
	for i := range h.Scale {
		h.Scale[i] = successScale * math.Sqrt(float64(len(h.Scale)))
	}
	g, err := New(d.X, outputs, h)
	if err != nil {
		return nil, err
	}
	return &Success{g}, nil
}

// Chance is P(success at u).
func (s *Success) Chance(u Unit) float64 { return math.Exp(s.LogWeight(u, nil)) }

// LogWeight is ln P(success at u), with its gradient.
func (s *Success) LogWeight(u Unit, grad []float64) float64 { return s.logWeight(u, grad, false) }

// logWeight adds the gradient to what is there, or writes over it:
//
//	∂ ln Φ(t) = φ(t)/Φ(t)·∂μ/s, t = μ/s, ∂μ = Σ αᵢ ∂kᵢ
//
// One point at a time, so that there is no workspace to lend.
func (s *Success) logWeight(u Unit, grad []float64, add bool) float64 {
	g, in := s.gp, &s.gp.inputs
	mu := g.hyper.Mean
	for i, alpha := range g.alpha {
		mu += alpha * in.kernelTo(i, u, g.hyper.Variance)
	}
	t := mu / successSpread
	chance := 0.5 * math.Erfc(-t/math.Sqrt2) // |t| stays below 10: the outputs are ±1
	if grad == nil {
		return math.Log(chance)
	}
	steep := math.Exp(-0.5*t*t) / math.Sqrt(2*math.Pi) / chance / successSpread
	if !add {
		clear(grad)
	}
	for i, alpha := range g.alpha {
		h := steep * alpha * in.slopeTo(i, u, g.hyper.Variance)
		for c, scale := range in.scale {
			grad[c] += h * scale * (u[c]*scale - in.cols[c*in.n+i])
		}
	}
	return math.Log(chance)
}

// distanceTo is r = ‖u − uᵢ‖ of the i-th point, in lengthscales times √5.
func (in *inputs) distanceTo(i int, x Unit) float64 {
	q := 0.0
	for c, s := range in.scale {
		t := x[c]*s - in.cols[c*in.n+i]
		q += t * t
	}
	return math.Sqrt(q)
}

// kernelTo is k(xᵢ, x) = a(1 + r + r²/3)e⁻ʳ.
func (in *inputs) kernelTo(i int, x Unit, a float64) float64 {
	r := in.distanceTo(i, x)
	return a * ((1 + r) + r*r*(1.0/3)) * simd.ExpNeg(r)
}

// slopeTo is h of ∂k/∂u = h·(u − uᵢ), −(a/3)(1 + r)e⁻ʳ.
func (in *inputs) slopeTo(i int, x Unit, a float64) float64 {
	r := in.distanceTo(i, x)
	return -a / 3 * (1 + r) * simd.ExpNeg(r)
}
