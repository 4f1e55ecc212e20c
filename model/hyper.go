package model

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
