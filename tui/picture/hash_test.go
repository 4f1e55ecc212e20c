package picture

import (
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// A crosshair that moves over a map makes another picture of it.
func TestCrosshairMakesAnotherPicture(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	seen := map[Hash]bool{}
	for _, at := range [][]chart.Place{nil, {{X: 1, Y: 2}}, {{X: 2, Y: 1}}, {{X: 1, Y: 3}}} {
		h := Hash(1)
		h.Figure(&chart.Figure{Map: &chart.HeatMap{NX: 1, NY: 1, Values: []float64{1}, Ramp: chart.NewRamp(chart.Hex("#000000"), chart.Hex("#ffffff")), Cross: at}})
		if seen[h] {
			t.Errorf("with the crosshair at %v the map is the same picture", at)
		}
		seen[h] = true
	}
}
