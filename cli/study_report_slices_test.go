package cli

import (
	"testing"

	"farsight/scenarios"
)

// A slice goes from end to end of its parameter, and through every choice.
func TestAlong(t *testing.T) {
	t.Parallel()
	for _, par := range []scenarios.Parameter{{Low: -1, High: 3}, {Low: 0.1, High: 1e9, Log: true}, {Low: 0, High: 2, Choices: []string{"a", "b", "c"}}} {
		xs := along(par)
		if xs[0] != par.Low || xs[len(xs)-1] != par.High {
			t.Errorf("%+v: from %v to %v", par, xs[0], xs[len(xs)-1])
		}
		for i, x := range xs[1:] {
			if x <= xs[i] {
				t.Errorf("%+v: %v follows %v", par, x, xs[i])
			}
		}
		if par.Categorical() && len(xs) != len(par.Choices) {
			t.Errorf("%d points for %d choices", len(xs), len(par.Choices))
		}
	}
}
