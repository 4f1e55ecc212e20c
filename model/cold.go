package model

import (
	"context"
	"math"

	"farsight/internal/elementary"
	"farsight/internal/sobol"
)

// A fit that nothing was fitted before looks at defaultStarts points and
// polishes the best few.
const (
	defaultStarts = 24
	polishedCold  = 3
)

// thinnedPoints is how many of very many outputs say where the optimum is, but
// for the last of the climb.
const thinnedPoints = 300

// thinnedStart is where to climb from with more than carriedPoints outputs:
// optima are looked for with every so many-th output only, and of these the one
// that all outputs find best is returned.
func thinnedStart(ctx context.Context, o observed, inputs int, s Settings, all *likelihood, lower, upper []float64) [][]float64 {
	few := newLikelihood(ctx, o.thinned(thinnedPoints, inputs), inputs, s.Priors, s.Noisy, s.Choices)
	starts := coldStarts(few, s, lower, upper)
	climbed(ctx, few, starts, lower, upper)
	best, value := starts[0], math.Inf(1)
	for _, theta := range starts {
		if v := all.negative(theta, nil); v < value {
			best, value = theta, v
		}
	}
	return [][]float64{best}
}

// thinned are n of the outputs, as they come. What replicates say of the noise
// stays with all of them: it is no matter of lengthscales.
func (o observed) thinned(n, d int) observed {
	few := observed{}
	for k := range n {
		i := k * len(o.y) / n
		few.x, few.y = append(few.x, o.x[i*d:i*d+d]...), append(few.y, o.y[i])
		if o.share != nil {
			few.share, few.known = append(few.share, o.share[i]), append(few.known, o.known[i])
		}
		if o.follow != nil {
			few.follow = append(few.follow, o.follow[i])
		}
	}
	return few
}

// coldStarts screens the usual start and Sobol points of the plausible range,
// and returns the usual start and the best of the others.
func coldStarts(f *likelihood, s Settings, lower, upper []float64) [][]float64 {
	d := f.d
	usual := clamp(pack(s.starts(d)[0]), lower, upper)
	starts := [][]float64{usual}
	values := []float64{math.Inf(-1)} // the usual start always stays
	seq := sobol.New(d+2, s.Seed)
	u := make([]float64, d+2)
	for range s.Starts - 1 {
		if f.ctx.Err() != nil {
			break
		}
		seq.Next(u)
		theta := make([]float64, d+2)
		// ℓ from 0.05 to 2 (times √d for the scaled preset), a from 0.3 to 6.
		for c := range d {
			theta[c] = elementary.Log(0.05) + u[c]*elementary.Log(40)
			if s.Priors == DimensionScaled {
				theta[c] += 0.5 * elementary.Log(float64(d))
			}
		}
		theta[d] = elementary.Log(0.3) + u[d]*elementary.Log(20)
		theta[d+1] = lower[d+1] + u[d+1]*(upper[d+1]-lower[d+1])
		clamp(theta, lower, upper)
		v := f.negative(theta, nil)
		if math.IsInf(v, 1) || math.IsNaN(v) {
			continue
		}
		// Insert in order; stable for equal values.
		i := len(values)
		for i > 1 && values[i-1] > v {
			i--
		}
		starts = append(starts[:i], append([][]float64{theta}, starts[i:]...)...)
		values = append(values[:i], append([]float64{v}, values[i:]...)...)
	}
	return starts[:min(polishedCold, len(starts))]
}
