// Package search finds the best point of a function that costs nothing to look
// at, over the points that a problem's parameters allow.
package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"farsight/internal/lbfgsb"
	"farsight/internal/sobol"
	"farsight/model"
	"farsight/scenarios"
)

// Effort of the search for the best of a smooth function.
const (
	bestScreened = 1024 // Sobol points looked at besides the given ones
	bestPolished = 12   // of all points, the best so many are polished
	bestSeed     = 1
	finestStep   = 1.0 / (1 << 18) // of the unit cube
)

// Highest maximises a function of the unit cube over the points that can be
// evaluated. The best of the given points and of well-spread ones are polished,
// along the slope where there is one, then step by step along each parameter,
// which also moves on grids and over the stairs of a forest.
func Highest(parameters []scenarios.Parameter, given []model.Unit, value func(u model.Unit) float64, slope func(u model.Unit, grad []float64) float64) Candidate {
	at := func(u model.Unit) Candidate {
		c := Candidate{X: make([]float64, len(u)), U: make([]float64, len(u))}
		for i, p := range parameters {
			c.X[i] = p.FromUnit(u[i])
			c.U[i] = p.ToUnit(c.X[i])
		}
		c.Value = value(c.U)
		return c
	}
	var found []Candidate
	for _, u := range given {
		found = append(found, at(u))
	}
	sequence := sobol.New(len(parameters), bestSeed)
	point := make([]float64, len(parameters))
	for range bestScreened {
		sequence.Next(point)
		found = append(found, at(point))
	}
	slices.SortStableFunc(found, func(a, b Candidate) int { return cmp.Compare(b.Value, a.Value) })
	best := found[0]
	for _, start := range found[:min(bestPolished, len(found))] {
		if slope != nil {
			start = better(start, at(alongSlope(parameters, slope, start.U)))
		}
		best = better(best, climb(start, at))
	}
	return best
}

// Candidate is a point that can be evaluated, and the function there.
type Candidate struct {
	X     scenarios.Point
	U     model.Unit
	Value float64
}

func better(a, b Candidate) Candidate {
	if b.Value > a.Value {
		return b
	}
	return a
}

// alongSlope goes up from u; parameters on a grid stay.
func alongSlope(parameters []scenarios.Parameter, slope func(u model.Unit, grad []float64) float64, u []float64) []float64 {
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
func climb(best Candidate, at func(u model.Unit) Candidate) Candidate {
	for step := 0.25; step >= finestStep; step /= 2 {
		for moved := true; moved; {
			moved = false
			for i := range best.U {
				for _, s := range [2]float64{step, -step} {
					u := slices.Clone(best.U)
					u[i] = math.Min(1, math.Max(0, u[i]+s))
					if c := at(u); c.Value > best.Value {
						best, moved = c, true
					}
				}
			}
		}
	}
	return best
}
