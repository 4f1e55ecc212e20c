package pane

import (
	"math"

	"farsight/tui/chart"
	"farsight/tui/screen"
)

// Sure is the chance of success from which there is nothing to say of it.
const Sure = 0.995

// Likely is the chance below which a place is marked as one that would fail.
const Likely = 0.5

// Doubts hatches where constraints do not hold, and where an evaluation would
// probably fail, along a plot's x axis, and returns what that means in words.
// Either may be nil.
func Doubts(v screen.View, p *chart.Plot, x, success []float64, allowed []bool) string {
	forbidden := hatch(p, x, v.Theme.Unaffordable, func(i int) bool { return allowed != nil && !allowed[i] })
	failing := hatch(p, x, v.Theme.Warning, func(i int) bool {
		return success != nil && success[i] < Likely && (allowed == nil || allowed[i])
	})
	switch {
	case forbidden && failing:
		return "hatched: not allowed, or likely to fail"
	case forbidden:
		return "hatched: not allowed"
	case failing:
		return "hatched: likely to fail"
	}
	return ""
}

// hatch hatches the runs of places that are in doubt, from half-way to the place
// before to half-way to the place after, and tells whether there are any.
func hatch(p *chart.Plot, x []float64, color chart.Color, doubt func(i int) bool) (any bool) {
	between := func(i, j int) float64 {
		if j < 0 || j >= len(x) {
			return math.Inf(j - i)
		}
		return (x[i] + x[j]) / 2
	}
	for i := 0; i < len(x); i++ {
		if !doubt(i) {
			continue
		}
		from := i
		for i+1 < len(x) && doubt(i+1) {
			i++
		}
		p.Hatches = append(p.Hatches, chart.Hatch{X0: between(from, from-1), X1: between(i, i+1), Y0: math.Inf(-1), Y1: math.Inf(1), Color: color})
		any = true
	}
	return any
}
