package policy

import (
	"context"
	"math"
	"math/rand/v2"

	"farsight/internal/seed"
	"farsight/lookahead/candidates"
	"farsight/model"
)

// How many points stand for the box where functions are drawn from what is
// believed.
const (
	contendersSpread = 128 // for each parameter
	contendersMost   = 512
	contendersModes  = 3
	contendersClimb  = 20
)

// contenders are points that stand for the box: spread out, around the best, and
// where closed forms are largest.
func contenders(ctx context.Context, s Situation) []model.Unit {
	return candidates.Wanted{
		Pair: s.Pair, Best: s.Best, Budget: s.Left,
		Spread: min(contendersSpread*s.Pair.Dim(), contendersMost), Modes: contendersModes, Ascent: contendersClimb,
		Seed: seed.Of(s.Seed, seed.Search, s.Step),
	}.Points(ctx, nil)
}

// drawn are functions drawn from what is believed of the objective, at points.
func drawn(s Situation, points []model.Unit, n int) ([][]float64, error) {
	return s.Pair.Objective.Samples(points, n, rand.New(rand.NewPCG(seed.Of(s.Seed, seed.Draw, s.Step), 0)))
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
