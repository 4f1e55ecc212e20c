package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/model"
)

// Limits of a categorical parameter.
const (
	MaxChoices    = 20
	MaxChoiceName = 40 // characters
)

// Axes say which coordinates of the unit cube are which parameter's: one, or
// one for each choice of a categorical one.
func Axes(parameters []Parameter) []model.Axis {
	axes := make([]model.Axis, len(parameters))
	at := 0
	for i, p := range parameters {
		axes[i] = model.Axis{At: at, Choices: len(p.Choices)}
		at += axes[i].Width()
	}
	return axes
}

// Choices are the axes of categorical parameters; nil if there are none.
func Choices(parameters []Parameter) model.Choices {
	var out model.Choices
	for _, a := range Axes(parameters) {
		if a.Choices > 0 {
			out = append(out, a)
		}
	}
	return out
}

// Width is how many coordinates the unit cube of parameters has.
func Width(parameters []Parameter) int {
	n := 0
	for _, p := range parameters {
		n += max(1, len(p.Choices))
	}
	return n
}

// ToUnit maps a point in problem units to the unit cube of its parameters.
func ToUnit(parameters []Parameter, x Point) model.Unit {
	u := make(model.Unit, Width(parameters))
	at := 0
	for i, p := range parameters {
		a := model.Axis{At: at, Choices: len(p.Choices)}
		at += a.Width()
		if p.Categorical() {
			a.Choose(u, int(p.Snap(x[i])))
		} else {
			u[a.At] = p.ToUnit(x[i])
		}
	}
	return u
}

// fromUnit maps a unit-cube point to problem units, on the parameters' grids.
func fromUnit(parameters []Parameter, u model.Unit) Point {
	return appendPoint(make(Point, 0, len(parameters)), parameters, u)
}

func appendPoint(x Point, parameters []Parameter, u model.Unit) Point {
	at := 0
	for _, p := range parameters {
		a := model.Axis{At: at, Choices: len(p.Choices)}
		at += a.Width()
		if p.Categorical() {
			x = append(x, float64(a.Chosen(u)))
		} else {
			x = append(x, p.FromUnit(u[a.At]))
		}
	}
	return x
}

// FromShares is the point at a share from 0 to 1 of each parameter's range, for points that cover
// the box. Choices take equal parts.
func FromShares(parameters []Parameter, share []float64) Point {
	x := make(Point, len(parameters))
	for i, p := range parameters {
		x[i] = p.FromUnit(share[i])
	}
	return x
}

// Show is a value as people read it: a number, or the name of a choice.
func (p Parameter) Show(v float64) string {
	if k := int(v); p.Categorical() && float64(k) == v && k >= 0 && k < len(p.Choices) {
		return p.Choices[k]
	}
	return ShowNumber(v)
}

// ShowNumber is a number as people read and type it: whole if it has at most
// twelve digits, as what can be set has, else six of them.
func ShowNumber(v float64) string {
	text := strconv.FormatFloat(v, 'g', 12, 64)
	if back, err := strconv.ParseFloat(text, 64); err != nil || back != v {
		text = strconv.FormatFloat(v, 'g', 6, 64)
	}
	return text
}

// exact is a value in full precision, as files hold it and people may type it
// again: a number, or the name of a choice.
func (p Parameter) exact(v float64) string {
	if p.Categorical() {
		return p.Show(v)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Value returns a parameter's value for JSON: a number, or the name
// of a choice.
func (p Parameter) Value(v float64) any {
	if p.Categorical() {
		return p.Show(v)
	}
	return v
}

// Choice finds a choice by its name.
func (p Parameter) Choice(name string) (float64, bool) {
	k := slices.Index(p.Choices, name)
	return float64(k), k >= 0
}

// Read is the inverse of Exact for what people type: a choice may be typed in
// other letter case, or by a beginning that no other choice has.
func (p Parameter) Read(text string) (float64, error) {
	if !p.Categorical() {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", sanitize.Text(text))
		}
		return v, nil
	}
	if v, ok := p.Choice(text); ok {
		return v, nil
	}
	typed, found := strings.ToLower(strings.TrimSpace(text)), -1
	for k, name := range p.Choices {
		name = strings.ToLower(name)
		if name == typed {
			return float64(k), nil
		}
		if typed != "" && strings.HasPrefix(name, typed) {
			if found >= 0 {
				return 0, fmt.Errorf("%q begins more than one choice of %s (%s)", sanitize.Text(text), p.Name, p.choices())
			}
			found = k
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("%q is no choice of %s (%s)", sanitize.Text(text), p.Name, p.choices())
	}
	return float64(found), nil
}

// choices lists the names, for messages.
func (p Parameter) choices() string {
	return sanitize.Text(strings.Join(p.Choices, ", "))
}
