package push

import (
	"context"
	"fmt"

	"farsight/internal/tomlfile"
	"farsight/scenarios"
)

// Source is a source that pushes a disc across a table: the value is minus the
// distance of the disc's last place from a target, the cost the way it has to be
// brought back, plus 0.1.
type Source struct {
	Target Point
}

var (
	_ scenarios.Source = (*Source)(nil)
	_ scenarios.Truth  = (*Source)(nil)
)

// Names are the parameters of a push, in order.
var Names = []string{"rx", "ry", "t"}

// Evaluate pushes once.
func (p *Source) Evaluate(_ context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	value, cost, err := p.Truth(x)
	return scenarios.Evaluation{Value: value, Cost: cost}, err
}

// Truth returns the value and cost without an evaluation.
func (p *Source) Truth(x scenarios.Point) (value, cost float64, err error) {
	if err := Valid(x[0], x[1], x[2]); err != nil {
		return 0, 0, err
	}
	var w Point
	w.X, w.Y = Push(x[0], x[1], x[2])
	return Objective(w, p.Target), Cost(w), nil
}

// Kind is the word of journals.
func (*Source) Kind() string { return "push" }

// EvaluatedBy names the target.
func (p *Source) EvaluatedBy() string {
	return fmt.Sprintf("a simulated push, target (%.4g, %.4g)", p.Target.X, p.Target.Y)
}

// Text is the section [push].
func (p *Source) Text() (scenarios.Text, bool) {
	var w tomlfile.Writer
	w.Line("\n[push]\ntarget = %s", tomlfile.List([]float64{p.Target.X, p.Target.Y}, tomlfile.Number))
	return scenarios.Text{Section: w.String()}, true
}

// Best is not known but by what the problem says: a target may be out of reach.
func (*Source) Best() (*scenarios.Optimum, error) { return nil, nil }

// Permission is not needed.
func (*Source) Permission() *scenarios.Permission { return nil }
