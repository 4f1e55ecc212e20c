package model

import (
	"context"
	"fmt"
	"math"
	"sync"

	"farsight/internal/lbfgsb"
)

// Settings says how a process is obtained from data. The zero value is the
// paper's.
type Settings struct {
	Priors   Preset
	NoiseMin float64 // standardised noise variance; 0: the preset's bound
	NoiseMax float64
	Noisy    bool   // the outputs are: a wider bound, its prior, and the incumbent is what is believed best
	Starts   int    // points screened before the best are polished; 0: defaultStarts
	Seed     uint64 // of the screened points
	Fixed    *Hyper // original units; non-nil: no fit at all
	Choices  Choices

	settled bool // the last optimum is start enough
}

const (
	fitTolerance = 1e-9
	fitCap       = 100 // iterations per start

	// Bounds of the search, wide enough never to matter to sensible data.
	minScale, maxScale       = 5e-3, 100
	minVariance, maxVariance = 1e-3, 200
)

var fitSettings = lbfgsb.Settings{MaxIterations: fitCap, FunctionTolerance: fitTolerance, GradientTolerance: fitTolerance}

func (s Settings) filled() Settings {
	if s.Starts == 0 {
		s.Starts = defaultStarts
	}
	if s.NoiseMin == 0 {
		s.NoiseMin = noiseFloor
	}
	if s.NoiseMax == 0 {
		s.NoiseMax = paperNoiseCeiling
		if s.Priors == DimensionScaled {
			s.NoiseMax = wideNoiseCeiling
		} else if s.Noisy {
			s.NoiseMax = noisyCeiling
		}
		s.NoiseMax = math.Max(s.NoiseMax, s.NoiseMin)
	}
	return s
}

func (s Settings) check() error {
	if s.Priors != Paper && s.Priors != DimensionScaled {
		return fmt.Errorf("unknown priors %v", s.Priors)
	}
	if !(s.NoiseMin > 0) || !(s.NoiseMax >= s.NoiseMin) || math.IsInf(s.NoiseMax, 0) {
		return fmt.Errorf("noise bounds [%v, %v]: need 0 < lower ≤ upper, finite", s.NoiseMin, s.NoiseMax)
	}
	return nil
}

// Fit returns the posterior at the MAP hyperparameters, or at the fixed ones.
func Fit(x []Unit, y []float64, s Settings) (*GP, error) { return Refit(x, y, s, nil) }

// FitContext is Fit that ends with ctx's error soon after ctx does.
func FitContext(ctx context.Context, x []Unit, y []float64, s Settings) (*GP, error) {
	return refit(ctx, x, y, nil, s, nil)
}

// Refit is Fit starting from the optimum of warm (nil: none) and the usual
// start, which is cheaper and almost always enough after one more point. With
// many points less is done, see refit.go.
func Refit(x []Unit, y []float64, s Settings, warm *GP) (*GP, error) {
	return refit(context.Background(), x, y, nil, s, warm)
}

// refit is Refit with known variances of the outputs' noise (0, or no list: unknown), and ends with ctx's error soon
// after ctx does.
func refit(ctx context.Context, x []Unit, y, known []float64, s Settings, warm *GP) (*GP, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d, err := checkInputs(x)
	if err != nil {
		return nil, err
	}
	if err := checkOutputs(y, len(x), "y"); err != nil {
		return nil, err
	}
	if h := s.Fixed; h != nil {
		if err := h.Check(d); err != nil {
			return nil, err
		}
		_, scale := Standardisation(y)
		g, err := condition(s.observed(x, y, known, d, scale), d, *h)
		return g.taken(s.Noisy), err
	}
	s = s.filled()
	if err := s.check(); err != nil {
		return nil, err
	}
	if warm != nil && warm.d != d {
		panic(fmt.Sprintf("model: Refit from a process of dimension %d, want %d", warm.d, d))
	}
	mean, scale := Standardisation(y)
	o := s.observed(x, y, known, d, scale)
	if warm != nil && !s.Noisy && !warm.noisy {
		more := warm.carried(o)
		if more != nil && warm.stays(len(o.y)) {
			return more, nil
		}
		s.settled = more != nil
	}
	z := o.standardised(mean, scale)
	best, err := maximisePosterior(ctx, z, d, s, warm, mean, scale)
	if err != nil {
		return nil, err
	}
	g, err := condition(o, d, best.Original(mean, scale))
	if err != nil {
		return nil, err
	}
	g.crowded = sync.OnceValue(func() bool { return s.crowded(z, d, best.negative) })
	return g.taken(s.Noisy), nil
}

// optimum are the standardised MAP hyperparameters, minus their log posterior density, and where the outputs follow
// others the slope with its precision.
type optimum struct {
	Hyper
	negative        float64
	beta, precision float64
}

// maximisePosterior finds the MAP hyperparameters of standardised outputs.
func maximisePosterior(ctx context.Context, o observed, d int, s Settings, warm *GP, mean, scale float64) (optimum, error) {
	f := newLikelihood(ctx, o, d, s.Priors, s.Noisy, s.Choices)
	inputs := d
	d = f.d // lengthscales
	lower, upper := searchBox(d, s)
	if v := o.next(); v > 0 { // the noise is known and not fitted
		lower[d+1], upper[d+1] = math.Log(v), math.Log(v)
	}
	var starts [][]float64 // none: nothing was fitted before
	if warm != nil {
		starts = append(starts, pack(s.Choices.own(warm.hyper.standardised(mean, scale))))
		if !s.settled {
			for _, h := range s.starts(d) {
				starts = append(starts, pack(h))
			}
		}
	}
	var best []float64
	var bestValue float64
	if len(o.y) >= manyPoints {
		best, bestValue = climbedFromAFew(ctx, o, inputs, s, starts, f, lower, upper)
	} else {
		if starts == nil {
			starts = coldStarts(f, s, lower, upper)
		}
		best, bestValue = climbed(ctx, f, starts, lower, upper)
	}
	if err := ctx.Err(); err != nil {
		return optimum{}, err
	}
	if best == nil {
		return optimum{}, fmt.Errorf("no start of the fit has a finite likelihood (%d points)", len(o.y))
	}
	f.negative(best, nil) // sets the mean that belongs to best
	h := unpack(best)
	h.Mean, h.Scale = f.mean, s.Choices.Spread(inputs, h.Scale)
	return optimum{h, bestValue, f.beta, f.precision}, nil
}

// climbed moves the starts to the optima above them and returns the best.
func climbed(ctx context.Context, f *likelihood, starts [][]float64, lower, upper []float64) (best []float64, value float64) {
	value = math.Inf(1)
	var m lbfgsb.Minimizer
	for _, theta := range starts {
		r, err := m.Minimize(ctx, theta, lower, upper, f.negative, fitSettings)
		if err == nil && r.F < value {
			best, value = theta, r.F
		}
	}
	return best, value
}

// searchBox bounds θ.
func searchBox(d int, s Settings) (lower, upper []float64) {
	lower, upper = make([]float64, d+2), make([]float64, d+2)
	for c := range d {
		lower[c], upper[c] = math.Log(minScale), math.Log(maxScale)
	}
	lower[d], upper[d] = math.Log(minVariance), math.Log(maxVariance)
	if s.Priors == DimensionScaled {
		lower[d], upper[d] = 0, 0 // a = 1
	}
	lower[d+1], upper[d+1] = math.Log(s.NoiseMin), math.Log(s.NoiseMax)
	return lower, upper
}

func clamp(v, lower, upper []float64) []float64 {
	for i := range v {
		v[i] = math.Min(upper[i], math.Max(lower[i], v[i]))
	}
	return v
}

func pack(h Hyper) []float64 {
	d := len(h.Scale)
	theta := make([]float64, d+2)
	for c, l := range h.Scale {
		theta[c] = math.Log(l)
	}
	theta[d], theta[d+1] = math.Log(h.Variance), math.Log(math.Max(h.Noise, math.SmallestNonzeroFloat64))
	return theta
}

func unpack(theta []float64) Hyper {
	d := len(theta) - 2
	h := Hyper{Variance: math.Exp(theta[d]), Noise: math.Exp(theta[d+1]), Scale: make([]float64, d)}
	for c := range h.Scale {
		h.Scale[c] = math.Exp(theta[c])
	}
	return h
}
