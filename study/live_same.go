package study

import (
	"fmt"
	"slices"
	"strings"

	"farsight/model"
	"farsight/scenarios"
)

// common are parameters that have one value in all suggestions of a batch, which are
// measured together: one oven has one temperature. nil: none have.
type common struct {
	at scenarios.Point // of the oldest suggestion
	of []int           // the parameters
}

// ParameterError says that a problem has no parameter of a name.
type ParameterError struct {
	Name  string
	Names []string // those it has
}

func (e *ParameterError) Error() string {
	return fmt.Sprintf("there is no parameter %q: it has %s", e.Name, strings.Join(e.Names, ", "))
}

// common are the parameters of the names, as the suggestions that stand have them. It
// is nil while there is none, or if nothing is to be the same.
func (p present) common(own []Suggestion, names []string) (*common, error) {
	var of []int
	for _, name := range names {
		i := slices.IndexFunc(p.problem.Parameters, func(q scenarios.Parameter) bool { return q.Name == name })
		if i < 0 {
			return nil, &ParameterError{name, parameterNames(p.problem)}
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

// check says which of the parameters x has otherwise.
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

// set gives x the values that are common.
func (c *common) set(x scenarios.Point) {
	if c == nil {
		return
	}
	for _, i := range c.of {
		x[i] = c.at[i]
	}
}

// into lets the policy search only where the parameters are as they are to be.
func (c *common) into(r *liveRun) {
	if c == nil || r.out == nil {
		return
	}
	if r.out.pair == nil {
		r.out.pair = r.pair
	}
	var axes []model.Axis
	for _, i := range c.of {
		axes = append(axes, r.problem.Axes()[i])
	}
	r.out.pair = r.out.pair.Held(axes, r.problem.ToUnit(c.at))
}
