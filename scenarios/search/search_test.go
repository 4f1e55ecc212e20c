package search

import (
	"math"
	"testing"

	"farsight/model"
	"farsight/scenarios"
)

// The best of a hill is found between grid points where there is no grid, and on
// the grid where there is one; with the slope or without.
func TestHighest(t *testing.T) {
	t.Parallel()
	free := scenarios.Parameter{Name: "x", Low: -1, High: 3}
	whole := scenarios.Parameter{Name: "n", Low: 0, High: 10, Integer: true}
	// The hill's top is at u = (0.37, 0.42): x = 0.48, n = 4.2.
	hill := func(u model.Unit) float64 { return -(u[0]-0.37)*(u[0]-0.37) - 2*(u[1]-0.42)*(u[1]-0.42) }
	slope := func(u model.Unit, grad []float64) float64 {
		grad[0], grad[1] = -2*(u[0]-0.37), -4*(u[1]-0.42)
		return hill(u)
	}
	for name, gradient := range map[string]func(u model.Unit, grad []float64) float64{"by steps": nil, "along the slope": slope} {
		best := Highest([]scenarios.Parameter{free, whole}, []model.Unit{{1, 1}}, hill, gradient)
		if math.Abs(best.X[0]-0.48) > 1e-4 || best.X[1] != 4 || math.Abs(best.U[1]-0.4) > 1e-12 || best.Value != hill(best.U) {
			t.Errorf("%s: %+v", name, best)
		}
	}
}
