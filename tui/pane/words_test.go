package pane

import (
	"errors"
	"math"
	"slices"
	"testing"

	"farsight/scenarios"
)

// Numbers of things, parameters and their values as people write them.
func TestWords(t *testing.T) {
	t.Parallel()
	plain, whole := scenarios.Parameter{Name: "heat", Unit: "C"}, scenarios.Parameter{Name: "turns", Integer: true}
	stepped := scenarios.Parameter{Name: "salt", Step: 1e-9}
	for _, c := range [][2]string{
		{Plural(1, "point"), "one point"}, {Plural(0, "point"), "0 points"}, {Plural(7, "point"), "7 points"},
		{ParameterLabel(plain), "heat (C)"}, {ParameterLabel(whole), "turns"}, {ParameterLabel(scenarios.Parameter{Name: "a\x1b[31m", Unit: "\n"}), "a ( )"},
		{Setting(plain, 1.0/3), "0.333333"}, {Setting(whole, 1234567), "1234567"}, {Setting(stepped, 0.123456789), "0.123456789"},
		{ShortSetting(plain, 1.0/3), "0.333"}, {ShortSetting(whole, 1234567), "1234567"},
		{Word(plain, 2), "2"}, {Word(plain, -40), "-40"}, {Word(plain, math.Copysign(0, -1)), "0"}, {Word(plain, 2.001), "2.00"}, {Word(plain, 3e7), "3.00e7"},
		{Named(plain, 71.5), "heat 71.5 C"}, {Named(whole, 3), "turns 3"},
		{PointWords([]scenarios.Parameter{plain, whole, stepped}, []float64{71.5, 3, 0.25}, 3), "heat 71.5 C, turns 3, salt 0.250"},
		{PointWords([]scenarios.Parameter{plain, whole, stepped}, []float64{71.5, 3, 0.25}, 2), "heat 71.5 C, turns 3, salt 0.250"},
		{PointWords([]scenarios.Parameter{plain, whole, stepped}, []float64{71.5, 3, 0.25}, 1), "heat 71.5 C and 2 more"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
	if got := MistakeLines(errors.New("a.toml:1: odd\x07\na.toml:2: odder\n")); !slices.Equal(got, []string{"a.toml:1: odd", "a.toml:2: odder"}) {
		t.Errorf("mistakes are told as %q", got)
	}
}
