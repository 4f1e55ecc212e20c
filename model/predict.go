package model

import (
	"math"

	"farsight/internal/linalg"
)

// Workspace holds what predictions need, so that they do not allocate. The
// zero value is ready; use one per worker.
type Workspace struct {
	k, slope, white, w []float64
	rows               rows
}

func (ws *Workspace) grow(n int) {
	if cap(ws.k) < n {
		size := n + n/2 + 8
		block := make([]float64, 4*size)
		ws.k, ws.slope = block[:size:size], block[size:2*size:2*size]
		ws.white, ws.w = block[2*size:3*size:3*size], block[3*size:]
	}
	ws.k, ws.slope, ws.white, ws.w = ws.k[:n], ws.slope[:n], ws.white[:n], ws.w[:n]
}

// Predict returns the latent posterior mean and variance at x:
//
//	μ = m + kᵀα, σ² = a − ‖L⁻¹k‖²
func (g *GP) Predict(ws *Workspace, x Unit) (mean, variance float64) {
	mean = g.predictMean(ws, x)
	copy(ws.white, ws.k)
	g.chol.Forward(ws.white)
	return mean, g.left(ws)
}

// predictMean is the mean at x, and leaves k and its slopes.
func (g *GP) predictMean(ws *Workspace, x Unit) float64 {
	ws.grow(len(g.y))
	g.inputs.kernelRow(ws.k, ws.slope, x, g.hyper.Variance)
	return g.hyper.Mean + linalg.Dot(ws.k, g.alpha)
}

// left is the variance where L⁻¹k is known.
func (g *GP) left(ws *Workspace) float64 {
	return math.Max(g.hyper.Variance-linalg.Dot(ws.white, ws.white), g.hyper.MinVariance())
}

// PredictGrad is Predict with the gradients in x of both moments written to
// dmean and dvar:
//
//	∂μ = Σ αᵢ ∂kᵢ, ∂σ² = −2 Σ wᵢ ∂kᵢ with w = K⁻¹k, ∂kᵢ = (√5/ℓ)·hᵢ(u − uᵢ)
func (g *GP) PredictGrad(ws *Workspace, x Unit, dmean, dvar []float64) (mean, variance float64) {
	mean = g.predictMean(ws, x)
	copy(ws.white, ws.k)
	g.chol.Forward(ws.white)
	variance = g.left(ws)
	copy(ws.w, ws.white)
	g.chol.Backward(ws.w)
	copy(ws.k, ws.slope)
	m := linalg.Weigh(ws.k, g.alpha)
	v := linalg.Weigh(ws.w, ws.slope)
	for c, s := range g.inputs.scale {
		// Σ tᵢ(u − uᵢ) = u Σ tᵢ − Σ tᵢuᵢ
		u, col := x[c]*s, g.inputs.col(c)
		dmean[c] = s * (u*m - linalg.Dot(ws.k, col))
		dvar[c] = -2 * s * (u*v - linalg.Dot(ws.w, col))
	}
	if variance <= g.hyper.MinVariance() {
		clear(dvar[:g.d])
	}
	return mean, variance
}
