// Package expression evaluates points by formulas of the parameters.
package expression

import (
	"context"

	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/formula"
)

// Source is a source whose value and cost are formulas of the parameters.
type Source struct {
	Objective, Cost *formula.Formula
	Parameters      []scenarios.Parameter
}

var (
	_ scenarios.Source = (*Source)(nil)
	_ scenarios.Truth  = (*Source)(nil)
)

// Evaluate computes both formulas; a value that is no number, or a cost that
// is not positive, is an error that names the point.
func (e *Source) Evaluate(_ context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	value, cost, err := e.Truth(x)
	return scenarios.Evaluation{Value: value, Cost: cost}, err
}

// Truth is what Evaluate reveals, unpaid.
func (e *Source) Truth(x scenarios.Point) (value, cost float64, err error) {
	value, cost = e.Objective.Eval(x), e.Cost.Eval(x)
	if err := scenarios.CheckValue(value, e.Parameters, x); err != nil {
		return 0, 0, err
	}
	if err := scenarios.CheckCost(cost, e.Parameters, x); err != nil {
		return 0, 0, err
	}
	return value, cost, nil
}

// Kind is the word of journals.
func (*Source) Kind() string { return "expression" }

// EvaluatedBy says so.
func (*Source) EvaluatedBy() string { return "expressions" }

// Text is the two formulas.
func (e *Source) Text() (scenarios.Text, bool) {
	return scenarios.Text{Objective: e.Objective.String(), Cost: e.Cost.String()}, true
}

// Best is not known of a formula.
func (*Source) Best() (*scenarios.Optimum, error) { return nil, nil }

// Permission is not needed.
func (*Source) Permission() *scenarios.Permission { return nil }

// pointScratch is the dimension up to which a known cost allocates nothing.
const pointScratch = 16

// KnownCost turns a formula of the parameters into a function of the unit cube.
func KnownCost(f *formula.Formula, parameters []scenarios.Parameter) model.KnownCost {
	axes := scenarios.Axes(parameters)
	return func(u model.Unit) float64 {
		var scratch [pointScratch]float64
		x := scratch[:0]
		for i, p := range parameters {
			if axis := axes[i]; axis.Choices > 0 {
				x = append(x, float64(axis.Chosen(u)))
			} else {
				x = append(x, p.FromUnit(u[axis.At]))
			}
		}
		return f.Eval(x)
	}
}
