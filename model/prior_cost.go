package model

import (
	"math"

	"farsight/internal/sobol"
)

// CostPrior is a prior of costs. It enters the log-cost process as pseudo-observations: at places
// spread over the cube, ln c has the expected value, with noise that says how sure it is. Paid
// costs overrule it, and trees, which use observations only, see it too.
type CostPrior struct {
	Part   KnownCost // the known part of the cost
	Sd     float64   // of ln c around it
	Factor bool      // Part is right up to a factor that is not known at all
}

const (
	placesPerInput, mostThought = 8, 64
	// thoughtWeight is how many observations of the prior's standard deviation all places together
	// are worth.
	thoughtWeight = 4
)

// join adds the pseudo-observations to the paid log-costs; known are the variances of the noise of
// those added, and 0 for the others.
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
