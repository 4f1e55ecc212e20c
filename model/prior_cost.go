package model

import (
	"math"

	"farsight/internal/sobol"
)

// CostPrior is what is thought of costs before they are paid. It reaches the log-cost's
// process as observations that nobody made: at places spread over the cube, ln c is what
// is thought of it, with noise that says how surely. Where costs are paid their
// observations overrule it, and trees, which know of nothing but observations, see it too.
type CostPrior struct {
	Part   KnownCost // the cost, but for what is not known
	Sd     float64   // of ln c around it
	Factor bool      // Part is right up to a factor that is not known at all
}

const (
	placesPerInput, mostThought = 8, 64
	// thoughtWeight is how many observations with the standard deviation of what is
	// thought all places together are worth.
	thoughtWeight = 4
)

// join adds what is thought to the log-costs that were paid; known are the variances of
// the noise of what was added, and 0 for the others.
func (c *CostPrior) join(x []Unit, lnz []float64, choices Choices) (xs []Unit, ys, known []float64) {
	if c == nil || len(x) == 0 {
		return x, lnz, nil
	}
	// The factor is the mean of what was paid beyond the part; of a cost that is only
	// typical one observation more says that it is 1.
	n := float64(len(x))
	if !c.Factor {
		n++
	}
	factor := 0.0
	for i, u := range x {
		factor += (lnz[i] - math.Log(c.Part(u))) / n
	}
	d := len(x[0])
	places := min(placesPerInput*d, mostThought)
	xs, ys, known = append(xs, x...), append(ys, lnz...), make([]float64, len(x), len(x)+places)
	seq := sobol.New(d, 1)
	for range places {
		u := make(Unit, d)
		seq.Next(u)
		choices.Snap(u)
		xs, ys = append(xs, u), append(ys, factor+math.Log(c.Part(u)))
		known = append(known, c.Sd*c.Sd*float64(places)/thoughtWeight)
	}
	return xs, ys, known
}
