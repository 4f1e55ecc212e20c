package scenarios

import (
	"context"
	"fmt"
	"math"
	"strings"

	"farsight/model"
)

// Expression is a source whose value and cost are formulas of the parameters.
type Expression struct {
	Objective, Cost *Formula
	parameters      []Parameter
}

var (
	_ Source = (*Expression)(nil)
	_ Truth  = (*Expression)(nil)
)

// Evaluate computes both formulas; a value that is no number, or a cost that
// is not positive, is an error that names the point.
func (e *Expression) Evaluate(_ context.Context, x []float64) (Evaluation, error) {
	value, cost, err := e.Truth(x)
	return Evaluation{value, cost}, err
}

// Truth is what Evaluate reveals, unpaid.
func (e *Expression) Truth(x []float64) (value, cost float64, err error) {
	value, cost = e.Objective.Eval(x), e.Cost.Eval(x)
	if err := checkValue(value, e.parameters, x); err != nil {
		return 0, 0, err
	}
	if err := checkCost(cost, e.parameters, x); err != nil {
		return 0, 0, err
	}
	return value, cost, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func checkValue(v float64, parameters []Parameter, x []float64) error {
	if !finite(v) {
		return fmt.Errorf("the objective at %s is %v, not a finite number", showPoint(parameters, x), v)
	}
	return nil
}

func checkCost(c float64, parameters []Parameter, x []float64) error {
	if !finite(c) || c <= 0 {
		return fmt.Errorf("the cost at %s is %v; costs must be finite and above 0", showPoint(parameters, x), c)
	}
	return nil
}

// showPoint names the parameters and their values: "x = 0.25, steps = 3".
func showPoint(parameters []Parameter, x []float64) string {
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = fmt.Sprintf("%s = %.6g", parameters[i].Name, v)
	}
	return strings.Join(parts, ", ")
}

func parameterNames(parameters []Parameter) []string {
	names := make([]string, len(parameters))
	for i, p := range parameters {
		names[i] = p.Name
	}
	return names
}

// pointRoom is the dimension up to which a known cost allocates nothing.
const pointRoom = 16

// knownCost turns a formula of the parameters into a function of the unit cube.
func knownCost(f *Formula, parameters []Parameter) model.KnownCost {
	return func(u []float64) float64 {
		var room [pointRoom]float64
		x := room[:0]
		for i, p := range parameters {
			x = append(x, p.FromUnit(u[i]))
		}
		return f.Eval(x)
	}
}
