package study

import (
	"fmt"
	"slices"
	"strings"

	"farsight/model"
	"farsight/scenarios"
)

// common are the parameters that all suggestions of a batch share because they are
// measured together, as in one oven. nil: none.
type common struct {
	at scenarios.Point // of the oldest suggestion
	of []int           // the parameters
}

// ParameterError reports that a problem has no parameter of that name.
type ParameterError struct {
	Name  string
	Names []string // those it has
}

func (e *ParameterError) Error() string {
	return fmt.Sprintf("there is no parameter %q: it has %s", e.Name, strings.Join(e.Names, ", "))
}

// common returns the named parameters with their values in the owner's pending
// suggestions. It is nil without any.
func (p present) common(own []Suggestion, names []string) (*common, error) {
	var of []int
	for _, name := range names {
		i := slices.IndexFunc(p.problem.Parameters, func(q scenarios.Parameter) bool { return q.Name == name })
		if i < 0 {
			return nil, &ParameterError{name, scenarios.Names(p.problem.Parameters)}
		}
		of = append(of, i)
	}
	if len(of) == 0 || len(own) == 0 {
		return nil, nil
	}
	with := &common{own[0].X, of}
	for _, s := range own[1:] {
		if err := with.check(p.problem, s.X); err != nil {
			return nil, fmt.Errorf("lines %d and %d, which are pending, differ: %w; tell or skip one of them", own[0].Line, s.Line, err)
		}
	}
	return with, nil
}

// check returns an error if x has another value of a shared parameter.
func (c *common) check(p *scenarios.Problem, x []float64) error {
	if c == nil {
		return nil
	}
	for _, i := range c.of {
		if q := p.Parameters[i]; !readSame([]float64{x[i]}, []float64{c.at[i]}) {
			return fmt.Errorf("%s is %s, and is to be %s as in the first", q.Name, q.Show(x[i]), q.Show(c.at[i]))
		}
	}
	return nil
}

// set gives x the shared values.
func (c *common) set(x scenarios.Point) {
	if c == nil {
		return
	}
	for _, i := range c.of {
		x[i] = c.at[i]
	}
}

// into restricts the policy's search to the shared values.
func (c *common) into(r *liveRun) {
	if c == nil || r.pending == nil {
		return
	}
	if r.pending.pair == nil {
		r.pending.pair = r.pair
	}
	var axes []model.Axis
	for _, i := range c.of {
		axes = append(axes, r.problem.Axes()[i])
	}
	r.pending.pair = r.pending.pair.Held(axes, r.problem.ToUnit(c.at))
}
