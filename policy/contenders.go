package policy

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"farsight/internal/sobol"
	"farsight/lookahead"
	"farsight/model"
)

// Numbers of points that cover the box when functions are drawn from the posterior.
const (
	contendersSpread = 128 // for each parameter
	contendersMost   = 512
	contendersModes  = 3
	contendersClimb  = 20
)

// contenders are points that represent the box: spread out, around the best, and where closed forms
// are largest.
func contenders(ctx context.Context, s Situation) []model.Unit {
	return standing(ctx, s, min(contendersSpread*s.Pair.Dim(), contendersMost))
}

// standing are contenders with the given number of spread-out points.
func standing(ctx context.Context, s Situation, spread int) []model.Unit {
	return lookahead.Candidates{
		Pair: s.Pair, Best: s.Best, Budget: s.Left,
		Spread: spread, Modes: contendersModes, Ascent: contendersClimb,
		Seed: sobol.Seed(s.Seed, sobol.Search, s.Step),
	}.Points(ctx, nil)
}

// drawn returns functions drawn from the posterior of the objective, at points.
func drawn(s Situation, points []model.Unit, n int) ([][]float64, error) {
	return s.Pair.Objective.Samples(points, n, rand.New(rand.NewPCG(sobol.Seed(s.Seed, sobol.Draw, s.Step), 0)))
}

// price is the expected cost at a point with the way there, and how much the
// point counts: 0 where what is left cannot pay for it, as far as that is known.
func price(s Situation, ws *model.Workspace, u model.Unit) (cost, weight float64) {
	m := s.Pair.Moments(ws, u)
	cost = expectedCost(m)
	if s.Pair.Known != nil && cost > s.Left || m.Way >= s.Left && m.Way > 0 {
		return cost, 0
	}
	return cost, math.Exp(m.LnW)
}

// curveAtOnce is how many points of a curve are evaluated together with the contenders.
const curveAtOnce = 64

// chunked is a curve whose points are looked at together with the box: of gives
// the values of those behind it.
func chunked(box, us []model.Unit, of func(all []model.Unit) []float64) []float64 {
	var out []float64
	for part := range slices.Chunk(us, curveAtOnce) {
		out = append(out, of(slices.Concat(box, part))...)
	}
	return out
}
