package model

import (
	"math"
)

// Success is the chance that an evaluation succeeds, learned from those that
// did and those that failed: a process of its own on outputs +1 and −1, and
// walls around places that failed more than once,
//
//	P(success at u) = Φ(μ(u)/s)·Π walls
//
// with its mean 1 before any failure. Only its posterior mean counts: untried points are assumed to
// succeed.
type Success struct {
	gp    *GP
	walls walls
}

// The process of success. Its hyperparameters are fixed: failures are too few
// to fit to. One failure at a place leaves a chance of 9 % there.
const (
	successMean     = 1
	successVariance = 1
	successNoise    = 0.5  // a failure may have been bad luck
	successSpread   = 0.25 // s
	successScale    = 0.2  // ℓ, times √d: of the unit cube
)

// newSuccess learns from the failures, the points of d without a value; nil if
// there are none.
func newSuccess(d Data, choices Choices) (*Success, error) {
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
	_, parameters := choices.tied(len(d.X[0]))
	return &Success{g, newWalls(d, parameters)}, nil
}

// Chance is P(success at u).
func (s *Success) Chance(u Unit) float64 { return math.Exp(s.LogWeight(u, nil)) }

// LogWeight is ln P(success at u), with its gradient.
func (s *Success) LogWeight(u Unit, grad []float64) float64 { return s.logWeight(u, grad, false) }

// logWeight adds the gradient to what is there, or writes over it:
//
//	∂ ln Φ(z) = φ(z)/Φ(z)·∂μ/s, z = μ/s, ∂μ = Σ αᵢ ∂kᵢ
//
// One point at a time, so that there is no workspace to lend.
func (s *Success) logWeight(u Unit, grad []float64, add bool) float64 {
	g, in := s.gp, &s.gp.inputs
	mu := g.hyper.Mean
	for i, alpha := range g.alpha {
		r := in.distanceTo(i, u)
		mu += alpha * g.hyper.Variance * ((1 + r) + r*r*(1.0/3)) * math.Exp(-r)
	}
	z := mu / successSpread
	chance := 0.5 * math.Erfc(-z/math.Sqrt2) // |z| stays below 10: the outputs are ±1
	if grad != nil && !add {
		clear(grad)
	}
	w := math.Log(chance) + s.walls.logWeight(u, grad)
	if grad == nil {
		return w
	}
	steep := math.Exp(-0.5*z*z) / math.Sqrt(2*math.Pi) / chance / successSpread
	for i, alpha := range g.alpha {
		r := in.distanceTo(i, u)
		h := -steep * alpha * g.hyper.Variance / 3 * (1 + r) * math.Exp(-r)
		for c, scale := range in.scale {
			grad[c] += h * scale * (u[c]*scale - in.cols[c*in.n+i])
		}
	}
	return w
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
