package acquisition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// randomCost is a known cost of the unit square: sloping, wavy, a hollow, or depending on one coordinate only, so that
// its edges run along the grid's lines.
func randomCost(rng *rand.Rand) model.KnownCost {
	a, b, shift := 3*rng.NormFloat64(), 3*rng.NormFloat64(), 2*math.Pi*rng.Float64()
	u, v := rng.Float64(), rng.Float64()
	switch rng.IntN(4) {
	case 0:
		return func(x model.Unit) float64 { return math.Exp(a*(x[0]-u) + b*(x[1]-v)) }
	case 1:
		return func(x model.Unit) float64 { return math.Exp(math.Sin(2*a*x[0]+shift) + math.Cos(2*b*x[1]-shift)) }
	case 2:
		return func(x model.Unit) float64 { return 0.1 + 9*((x[0]-u)*(x[0]-u)+(x[1]-v)*(x[1]-v)) }
	}
	return func(x model.Unit) float64 { return 1 + 9*x[0] }
}

// Where a known cost bounds what can be bought, no choice is below the best point of a grid of 101 × 101, or 201 × 201.
func TestWithinBeatsGrid(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	states := testkit.SweepSize(8, 16, 60)
	grid := grid2(testkit.SweepSize(101, 101, 201))
	below, total, worst := 0, 0, 0.0
	for state := range states {
		rng := rand.New(rand.NewPCG(uint64(state), 12))
		p := testPair(t, 4+rng.IntN(20), 2, uint64(state), 0.1+0.3*rng.Float64())
		p = &model.Pair{Objective: p.Objective, Known: randomCost(rng)}
		// Between a hundredth and nine tenths of the square can be paid for.
		costs := make([]float64, len(grid))
		for i, x := range grid {
			costs[i] = p.Known(x)
		}
		left := quantile(costs, 0.01+0.89*rng.Float64())
		best := p.Incumbent()
		for _, f := range []Function{NewEI(best), NewLogEI(best), NewEIPUC(best), NewEIPUCCC(best, 0.4), NewPBGI(0.1), NewPBGI(1e-3)} {
			r := Within(f, left)
			over, err := MaximiseOver(p, r, grid)
			testkit.OK(t, err)
			got, err := Maximise(background, p, r, Settings{Seed: uint64(state)})
			testkit.OK(t, err)
			if z := p.Known(got.Best.X); z > left*(1+2e-9) {
				t.Errorf("state %d, %s: chose %v for %g, %g is left", state, r.Name(), got.Best.X, z, left)
			}
			total++
			if gap := over.Best.Score - got.Best.Score; gap > 1e-6 {
				below++
				worst = math.Max(worst, gap)
				t.Errorf("state %d, %s: %g at %v (costs %g of %g), the grid has %g at %v (costs %g)", state, r.Name(), got.Best.Score,
					got.Best.X, p.Known(got.Best.X), left, over.Best.Score, over.Best.X, p.Known(over.Best.X))
			}
		}
	}
	if below > 0 {
		t.Errorf("%d of %d choices are below the grid's best, by up to %.2g", below, total, worst)
	}
}

// quantile is the value that a share q of the values does not exceed.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(q*float64(len(sorted)-1))]
}
