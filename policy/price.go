package policy

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/model"
)

// How the price of budget, λ, is found (docs/research/money.md).
const (
	// priceRate is the best one-step rate, max EI·Φ(ζ)/E[min(c, b)].
	priceRate = "rate"
	// priceSustained is the best one-step rate as far as it can be sustained: at most sustainedTimes the average.
	priceSustained = "sustained"
)

// sustainedTimes is how many times the average the price may be. The rate is higher where a few
// cheap points have a high rate and the budget outlasts them.
const sustainedTimes = 3

// priceRule is a rule with a factor, or a price as a number; the zero value is
// no price.
type priceRule struct {
	rule   string // "": factor is the price
	factor float64
	taper  int // evaluations after which budget must remain to have a price; 0: it always has one
}

// parsePrice reads the name of a rule, a share of one as 0.5*rate, or a number; nothing is no price.
func parsePrice(text string) (priceRule, error) {
	if text == "" {
		return priceRule{}, nil
	}
	p := priceRule{rule: text, factor: 1}
	if number, rule, ok := strings.Cut(text, "*"); ok || strings.Trim(text, "+-.0123456789eE") == "" {
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 1) {
			return priceRule{}, fmt.Errorf("price %q: write %s", text, priceExample)
		}
		p = priceRule{rule: rule, factor: v}
		if !ok {
			return p, nil
		}
	}
	if p.rule != priceRate && p.rule != priceSustained {
		return priceRule{}, fmt.Errorf("price %q: write %s", text, priceExample)
	}
	return p, nil
}

const priceExample = "rate or sustained, a share of one such as 0.5*rate, or a number such as 0.02: what a unit of budget is worth, in the objective's unit"

// free reports whether the budget has no price.
func (r priceRule) free() bool { return r.factor == 0 }

// contend finds the points where EI, Q₁ and EI-PES are largest, which contend as
// roots of a priced tree, and the price at a budget; what it sought on the way is
// remembered.
func (r priceRule) contend(ctx context.Context, s Situation, budget float64, sought *lookahead.CandidateCache) (roots []model.Unit, price float64, err error) {
	if r.free() {
		return nil, 0, nil
	}
	var screen acquisition.Screen
	for _, fn := range []acquisition.Function{acquisition.NewEIPES(s.Best, budget), acquisition.NewQ1(s.Best, budget), acquisition.NewEI(s.Best)} {
		set := s.search()
		set.Screen = &screen
		if len(roots) > 0 { // the price is the first's value; the others are only to be near
			set.Restarts, set.AroundIncumbent, set.Iterations = 2*s.Pair.Dim(), 2, 30
		}
		res, err := acquisition.Maximise(ctx, s.Pair, Affordable(s, fn), set)
		if err == nil && res.Cancelled {
			err = ctx.Err()
		}
		if err != nil {
			return nil, 0, err
		}
		if res.Empty() {
			continue
		}
		if len(roots) == 0 { // the first is EI-PES, whose value is a rate
			price = res.Best.Value
		}
		roots = append(roots, res.Best.X)
	}
	if r.rule == "" {
		price = 1
	}
	if r.rule == priceSustained || r.taper > 0 {
		set := lookahead.PlayoutSettings{Seed: s.search().Seed, Workers: s.Workers, Cache: sought}
		if r.rule != priceSustained { // the average of the whole budget is not needed
			set.Steps = r.taper + 1
		}
		later, err := lookahead.PlayBudget(ctx, lookahead.State{Pair: s.Pair, Budget: budget, Best: s.Best}, r.taper, set)
		if err != nil {
			return nil, 0, err
		}
		if r.rule == priceSustained {
			price = min(price, sustainedTimes*later.Worth)
		}
		if r.taper > 0 {
			price *= later.Lasts
		}
	}
	price *= r.factor
	if math.IsInf(price, 1) {
		price = 0 // where something costs almost nothing, the budget does not matter
	}
	return roots, price, nil
}
