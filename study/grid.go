package study

import (
	"math"

	"farsight/scenarios"
)

// exhausted tells whether every point that can be evaluated has been, and
// evaluating one again would tell nothing: all parameters have grids and values
// are exact, by what is said of them and by those that were measured twice.
func (s *Study) exhausted() bool {
	if s.problem.Noise.Declared() || s.problem.Noise.Simulated > 0 {
		return false
	}
	left := s.problem.GridLeft(func(yield func(scenarios.Point) bool) {
		for _, r := range s.rows {
			if r.Counted && !yield(r.X) {
				return
			}
		}
	})
	return !left && !s.varies()
}

// varies tells whether values are noisy by their own sds, or differ at one point.
func (s *Study) varies() bool {
	for i, r := range s.rows {
		if !r.Counted {
			continue
		}
		if r.Sd > 0 {
			return true
		}
		for _, e := range s.rows[:i] {
			if e.Counted && same(e.X, r.X) && e.Y != r.Y && !math.IsNaN(e.Y) && !math.IsNaN(r.Y) {
				return true
			}
		}
	}
	return false
}
