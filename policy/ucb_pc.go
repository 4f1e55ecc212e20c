package policy

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"farsight/acquisition"
)

const optionKappa = "kappa"

// defaultKappa is the default κ: about the bound of a 95 % interval.
const defaultKappa = "2"

func init() {
	Register(Kind{
		ID: "ucb-pc", Title: "UCB / E[c]", Order: 60, Hue: 17,
		Sentence: "how far the upper bound is above the best, by the expected cost",
		Formula:  "(μ(x) + κ σ(x) − f*)⁺ / E[c(x)]",
		Symbol:   "UCB/c",
		Choose:   "to compare with optimism in the face of uncertainty; the budget is ignored",
		Aside:    true,
		Options: []Option{{
			Name: optionKappa, Type: Number, Default: defaultKappa, Label: "κ",
			About: "UCB: how many standard deviations the bound is above the mean.",
			Usage: "UCB: standard deviations from the mean to the bound",
		}, jointOption},
		Start:      func(p Policy) Decider { return optimist{p: p} },
		Function:   func(p Policy, s Situation, _ *Decision) acquisition.Function { return boundByCost(p, s) },
		ChartTitle: titled("upper bound above the best, by expected cost"),
		Why:        said(", where the upper bound is highest above the best for its expected cost"),
		Numbers:    boundNumbers,
	})
}

func (p Policy) kappa() float64 {
	v, err := strconv.ParseFloat(p.Get(optionKappa), 64)
	if err != nil {
		panic(fmt.Sprintf("policy: %q was not filled: %v", p, err))
	}
	return v
}

func boundByCost(p Policy, s Situation) acquisition.Function {
	return acquisition.NewByCost("UCB-PC", acquisition.Bound(s.Best, p.kappa()))
}

// optimist maximises the bound per cost; if the bound reaches the incumbent nowhere,
// it maximises the bound alone.
type optimist struct {
	Forgetful
	p Policy
}

func (o optimist) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	d, stop, err := maximise(ctx, s, boundByCost(o.p, s))
	if err != nil || d != nil || stop != NothingToGain {
		return d, stop, err
	}
	d, stop, err = maximise(ctx, s, acquisition.NewUpperBound(o.p.kappa(), math.Sqrt(s.Pair.Objective.Hyper().Variance)))
	if d != nil {
		d.Value, d.RunnerUp = math.NaN(), nil // not a bound by its cost
	}
	return d, stop, err
}

// boundNumbers writes out the bound.
func boundNumbers(t Telling) []string {
	n, e, kappa := t.Number, t.Expect, t.Policy.kappa()
	if math.IsNaN(t.Decision.Value) {
		return append(t.models(), fmt.Sprintf("bound   = μ + κ σ = %s, the highest there is: none reaches the best", n(e.MuF+kappa*e.SdF)))
	}
	above, cost := e.MuF+kappa*e.SdF-t.Best, expectedCost(e)
	return append(t.models(),
		fmt.Sprintf("bound   = μ + κ σ = %s + %s · %s = %s, above the best by %s", n(e.MuF), n(kappa), n(e.SdF), n(e.MuF+kappa*e.SdF), n(above)),
		fmt.Sprintf("%-7s = %sexp(m + s²/2) = %s", t.law("E[c]", "w + E[c]"), t.law("", "w + "), n(cost)),
		fmt.Sprintf("UCB/c   = %s / %s = %s", n(above), n(cost), n(t.weight()*above/cost)))
}
