package scenarios

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"farsight/model"
	"farsight/scenarios/formula"
)

// Move is the movement cost from the last point to the next: a price of the distance,
// or a formula of both points. It is known before the evaluation and charged beside
// the cost.
type Move struct {
	PerUnit float64  // the price of one unit of distance; 0: the formula says it
	Over    []string // the parameters whose distance it is; nil: all that are numbers

	formula    *formula.Formula
	parameters []Parameter
	axes       []model.Axis
	counts     []bool // by parameter: it is among Over
}

var _ model.Way = (*Move)(nil)

// NewMove returns a movement cost by the Euclidean distance in some parameters' own
// units, also for parameters on a log scale.
func NewMove(parameters []Parameter, price float64, over []string) *Move {
	m := &Move{PerUnit: price, Over: over, parameters: parameters, axes: Axes(parameters)}
	for _, p := range parameters {
		m.counts = append(m.counts, !p.Categorical() && (over == nil || slices.Contains(over, p.Name)))
	}
	return m
}

// NewMoveFormula returns a movement cost by a formula of MoveNames.
func NewMoveFormula(parameters []Parameter, f *formula.Formula) *Move {
	return &Move{formula: f, parameters: parameters, axes: Axes(parameters)}
}

// The names by which a formula calls a parameter of both points.
const (
	MoveFrom = "from_"
	MoveTo   = "to_"
)

// MoveNames returns the variables of a formula, from_x and to_x of every parameter x,
// and the choices of each.
func MoveNames(parameters []Parameter) (names []string, choices [][]string) {
	for _, prefix := range []string{MoveFrom, MoveTo} {
		for _, p := range parameters {
			names, choices = append(names, prefix+p.Name), append(choices, p.Choices)
		}
	}
	return names, choices
}

// Formula returns the text of the formula; "": there is none.
func (m *Move) Formula() string {
	if m == nil || m.formula == nil {
		return ""
	}
	return m.formula.String()
}

// String describes the movement cost in a few words.
func (m *Move) String() string {
	switch {
	case m.formula != nil:
		return m.formula.String()
	case m.Over == nil:
		return fmt.Sprintf("%v per unit of distance", m.PerUnit)
	}
	return fmt.Sprintf("%v per unit of distance in %s", m.PerUnit, strings.Join(m.Over, ", "))
}

// Cost returns the movement cost between two points in problem units; 0 if from or m
// is nil.
func (m *Move) Cost(from, to Point) (float64, error) {
	if m == nil || from == nil {
		return 0, nil
	}
	v := 0.0
	if m.formula != nil {
		v = m.formula.Eval(append(append(make(Point, 0, 2*len(to)), from...), to...))
	} else {
		for i, counts := range m.counts {
			if counts {
				v = math.Hypot(v, to[i]-from[i])
			}
		}
		v *= m.PerUnit
	}
	if err := CheckMove(v); err != nil {
		return 0, fmt.Errorf("the price of the move from %s to %s is %v: %w", ShowPoint(m.parameters, from), ShowPoint(m.parameters, to), v, err)
	}
	return v, nil
}

// CheckMove returns why a number is not a movement cost.
func CheckMove(v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return errors.New("it must be a finite number")
	case v < 0:
		return errors.New("it must not be negative")
	case v > model.MaxCost:
		return model.CheckCost(v)
	}
	return nil
}

// moveScratch is the number of parameters up to which Price allocates nothing.
const moveScratch = 16

// Price returns Cost between points of the unit cube, with its gradients: those of a
// distance, or central differences of a formula. Grids are ignored, so that whole
// numbers have slopes. An invalid price is infinite.
func (m *Move) Price(from, to model.Unit, dFrom, dTo []float64) float64 {
	if m.formula != nil {
		return m.byFormula(from, to, dFrom, dTo)
	}
	sum := 0.0
	for i, counts := range m.counts {
		if counts {
			d := m.value(i, to) - m.value(i, from)
			sum += d * d
		}
	}
	distance := math.Sqrt(sum)
	for _, g := range [][]float64{dFrom, dTo} {
		clear(g)
	}
	for i, counts := range m.counts {
		if !counts || distance == 0 {
			continue
		}
		// ∂‖x′ − x‖/∂x′ = (x′ − x)/‖x′ − x‖
		at := m.axes[i].At
		slope := m.PerUnit * (m.value(i, to) - m.value(i, from)) / distance
		if dTo != nil {
			dTo[at] = slope * m.rate(i, to)
		}
		if dFrom != nil {
			dFrom[at] = -slope * m.rate(i, from)
		}
	}
	return m.PerUnit * distance
}

// value returns the i-th parameter of a point of the unit cube, without rounding to
// its grid.
func (m *Move) value(i int, u model.Unit) float64 {
	if axis := m.axes[i]; axis.Choices > 0 {
		return float64(axis.Chosen(u))
	}
	return m.scaled(i, u[m.axes[i].At])
}

func (m *Move) scaled(i int, c float64) float64 {
	p := m.parameters[i]
	if p.Log {
		return math.Exp(math.Log(p.Low) + c*(math.Log(p.High)-math.Log(p.Low)))
	}
	return p.Low + c*(p.High-p.Low)
}

// rate returns the derivative of value by its coordinate.
func (m *Move) rate(i int, u model.Unit) float64 {
	p := m.parameters[i]
	if p.Log {
		return m.value(i, u) * (math.Log(p.High) - math.Log(p.Low))
	}
	return p.High - p.Low
}

// moveStep is the half-width of the differences for the gradient of a formula, in
// widths of the cube.
const moveStep = 1e-6

// byFormula returns Price by a formula.
func (m *Move) byFormula(from, to model.Unit, dFrom, dTo []float64) float64 {
	var scratch [2 * moveScratch]float64
	n, x := len(m.parameters), scratch[:0]
	for i := range m.parameters {
		x = append(x, m.value(i, from))
	}
	for i := range m.parameters {
		x = append(x, m.value(i, to))
	}
	m.differences(x, x[:n], from, dFrom)
	m.differences(x, x[n:], to, dTo)
	return m.eval(x)
}

// differences writes the gradient by the point u, which is the part of x.
func (m *Move) differences(x, part []float64, u model.Unit, grad []float64) {
	clear(grad)
	for i, axis := range m.axes {
		if grad == nil || axis.Choices > 0 {
			continue // between choices there is no slope
		}
		v, at := part[i], u[axis.At]
		high, low := math.Min(at+moveStep, 1), math.Max(at-moveStep, 0)
		part[i] = m.scaled(i, high)
		up := m.eval(x)
		part[i] = m.scaled(i, low)
		down := m.eval(x)
		part[i] = v
		if slope := (up - down) / (high - low); !math.IsNaN(slope) && !math.IsInf(slope, 0) {
			grad[axis.At] = slope
		}
	}
}

func (m *Move) eval(x []float64) float64 {
	v := m.formula.Eval(x)
	if CheckMove(v) != nil {
		return math.Inf(1)
	}
	return v
}
