package policy

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/model"
)

func init() {
	Register(Kind{
		ID: "kg-pc", Title: "KG / E[c]", Order: 66, Hue: 21,
		Sentence:   "by how much the largest mean rises, by the expected cost",
		Formula:    "( E[ max μ(· | x, y) ] − max μ ) / E[c(x)]",
		Symbol:     "KG/c",
		Choose:     "to compare with the knowledge gradient: what is believed of the best counts, not what was seen",
		Aside:      true,
		Noise:      true,
		Options:    []Option{jointOption},
		Start:      func(Policy) Decider { return knowing{} },
		Curve:      gradients,
		ChartTitle: titled("rise of the largest mean by expected cost"),
		Why:        said(", where the largest mean is expected to rise most for its expected price"),
		Numbers: func(t Telling) []string {
			n, cost := t.Number, expectedCost(t.Expect)
			return append(t.models(),
				fmt.Sprintf("KG      = E[ max μ(· | x, y) ] − max μ = %s, over points spread in the box", n(t.Decision.Value*cost)),
				fmt.Sprintf("KG/c    = KG / E[c] = %s / %s = %s", n(t.Decision.Value*cost), n(cost), n(t.Decision.Value)))
		},
	})
}

// The best contenders are looked around for better ones.
const (
	knowingRounds = 3
	knowingTops   = 4  // around which
	knowingAround = 12 // points each
	knowingWide   = 0.05
	knowingSpread = 48 // contenders for each parameter
	knowingMost   = 144
)

func knowingBox(ctx context.Context, s Situation) []model.Unit {
	return standing(ctx, s, min(knowingSpread*s.Pair.Dim(), knowingMost))
}

// knowing maximises the knowledge gradient among contenders and, in rounds, around the best of
// them.
type knowing struct{ Forgetful }

func (knowing) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	points := knowingBox(ctx, s)
	rng := rand.New(rand.NewPCG(sobol.Seed(s.Seed, sobol.Search, s.Step), 1))
	var rise []float64
	wide := knowingWide
	for round := 0; ; round++ {
		if err := ctx.Err(); err != nil {
			return nil, Running, err
		}
		rise = rises(s, points, 0)
		if round == knowingRounds {
			break
		}
		for _, i := range highest(rise, knowingTops) {
			for range knowingAround {
				u := slices.Clone(points[i])
				for j := range u {
					u[j] = math.Max(0, math.Min(1, u[j]+wide*rng.NormFloat64()))
				}
				s.Pair.Move(u)
				points = append(points, u)
			}
		}
		wide /= 4
	}
	best := highest(rise, 1)[0]
	if !(rise[best] > 0) {
		stop, err := StopReason(ctx, s)
		return nil, stop, err
	}
	return &Decision{Choice: Choice{points[best], rise[best]}, Horizon: s.Left}, Running, nil
}

// highest are the places of the n largest values, the largest first.
func highest(v []float64, n int) []int {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(v[j], v[i]) })
	return order[:min(n, len(order))]
}

// rises are the knowledge gradients by the expected cost of the points from on,
// over all of them.
func rises(s Situation, points []model.Unit, from int) []float64 {
	n := len(points)
	mean, cov := s.Pair.Objective.Joint(points)
	noise := s.Pair.Objective.Hyper().Noise
	slopes, order := make([]float64, n), make([]int, n)
	var ws model.Workspace
	out := make([]float64, 0, n-from)
	for i := from; i < n; i++ {
		cost, weight := price(s, &ws, points[i])
		sd := math.Sqrt(math.Max(0, cov[i*n+i]) + noise)
		if weight == 0 || sd == 0 {
			out = append(out, 0)
			continue
		}
		for j := range slopes {
			slopes[j] = cov[i*n+j] / sd
		}
		out = append(out, weight*acquisition.KnowledgeGradient(mean, slopes, order)/cost)
	}
	return out
}

// gradients is the curve, over the contenders and its own points.
func gradients(_ Policy, s Situation, _ *Decision, us []model.Unit) []float64 {
	box := knowingBox(context.Background(), s)
	return chunked(box, us, func(all []model.Unit) []float64 { return rises(s, all, len(box)) })
}
