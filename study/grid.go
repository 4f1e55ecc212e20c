package study

import (
	"math"

	"farsight/scenarios"
)

// exhausted reports whether every point of the grid has been evaluated and values are
// exact, as declared and by repeated measurements.
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

// varies reports whether values have an sd, or differ at one point.
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
