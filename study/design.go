package study

import (
	"fmt"
	"math"

	"farsight/internal/sobol"
	"farsight/scenarios"
)

// initialDesign returns the points a run starts from, with NaN where their
// value or cost is still to be measured.
func initialDesign(p *scenarios.Problem, run uint64) (scenarios.Initial, error) {
	in := scenarios.Initial{X: p.Initial.X}
	if len(in.X) == 0 {
		n := p.Initial.Sobol
		if n == 0 {
			n = 2 * (p.Dim() + 1)
		}
		seq := sobol.New(p.Dim(), sobol.Seed(run, sobol.Design, 0))
		share := make([]float64, p.Dim())
		for range n {
			in.X = append(in.X, drawAllowed(p, func() []float64 { seq.Next(share); return share }))
		}
	}
	for i, x := range in.X {
		if err := p.CheckPoint(x); err != nil {
			return in, fmt.Errorf("initial point %d: %w", i+1, err)
		}
		in.Value = append(in.Value, at(p.Initial.Value, i, math.NaN()))
		in.Cost = append(in.Cost, at(p.Initial.Cost, i, math.NaN()))
		in.Sd = append(in.Sd, at(p.Initial.Sd, i, 0))
	}
	return in, nil
}

// drawTries is how often a point that violates the constraints is drawn again.
const drawTries = 10_000

// drawAllowed draws points, a share of the way along each parameter, until the
// constraints hold at one, and at last takes the nearest one where they do.
func drawAllowed(p *scenarios.Problem, draw func() []float64) scenarios.Point {
	for range drawTries {
		if x := scenarios.FromShares(p.Parameters, draw()); p.Region.Check(x) == nil {
			return x
		}
	}
	return p.Nearest(p.ToUnit(scenarios.FromShares(p.Parameters, draw())))
}

// at returns v[i], or missing beyond its end.
func at(v []float64, i int, missing float64) float64 {
	if i < len(v) {
		return v[i]
	}
	return missing
}
