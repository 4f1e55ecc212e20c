package policy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"farsight/acquisition"
)

func init() {
	Register(Kind{
		ID: "mes-pc", Title: "MES / E[c]", Order: 64, Hue: 20,
		Sentence:   "information about the maximum, by the expected cost",
		Formula:    "1/K Σ [ γφ(γ)/(2Φ(γ)) − ln Φ(γ) ] / E[c(x)],  γ = (y_k − μ)/σ,  y_k = maxima of functions drawn",
		Symbol:     "MES/c",
		Choose:     "to compare with information about the maximum instead of improvement",
		Aside:      true,
		Options:    []Option{jointOption},
		Start:      func(Policy) Decider { return entropic{} },
		Function:   func(_ Policy, s Situation, _ *Decision) acquisition.Function { return entropy(context.Background(), s) },
		ChartTitle: titled("information about the maximum by expected cost"),
		Why:        said(", where an evaluation gives most information about the maximum for its expected cost"),
		Numbers: func(t Telling) []string {
			n, cost := t.Number, expectedCost(t.Expect)
			return append(t.models(),
				fmt.Sprintf("I       = mean of γφ(γ)/(2Φ(γ)) − ln Φ(γ) over %d maxima = %s nats", maximaDrawn, n(t.Decision.Value*cost)),
				fmt.Sprintf("%-7s = %sexp(m + s²/2) = %s", t.law("E[c]", "w + E[c]"), t.law("", "w + "), n(cost)),
				fmt.Sprintf("MES/c   = I / E[c] = %s", n(t.Decision.Value)))
		},
	})
}

// maximaDrawn is how many functions are drawn for their maxima.
const maximaDrawn = 16

// entropic chooses by max-value entropy search.
type entropic struct{ Forgetful }

func (entropic) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	fn := entropy(ctx, s)
	if err := ctx.Err(); err != nil {
		return nil, Running, err
	}
	return maximise(ctx, s, fn)
}

// entropy is max-value entropy search by the expected cost. A function's maximum
// is at least the best seen.
func entropy(ctx context.Context, s Situation) acquisition.Function {
	maxima := []float64{s.Best}
	if all, err := drawn(s, contenders(ctx, s), maximaDrawn); err == nil { // else nothing above the best is expected
		maxima = maxima[:0]
		for _, f := range all {
			maxima = append(maxima, math.Max(s.Best, slices.Max(f)))
		}
	}
	return acquisition.NewByCost("MES-PC", acquisition.Entropy(maxima))
}
