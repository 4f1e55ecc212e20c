package ceiling

import (
	"fmt"
	"math"
)

// Plan is a rule that looks a few steps ahead with exact expectations: a scenario
// tree without its sampling and its search. Without a price it is the paper's
// tree on the true budget; one look at the best rate is EI/c, the closed forms'
// choice where costs are known.
type Plan struct {
	Looks int // ahead
	Price Price
}

// Price is what a unit of budget is worth to a plan.
type Price int

// The prices there are.
const (
	Free     Price = iota // nothing: what is left over is worth nothing
	Marginal              // what the last unit buys if EI/c is followed to the end of the budget
	Half                  // half of the best rate
	Rate                  // the best rate now, max EI/c
)

var priceNames = [...]string{"no price", "marginal price", "half the best rate", "the best rate"}

// String names the plan.
func (pl Plan) String() string {
	looks := "1 look"
	if pl.Looks != 1 {
		looks = fmt.Sprintf("%d looks", pl.Looks)
	}
	return looks + ", " + priceNames[pl.Price]
}

// of is λ in a state.
func (pr Price) of(p problem, b belief, best, left float64, seen uint) float64 {
	_, rate := p.bestRate(b, best, left, seen)
	switch pr {
	case Free:
		return 0
	case Half:
		return rate / 2
	case Marginal:
		return p.marginal(b, best, left, seen)
	default:
		return rate
	}
}

// bestRate returns the affordable evaluation of the best rate, EI/c; −1 where there is none.
func (p problem) bestRate(b belief, best, left float64, seen uint) (at int, rate float64) {
	at = -1
	for i, c := range p.costs {
		if p.affordable(i, left, seen) {
			if r := b.gain(i, best) / c; at < 0 || r > rate {
				at, rate = i, r
			}
		}
	}
	return at, rate
}

// marginal is the rate of the last look that EI/c pays for if every look shows
// what is expected of it; 0 if it pays for all there are.
func (p problem) marginal(b belief, best, left float64, seen uint) (last float64) {
	for {
		i, rate := p.bestRate(b, best, left, seen)
		if i < 0 {
			break
		}
		last = rate
		left -= p.costs[i]
		seen |= 1 << i
		y := b.mean[i]
		b, best = b.look(i, y), math.Max(best, y)
	}
	if seen == 1<<len(p.costs)-1 {
		return 0
	}
	return last
}

// choose is the look that a plan takes, −1 where nothing is affordable.
func (pl Plan) choose(s *solver, b belief, best, left float64, seen uint) int {
	s.looks, s.price = pl.Looks, pl.Price.of(s.p, b, best, left, seen)
	at, _ := s.best(b, best, left, seen, 0)
	return at
}

// follow is the expected improvement by the end of the budget of a plan that is recomputed after
// every evaluation.
func (p problem) follow(pl Plan, budget float64, set settings) float64 {
	s := newSolver(p, set.filled().Nodes)
	var play func(b belief, best, left float64, seen uint) float64
	play = func(b belief, best, left float64, seen uint) float64 {
		i := pl.choose(s, b, best, left, seen)
		if i < 0 {
			return 0
		}
		v := b.gain(i, best)
		left -= p.costs[i]
		if seen |= 1 << i; !p.more(left, seen) {
			return v
		}
		for k, z := range s.nodes {
			y := b.mean[i] + b.sd(i)*z
			v += s.prob[k] * play(b.look(i, y), math.Max(best, y), left, seen)
		}
		return v
	}
	b, best := p.first()
	return play(b, best, budget, p.seenFirst())
}
