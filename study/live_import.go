package study

import (
	"fmt"
	"math"
	"slices"

	"farsight/scenarios"
	"farsight/study/journal"
)

// Import records earlier measurements, all of them or none, and returns once they are
// on disk. Those at unmeasured points of the initial design replace them.
func (l *Live) Import(expected int, past []journal.Told) ([]journal.Event, error) {
	now, err := l.now()
	if err != nil {
		return nil, err
	}
	bodies, err := imported(now.problem, now.state, past)
	if err != nil {
		return nil, err
	}
	return l.journal.AppendAll(expected, bodies...)
}

// imported returns past measurements as events that follow a state.
func imported(p *scenarios.Problem, state journal.State, past []journal.Told) ([]journal.Body, error) {
	left := state.DesignLeft()
	bodies := make([]journal.Body, len(past))
	for i, t := range past {
		if err := checkTold(p, t.X); err != nil {
			return nil, fmt.Errorf("measurement %d: %w", i+1, err)
		}
		if k := slices.IndexFunc(left, func(d int) bool { return readSame(state.Created.Design[d-1], t.X) }); k >= 0 {
			t.Design = left[k]
			left = slices.Delete(left, k, k+1)
		}
		bodies[i] = t
	}
	return bodies, nil
}

// Present lists which of past measurements (0, 1, …) a study has already: the
// same point, value and cost, as often.
func Present(state journal.State, past []journal.Told) []int {
	taken := make([]bool, len(state.Evaluations))
	var out []int
	for i, t := range past {
		for k, e := range state.Evaluations {
			if !taken[k] && same(e.X, t.X) && e.Cost == t.Cost && e.Failed == t.Failed && (e.Value == t.Value || math.IsNaN(e.Value) && math.IsNaN(t.Value)) {
				taken[k] = true
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// begin returns past measurements as events of a new study, after those of its design.
// A design that the problem does not list is shortened by the number of values.
func begin(p *scenarios.Problem, c *journal.Created, told []journal.Body, past []journal.Told) ([]journal.Body, error) {
	values := 0
	for _, t := range past {
		if !t.Failed {
			values++
		}
	}
	if len(p.Initial.X) == 0 && p.Initial.Sobol == 0 {
		c.Design = c.Design[:max(0, len(c.Design)-values)]
	}
	state := journal.State{Created: *c}
	for _, b := range told {
		if t, ok := b.(journal.Told); ok {
			state.Evaluations = append(state.Evaluations, journal.Evaluation{Told: t})
		}
	}
	return imported(p, state, past)
}
