package lookahead

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"farsight/internal/sobol"
	"farsight/internal/workers"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// A playout judges a root by playing the budget to its end: the root is evaluated on a fantasy, a
// simple rule chooses every later point among candidates, each evaluated on a fantasy of its own,
// until the budget is gone. The mean over fantasies that no maximisation has seen is the value of
// the root followed by that rule: an unbiased lower bound, unlike a tree's own value. Choosing the
// best root is never worse than the rule itself (except for the noise of the mean), and accounts
// for the end of the budget.
//
// The rules are affordable improvement per power of the expected cost,
//
//	EI·Φ(ζ)·E[c]^(−γ), γ = 0 (Q₁) and 1 (a budgeted EI / E[c])
//
// and the value of a root is that under the best of them.
//
// Unlike a tree, a playout may take value and log cost at a point for
// correlated: where good points are expensive, an evaluation that would improve is the
// one that does not fit.

// PlayoutSettings of Playout. The zero value is the default.
type PlayoutSettings struct {
	Seed    uint64 // of candidates and fantasies
	Workers int    // 0: GOMAXPROCS; the result does not depend on it
	Steps   int    // evaluations at most; 0: defaultPlayoutSteps
	// Correlation of value and log cost at a point, both given what is known.
	Correlation float64
	Light       bool            // the last rounds are left out
	Cache       *CandidateCache // of the state, from another search; nil: nothing
}

// defaultPlayoutSteps bounds a playout: later evaluations gain little.
const defaultPlayoutSteps = 12

// playoutCooling are the powers γ of the rules that play on.
var playoutCooling = [...]float64{0, 1}

// playoutRounds are the fantasies of each round; after it the better half of the contenders
// continues.
var playoutRounds = [...]int{16, 16, 32, 64, 128}

// Verdict is the value of a root by playouts.
type Verdict struct {
	Root     model.Unit
	Value    float64 // mean improvement by the end of the budget
	Cooling  float64 // γ of the rule that makes most of it
	Playouts int     // behind the value
}

// Playout judges the given roots and the local maximisers of the closed forms,
// and returns them by value, the best first. There is none if nothing has any
// value within the budget. A cancelled context is an error.
func Playout(ctx context.Context, s State, roots []model.Unit, set PlayoutSettings) ([]Verdict, error) {
	for _, x := range roots {
		if err := CheckCube(x, s.Pair.Dim()); err != nil {
			return nil, fmt.Errorf("judged root: %w", err)
		}
	}
	set.Steps = cmp.Or(set.Steps, defaultPlayoutSteps)
	t, err := playoutTable(ctx, s, roots, nil, set, nil)
	if err != nil || t == nil {
		return nil, err
	}
	// All but the points that are only spread out or around the incumbent.
	arms := newArms(Quick.plan().candidates(s, set.Seed, nil).plain(), t.size)
	players := newPlayers(t, s, set)
	judge(ctx, players, arms, set)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return verdicts(t, arms), nil
}

// curvePlayouts are the fantasies behind each point of a curve.
const curvePlayouts = 64

// PlayoutCurve is the value by playouts of each of many points, all on the same fantasies; 0
// everywhere if nothing has any value within the budget.
func PlayoutCurve(ctx context.Context, s State, points []model.Unit, set PlayoutSettings) ([]float64, error) {
	out := make([]float64, len(points))
	set.Steps = cmp.Or(set.Steps, defaultPlayoutSteps)
	t, err := playoutTable(ctx, s, nil, points, set, nil)
	if err != nil || t == nil {
		return out, err
	}
	players := newPlayers(t, s, set)
	// The points are roots only: playing on among them would be slow.
	first := t.size - len(points)
	arms := newArms(first, t.size)
	t.size = first
	z := fantasyPaths(sobol.New(2*set.Steps, set.Seed^fantasySalt), curvePlayouts, set.Steps)
	workers.Share(players, len(arms), func(p *player, i int) {
		if ctx.Err() == nil {
			p.play(arms[i], z)
		}
	})
	for _, a := range arms {
		out[a.root-first] = math.Max(out[a.root-first], a.mean())
	}
	return out, ctx.Err()
}

// playoutTable tabulates the candidates, with the roots among them, and after them the points of
// last; nil without budget. In a scratch only one player's table is filled lazily.
func playoutTable(ctx context.Context, s State, roots, last []model.Unit, set PlayoutSettings, r *scratch) (*table, error) {
	e, err := NewEvaluator(s, nil)
	if err != nil || s.Budget <= s.Exhausted() {
		return nil, err
	}
	points := append(Quick.plan().candidates(s, set.Seed, set.Cache).Points(ctx, roots), last...)
	t := newTable(e, len(points), r)
	for _, x := range points {
		t.place(x)
	}
	t.believe(0, e)
	if r == nil || workers.Count(set.Workers) > 1 {
		t.fill() // the players share it
	}
	return t, nil
}

// newArms pairs the candidates from up to to with every rule.
func newArms(from, to int) []*arm {
	var arms []*arm
	for i := from; i < to; i++ {
		for _, gamma := range playoutCooling {
			arms = append(arms, &arm{root: i, gamma: gamma})
		}
	}
	return arms
}

// fantasySalt keeps the fantasies apart from the candidates of the same seed.
const fantasySalt = 0x9a1e

// fantasyPaths draws normals for count playouts, two per step.
func fantasyPaths(seq *sobol.Sequence, count, steps int) []float64 {
	z := make([]float64, count*2*steps)
	for i := range count {
		seq.NextNormal(z[i*2*steps : (i+1)*2*steps])
	}
	return z
}

// arm is a root together with the rule that plays on.
type arm struct {
	root  int
	gamma float64
	sum   float64
	n     int
}

func (a *arm) mean() float64 { return a.sum / float64(a.n) }

// judge plays all arms on common fantasies and continues with the better half.
func judge(ctx context.Context, players []*player, arms []*arm, set PlayoutSettings) {
	fantasies := sobol.New(2*set.Steps, set.Seed^fantasySalt)
	arms = append([]*arm(nil), arms...)
	rounds := playoutRounds[:]
	if set.Light {
		rounds = rounds[:3]
	}
	for _, count := range rounds {
		if ctx.Err() != nil || len(arms) <= 1 {
			return
		}
		z := fantasyPaths(fantasies, count, set.Steps)
		workers.Share(players, len(arms), func(p *player, i int) {
			if ctx.Err() == nil {
				p.play(arms[i], z)
			}
		})
		sort.SliceStable(arms, func(i, j int) bool { return arms[i].mean() > arms[j].mean() })
		arms = arms[:(len(arms)+1)/2]
	}
}

// verdicts keeps each root's best arm, those judged longest first.
func verdicts(t *table, arms []*arm) []Verdict {
	sort.SliceStable(arms, func(i, j int) bool {
		if arms[i].n != arms[j].n {
			return arms[i].n > arms[j].n
		}
		return arms[i].mean() > arms[j].mean()
	})
	var out []Verdict
	seen := make([]bool, t.size)
	for _, a := range arms {
		if !seen[a.root] && a.mean() > 0 {
			seen[a.root] = true
			out = append(out, Verdict{append([]float64(nil), t.point(a.root)...), a.mean(), a.gamma, a.n})
		}
	}
	return out
}

// player is one worker's workspace.
type player struct {
	*greedy
	state     State
	steps     int
	rho       float64
	own       float64   // √(1 − ρ²)
	lnCost    []float64 // of the candidates, where it is known
	lnCostWay []float64 // the same with ways
}

func newPlayers(t *table, s State, set PlayoutSettings) []*player {
	players := make([]*player, workers.Count(set.Workers))
	for i := range players {
		players[i] = newPlayer(t, s, set, nil)
	}
	return players
}

func newPlayer(t *table, s State, set PlayoutSettings, r *scratch) *player {
	p := &player{greedy: newGreedy(rollout(set.Steps), t.stride, 1, r), state: s, steps: set.Steps, rho: set.Correlation}
	p.own = math.Sqrt(1 - p.rho*p.rho)
	p.t, p.end = t, s.Exhausted()
	p.begin()
	if t.known {
		p.lnCost = make([]float64, t.size)
		for i := range p.lnCost {
			p.lnCost[i] = math.Log(t.cost[i])
		}
	}
	return p
}

// rollout is the skeleton of a path tree.
func rollout(steps int) *layout {
	stage := fantasy.Stage{Z: [][2]float64{{0, 0}}, Weight: []float64{1}}
	return newLayout(slices.Repeat(fantasy.Samples{stage}, steps-1))
}

// play adds the arm's playouts on the fantasies z, 2 per step.
func (p *player) play(a *arm, z []float64) {
	var lift, rrC float64
	if p.steps > 1 {
		// What is seen after the root is the same but for the means.
		lift, rrC = p.condition(0, a.root)
	}
	for ; len(z) > 0; z = z[2*p.steps:] {
		a.sum += p.once(a, lift, rrC, z)
		a.n++
	}
}

// once is the sum of the expected improvements along one playout. The expected improvement replaces
// the drawn one, which has more noise.
func (p *player) once(a *arm, lift, rrC float64, z []float64) float64 {
	t, i := p.t, a.root
	best, left, value := p.state.Best, p.state.Budget, 0.0
	for s := 0; ; s++ {
		v := &p.levels[s]
		value += p.gain(v, i, best, left)
		if s == p.steps-1 {
			return value
		}
		if s > 0 {
			lift, rrC = p.condition(s, i)
		}
		zf, zc := z[2*s], z[2*s+1]
		left, _ = p.after(v, i, left, 0)
		if t.known {
			left -= t.cost[i]
		} else {
			zc = p.rho*zf + p.own*zc
			left -= math.Exp(v.muC[i] + rrC*zc)
		}
		if left <= p.end {
			return value
		}
		best = math.Max(best, v.muF[i]+lift*zf)
		p.learn(s, zf, zc)
		var score float64
		if i, score = p.rule(&p.levels[s+1], best, left, a.gamma); score <= 0 {
			return value
		}
	}
}

// learn shows stage s+1 what the fantasies say. Where cost follows the objective the means of ln c stay as they are:
// what is learned of them is left out.
func (p *player) learn(s int, zf, zc float64) {
	t, v, next := p.t, &p.levels[s], &p.levels[s+1]
	shift(next.muF, v.muF, v.rF, zf, t.size)
	switch {
	case t.beta != 0:
		copy(next.muC[:t.size], v.muC)
	case !t.known:
		shift(next.muC, v.muC, v.rC, zc, t.size)
	}
}

// gain is the expected improvement at candidate i within the budget.
func (p *player) gain(v *level, i int, best, budget float64) float64 {
	if budget, _ = p.after(v, i, budget, 0); v.way != nil && budget <= p.end {
		return 0
	}
	var o offer
	p.offered(&o, v, i, best)
	o.rho = p.rho
	return p.worth(i, &o, budget, p.lnBudget(budget), 0)
}

// withWays is ln(w + E[c]) of the candidates, of ln E[c].
func (p *player) withWays(v *level, lnC []float64) []float64 {
	p.lnCostWay = p.lnCostWay[:0]
	for i, m := range lnC {
		p.lnCostWay = append(p.lnCostWay, math.Log(v.way[i]+math.Exp(m)))
	}
	return p.lnCostWay
}

// rule is the candidate of largest gain·(w + E[c])^(−γ), up to a common factor.
func (p *player) rule(v *level, best, budget, gamma float64) (int, float64) {
	t := p.t
	lnC := p.lnCost // ln E[c]
	if !t.known {
		lnC = v.score[:0]
		for i, m := range v.muC[:t.size] {
			lnC = append(lnC, m+0.5*v.varC[i])
		}
		v.score = lnC[:0]
	}
	if v.way != nil {
		lnC = p.withWays(v, lnC)
	}
	least := math.Inf(1)
	for _, m := range lnC {
		least = min(least, m)
	}
	lnB := math.Log(budget)
	at, value := 0, 0.0
	for i, sd := range v.sdF[:t.size] {
		d := v.muF[i] - best
		if 0.39894229*sd+max(d, 0) <= value { // the other factors are at most 1
			continue
		}
		u := d / sd
		h := nearlyEI(u)
		score := t.weighed(sd*h, i)
		if score <= value {
			continue
		}
		if gamma > 0 {
			if score *= math.Exp(-gamma * (lnC[i] - least)); score <= value {
				continue
			}
		}
		left, lnLeft := p.after(v, i, budget, lnB)
		switch {
		case v.way != nil && left <= p.end:
			continue
		case t.known:
			score *= affordable(t.cost[i], left)
		default:
			score *= nearlyFits(p.rho, u, h, lnLeft-v.muC[i], v.sdC[i])
		}
		if score > value {
			at, value = i, score
		}
	}
	return at, value
}
