package pane

import (
	"fmt"
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

// ParameterLabel is a parameter's name, with its unit if it has one.
func ParameterLabel(p scenarios.Parameter) string {
	if p.Unit == "" {
		return sanitize.Text(p.Name)
	}
	return sanitize.Text(p.Name) + " (" + sanitize.Text(p.Unit) + ")"
}

// Setting writes a parameter's value as it is to be set: six figures, or what the
// parameter's grid needs.
func Setting(p scenarios.Parameter, v float64) string {
	if p.Categorical() {
		return p.Show(v)
	}
	digits := 6
	if p.Integer || p.Step > 0 {
		digits = 12
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

// ShortSetting is a parameter's value in three figures, whole numbers whole.
func ShortSetting(p scenarios.Parameter, v float64) string {
	if p.Integer {
		return Setting(p, v)
	}
	return Word(p, v)
}

// Word is a number in three figures, or the name of a choice.
func Word(p scenarios.Parameter, v float64) string {
	if p.Categorical() {
		return p.Show(v)
	}
	return chart.Num(v)
}
