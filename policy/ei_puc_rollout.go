package policy

import (
	"context"
	"fmt"

	"farsight/internal/sobol"
	"farsight/lookahead"
	"farsight/model"
)

// Defaults of the rollout: three evaluations after the first, and enough playouts to distinguish
// neighbouring points.
const (
	rolloutSteps     = "3"
	rolloutFantasies = 32
	rolloutSpread    = 24 // points for each parameter
	rolloutMost      = 64
)

func init() {
	Register(Kind{
		ID: "ei-puc-rollout", Title: "Rollout", Order: 88, Hue: 25,
		Sentence: "plays EI-PUC on from every point, and EI at last",
		Formula:  "Q₁(x) + E[ Σ Q₁(x_k | …) ] while the budget lasts,  x_k = argmax EI-PUC, the last argmax EI",
		Symbol:   "V",
		Choose:   "to compare with the rollout of Lee et al. (2021), which continues by a simple policy instead of planning",
		Ahead:    true,
		Aside:    true,
		Options: []Option{{
			Name: optionSteps, Type: Whole, Least: 1, Most: maxSteps, Default: rolloutSteps, Label: "steps ahead",
			About: "How many evaluations are played on after the first; the last is by EI.",
			Usage: "rollout: evaluations played on",
		}},
		Details:    func(p Policy) string { return plural(p.Steps(), "step") + " played on" },
		Start:      func(p Policy) Decider { return rollingOut{p: p} },
		Curve:      rolloutCurve,
		ChartTitle: titled("improvement if EI-PUC continues"),
		Why:        said(", from where EI-PUC would make the most of what is left"),
		Numbers: func(t Telling) []string {
			lines, q1 := treeOneStep(t)
			n := t.Number
			return append(lines, fmt.Sprintf("V       = Q₁ + %s from the %s played on, in the mean of %d = %s", n(t.Decision.Value-q1), plural(t.Policy.Steps(), "evaluation"), rolloutFantasies, n(t.Decision.Value)))
		},
	})
}

// rollingOut plays on from the contenders.
type rollingOut struct {
	Forgetful
	p Policy
}

func (r rollingOut) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	points := rolloutPoints(ctx, s)
	values, err := rolledOut(ctx, r.p, s, points)
	if err != nil {
		return nil, Running, err
	}
	order := highest(values, 2)
	if best := order[0]; Negligible(values[best], s.Pair.Objective.Hyper()) {
		stop, err := StopReason(ctx, s)
		return nil, stop, err
	}
	d := &Decision{Choice: Choice{points[order[0]], values[order[0]]}, Horizon: s.Left}
	if len(order) > 1 {
		d.RunnerUp = &Choice{points[order[1]], values[order[1]]}
	}
	return d, Running, nil
}

// rolloutPoints are those that may come first, and those played on among.
func rolloutPoints(ctx context.Context, s Situation) []model.Unit {
	return standing(ctx, s, min(rolloutSpread*s.Pair.Dim(), rolloutMost))
}

func rolledOut(ctx context.Context, p Policy, s Situation, points []model.Unit) ([]float64, error) {
	return lookahead.RolloutValues(ctx, s.Pair, s.Best, s.Left, points, lookahead.RolloutSettings{
		Steps: p.Steps(), Fantasies: rolloutFantasies, Seed: sobol.Seed(s.Seed, sobol.Fantasies, s.Step), Workers: s.Workers,
	})
}

// rolloutCurve is the value of the points, played on among them and the contenders.
func rolloutCurve(p Policy, s Situation, _ *Decision, us []model.Unit) []float64 {
	ctx := context.Background()
	box := rolloutPoints(ctx, s)
	return chunked(box, us, func(all []model.Unit) []float64 {
		values, err := rolledOut(ctx, p, s, all)
		if err != nil {
			return make([]float64, len(all)-len(box)) // the context never ends
		}
		return values[len(box):]
	})
}
