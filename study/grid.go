package study

import (
	"math"

	"farsight/model"
	"farsight/scenarios"
)

// exhausted reports whether every point of the grid has been evaluated and values are
// exact, as declared and by repeated measurements.
func (s *Study) exhausted() bool {
	if !exact(s.problem, s.rows) {
		return false
	}
	left := s.problem.GridLeft(func(yield func(scenarios.Point) bool) {
		for _, r := range s.rows {
			if r.Counted && !yield(r.X) {
				return
			}
		}
	})
	return !left
}

// exact reports whether values are exact, as declared and by repeated measurements.
func exact(p *scenarios.Problem, rows []Row) bool {
	return !p.Noise.Declared() && p.Noise.Simulated == 0 && !varies(rows)
}

// withoutMeasured returns the pair for which points of a grid that have exact values are worth
// nothing. The models have a little noise at every value, so that the best point looks
// worth measuring again, and on a grid it is what the next decision is rounded to.
func withoutMeasured(pair *model.Pair, p *scenarios.Problem, rows []Row) *model.Pair {
	if pair == nil || !exact(p, rows) {
		return pair
	}
	var known []scenarios.Point
	for _, r := range rows {
		if r.Counted && !r.Failed {
			known = append(known, r.X)
		}
	}
	out := *pair
	out.Weight = p.GridWithout(known, pair.Weight)
	return &out
}

// varies reports whether values have an sd, or differ at one point.
func varies(rows []Row) bool {
	for i, r := range rows {
		if !r.Counted {
			continue
		}
		if r.Sd > 0 {
			return true
		}
		for _, e := range rows[:i] {
			if e.Counted && same(e.X, r.X) && e.Y != r.Y && !math.IsNaN(e.Y) && !math.IsNaN(r.Y) {
				return true
			}
		}
	}
	return false
}
