package pane

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/tui/chart"
)

// Plural writes a number of things.
func Plural(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// MistakeLines are the lines of what is wrong, harmless, file and place first.
func MistakeLines(err error) []string {
	return strings.Split(strings.TrimRight(sanitize.Block(err.Error()), "\n"), "\n")
}

// LowerIsBetter says so, in parentheses, where the objective is minimised.
func LowerIsBetter(p *scenarios.Problem) string {
	if p.Minimise {
		return " (lower is better)"
	}
	return ""
}

// ParameterLabel is a parameter's name, with its unit if it has one.
func ParameterLabel(p scenarios.Parameter) string {
	if p.Unit == "" {
		return sanitize.Text(p.Name)
	}
	return sanitize.Text(p.Name) + " (" + sanitize.Text(p.Unit) + ")"
}

// Setting writes a parameter's value as it is to be set: what it was rounded to or
// the parameter's grid needs, six figures else.
func Setting(p scenarios.Parameter, v float64) string {
	if p.Integer || p.Step > 0 {
		return strconv.FormatFloat(v, 'g', 12, 64)
	}
	return p.Show(v)
}

// ShortSetting is a parameter's value in three figures, whole numbers whole.
func ShortSetting(p scenarios.Parameter, v float64) string {
	if p.Integer {
		return Setting(p, v)
	}
	return Word(p, v)
}

// Word is a number in three figures, a whole one without decimals, or the name of
// a choice.
func Word(p scenarios.Parameter, v float64) string {
	switch {
	case p.Categorical():
		return p.Show(v)
	case v == math.Trunc(v) && math.Abs(v) < 1e5:
		return strconv.FormatFloat(v+0, 'f', 0, 64)
	}
	return chart.Num(v)
}

// Named is a parameter's value with its name, and its unit if it has one:
// "temperature 71.5 °C".
func Named(p scenarios.Parameter, v float64) string {
	text := sanitize.Text(p.Name) + " " + ShortSetting(p, v)
	if p.Unit != "" {
		text += " " + sanitize.Text(p.Unit)
	}
	return text
}

// PointWords names a point by its parameters, at most most of them: "hours 3.54 h,
// loaves 1 and 2 more".
func PointWords(parameters []scenarios.Parameter, x scenarios.Point, most int) string {
	n := min(len(x), len(parameters))
	if most < n-1 { // one more is no longer than saying so
		return fmt.Sprintf("%s and %d more", PointWords(parameters, x[:most], most), n-most)
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = Named(parameters[i], x[i])
	}
	return strings.Join(parts, ", ")
}
