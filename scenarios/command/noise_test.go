package command

import (
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// A program may say how far off its value is.
func TestCommandSaysItsNoise(t *testing.T) {
	testkit.SkipEmulated(t)
	e, err := program(t, "print", `{"value": 3, "cost": 2, "sd": 0.25}`).Evaluate(t.Context(), []float64{0.5, 2})
	if err != nil || e.Sd != 0.25 || e.Value != 3 {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err = program(t, "print", `{"failed": true, "cost": 2, "sd": 0.25}`).Evaluate(t.Context(), []float64{0.5, 2}); err != nil || e.Sd != 0 {
		t.Errorf("a failure has a noise: %+v, %v", e, err)
	}
	for printed, want := range map[string]string{`{"value": 3, "sd": 0}`: "must be positive and finite", `{"value": 3, "sd": "much"}`: "not a finite number", `{"value": 3, "sd": 1e200}`: "express it in another unit"} {
		if _, err := program(t, "print", printed).Evaluate(t.Context(), []float64{0.5, 2}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", printed, err, want)
		}
	}
}
