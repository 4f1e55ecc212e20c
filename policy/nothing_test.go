package policy

import (
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// What no money buys is unaffordable; what some money buys and nobody wants is
// nothing to gain. Costs are known, or learned from points that cost 1 to 3.
func TestNothing(t *testing.T) {
	t.Parallel()
	data := model.Data{
		X: []model.Unit{{0.1}, {0.4}, {0.6}, {0.9}}, Y: []float64{0.2, 0.7, 0.4, 0.1}, Cost: []float64{1, 1.5, 2, 3},
	}
	for name, known := range map[string]model.KnownCost{"learned": nil, "known": func(u model.Unit) float64 { return 1 + 2*u[0] }} {
		pair, err := model.FitPair(data, model.PairSettings{Known: known}, nil)
		testkit.OK(t, err)
		for left, want := range map[float64]Stop{0: NothingAffordable, 1e-3: NothingAffordable, 1.2: NothingToGain, 100: NothingToGain} {
			stop, err := Nothing(t.Context(), Situation{Pair: pair, Best: 0.7, Left: left, Total: 100, Workers: 1})
			if err != nil || stop != want {
				t.Errorf("%s costs, %v left: %q, %v; want %q", name, left, stop, err, want)
			}
		}
	}
}
