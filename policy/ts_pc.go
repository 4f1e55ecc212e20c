package policy

import (
	"context"
	"fmt"
	"math"

	"farsight/model"
)

func init() {
	Register(Kind{
		ID: "ts-pc", Title: "TS / E[c]", Order: 62, Hue: 19,
		Sentence:   "the best point of one function drawn, by the expected cost",
		Formula:    "(f̃(x) − f*)⁺ / E[c(x)],  f̃ drawn from what is believed",
		Symbol:     "TS/c",
		Choose:     "to compare with Thompson sampling: chance explores",
		Aside:      true,
		Noise:      true,
		Options:    []Option{jointOption},
		Start:      func(Policy) Decider { return thompson{} },
		ChartTitle: titled("acquisition"),
		Why:        said(", the best for its price of a function drawn from what is believed"),
		Numbers: func(t Telling) []string {
			n := t.Number
			if math.IsNaN(t.Decision.Value) {
				return append(t.models(), "No function drawn rises above the best: the highest point of one.")
			}
			cost := expectedCost(t.Expect)
			return append(t.models(),
				fmt.Sprintf("f̃ − f*  = %s for the function drawn", n(t.Decision.Value*cost/t.weight())),
				fmt.Sprintf("TS/c    = (f̃ − f*) / E[c] = %s", n(t.Decision.Value)))
		},
	})
}

// thompsonDraws is how many functions are drawn until one rises above the best.
const thompsonDraws = 16

// thompson chooses by the first drawn function that rises above the best, among contenders, and
// otherwise by the highest point of the first.
type thompson struct{ Forgetful }

func (thompson) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	points := contenders(ctx, s)
	if err := ctx.Err(); err != nil {
		return nil, Running, err
	}
	all, err := drawn(s, points, thompsonDraws)
	if err != nil {
		return nil, Running, err
	}
	var ws model.Workspace
	cost, weight := make([]float64, len(points)), make([]float64, len(points))
	for i, u := range points {
		cost[i], weight[i] = price(s, &ws, u)
	}
	best, value := -1, 0.0
	for _, f := range all {
		for i := range points {
			if v := weight[i] * (f[i] - s.Best) / cost[i]; v > value {
				best, value = i, v
			}
		}
		if best >= 0 {
			return &Decision{Choice: Choice{points[best], value}, Horizon: s.Left}, Running, nil
		}
	}
	for i := range points {
		if weight[i] > 0 && (best < 0 || all[0][i] > all[0][best]) {
			best = i
		}
	}
	if best < 0 {
		stop, err := StopReason(ctx, s)
		return nil, stop, err
	}
	return &Decision{Choice: Choice{points[best], math.NaN()}, Horizon: s.Left}, Running, nil
}
