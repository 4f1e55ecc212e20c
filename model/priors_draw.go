package model

import (
	"math"
	"math/rand/v2"
)

// Draw draws the lengthscales of a process on d inputs from the preset's prior, for a process of
// mean 0 and variance 1. The other priors are of standardised data and have no meaning before there
// are data.
func (p Preset) Draw(d int, rng *rand.Rand) Hyper {
	h := Hyper{Variance: 1, Scale: make([]float64, d)}
	for i := range h.Scale {
		switch p {
		case DimensionScaled:
			h.Scale[i] = math.Exp(scaledLocation + 0.5*math.Log(float64(d)) + scaledSpread*rng.NormFloat64())
		default:
			// A sum of three exponentials is Gamma(3).
			for range scaleShape {
				h.Scale[i] += rng.ExpFloat64() / scaleRate
			}
		}
		h.Scale[i] = math.Min(math.Max(h.Scale[i], minScale), maxScale)
	}
	return h
}
