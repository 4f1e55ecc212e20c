package scenarios

import (
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios/formula"
)

// The best of a hill is found between grid points where there is no grid, and on
// the grid where there is one; with the slope or without.
func TestHighest(t *testing.T) {
	t.Parallel()
	free := Parameter{Name: "x", Low: -1, High: 3}
	whole := Parameter{Name: "n", Low: 0, High: 10, Integer: true}
	// The hill's top is at u = (0.37, 0.42): x = 0.48, n = 4.2.
	hill := func(u model.Unit) float64 { return -(u[0]-0.37)*(u[0]-0.37) - 2*(u[1]-0.42)*(u[1]-0.42) }
	slope := func(u model.Unit, grad []float64) float64 {
		grad[0], grad[1] = -2*(u[0]-0.37), -4*(u[1]-0.42)
		return hill(u)
	}
	for name, gradient := range map[string]func(u model.Unit, grad []float64) float64{"by steps": nil, "along the slope": slope} {
		best := Highest([]Parameter{free, whole}, nil, []model.Unit{{1, 1}}, hill, gradient)
		if math.Abs(best.X[0]-0.48) > 1e-4 || best.X[1] != 4 || math.Abs(best.U[1]-0.4) > 1e-12 || best.Value != hill(best.U) {
			t.Errorf("%s: %+v", name, best)
		}
	}
}

// Where constraints end the slope, the best is found on their edge.
func TestHighestInARegion(t *testing.T) {
	t.Parallel()
	square := []Parameter{{Name: "x", High: 1}, {Name: "y", High: 1}}
	all, err := formula.Comparisons("x + y <= 1", []string{"x", "y"}, nil)
	testkit.OK(t, err)
	region, err := NewRegion(square, nil, all)
	testkit.OK(t, err)
	// The hill's top is outside; on x + y = 1 the best is where 2(x − 0.9) = 4(y − 0.6).
	hill := func(u model.Unit) float64 { return -(u[0]-0.9)*(u[0]-0.9) - 2*(u[1]-0.6)*(u[1]-0.6) }
	best := Highest(square, region, nil, hill, nil)
	if err := region.Check(best.X); err != nil || math.Abs(best.X[0]-(0.9+0.8)/3) > 1e-3 || math.Abs(best.X[0]+best.X[1]-1) > 1e-6 {
		t.Errorf("%+v, %v", best, err)
	}
}
