package scenarios

import (
	"cmp"
	"context"
	"math"
	"slices"

	"farsight/internal/lbfgsb"
	"farsight/internal/sobol"
	"farsight/model"
)

// BestKnown is the best value a regret can be measured against: what the
// problem says of its optimum, or else the best of a table's surrogate or of a
// drawn function, which is searched for at the first call unless the problem
// file holds it. It is nil where nothing is known.
func (p *Problem) BestKnown() (*Optimum, error) {
	if p.Optimum != nil {
		return p.Optimum, nil
	}
	var o Optimum
	var err error
	switch s := p.Source.(type) {
	case *Table:
		o, err = s.best()
	case *Draw:
		o, err = s.best()
	default:
		return nil, nil
	}
	return &o, err
}

// Effort of the search for the best of a smooth function.
const (
	bestScreened = 1024 // Sobol points looked at besides the given ones
	bestPolished = 12   // of all points, the best so many are polished
	bestSeed     = 1
	finestStep   = 1.0 / (1 << 18) // of the unit cube
)

// findBest maximises the surrogate of the value over the points that can be
// evaluated, from the rows.
func (t *Table) findBest() (Optimum, error) {
	if t.Fit != nil && !t.Stale {
		return t.Fit.Optimum, nil
	}
	s, err := t.fit()
	if err != nil {
		return Optimum{}, err
	}
	var ws model.Workspace
	at := func(u []float64) float64 {
		v, _ := s.value.predict(&ws, u)
		return v
	}
	var slope func(u, grad []float64) float64
	if g, ok := s.value.(process); ok {
		dvar := make([]float64, len(t.parameters))
		slope = func(u, grad []float64) float64 {
			v, _ := g.PredictGrad(&ws, u, grad, dvar)
			return v
		}
	}
	rows, _, _ := t.columns()
	best := highest(t.parameters, rows, at, slope)
	return Optimum{Value: t.sign * best.value, X: best.x}, nil
}

// highest maximises a function of the unit cube over the points that can be
// evaluated. The best of the given points and of well-spread ones are polished,
// along the slope where there is one, then step by step along each parameter,
// which also moves on grids and over the stairs of a forest.
func highest(parameters []Parameter, given [][]float64, value func(u []float64) float64, slope func(u, grad []float64) float64) candidate {
	at := func(u []float64) candidate {
		c := candidate{x: make([]float64, len(u)), u: make([]float64, len(u))}
		for i, p := range parameters {
			c.x[i] = p.FromUnit(u[i])
			c.u[i] = p.ToUnit(c.x[i])
		}
		c.value = value(c.u)
		return c
	}
	var found []candidate
	for _, u := range given {
		found = append(found, at(u))
	}
	sequence := sobol.New(len(parameters), bestSeed)
	point := make([]float64, len(parameters))
	for range bestScreened {
		sequence.Next(point)
		found = append(found, at(point))
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.value, a.value) })
	best := found[0]
	for _, start := range found[:min(bestPolished, len(found))] {
		if slope != nil {
			start = better(start, at(alongSlope(parameters, slope, start.u)))
		}
		best = better(best, climb(start, at))
	}
	return best
}

// candidate is a point that can be evaluated, and the surrogate there.
type candidate struct {
	x, u  []float64
	value float64
}

func better(a, b candidate) candidate {
	if b.value > a.value {
		return b
	}
	return a
}

// alongSlope goes up from u; parameters on a grid stay.
func alongSlope(parameters []Parameter, slope func(u, grad []float64) float64, u []float64) []float64 {
	d := len(u)
	x, lower, upper := slices.Clone(u), make([]float64, d), make([]float64, d)
	for i, p := range parameters {
		if upper[i] = 1; p.Integer || p.Step > 0 {
			lower[i], upper[i] = u[i], u[i]
		}
	}
	down := func(x, grad []float64) float64 {
		v := slope(x, grad)
		for i := range grad {
			grad[i] = -grad[i]
		}
		return -v
	}
	var m lbfgsb.Minimizer
	if _, err := m.Minimize(context.Background(), x, lower, upper, down, lbfgsb.Settings{}); err != nil {
		return u // the steps along each parameter remain
	}
	return x
}

// climb moves one parameter at a time as long as that helps, in ever smaller
// steps.
func climb(best candidate, at func(u []float64) candidate) candidate {
	for step := 0.25; step >= finestStep; step /= 2 {
		for moved := true; moved; {
			moved = false
			for i := range best.u {
				for _, s := range [2]float64{step, -step} {
					u := slices.Clone(best.u)
					u[i] = math.Min(1, math.Max(0, u[i]+s))
					if c := at(u); c.value > best.value {
						best, moved = c, true
					}
				}
			}
		}
	}
	return best
}
