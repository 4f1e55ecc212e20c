package ceiling

import (
	"math"
	"testing"

	"farsight/internal/testkit"
)

// lagrangian is λb plus the best that can be done with money at a price of λ and
// without a budget, where one may stop at any time.
func lagrangian(p problem, lambda, budget float64, set settings) float64 {
	s := newSolver(p, set.filled().Nodes)
	s.price = lambda
	b, best := p.first()
	_, v := s.best(b, best, math.Inf(1), p.seenFirst(), 0)
	return lambda*budget + math.Max(0, v)
}

// Whatever the price, nobody does better with a budget than with all the money in
// the world at that price and the budget's worth of it for nothing: weak
// duality. At the best price the bound is close.
func TestEveryPriceBoundsTheOptimum(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	set := settings{Points: 4, Nodes: 5}
	optimum, bound := 0.0, 0.0
	for n := range uint64(8) {
		p := drawProblem(n, set)
		for _, budget := range []float64{1, 2, 3} {
			v, least := p.optimum(budget, set), math.Inf(1)
			for lambda := 1e-3; lambda < 5; lambda *= 1.3 {
				l := lagrangian(p, lambda, budget, set)
				if l < v*(1-1e-12) {
					t.Errorf("problem %d, budget %g: at λ = %.3g the bound is %g, the optimum %g", n, budget, lambda, l, v)
				}
				least = math.Min(least, l)
			}
			optimum += v
			bound += least
		}
	}
	t.Logf("the least bound is %.3f of the optimum", bound/optimum)
	if bound > 1.3*optimum {
		t.Errorf("the least bounds are %g, the optima %g", bound, optimum)
	}
}
