package scenarios

import (
	"farsight/scenarios/formula"
	"strings"
	"testing"
)

// A point that fails is named, and only it fails.
func TestExpressionErrors(t *testing.T) {
	t.Parallel()
	value, _ := formula.New("sqrt(x - 0.5)", []string{"x"})
	cost, _ := formula.New("0.75 - x", []string{"x"})
	e := &Expression{value, cost, []Parameter{{Name: "x", High: 1}}}
	for x, want := range map[float64]string{0.25: "the objective at x = 0.25 is NaN", 1: "the cost at x = 1 is -0.25", 0.5: ""} {
		_, err := e.Evaluate(t.Context(), []float64{x})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("at %v: %v, want %q", x, err, want)
		}
	}
}
