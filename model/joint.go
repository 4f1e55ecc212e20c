package model

import (
	"math"

	"farsight/internal/linalg"
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
		mean[i] = g.hyper.Mean + linalg.Dot(k, g.alpha)
		copy(row, k)
		g.chol.Forward(row)
		for j := 0; j <= i; j++ {
			c := g.inputs.kernelAt(p, points[j], g.hyper.Variance) - linalg.Dot(row, v[j*n:j*n+n])
			cov[i*m+j], cov[j*m+i] = c, c
		}
		cov[i*m+i] = math.Max(cov[i*m+i], g.hyper.MinVariance())
	}
	return mean, cov
}
