package session

import (
	"slices"

	"farsight/scenarios"
)

// Alterations are what the settings change of a problem; the zero value
// changes nothing.
type Alterations struct {
	Budget          float64 // 0: the problem's
	Prices          float64 // what all prices are multiplied by; 0: nothing
	Noise           float64 // the standard deviation of noise added to values; 0: the problem's
	Objective, Cost *scenarios.ModelSettings
}

// Of is the problem with the alterations in it. The problem itself stays as it
// is.
func (a Alterations) Of(p *scenarios.Problem) *scenarios.Problem {
	if a == (Alterations{}) {
		return p
	}
	q := *p
	if a.Budget > 0 {
		q.Budget = a.Budget
	}
	if a.Objective != nil {
		q.Objective = *a.Objective
	}
	if a.Cost != nil {
		q.Cost = *a.Cost
	}
	if a.Noise > 0 { // the model is told: a policy that takes noise for truth is another question
		q.Noise = scenarios.Noise{Noisy: true, Simulated: a.Noise}
		if q.Objective.Fixed != nil {
			h := *q.Objective.Fixed
			h.Noise = a.Noise * a.Noise
			q.Objective.Fixed = &h
		}
	}
	if a.Prices > 0 {
		return q.AtPrices(a.Prices)
	}
	return &q
}

// Process is the settings of one process as they are to be run.
func (a Alterations) Process(p *scenarios.Problem, cost bool) scenarios.ModelSettings {
	a.Prices, a.Noise = 0, 0 // they come on top of what is set here
	q := a.Of(p)
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
