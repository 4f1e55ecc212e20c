package lookahead

import (
	"context"
	"math"

	"farsight/internal/lbfgsb"
)

// polisher improves all points of a tree together by L-BFGS-B, in variables
// x·√w with w the node's probability: the Hessian of a node scales with its
// probability, so this change of variables makes the first step a good one.
type polisher struct {
	e            *Evaluator
	min          *lbfgsb.Minimizer
	scale        []float64 // √w per coordinate
	v, grad      []float64
	lower, upper []float64
	x            []float64
	offset       float64 // added to the value: tolerances are shares of what is brought, not of what is left of it
	fn           lbfgsb.Func
}

// newPolisher scales by the nodes' probabilities if asked to; a root that is
// not nil stays where it is.
func newPolisher(e *Evaluator, root []float64, scaled bool, r *scratch) *polisher {
	n := e.Nodes() * e.d
	p := &polisher{e: e, min: r.Minimizer()}
	for _, s := range []*[]float64{&p.scale, &p.v, &p.grad, &p.lower, &p.upper, &p.x} {
		*s = make([]float64, n)
	}
	for k := range e.Nodes() {
		// A fantasy of weight 0 must not freeze or explode its subtree.
		w := 1.0
		if scaled {
			w = math.Sqrt(math.Max(e.Weight(k), 1e-12))
		}
		for c := range e.d {
			p.scale[k*e.d+c], p.upper[k*e.d+c] = w, w
		}
	}
	p.hold(root)
	p.fn = p.negative
	return p
}

func (p *polisher) negative(v, grad []float64) float64 {
	x, v, grad := p.x[:len(p.scale)], v[:len(p.scale)], grad[:len(p.scale)]
	for i, w := range p.scale {
		x[i] = min(1, v[i]/w)
	}
	value := p.e.Value(x, grad)
	for i, w := range p.scale {
		grad[i] = -grad[i] / w
	}
	return -value - p.offset
}

// hold keeps the root at a point from now on.
func (p *polisher) hold(root []float64) {
	for c, v := range root {
		p.lower[c], p.upper[c] = v, v // the root's weight is 1
	}
}

// improve moves x, worth value, uphill for at most the given number of
// iterations and returns what it is worth then: never less.
func (p *polisher) improve(ctx context.Context, x []float64, value float64, iterations int, tolerance float64) float64 {
	for i, w := range p.scale {
		p.v[i] = x[i] * w
	}
	for k := 0; k < len(x) && len(p.e.root.Pair.Choices) > 0; k += p.e.d {
		p.e.root.Pair.Choices.Hold(p.v[k:], p.lower[k:], p.upper[k:])
	}
	if p.offset = 0; p.e.lambda > 0 {
		p.e.Value(x, nil)
		_, spending := p.e.account()
		p.offset = p.e.lambda * spending
	}
	r, err := p.min.Minimize(ctx, p.v, p.lower, p.upper, p.fn, lbfgsb.Settings{
		MaxIterations: iterations, FunctionTolerance: tolerance, GradientTolerance: 1e-6,
	})
	// Cancelled before the first evaluation, F is NaN.
	if err != nil || !(-r.F-p.offset >= value) {
		return value
	}
	for i, w := range p.scale {
		x[i] = math.Min(1, p.v[i]/w)
	}
	p.e.snap(x) // up to rounding it is there
	return -r.F - p.offset
}

// snap moves every point of a tree to the corner it is nearest to.
func (e *Evaluator) snap(x []float64) {
	for k := 0; k < len(x) && len(e.root.Pair.Choices) > 0; k += e.d {
		e.root.Pair.Choices.Snap(x[k:])
	}
}
