package scenarios

import (
	"fmt"
	"math"
	"strings"
)

// Point is a point in a problem's own units, one number for each parameter. On
// the unit cube, where everything is modelled, it is another type (model.Unit);
// Problem.ToUnit and FromUnit convert.
type Point []float64

// Parameter is one named input.
type Parameter struct {
	Name, Unit, Note string
	Low, High        float64
	Log              bool    // scaled logarithmically; Low > 0
	Integer          bool    // whole numbers only
	Step             float64 // > 0: a grid Low, Low+Step, …
	Digits           int     // of suggestions, see Round; 0: not given
	// Choices, if there are any, are the names of what is chosen among: the
	// parameter is categorical, its value the number 0, 1, … of a choice, Low is 0
	// and High the last one. People see and type names.
	Choices []string
}

// Categorical reports whether the parameter is a choice among names.
func (p Parameter) Categorical() bool { return len(p.Choices) > 0 }

// ToUnit maps a value in problem units to [0,1]: of a choice, to the middle of
// its part.
func (p Parameter) ToUnit(v float64) float64 {
	if n := len(p.Choices); n > 0 {
		return (v + 0.5) / float64(n)
	}
	if p.Log {
		return (math.Log(v) - math.Log(p.Low)) / (math.Log(p.High) - math.Log(p.Low))
	}
	return (v - p.Low) / (p.High - p.Low)
}

// FromUnit maps u in [0,1] to problem units, on the parameter's grid if it has
// one, and never outside its bounds. Choices have equal parts.
func (p Parameter) FromUnit(u float64) float64 {
	if n := len(p.Choices); n > 0 {
		return math.Max(0, math.Min(math.Floor(u*float64(n)), p.High))
	}
	// Converted products are not fused with the sums: a point is the same on its
	// way to the cube and back whether the compiler inlines this or not.
	v := p.Low + float64(u*(p.High-p.Low))
	if p.Log {
		v = math.Exp(math.Log(p.Low) + float64(u*(math.Log(p.High)-math.Log(p.Low))))
	}
	return p.Snap(v)
}

// Snap moves v to the nearest allowed value: inside the bounds and on the grid.
func (p Parameter) Snap(v float64) float64 {
	switch {
	case p.Integer || p.Categorical():
		v = math.Round(v)
		v = math.Max(math.Ceil(p.Low), math.Min(math.Floor(p.High), v))
	case p.Step > 0:
		k := math.Round((v - p.Low) / p.Step)
		last := math.Floor((p.High-p.Low)/p.Step + 1e-9)
		v = p.Low + float64(p.Step*math.Max(0, math.Min(last, k)))
	}
	return math.Max(p.Low, math.Min(p.High, v))
}

// mostValues is the size up to which the values of a grid are counted.
const mostValues = 1 << 30

// Values is how many values a parameter on a grid has; 0: it has no grid, or too
// fine a one to count.
func (p Parameter) Values() int {
	last := 0.0
	switch {
	case p.Integer || p.Categorical():
		last = math.Floor(p.High) - math.Ceil(p.Low)
	case p.Step > 0:
		last = math.Floor((p.High-p.Low)/p.Step + 1e-9)
	default:
		return 0
	}
	if !(last >= 0) || last >= mostValues {
		return 0
	}
	return int(last) + 1
}

// GridIndex is which of the Values v is, from 0; v is on the grid or next to it.
func (p Parameter) GridIndex(v float64) int {
	v = p.Snap(v)
	if p.Integer || p.Categorical() {
		return int(v - math.Ceil(p.Low))
	}
	return int(math.Round((v - p.Low) / p.Step))
}

// GridValue is the value of an index.
func (p Parameter) GridValue(n int) float64 {
	if p.Integer || p.Categorical() {
		return math.Ceil(p.Low) + float64(n)
	}
	return p.Snap(p.Low + float64(p.Step*float64(n)))
}

// Complain says why v is not a value of the parameter; "" if it is.
func (p Parameter) Complain(v float64) string {
	switch near := p.Snap(v); {
	case p.Categorical() && near != v:
		return fmt.Sprintf("%s = %v is no choice: they are numbered from 0 to %v (%s)", p.Name, v, p.High, p.choices())
	case v < p.Low || v > p.High:
		return fmt.Sprintf("%s = %v is outside [%v, %v]", p.Name, v, p.Low, p.High)
	case math.Abs(near-v) > 1e-9*math.Max(1, math.Abs(v)) && p.Integer:
		return fmt.Sprintf("%s = %v is not a whole number", p.Name, v)
	case math.Abs(near-v) > 1e-9*(p.High-p.Low):
		return fmt.Sprintf("%s = %v is not on the grid from %v in steps of %v; the nearest value is %.6g", p.Name, v, p.Low, p.Step, near)
	}
	return ""
}

// Names lists the names of parameters.
func Names(parameters []Parameter) []string {
	names := make([]string, len(parameters))
	for i, p := range parameters {
		names[i] = p.Name
	}
	return names
}

// ShowPoint names the parameters and their values: "x = 0.25, steps = 3".
func ShowPoint(parameters []Parameter, x Point) string {
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = parameters[i].Name + " = " + parameters[i].Show(v)
	}
	return strings.Join(parts, ", ")
}
