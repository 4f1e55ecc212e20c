package acquisition

import (
	"math"

	"farsight/model"
)

// Function turns the moments at a point into a score to maximise.
type Function interface {
	Name() string
	// Eval returns the score, which increases with the acquisition value and is its logarithm where that can underflow,
	// and its partial derivatives with respect to the moments. A score of −Inf says worthless here, without a slope.
	// The point's weight multiplies the value: a function that leaves ∂score/∂LnW at 0 gets it added to its score.
	Eval(m model.Moments) (score float64, d model.Moments)
	// Value is the acquisition value itself, as shown: EI, EI per cost, Q₁, …
	Value(m model.Moments) float64
	// Traits is part of the interface, not a second one to look for, so that no function around another can hide it.
	Traits() Traits
}

// Traits are the properties of a function that a search needs in addition to its scores; the zero value is
// a logarithm of something smooth that depends on the cost.
type Traits struct {
	Unit        float64 // 0: the score is a logarithm; else it is the value itself, and this much of it matters
	IgnoresCost bool    // the moments of the cost do not matter
	Edge        *Edge   // the step in it where costs are known; nil: none
}

// unit is what differences of scores are measured in.
func (t Traits) unit() float64 {
	if t.Unit > 0 {
		return t.Unit
	}
	return 1
}

// Workspace is what evaluating a function needs beside the model; the zero value is ready, one per worker.
type Workspace struct {
	model model.Workspace
	grad  model.MomentsGrad
}

// Score returns r's score at x; NaN counts as worthless.
func Score(p *model.Pair, r Function, ws *Workspace, x model.Unit) float64 {
	return scoreOf(r, p.Moments(&ws.model, x))
}

// scoreOf is r's score of moments; NaN counts as worthless.
func scoreOf(r Function, m model.Moments) float64 {
	score, _ := eval(r, m)
	return worth(score)
}

// worth is a score; NaN counts as worthless.
func worth(score float64) float64 {
	if math.IsNaN(score) {
		return math.Inf(-1)
	}
	return score
}

// Gradient returns r's score at x and writes its gradient in x to grad: Σ ∂score/∂moment · ∇moment over the
// moments. It does not allocate once ws has seen the dimension.
func Gradient(p *model.Pair, r Function, ws *Workspace, x model.Unit, grad []float64) (score float64) {
	if len(ws.grad.MuF) != len(x) {
		ws.grad = model.NewMomentsGrad(len(x))
	}
	g := &ws.grad
	score, d := eval(r, p.MomentsGrad(&ws.model, x, g))
	if math.IsNaN(score) || math.IsInf(score, -1) {
		clear(grad)
		return math.Inf(-1)
	}
	for j := range grad {
		grad[j] = d.MuF*g.MuF[j] + d.SdF*g.SdF[j] + d.MuC*g.MuC[j] + d.SdC*g.SdC[j]
	}
	if p.Weight != nil {
		for j := range grad {
			grad[j] += d.LnW * g.LnW[j]
		}
	}
	if p.Moves() {
		for j := range grad {
			grad[j] += d.Way * g.Way[j]
		}
	}
	if p.Link != nil {
		for j := range grad {
			grad[j] += d.Cov * g.Cov[j]
		}
	}
	return score
}

// eval is r.Eval times the weight, also for functions that ignore weights.
func eval(r Function, m model.Moments) (score float64, d model.Moments) {
	score, d = r.Eval(m)
	if m.LnW != 0 && d.LnW == 0 {
		d.LnW = r.Traits().unit()
		score += d.LnW * m.LnW
	}
	return score, d
}

// value is r.Value times the weight, also for functions that ignore weights.
func value(r Function, m model.Moments) float64 {
	v := r.Value(m)
	if m.LnW == 0 {
		return v
	}
	if _, d := r.Eval(m); d.LnW != 0 {
		return v
	}
	if t := r.Traits(); t.Unit > 0 {
		return v + t.Unit*m.LnW
	}
	return v * math.Exp(m.LnW)
}

// Curve writes the values of r at xs to dst, for charts, and returns it; dst is grown if it is too short.
func Curve(dst []float64, p *model.Pair, r Function, xs []model.Unit) []float64 {
	if cap(dst) < len(xs) {
		dst = make([]float64, len(xs))
	}
	dst = dst[:len(xs)]
	for i, m := range p.MomentsEach(xs) {
		dst[i] = value(r, m)
	}
	return dst
}
