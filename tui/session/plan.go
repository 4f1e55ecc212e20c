package session

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// Plan is all that the settings decide about a problem's runs.
type Plan struct {
	Policies []policy.Policy // as asked for: what they leave open the problem fills in
	Run      study.Settings
	Altered  Alterations
}

// Plan is what is being run.
func (se *Session) Plan() Plan {
	return Plan{slices.Clone(se.Policies), se.Settings, se.Altered}
}

// Check says why a plan cannot be run.
func (p Plan) Check(base *scenarios.Problem) error {
	problem := p.Altered.Of(base)
	for _, q := range p.Policies {
		if _, err := study.Filled(q, problem); err != nil {
			return errors.New(strings.TrimPrefix(err.Error(), "policy "+q.Name+": "))
		}
	}
	for _, s := range []scenarios.ModelSettings{problem.Objective, problem.Cost} {
		if s.NoiseMin > 0 && s.NoiseMax > 0 && s.NoiseMin > s.NoiseMax {
			return fmt.Errorf("the least noise, %g, is above the most, %g", s.NoiseMin, s.NoiseMax)
		}
	}
	return nil
}

// SetPlan sets a plan for the next run; reload says that the problem must be read
// again for it, and same that nothing has changed.
func (se *Session) SetPlan(p Plan) (same, reload bool) {
	if reflect.DeepEqual(p, se.Plan()) {
		return true, false
	}
	reseeded := p.Run.Seed != se.Settings.Seed
	se.Policies, se.Settings, se.Altered = p.Policies, p.Run, p.Altered
	return false, reseeded && se.Name != "" && !isFile(se.Name) // a benchmark's cost function is drawn by the seed
}

// Policy is the one a setting changes. It is no longer what was typed on the
// command line.
func (p *Plan) Policy(i int) *policy.Policy {
	q := &p.Policies[i]
	q.As = ""
	return q
}

// Process is the settings of one process, to be changed.
func (p *Plan) Process(base *scenarios.Problem, cost bool, change func(*scenarios.ModelSettings)) {
	s := p.Altered.Process(base, cost)
	change(&s)
	own := base.Objective
	if cost {
		own = base.Cost
	}
	kept := &s
	if reflect.DeepEqual(s, own) {
		kept = nil
	}
	if cost {
		p.Altered.Cost = kept
	} else {
		p.Altered.Objective = kept
	}
}

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
	if a.Noise > 0 { // the model knows it: policies that ignore noise are another question
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

// Process is the settings of one process as it is run.
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
