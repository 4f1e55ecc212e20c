package scenarios

import (
	"math"
	"slices"

	"farsight/model"
)

// mostGrid is the size up to which a grid is looked through for points that have
// not been evaluated.
const mostGrid = 100_000

// GridLeft reports whether a point can be evaluated that is none of some: there is
// always one, unless all parameters have grids.
func (p *Problem) GridLeft(done func(yield func(x Point) bool)) bool {
	sizes, size := make([]int, len(p.Parameters)), 1
	for i, par := range p.Parameters {
		sizes[i] = par.Values()
		if sizes[i] == 0 || size > mostGrid/sizes[i] {
			return true
		}
		size *= sizes[i]
	}
	known := make([]bool, size)
	for x := range done {
		at := 0
		for i, par := range p.Parameters {
			at = at*sizes[i] + par.GridIndex(x[i])
		}
		known[at] = true
	}
	x := make(Point, len(sizes))
	for at := range size {
		if known[at] {
			continue
		}
		rest := at
		for i := len(sizes) - 1; i >= 0; i-- {
			x[i] = p.Parameters[i].GridValue(rest % sizes[i])
			rest /= sizes[i]
		}
		if p.CheckPoint(x) == nil {
			return true
		}
	}
	return false
}

// GridWithout is a weight on a problem all of whose parameters have grids: nothing where
// the nearest point of the grid is one of those that are known, elsewhere another weight,
// nil for 1. It returns that weight itself if a parameter has no grid, or nothing is known.
func (p *Problem) GridWithout(known []Point, weight model.Weight) model.Weight {
	if len(known) == 0 || slices.ContainsFunc(p.Parameters, func(par Parameter) bool { return par.Values() == 0 }) {
		return weight
	}
	return gridWithout{p, known, weight}
}

type gridWithout struct {
	problem *Problem
	known   []Point
	weight  model.Weight
}

var _ model.Region = gridWithout{}

func (w gridWithout) isKnown(x Point) bool {
	return slices.ContainsFunc(w.known, func(k Point) bool { return slices.Equal(k, x) })
}

// LogWeight is −Inf at known points, else that of the weight.
func (w gridWithout) LogWeight(u model.Unit, grad []float64) float64 {
	var scratch [pointScratch]float64
	switch {
	case w.isKnown(appendPoint(scratch[:0], w.problem.Parameters, u)):
		clear(grad)
		return math.Inf(-1)
	case w.weight != nil:
		return w.weight.LogWeight(u, grad)
	}
	clear(grad)
	return 0
}

// Allows reports whether the weight allows u and its value is not known.
func (w gridWithout) Allows(u model.Unit) bool {
	var scratch [pointScratch]float64
	return w.insideAllows(u) && !w.isKnown(appendPoint(scratch[:0], w.problem.Parameters, u))
}

func (w gridWithout) insideAllows(u model.Unit) bool {
	r, ok := w.weight.(model.Region)
	return !ok || r.Allows(u)
}

// Move goes to where the weight allows, and from a known point to the next one along a
// parameter that is not. If there is none u stays, where it is worth nothing.
func (w gridWithout) Move(u model.Unit) {
	if r, ok := w.weight.(model.Region); ok && !r.Allows(u) {
		r.Move(u)
	}
	x := w.problem.FromUnit(u)
	if !w.isKnown(x) {
		return
	}
	for away, some := 1, true; some; away++ {
		some = false
		for i, par := range w.problem.Parameters {
			at := par.GridIndex(x[i])
			for _, to := range [...]int{at - away, at + away} {
				if to < 0 || to >= par.Values() {
					continue
				}
				some = true
				y := slices.Clone(x)
				y[i] = par.GridValue(to)
				if v := w.problem.ToUnit(y); !w.isKnown(y) && w.insideAllows(v) {
					copy(u, v)
					return
				}
			}
		}
	}
}
