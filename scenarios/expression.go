package scenarios

import (
	"context"

	"farsight/model"
	"farsight/scenarios/formula"
)

// Expression is a source whose value and cost are formulas of the parameters.
type Expression struct {
	Objective, Cost *formula.Formula
	Parameters      []Parameter
}

var (
	_ Source = (*Expression)(nil)
	_ Truth  = (*Expression)(nil)
)

// Evaluate computes both formulas; a value that is no number, or a cost that
// is not positive, is an error that names the point.
func (e *Expression) Evaluate(_ context.Context, x Point) (Evaluation, error) {
	value, cost, err := e.Truth(x)
	return Evaluation{Value: value, Cost: cost}, err
}

// Truth returns the value and cost without an evaluation.
func (e *Expression) Truth(x Point) (value, cost float64, err error) {
	value, cost = e.Objective.Eval(x), e.Cost.Eval(x)
	if err := CheckValue(value, e.Parameters, x); err != nil {
		return 0, 0, err
	}
	if err := CheckCost(cost, e.Parameters, x); err != nil {
		return 0, 0, err
	}
	return value, cost, nil
}

// Kind is the word of journals.
func (*Expression) Kind() string { return "expression" }

// EvaluatedBy is "expressions".
func (*Expression) EvaluatedBy() string { return "expressions" }

// Text is the two formulas.
func (e *Expression) Text() (Text, bool) {
	return Text{Objective: e.Objective.String(), Cost: e.Cost.String()}, true
}

// Best is not known of a formula.
func (*Expression) Best() (*Optimum, error) { return nil, nil }

// Permission is not needed.
func (*Expression) Permission() *Permission { return nil }

// KnownCost turns a formula of the parameters into a function of the unit cube.
func KnownCost(f *formula.Formula, parameters []Parameter) model.KnownCost {
	axes := Axes(parameters)
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
