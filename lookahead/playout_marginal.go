package lookahead

import (
	"context"
	"math"

	"farsight/internal/sobol"
	"farsight/internal/workers"
)

// What is the last of the money worth? Played to the end of the budget by the
// closed form EI-PES, the first units of budget bring the most and the last ones the
// least: money saved now is spent then, so that what the last share of the
// budget brings is the price at which to save.

// marginalSteps bounds a playout. Of one that ends by it, the last share of
// what was spent counts: later units bring less.
const marginalSteps = 24

// marginalPlayouts is how many are played.
const marginalPlayouts = 16

// Later is what playouts say of money that is not spent at once.
type Later struct {
	Worth float64 // what a unit of it brings
	Lasts float64 // the share of playouts in which there is any
}

// Marginal is what the last portion, from 0 to 1, of the money brings per unit
// that is left after a number of evaluations, in the mean over playouts: nothing
// in those that leave none. A portion of 0 asks only whether there is any. A
// cancelled context is an error.
func Marginal(ctx context.Context, s State, portion float64, after int, set PlayoutSettings) (Later, error) {
	set.Steps = marginalSteps
	if portion == 0 {
		set.Steps = min(after+1, marginalSteps)
	}
	r := enterScratch()
	defer r.Leave()
	t, err := playoutTable(ctx, s, nil, nil, set, r)
	if err != nil || t == nil || math.IsInf(s.Budget, 1) {
		return Later{}, err
	}
	z := fantasyPaths(sobol.New(2*set.Steps, set.Seed^fantasySalt), marginalPlayouts, set.Steps)
	spenders := make([]*spender, workers.Count(set.Workers))
	for i := range spenders {
		spenders[i] = &spender{player: newPlayer(t, s, set, r)}
	}
	found := make([]Later, marginalPlayouts)
	workers.Share(spenders, len(found), func(p *spender, i int) {
		if ctx.Err() == nil {
			found[i] = p.spend(z[i*2*set.Steps:(i+1)*2*set.Steps], portion, after)
		}
	})
	var mean Later
	for _, l := range found {
		mean.Worth += l.Worth / marginalPlayouts
		mean.Lasts += l.Lasts / marginalPlayouts
	}
	return mean, ctx.Err()
}

// spender plays a budget to its end by EI-PES.
type spender struct {
	*player
	gains, costs [marginalSteps]float64
}

// spend is Marginal on one path of fantasies.
func (p *spender) spend(z []float64, portion float64, after int) Later {
	t, best, left, n := p.t, p.state.Best, p.state.Budget, 0
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
		p.gains[n], p.costs[n] = gain, math.Min(cost, left)
		left -= p.costs[n]
		if n++; left <= p.end || n == p.steps {
			break
		}
		best = math.Max(best, v.muF[i]+lift*zf)
		p.learn(n-1, zf, zc)
	}
	money := p.state.Budget
	if n == p.steps {
		money -= left // the playout was cut off: later money brings less, but something
		left = 0
	}
	if n <= after {
		return Later{}
	}
	if portion == 0 {
		return Later{Lasts: 1}
	}
	for _, c := range p.costs[:after] {
		money -= c
	}
	return Later{late(p.gains[after:n], p.costs[after:n], left, portion*money), 1}
}

// late is what the last window of money brings per unit, of which left brings
// nothing.
func late(gains, costs []float64, left, window float64) float64 {
	room, sum := window-left, 0.0
	for k := len(gains) - 1; k >= 0 && room > 0; k-- {
		part := 1.0
		if costs[k] > room {
			part = room / costs[k]
		}
		sum += part * gains[k]
		room -= costs[k]
	}
	return sum / window
}

// worthiest is the candidate of largest EI·Φ(ζ)/E[min(c, b)] and its EI·Φ(ζ); what
// it brings is 0 if there is none.
func (p *spender) worthiest(v *level, best, budget float64) (at int, gain float64) {
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
