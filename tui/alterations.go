package tui

import (
	"slices"

	"farsight/scenarios"
)

// alterations are what the settings change of a problem; the zero value
// changes nothing.
type alterations struct {
	budget          float64 // 0: the problem's
	objective, cost *scenarios.ModelSettings
}

// of is the problem with the alterations in it. The problem itself stays as it
// is.
func (a alterations) of(p *scenarios.Problem) *scenarios.Problem {
	if a == (alterations{}) {
		return p
	}
	q := *p
	if a.budget > 0 {
		q.Budget = a.budget
	}
	if a.objective != nil {
		q.Objective = *a.objective
	}
	if a.cost != nil {
		q.Cost = *a.cost
	}
	return &q
}

// process is the settings of one process as they are to be run.
func (a alterations) process(p *scenarios.Problem, cost bool) scenarios.ModelSettings {
	q := a.of(p)
	s := q.Objective
	if cost {
		s = q.Cost
	}
	if s.Fixed != nil { // the caller may write into it
		h := *s.Fixed
		h.Scale = slices.Clone(h.Scale)
		s.Fixed = &h
	}
	return s
}
