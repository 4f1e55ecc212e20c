package model

import (
	"slices"
	"sync"

	"farsight/internal/linalg"
)

// believedNoise is the noise left at measured points that are treated as known, as a share of the
// variance: enough for the factor of points that are close together.
const believedNoise = 1e-9

// AsBelieved returns the pair for improving a noisy objective: the values at the measured points
// are treated as known and equal to their posterior means,
//
//	f(X) = μ(X), so that μ stays and σ² = a − kᵀK⁻¹k
//
// Expected improvement over the best of them is then noisy EI (B. Letham et al., "Constrained Bayesian optimization
// with noisy experiments", 2019) with their draws of f(X) replaced by its mean. By the posterior's own σ a measured
// point promises an improvement again and again, which measuring it again does not bring. Where values are exact it is
// the pair itself.
func (p *Pair) AsBelieved() *Pair {
	if p == nil || !p.Objective.noisy {
		return p
	}
	q := *p
	q.Objective = p.Objective.believed()
	return &q
}

// asBelieved is the process given that it is μ(X) at the inputs. α stays what it is, to the bit, and with it μ.
func (g *GP) asBelieved() *GP {
	n, least := len(g.y), believedNoise*g.hyper.Variance
	out := *g
	out.hyper.Noise, out.noisy = least, false
	out.y, out.noise, out.within, out.crowded = make([]float64, n), slices.Repeat([]float64{least}, n), 0, nil
	if !out.factorise() {
		return g // not reachable: a factor with more noise was found
	}
	for i := range n {
		out.y[i] = g.Believed(i) + (least+out.jitter)*g.alpha[i] // (K + D)α = y − m
	}
	out.inverse = sync.OnceValue(out.chol.Inverse)
	out.believed = func() *GP { return &out }
	return &out
}

// factorise computes the factor of K + D with as little jitter as it needs.
func (g *GP) factorise() bool {
	n, d := len(g.y), g.d
	g.chol = linalg.NewLower(n)
	slope := make([]float64, n)
	for jitter := range jitters(g.hyper.Variance) {
		for i := range n {
			row := g.chol[i]
			g.inputs.kernelRow(row, slope, g.x[i*d:i*d+d], g.hyper.Variance)
			row[i] += g.noiseAt(i) + jitter
		}
		if g.chol.Factorise() {
			g.jitter = jitter
			return true
		}
	}
	return false
}
