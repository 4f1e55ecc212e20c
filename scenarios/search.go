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

// Effort of the search for the best of a smooth function.
const (
	bestScreened = 1024 // Sobol points screened in addition to the given ones
	bestPolished = 12   // of all points, the best so many are polished
	bestSeed     = 1
	finestStep   = 1.0 / (1 << 18) // of the unit cube
)

// Highest maximises a function of the unit cube over the points that can be
// evaluated, those of the region if it is not nil. The best of the given points
// and of well-spread ones are polished, along the slope where there is one, then
// step by step along each parameter, which also moves on grids and over the
// stairs of a forest.
func Highest(parameters []Parameter, region *Region, given []model.Unit, value func(u model.Unit) float64, slope func(u model.Unit, grad []float64) float64) candidate {
	problem := Problem{Parameters: parameters, Region: region}
	of := func(x Point) candidate {
		c := candidate{X: x, u: ToUnit(parameters, x)}
		c.Value = value(c.u)
		return c
	}
	at := func(u model.Unit) candidate { return of(problem.Nearest(u)) }
	var found []candidate
	for _, u := range given {
		found = append(found, at(u))
	}
	sequence := sobol.New(len(parameters), bestSeed)
	point := make([]float64, len(parameters))
	for range bestScreened {
		sequence.Next(point)
		x := FromShares(parameters, point)
		if region.Check(x) != nil {
			x = problem.Nearest(problem.ToUnit(x))
		}
		found = append(found, of(x))
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.Value, a.Value) })
	best := found[0]
	for _, start := range found[:min(bestPolished, len(found))] {
		if slope != nil {
			start = better(start, at(alongSlope(parameters, slope, start.u)))
		}
		best = better(best, climb(Axes(parameters), start, at))
	}
	return best
}

// candidate is a point that can be evaluated, and the function there.
type candidate struct {
	X     Point
	u     model.Unit
	Value float64
}

func better(a, b candidate) candidate {
	if b.Value > a.Value {
		return b
	}
	return a
}

// alongSlope goes up from u; parameters on a grid and choices stay.
func alongSlope(parameters []Parameter, slope func(u model.Unit, grad []float64) float64, u []float64) []float64 {
	d := len(u)
	x, lower, upper := slices.Clone(u), make([]float64, d), make([]float64, d)
	for i, a := range Axes(parameters) {
		p := parameters[i]
		for k := a.At; k < a.At+a.Width(); k++ {
			if upper[k] = 1; p.Integer || p.Step > 0 || p.Categorical() {
				lower[k], upper[k] = u[k], u[k]
			}
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
// steps; of choices all are tried.
func climb(axes []model.Axis, best candidate, at func(u model.Unit) candidate) candidate {
	for step := 0.25; step >= finestStep; step /= 2 {
		for moved := true; moved; {
			moved = false
			try := func(move func(u model.Unit)) {
				u := slices.Clone(best.u)
				move(u)
				if c := at(u); c.Value > best.Value {
					best, moved = c, true
				}
			}
			for _, a := range axes {
				for k := range a.Choices {
					try(func(u model.Unit) { a.Choose(u, k) })
				}
				if a.Choices > 0 {
					continue
				}
				for _, s := range [2]float64{step, -step} {
					try(func(u model.Unit) { u[a.At] = math.Min(1, math.Max(0, u[a.At]+s)) })
				}
			}
		}
	}
	return best
}
