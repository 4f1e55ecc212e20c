package lookahead

import (
	"context"
	"math"

	"farsight/internal/sobol"
	"farsight/internal/workers"
)

// budgetSteps bounds a playout of the budget. Of one that ends by it only what was
// spent counts: later units bring less.
const budgetSteps = 24

// budgetPlayouts is how many are played.
const budgetPlayouts = 16

// Later is the value of budget that is not spent at once.
type Later struct {
	Worth float64 // what a unit of the budget brings, in the mean over all of it
	Lasts float64 // the share of playouts that make more than a number of evaluations
}

// PlayBudget plays the budget to its end by the closed form EI-PES, or for so many
// steps as set says, and returns what it brings and whether it pays for more than
// a number of evaluations, in the mean over playouts. A cancelled context is an error.
func PlayBudget(ctx context.Context, s State, evaluations int, set PlayoutSettings) (Later, error) {
	if set.Steps == 0 || set.Steps > budgetSteps {
		set.Steps = budgetSteps
	}
	r := enterScratch()
	defer r.Leave()
	t, err := playoutTable(ctx, s, nil, nil, set, r)
	if err != nil || t == nil || math.IsInf(s.Budget, 1) {
		return Later{}, err
	}
	z := fantasyPaths(sobol.New(2*set.Steps, set.Seed^fantasySalt), budgetPlayouts, set.Steps)
	players := make([]*player, workers.Count(set.Workers))
	for i := range players {
		players[i] = newPlayer(t, s, set, r)
	}
	found := make([]Later, budgetPlayouts)
	workers.Share(players, len(found), func(p *player, i int) {
		if ctx.Err() == nil {
			found[i] = p.spendBudget(z[i*2*set.Steps:(i+1)*2*set.Steps], evaluations)
		}
	})
	var mean Later
	for _, l := range found {
		mean.Worth += l.Worth / budgetPlayouts
		mean.Lasts += l.Lasts / budgetPlayouts
	}
	return mean, ctx.Err()
}

// spendBudget is PlayBudget on one path of fantasies.
func (p *player) spendBudget(z []float64, evaluations int) (l Later) {
	t, best, left, n := p.t, p.state.Best, p.state.Budget, 0
	brings := 0.0
	for {
		v := &p.levels[n]
		i, gain := p.worthiest(v, best, left)
		if !(gain > 0) {
			break
		}
		lift, rrC := 0.0, 0.0
		if n < p.steps-1 {
			lift, rrC = p.condition(n, i)
		}
		zf, zc, cost := z[2*n], z[2*n+1], 0.0
		if t.known {
			cost = t.cost[i]
		} else {
			cost = math.Exp(v.muC[i] + rrC*zc)
		}
		brings += gain
		left -= math.Min(cost, left)
		if n++; left <= p.end || n == p.steps {
			break
		}
		best = math.Max(best, v.muF[i]+lift*zf)
		p.learn(n-1, zf, zc)
	}
	if n > evaluations {
		l.Lasts = 1
	}
	money := p.state.Budget
	if n == p.steps {
		money -= left // cut off: later budget brings less, but something
	}
	l.Worth = brings / money
	return l
}

// worthiest is the candidate of largest EI·Φ(ζ)/E[min(c, b)] and its EI·Φ(ζ); what
// it brings is 0 if there is none.
func (p *player) worthiest(v *level, best, budget float64) (at int, gain float64) {
	lnB, top := p.lnBudget(budget), 0.0
	var o offer
	for i := range p.t.size {
		q := p.reward(v, i, best, budget, lnB)
		if !(q > 0) {
			continue
		}
		p.offered(&o, v, i, best)
		if rate := q / p.spending(i, &o, budget, lnB); rate > top {
			at, gain, top = i, q, rate
		}
	}
	return at, gain
}
