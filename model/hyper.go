package model

import (
	"fmt"
	"math"
)

// Hyper are the hyperparameters of one Gaussian process, in the original units
// of its output; lengthscales are always on the unit cube.
type Hyper struct {
	Mean     float64   // constant mean m
	Variance float64   // output scale a > 0
	Scale    []float64 // lengthscales ℓ > 0, one per input
	Noise    float64   // noise variance τ² ≥ 0
}

// relativeVarianceFloor is the smallest posterior variance we report, as a
// fraction of the prior variance a: below it, rounding decides.
const relativeVarianceFloor = 1e-12

// MinVariance is the floor under every posterior variance of this process.
func (h Hyper) MinVariance() float64 { return relativeVarianceFloor * h.Variance }

// standardised expresses h in units of (y − mean)/scale.
func (h Hyper) standardised(mean, scale float64) Hyper {
	return Hyper{
		Mean:     (h.Mean - mean) / scale,
		Variance: h.Variance / (scale * scale),
		Scale:    append([]float64(nil), h.Scale...),
		Noise:    h.Noise / (scale * scale),
	}
}

// Original turns standardised hyperparameters into the units of y, where the
// standardised output is (y − mean)/scale.
func (h Hyper) Original(mean, scale float64) Hyper {
	return Hyper{
		Mean:     mean + scale*h.Mean,
		Variance: h.Variance * scale * scale,
		Scale:    append([]float64(nil), h.Scale...),
		Noise:    h.Noise * scale * scale,
	}
}

// check says what is wrong with h for inputs of dimension d.
func (h Hyper) check(d int) error {
	switch {
	case math.IsNaN(h.Mean) || math.IsInf(h.Mean, 0):
		return fmt.Errorf("hyperparameter mean = %v: must be a finite number", h.Mean)
	case !(h.Variance > 0) || math.IsInf(h.Variance, 0):
		return fmt.Errorf("hyperparameter variance = %v: must be positive and finite", h.Variance)
	case !(h.Noise >= 0) || math.IsInf(h.Noise, 0):
		return fmt.Errorf("hyperparameter noise = %v: must be zero or positive, and finite", h.Noise)
	case len(h.Scale) != d:
		return fmt.Errorf("hyperparameter scale has %d lengthscales: the inputs have dimension %d", len(h.Scale), d)
	}
	for i, l := range h.Scale {
		if !(l > 0) || math.IsInf(l, 0) {
			return fmt.Errorf("hyperparameter scale[%d] = %v: a lengthscale must be positive and finite", i, l)
		}
	}
	return nil
}
