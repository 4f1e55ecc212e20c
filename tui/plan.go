package tui

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"farsight/scenarios"
	"farsight/study"
)

// plan is all that the settings decide about a problem's runs.
type plan struct {
	policies []study.Policy // as asked for: what they leave open the problem fills in
	run      study.Settings
	altered  alterations
}

// plan is what is being run.
func (m *Model) plan() plan {
	return plan{slices.Clone(m.policies), m.options.Settings, m.altered}
}

// check says why a plan cannot be run.
func (p plan) check(base *scenarios.Problem) error {
	problem := p.altered.of(base)
	for _, q := range p.policies {
		if _, err := q.For(problem); err != nil {
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

// setPlan sets a plan for the next run; reload says that the problem must be read
// again for it, and same that nothing has changed.
func (m *Model) setPlan(p plan) (same, reload bool) {
	if reflect.DeepEqual(p, m.plan()) {
		return true, false
	}
	reseeded := p.run.Seed != m.options.Settings.Seed
	m.policies, m.options.Settings, m.altered = p.policies, p.run, p.altered
	return false, reseeded && m.name != "" && !isFile(m.name) // a benchmark's cost function is drawn by the seed
}

// policy is the one a setting changes. It is no longer what was typed on the
// command line.
func (p *plan) policy(i int) *study.Policy {
	q := &p.policies[i]
	q.As = ""
	return q
}

// process is the settings of one process, to be changed.
func (p *plan) process(base *scenarios.Problem, cost bool, change func(*scenarios.ModelSettings)) {
	s := p.altered.process(base, cost)
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
		p.altered.cost = kept
	} else {
		p.altered.objective = kept
	}
}
