package model

import "math"

// Workspace holds what predictions need, so that they do not allocate. The
// zero value is ready; use one per worker.
type Workspace struct {
	k, slope, w []float64
}

func (ws *Workspace) grow(n int) {
	if cap(ws.k) < n {
		size := n + n/2 + 8
		ws.k, ws.slope, ws.w = make([]float64, size), make([]float64, size), make([]float64, size)
	}
	ws.k, ws.slope, ws.w = ws.k[:n], ws.slope[:n], ws.w[:n]
}

// Predict returns the latent posterior mean and variance at x:
//
//	μ = m + kᵀα, σ² = a − ‖L⁻¹k‖²
func (g *GP) Predict(ws *Workspace, x []float64) (mean, variance float64) {
	ws.grow(len(g.y))
	kernelRow(ws.k, g.x, x, g.invScale, g.hyper.Variance)
	mean = g.hyper.Mean + dot(ws.k, g.alpha)
	g.chol.forward(ws.k)
	variance = g.hyper.Variance - dot(ws.k, ws.k)
	return mean, math.Max(variance, g.hyper.MinVariance())
}

// PredictGrad is Predict with the gradients in x of both moments written to
// dmean and dvar:
//
//	∂μ = Σ αᵢ ∂kᵢ, ∂σ² = −2 Σ wᵢ ∂kᵢ with w = K⁻¹k
func (g *GP) PredictGrad(ws *Workspace, x, dmean, dvar []float64) (mean, variance float64) {
	ws.grow(len(g.y))
	kernelRowSlope(ws.k, ws.slope, g.x, x, g.invScale, g.hyper.Variance)
	mean = g.hyper.Mean + dot(ws.k, g.alpha)
	w := ws.w
	copy(w, ws.k)
	g.chol.forward(w)
	variance = g.hyper.Variance - dot(w, w)
	g.chol.backward(w)
	clear(dmean)
	clear(dvar)
	d := g.d
	for i, h := range ws.slope {
		hm, hv := h*g.alpha[i], h*w[i]
		row := g.x[i*d : i*d+d]
		for j, v := range row {
			dx := x[j] - v
			dmean[j] += hm * dx
			dvar[j] += hv * dx
		}
	}
	for j, s := range g.invScale {
		dmean[j] *= s * s
		dvar[j] *= -2 * s * s
	}
	if floor := g.hyper.MinVariance(); variance < floor {
		variance = floor
		clear(dvar[:d])
	}
	return mean, variance
}
