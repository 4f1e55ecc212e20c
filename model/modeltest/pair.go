// Package modeltest makes models for tests.
package modeltest

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/model"
)

// Pair is what is believed after a small random study of n evaluations in
// dimension d, with lengthscales of its own.
func Pair(t testing.TB, rng *rand.Rand, n, d int) *model.Pair {
	t.Helper()
	var data model.Data
	for range n {
		x := make([]float64, d)
		y, c := 0.0, 0.0
		for j := range x {
			x[j] = rng.Float64()
			y += math.Sin(6*x[j] + float64(j))
			c += math.Cos(5*x[j] - float64(j))
		}
		data.X, data.Y, data.Cost = append(data.X, x), append(data.Y, y), append(data.Cost, math.Exp(c/float64(d)))
	}
	fixed := func(variance float64) model.Settings {
		h := &model.Hyper{Variance: variance, Noise: 1e-4}
		for range d {
			h.Scale = append(h.Scale, 0.25+0.3*rng.Float64())
		}
		return model.Settings{Fixed: h}
	}
	p, err := model.FitPair(data, model.PairSettings{Objective: fixed(1.5), Cost: fixed(0.7)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
