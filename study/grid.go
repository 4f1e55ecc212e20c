package study

import (
	"math"

	"farsight/scenarios"
)

// mostGrid is the size up to which a grid is looked through for points that have
// not been evaluated.
const mostGrid = 100_000

// exhausted tells whether every point that can be evaluated has been, and
// evaluating one again would tell nothing: all parameters have grids and values
// are exact, by what is said of them and by those that were measured twice.
func (s *Study) exhausted() bool {
	if s.problem.Noise.Declared() || s.problem.Noise.Simulated > 0 {
		return false
	}
	sizes, size := make([]int, len(s.problem.Parameters)), 1
	for i, p := range s.problem.Parameters {
		sizes[i] = p.Values()
		if sizes[i] == 0 || size > mostGrid/sizes[i] {
			return false
		}
		size *= sizes[i]
	}
	known := make(map[int]float64, len(s.rows))
	for _, r := range s.rows {
		if !r.Counted {
			continue
		}
		at := 0
		for i, p := range s.problem.Parameters {
			at = at*sizes[i] + p.GridIndex(r.X[i])
		}
		before, twice := known[at]
		if r.Sd > 0 || twice && before != r.Y && !math.IsNaN(before) && !math.IsNaN(r.Y) {
			return false
		}
		known[at] = r.Y
	}
	x := make(scenarios.Point, len(sizes))
	for at := range size {
		if _, ok := known[at]; ok {
			continue
		}
		rest := at
		for i := len(sizes) - 1; i >= 0; i-- {
			x[i] = s.problem.Parameters[i].GridValue(rest % sizes[i])
			rest /= sizes[i]
		}
		if s.problem.CheckPoint(x) == nil {
			return false
		}
	}
	return true
}
