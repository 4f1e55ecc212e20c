package model

import (
	"fmt"
	"math"
	"math/rand/v2"

	"farsight/internal/simd"
	"farsight/internal/triangular"
)

// Joint returns the latent posterior mean and covariance (m×m, row-major) of
// several points together.
func (g *GP) Joint(points []Unit) (mean, cov []float64) {
	m, n := len(points), len(g.y)
	mean, cov = make([]float64, m), make([]float64, m*m)
	v := make([]float64, m*n) // rows L⁻¹k(X, pᵢ)
	k, slope := make([]float64, n), make([]float64, n)
	for i, p := range points {
		row := v[i*n : i*n+n]
		g.inputs.kernelRow(k, slope, p, g.hyper.Variance)
		mean[i] = g.hyper.Mean + simd.Dot(k, g.alpha)
		g.white.Times(row, k)
		for j := 0; j <= i; j++ {
			c := g.inputs.kernelAt(p, points[j], g.hyper.Variance) - simd.Dot(row, v[j*n:j*n+n])
			cov[i*m+j], cov[j*m+i] = c, c
		}
		cov[i*m+i] = math.Max(cov[i*m+i], g.hyper.MinVariance())
	}
	return mean, cov
}

// Sample draws the latent function at several points together. Nearly equal
// points are held apart by jitter.
func (g *GP) Sample(points []Unit, rng *rand.Rand) ([]float64, error) {
	for _, p := range points {
		if len(p) != g.d {
			panic(fmt.Sprintf("model: Sample at a point of dimension %d, want %d", len(p), g.d))
		}
	}
	mean, cov := g.Joint(points)
	m := len(points)
	l := triangular.New(m)
	var ws triangular.Workspace
	a := g.hyper.Variance
	factored := false
	for jitter := range jitters(a) {
		for i, row := range l {
			copy(row, cov[i*m:i*m+i+1])
			row[i] += jitter
		}
		if factored = l.Factorise(&ws); factored {
			break
		}
	}
	if !factored {
		return nil, errNotPositive
	}
	z := make([]float64, m)
	for i := range z {
		z[i] = rng.NormFloat64()
	}
	for i, row := range l {
		mean[i] += simd.Dot(row, z[:i+1])
	}
	return mean, nil
}
