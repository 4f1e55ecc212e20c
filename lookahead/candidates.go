package lookahead

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"farsight/acquisition"
	"farsight/model"
)

// Candidates says for which decision candidates are sought, and how many.
type Candidates struct {
	Pair   *model.Pair
	Best   float64 // incumbent f*
	Budget float64
	Price  float64 // λ, the price of a unit of budget; 0: none
	Spread int     // low-discrepancy points
	Modes  int     // local maximisers per closed form
	Ascent int     // iterations to find one
	Seed   uint64
	Cache  *CandidateCache // what was found before, and will be; nil: nothing
}

// Points are spread-out points, points around the incumbent and where the way
// begins, those of extra, and local maximisers of the closed forms at several
// budgets (found in log form, where the tails have slopes).
func (w Candidates) Points(ctx context.Context, extra []model.Unit) []model.Unit {
	s := w.remembered()
	plain := len(s.points)
	points := append(slices.Clip(s.points), extra...)
	moments := append(slices.Clip(s.moments), w.Pair.MomentsEach(extra)...)
	rules := []acquisition.Function{acquisition.NewEI(w.Best), acquisition.NewEIPUC(w.Best)}
	for _, share := range []float64{1, 0.5, 0.25} {
		rules = append(rules, acquisition.NewQ1(w.Best, w.Budget*share))
	}
	if w.Price > 0 {
		rules = append(rules, acquisition.NewEIPES(w.Best, w.Budget))
	}
	up := acquisition.NewAscent(w.Pair, w.Ascent)
	starts := len(points)
	scores := make([]float64, starts)
	for k, r := range rules {
		if ctx.Err() != nil {
			break
		}
		copy(scores, s.scoresBy(k, rules))
		for i := plain; i < starts; i++ {
			scores[i], _ = r.Eval(moments[i])
		}
		for _, i := range bestStarts(points[:starts], scores, w.Modes) {
			x := s.ends[climb{k, i}]
			if x == nil {
				x = slices.Clone(points[i])
				up.Climb(ctx, r, x)
				w.Pair.Move(x)
				if i < plain && ctx.Err() == nil {
					s.ends[climb{k, i}] = x
				}
			}
			if !crowded(points[starts:], x) {
				points = append(points, x)
			}
		}
	}
	return append(points, w.edges(points[:starts], moments)...)
}

// plain is how many of the points, the first ones, are only spread out or around
// something.
func (w Candidates) plain() int {
	return w.Spread + len(aroundIncumbent(w.Pair, w.Seed)) + len(besideKnown(w.Pair, w.Seed)) + len(nearStart(w.Pair, w.Seed))
}

// allChoices begins points with every combination of choices, where there is nothing
// else to choose and they are not too many: drawn at random, one may be missing.
func (w Candidates) allChoices(points []model.Unit) {
	choices, width := w.Pair.Choices, 0
	for _, a := range choices {
		width += a.Width()
	}
	n := choices.Combinations(len(points) + 1)
	if width < w.Pair.Dim() || n > len(points) {
		return
	}
	for k, x := range points[:n] {
		for _, a := range choices {
			a.Choose(x, k%a.Choices)
			k /= a.Choices
		}
		w.Pair.Move(x)
	}
}

// crowded says whether x is all but among points.
func crowded(points []model.Unit, x []float64) bool {
	return slices.ContainsFunc(points, func(p model.Unit) bool { return distance(p, x) < 1e-3 })
}

// aroundIncumbent places points near the incumbent, from close to far:
// in whole runs they decide how finely the optimum is approached.
func aroundIncumbent(p *model.Pair, seed uint64) []model.Unit {
	at, _ := p.Objective.Held()
	out := around(p.Objective.Point(at), p.Objective.Hyper().Scale, rand.New(rand.NewPCG(seed, 0x1ce)))
	for _, x := range out {
		p.Move(x)
	}
	return out
}

// around are random points near a centre, from close to far, as shares of the
// scales, which count for 1 at most.
func around(centre model.Unit, scales []float64, rng *rand.Rand) []model.Unit {
	var out []model.Unit
	for _, reach := range []float64{0.01, 0.03, 0.1, 0.3} {
		for range 2 {
			x := make(model.Unit, len(centre))
			for j, c := range centre {
				r := reach * math.Min(scales[j], 1)
				x[j] = math.Min(1, math.Max(0, c+r*rng.NormFloat64()))
			}
			out = append(out, x)
		}
	}
	return out
}

// bestStarts lists the points of largest score, apart from each other, of equals
// the first; it uses the scores up.
func bestStarts(points []model.Unit, score []float64, k int) []int {
	var out []int
	for len(out) < k {
		at := floats.MaxIdx(score)
		if math.IsInf(score[at], -1) {
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

// nearStart are points around the last evaluated point, which a small budget can reach.
func nearStart(p *model.Pair, seed uint64) []model.Unit {
	if !p.Moves() {
		return nil
	}
	whole := slices.Repeat([]float64{1}, len(p.At))
	out := append([]model.Unit{slices.Clone(p.At)}, around(p.At, whole, rand.New(rand.NewPCG(seed, 0x3a7)))...)
	for _, x := range out {
		p.Choices.Snap(x)
		p.Move(x)
	}
	return out
}

// apart is how far two points must be from each other not to be of one mode.
const apart = 0.04

// distance is the ∞-norm of x − y.
func distance(x, y []float64) float64 {
	d := 0.0
	y = y[:len(x)]
	for i := range x {
		d = max(d, math.Abs(x[i]-y[i]))
	}
	return d
}

// CheckCube requires n coordinates in [0, 1].
func CheckCube(x []float64, n int) error {
	if len(x) != n {
		return fmt.Errorf("has %d coordinates, want %d", len(x), n)
	}
	for i, v := range x {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("coordinate %d is %v: must lie in [0, 1], the unit cube", i, v)
		}
	}
	return nil
}

// An evaluation right beside a known point gains nothing but shows which way is uphill: where that
// is cheap, a plan may begin with it.

const besideData = 6 // data that points are placed beside

// besideReach are the distances of these points, as shares of the lengthscale.
var besideReach = [...]float64{0.02, 0.1, 0.4}

// besideKnown places points on both sides of the data where evaluations are cheapest,
// along a random direction (with one parameter, along it).
func besideKnown(p *model.Pair, seed uint64) []model.Unit {
	n := p.Objective.Len()
	cost, points := make([]float64, n), make([]model.Unit, n)
	for i := range points {
		points[i] = p.Objective.Point(i)
	}
	for i, m := range p.MomentsEach(points) {
		if cost[i] = m.MuC; p.Known != nil {
			cost[i] = math.Log(p.Known(points[i]))
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0xbe5))
	scales := p.Objective.Hyper().Scale
	var out []model.Unit
	for _, i := range ordered(n, func(a, b int) int { return cmp.Compare(cost[a], cost[b]) })[:min(n, besideData)] {
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

// ordered are the numbers below n by a comparison, of equals the first first.
func ordered(n int, compare func(a, b int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compare)
	return order
}
