package candidates

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"farsight/model"
)

// A look right beside a known point gains nothing, and tells which way is uphill:
// where that is cheap, a plan may begin with it.

const besideData = 6 // data that points are placed beside

// beside are the shares of the lengthscale at which points stand.
var besideReach = [...]float64{0.02, 0.1, 0.4}

// beside places points on both sides of the data where evaluations are cheapest,
// along a random direction (with one parameter, along it).
func beside(p *model.Pair, seed uint64) []model.Unit {
	n := p.Objective.Len()
	at, cost := make([]int, n), make([]float64, n)
	points := make([]model.Unit, n)
	for i := range at {
		at[i], points[i] = i, p.Objective.Point(i)
	}
	for i, m := range p.MomentsEach(points) {
		if cost[i] = m.MuC; p.Known != nil {
			cost[i] = math.Log(p.Known(points[i]))
		}
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(cost[a], cost[b]) })
	rng := rand.New(rand.NewPCG(seed, 0xbe5))
	scales := p.Objective.Hyper().Scale
	var out []model.Unit
	for _, i := range at[:min(n, besideData)] {
		direction := make([]float64, len(scales))
		norm := 0.0
		for j := range direction {
			direction[j] = rng.NormFloat64()
			norm += direction[j] * direction[j]
		}
		for _, reach := range besideReach {
			for _, sign := range []float64{-1, 1} {
				x := slices.Clone(points[i])
				for j := range x {
					step := sign * reach * math.Min(scales[j], 1) * direction[j] / math.Sqrt(norm)
					x[j] = math.Min(1, math.Max(0, x[j]+step))
				}
				p.Move(x)
				out = append(out, x)
			}
		}
	}
	return out
}
