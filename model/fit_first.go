package model

import (
	"context"
	"math"
	"slices"

	"farsight/internal/lbfgsb"
	"farsight/internal/sobol"
)

// A fit that nothing was fitted before looks at defaultStarts points and
// polishes the best few.
const (
	defaultStarts = 24
	polishedCold  = 3
)

// thinnedPoints is how many of manyPoints outputs or more say where the optimum is,
// but for the last of the climb.
const (
	thinnedPoints = 300
	manyPoints    = 450
)

// alikeOptima is the distance, in logarithms of hyperparameters, below which two optima of a
// thinned posterior count as one: what was left out moves them by as much.
const alikeOptima = 0.1

// Settings of a first, coarse climb and of the one that continues from its end.
var (
	thinnedSettings = lbfgsb.Settings{MaxIterations: fitCap, FunctionTolerance: 1e-5, GradientTolerance: fitTolerance}
	resumedSettings = lbfgsb.Settings{MaxIterations: fitCap, FunctionTolerance: 3e-9, GradientTolerance: fitTolerance, Resume: true}
)

// climbedFromAFew is the optimum for many outputs. Optima are searched with a part of the outputs;
// the climb continues with all outputs from the best of these and of the starts, which were optima
// for other outputs, and reuses what was learned of the slopes. Without starts, those of a first
// fit are used.
func climbedFromAFew(ctx context.Context, o observed, inputs int, s Settings, starts [][]float64, all *likelihood, lower, upper []float64) (best []float64, value float64) {
	few := newLikelihood(ctx, o.thinned(thinnedPoints, inputs), inputs, s.Priors, s.Noisy, s.Choices)
	value = math.Inf(1)
	var climber *lbfgsb.Minimizer
	consider := func(theta []float64, m *lbfgsb.Minimizer) {
		if v := all.negative(theta, nil); v < value {
			best, value, climber = theta, v, m
		}
	}
	warm := len(starts) > 0
	if !warm {
		starts = coldStarts(few, s, lower, upper)
	}
	var known [][]float64
	for i, start := range starts {
		// A climb that reaches the end of another one may stop.
		climb, end := context.WithCancel(ctx)
		met := func(x []float64) bool {
			return slices.ContainsFunc(known, func(k []float64) bool { return alike(k, x) })
		}
		theta, m := slices.Clone(start), &lbfgsb.Minimizer{}
		_, err := m.Minimize(climb, theta, lower, upper, func(x, grad []float64) float64 {
			if met(x) {
				end()
			}
			return few.perOutput(x, grad)
		}, thinnedSettings)
		end()
		if s.settled { // only the slopes are news
			best, climber = start, m
			break
		}
		if err == nil && !met(theta) {
			known = append(known, theta)
			consider(theta, m)
		}
		if warm && i == 0 {
			consider(clamp(start, lower, upper), m)
		}
	}
	if best == nil {
		return nil, value
	}
	r, err := climber.Minimize(ctx, best, lower, upper, all.perOutput, resumedSettings)
	if err != nil {
		return nil, math.Inf(1)
	}
	return best, r.F * float64(len(o.y))
}

func alike(a, b []float64) bool {
	for i, v := range a {
		if math.Abs(v-b[i]) > alikeOptima {
			return false
		}
	}
	return true
}

// perOutput is negative for each output: then more outputs hardly change the
// curvature.
func (f *likelihood) perOutput(theta, grad []float64) float64 {
	n := float64(f.n)
	v := f.negative(theta, grad)
	for i := range grad {
		grad[i] /= n
	}
	return v / n
}

// thinned are n of the outputs, in their order. The information of replicates about the noise is
// kept whole: it does not depend on lengthscales.
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
			theta[c] = math.Log(0.05) + u[c]*math.Log(40)
			if s.Priors == DimensionScaled {
				theta[c] += 0.5 * math.Log(float64(d))
			}
		}
		theta[d] = math.Log(0.3) + u[d]*math.Log(20)
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
