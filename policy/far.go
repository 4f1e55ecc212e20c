package policy

import (
	"context"
	"fmt"
	"math"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// FAR, final-aware rollouts, is a policy of ours (docs/research/far.md). While many
// evaluations fit the budget it is a closed form, EI / E[c]. Once few are left
// it judges the roots of scenario trees and the closed forms' own choices by
// playing the true budget to its end (lookahead.Playout), and takes the best.

// farHorizon is from how many evaluations left the end is played out.
const farHorizon = 8

// farSteps are the trees whose roots contend.
var farSteps = [...]int{2, 4}

func init() {
	Register(Kind{
		ID: "far", Title: "FAR", Order: 110, Hue: 7,
		Sentence: "EI by the expected cost, the end of the budget played out",
		Formula:  "EI(x) / E[c(x)] while many evaluations fit; then V(x), the mean improvement by the end of the budget",
		Choose:   "when the last few evaluations matter most or there are movement costs (7.0 ± 1.7 % ahead of EI / E[c]); 2.4 ± 2.2 % behind it where good points are expensive (docs/research/money.md)",
		Ahead:    true,
		Start:    func(Policy) Decider { return finalAware{} },
		Function: func(_ Policy, s Situation, _ *Decision) acquisition.Function {
			return acquisition.NewEIPC(s.Best)
		},
		Curve: func(_ Policy, s Situation, d *Decision, us []model.Unit) []float64 {
			if d == nil || len(d.Judged) == 0 {
				return nil
			}
			set := lookahead.PlayoutSettings{Seed: sobol.Seed(s.Seed, sobol.Search, s.Step), Correlation: correlation(s.Pair)}
			curve, err := lookahead.PlayoutCurve(context.Background(), farState(s), us, set)
			if err != nil {
				return nil
			}
			return curve
		},
		ChartTitle: func(_ Policy, d *Decision, _ bool) string {
			if d == nil || len(d.Judged) == 0 {
				return perExpectedCost
			}
			return "improvement by the end of the budget, played out"
		},
		Why: func(t Telling) string {
			if len(t.Decision.Judged) == 0 {
				return ", where the improvement is largest for its expected price: the end is not in sight"
			}
			return fmt.Sprintf(": played to the end of the budget it brings %s", t.Number(t.Decision.Value))
		},
		Numbers: farNumbers,
	})
}

type finalAware struct{ Forgetful }

func (finalAware) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	if s.evaluationsLeft() > farHorizon {
		return maximise(ctx, s, acquisition.NewEIPC(s.Best))
	}
	state, rho := farState(s), correlation(s.Pair)
	search := sobol.Seed(s.Seed, sobol.Search, s.Step)
	var roots []model.Unit
	for _, steps := range farSteps {
		f, err := fantasy.DefaultShape(fantasy.Sampled, steps).Draw(sobol.Seed(s.Seed, sobol.Fantasies, s.Step), false)
		if err != nil {
			return nil, Running, err
		}
		tree, err := lookahead.Maximise(ctx, state, f.Correlated(rho), lookahead.Settings{Effort: lookahead.Quick, Seed: search, Workers: s.Workers})
		if err != nil {
			return nil, Running, err
		}
		if tree.Cancelled {
			return nil, Running, ctx.Err()
		}
		if worthless(s, tree) || s.Pair.Walled(tree.Root) {
			continue
		}
		roots = append(roots, tree.Root)
		if tree.RunnerUp != nil {
			roots = append(roots, tree.RunnerUp)
		}
	}
	judged, err := lookahead.Playout(ctx, state, roots, lookahead.PlayoutSettings{Seed: search, Workers: s.Workers, Correlation: rho, Light: s.Light})
	if err != nil {
		return nil, Running, err
	}
	judged = failedLast(s, judged)
	if len(judged) == 0 || Negligible(judged[0].Value, s.Pair.Objective.Hyper()) {
		stop, err := StopReason(ctx, s)
		return nil, stop, err
	}
	d := &Decision{Choice: Choice{judged[0].Root, judged[0].Value}, Horizon: s.Left, Judged: judged}
	if len(judged) > 1 {
		d.RunnerUp = &Choice{judged[1].Root, judged[1].Value}
	}
	return d, Running, nil
}

// farState is what playouts start from: the true budget.
func farState(s Situation) lookahead.State {
	return lookahead.State{Pair: s.Pair, Budget: s.Left, Best: s.Best}
}

// evaluationsLeft is how many evaluations of the mean cost seen are left in the
// budget.
func (s Situation) evaluationsLeft() float64 {
	sum := 0.0
	for _, e := range s.Seen {
		sum += e.Cost
	}
	return s.Left / (sum / float64(len(s.Seen)))
}

// correlation is the posterior mean of the correlation ρ between the innovations of value and log
// cost: a mild prior that good points are rather expensive than cheap, N(0.3, 0.4²) on a grid, and
// the likelihood of the innovations seen.
func correlation(p *model.Pair) float64 {
	if p.LogCost == nil {
		return 0
	}
	f, c := p.Objective.Innovations(), p.LogCost.Innovations()
	if len(f) != len(c) { // after failed evaluations their rows differ
		return 0
	}
	const middle, width, most, step = 0.3, 0.4, 0.9, 0.05
	sum, mean := 0.0, 0.0
	for rho := -most; rho <= most+step/2; rho += step {
		own := 1 - rho*rho
		l := -(rho - middle) * (rho - middle) / (2 * width * width)
		for i := range f {
			// The marginals do not depend on ρ and are left out.
			d := c[i] - rho*f[i]
			l -= 0.5*math.Log(own) + d*d/(2*own) - c[i]*c[i]/2
		}
		w := math.Exp(l)
		sum += w
		mean += w * rho
	}
	return mean / sum
}

// farNumbers prints the closed form, or the values of the playouts.
func farNumbers(t Telling) []string {
	n, judged := t.Number, t.Decision.Judged
	if len(judged) == 0 {
		return t.Times(perExpectedCostTitle, t.law(perExpectedCostLaw, perExpectedSumLaw), 1/expectedCost(t.Expect), "FAR's rule while many evaluations fit the budget.")
	}
	by := map[float64]string{0: "by Q₁", 1: "by Q₁ per expected cost"}
	lines, _ := t.Improvement()
	lines = append(lines,
		fmt.Sprintf("V       = %s:  mean improvement by the end of the budget, over %s played out,", n(judged[0].Value), plural(judged[0].Playouts, "fantasy run")),
		"          going on "+by[judged[0].Cooling]+" among candidates")
	if len(judged) > 1 {
		lines = append(lines, fmt.Sprintf("          the next best of %d judged is %s with V = %s", len(judged), t.Point(judged[1].Root), n(judged[1].Value)))
	}
	return lines
}
