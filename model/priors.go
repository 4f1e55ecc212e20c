package model

import (
	"fmt"
	"math"
)

// Preset names a set of priors for the hyperparameters of standardised data.
type Preset int

const (
	// Paper is the paper's: ℓᵢ ~ Gamma(3, rate 6), a ~ Gamma(2, rate 0.15),
	// noise in [1e-4, 1e-3], no prior on mean and noise.
	Paper Preset = iota
	// DimensionScaled is the one now common: ℓᵢ ~ LogNormal(√2 + ½ ln d, √3),
	// a = 1, noise ~ LogNormal(−4, 1) above 1e-4.
	DimensionScaled
)

// String is the preset's name in problem files.
func (p Preset) String() string {
	switch p {
	case Paper:
		return "paper"
	case DimensionScaled:
		return "dimension-scaled"
	}
	return fmt.Sprintf("Preset(%d)", int(p))
}

// ParsePreset is the inverse of String.
func ParsePreset(name string) (Preset, error) {
	for _, p := range []Preset{Paper, DimensionScaled} {
		if name == p.String() {
			return p, nil
		}
	}
	return 0, fmt.Errorf("unknown priors %q: use %q or %q", name, Paper, DimensionScaled)
}

// Priors and bounds of the two presets, standardised units.
const (
	scaleShape, scaleRate       = 3, 6
	varianceShape, varianceRate = 2, 0.15

	scaledLocation, scaledSpread = math.Sqrt2, 1.7320508075688772 // √3
	scaledStart                  = 0.2048
	noiseLocation, noiseSpread   = -4, 1

	noiseFloor        = 1e-4 // both presets
	paperNoiseCeiling = 1e-3
	wideNoiseCeiling  = 10
	noiseStart        = 5.5e-4
	noiseStartScaled  = 6.737946999085467e-3 // e⁻⁵, the prior's mode
)

// start is the usual starting point of a fit in dimension d.
func (p Preset) start(d int) Hyper {
	h := Hyper{Variance: math.Ln2, Scale: make([]float64, d), Noise: noiseStart}
	l := math.Ln2
	if p == DimensionScaled {
		h.Variance, h.Noise, l = 1, noiseStartScaled, scaledStart*math.Sqrt(float64(d))
	}
	for i := range h.Scale {
		h.Scale[i] = l
	}
	return h
}

// LogPrior is the log prior density of standardised hyperparameters h,
// constants included.
func LogPrior(p Preset, h Hyper) float64 {
	v := 0.0
	for _, l := range h.Scale {
		lp, _ := p.logScale(math.Log(l), len(h.Scale))
		v += lp
	}
	lp, _ := p.logVariance(math.Log(h.Variance))
	v += lp
	lp, _ = p.logNoise(math.Log(h.Noise), false)
	return v + lp
}

// The three below return the log density of a hyperparameter given its
// logarithm, and the derivative with respect to that logarithm. The density is
// that of the hyperparameter itself: no Jacobian.

func (p Preset) logScale(lnl float64, d int) (v, dv float64) {
	if p == DimensionScaled {
		return logNormal(lnl, scaledLocation+0.5*math.Log(float64(d)), scaledSpread)
	}
	return logGamma(lnl, scaleShape, scaleRate)
}

func (p Preset) logVariance(lna float64) (v, dv float64) {
	if p == DimensionScaled {
		return 0, 0 // a is fixed
	}
	return logGamma(lna, varianceShape, varianceRate)
}

func (p Preset) logNoise(lnt float64, noisy bool) (v, dv float64) {
	switch {
	case p == DimensionScaled:
		return logNormal(lnt, noiseLocation, noiseSpread)
	case noisy:
		return logNormal(lnt, noisyLocation, noisySpread)
	}
	return 0, 0
}

// logGamma is ln Gamma(x; shape, rate) at x = e^lnx.
func logGamma(lnx, shape, rate float64) (v, dv float64) {
	x := math.Exp(lnx)
	lg, _ := math.Lgamma(shape)
	return shape*math.Log(rate) - lg + (shape-1)*lnx - rate*x, shape - 1 - rate*x
}

// logNormal is ln LogNormal(x; location, spread) at x = e^lnx.
func logNormal(lnx, location, spread float64) (v, dv float64) {
	t := (lnx - location) / spread
	return -lnx - math.Log(spread) - 0.5*math.Log(2*math.Pi) - 0.5*t*t, -1 - t/spread
}
