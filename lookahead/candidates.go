package lookahead

import (
	"context"
	"math"
	"math/rand/v2"

	"farsight/acquisition"
	"farsight/internal/lbfgsb"
	"farsight/model"
)

// candidates are the points trees are first built from: spread-out points,
// local maximisers of the closed forms at several budgets (found in log form,
// where the tails have slopes), and points around the incumbent.
func candidates(ctx context.Context, s State, p plan, seed uint64, extra []model.Unit) []model.Unit {
	d := s.Pair.Dim()
	points := make([]model.Unit, p.spread)
	for i := range points {
		points[i] = make([]float64, d)
	}
	acquisition.Spread(points, s.Pair, seed)
	points = append(points, aroundIncumbent(s.Pair, seed)...)
	points = append(points, extra...)

	var ws model.Workspace
	moments := make([]model.Moments, len(points))
	for i, x := range points {
		moments[i] = s.Pair.Moments(&ws, x)
	}
	rules := []acquisition.Function{acquisition.NewEI(s.Best), acquisition.NewEIPUC(s.Best)}
	for _, share := range []float64{1, 0.5, 0.25} {
		rules = append(rules, acquisition.NewQ1(s.Best, s.Budget*share))
	}
	up := newAscent(s.Pair, p.ascent)
	starts := len(points)
	for _, r := range rules {
		if ctx.Err() != nil {
			break
		}
		for _, i := range bestStarts(points[:starts], moments, r, p.modes) {
			x := append([]float64(nil), points[i]...)
			up.climb(ctx, r, x)
			s.Pair.Move(x)
			if !crowded(points[starts:], x) {
				points = append(points, x)
			}
		}
	}
	return points
}

// crowded says whether x is all but among points.
func crowded(points []model.Unit, x []float64) bool {
	for _, p := range points {
		if distance(p, x) < 1e-3 {
			return true
		}
	}
	return false
}

// aroundIncumbent places points near the incumbent, from close to far:
// in whole runs they decide how finely the optimum is approached.
func aroundIncumbent(p *model.Pair, seed uint64) []model.Unit {
	at, _ := p.Objective.Held()
	centre := p.Objective.Point(at)
	rng := rand.New(rand.NewPCG(seed, 0x1ce))
	scales := p.Objective.Hyper().Scale
	var out []model.Unit
	for _, reach := range []float64{0.01, 0.03, 0.1, 0.3} {
		for range 2 {
			x := make([]float64, len(centre))
			for j := range x {
				r := reach * math.Min(scales[j], 1)
				x[j] = math.Min(1, math.Max(0, centre[j]+r*rng.NormFloat64()))
			}
			p.Move(x)
			out = append(out, x)
		}
	}
	return out
}

// bestStarts lists the points of largest score, apart from each other, of equals
// the first.
func bestStarts(points []model.Unit, moments []model.Moments, r acquisition.Function, k int) []int {
	score := make([]float64, len(points))
	for i, m := range moments {
		score[i], _ = r.Eval(m)
	}
	var out []int
	for len(out) < k {
		at, best := -1, math.Inf(-1)
		for i, v := range score {
			if v > best {
				at, best = i, v
			}
		}
		if at < 0 {
			break
		}
		out = append(out, at)
		for i, x := range points {
			if distance(x, points[at]) < apart {
				score[i] = math.Inf(-1)
			}
		}
	}
	return out
}

// ascent climbs a rule's score by L-BFGS-B; one worker's workspace.
type ascent struct {
	pair         *model.Pair
	ws           model.Workspace
	grad         model.MomentsGrad
	min          lbfgsb.Minimizer
	lower, upper []float64
	settings     lbfgsb.Settings
}

func newAscent(p *model.Pair, iterations int) *ascent {
	d := p.Dim()
	a := &ascent{pair: p, grad: model.NewMomentsGrad(d), lower: make([]float64, d), upper: make([]float64, d)}
	for i := range a.upper {
		a.upper[i] = 1
	}
	a.settings = lbfgsb.Settings{MaxIterations: iterations, FunctionTolerance: 1e-4, GradientTolerance: 1e-3}
	return a
}

// climb moves x to a local maximiser of the rule's score.
func (a *ascent) climb(ctx context.Context, r acquisition.Function, x []float64) {
	// An error means a start without a finite score: the point stays as it is. As the minimiser's tolerance is relative
	// and the score large or small with the units, the gain since the start is what counts.
	start := math.NaN()
	a.pair.Choices.Hold(x, a.lower, a.upper)
	_, _ = a.min.Minimize(ctx, x, a.lower, a.upper, func(x, grad []float64) float64 {
		m := a.pair.MomentsGrad(&a.ws, x, &a.grad)
		score, d := r.Eval(m)
		for j := range grad {
			grad[j] = -(d.MuF*a.grad.MuF[j] + d.SdF*a.grad.SdF[j] + d.MuC*a.grad.MuC[j] + d.SdC*a.grad.SdC[j])
		}
		if a.pair.Weight != nil {
			for j := range grad {
				grad[j] -= d.LnW * a.grad.LnW[j]
			}
		}
		if math.IsNaN(start) {
			start = score
		}
		return start - score - 1
	}, a.settings)
}
