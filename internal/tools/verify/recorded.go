package main

import (
	"math"

	"farsight/model"
)

// The gradients recorded for the nodes of a tree are not quite those of its
// value: central differences of the value confirm ours and not them wherever
// descendants matter. Two omissions reproduce every recorded number to 4e-10.
// They were found by splitting the derivative at two roots into its terms, with
// 50 digits, and searching for the terms that add up; we have not seen the
// reference's code, so why they are missing is a guess.
//
//  1. A fantasy changes the model its descendants see. The recorded gradients
//     hold that change (α and K⁻¹ of the conditioned model) fixed and follow
//     only the kernel between a descendant's point and the fantasy's, the
//     incumbent and the budget. Cached solves that are detached would do that.
//  2. The normal cdf behaves as ½(1 + erf(u/√2)), zero below u ≈ −8.3.
//
// So there are two checks. recordedGradients follows the record, omissions and
// all, and is compared at every node. The complete gradient, with which
// Farsight plans, is compared at the nodes where nothing was left out.

// slopes are the gradients of what one node sees with respect to the points on
// its path, root first, its own last: D numbers each.
type slopes struct {
	muF, varF, muC, varC []float64
	best, budget         []float64
}

// recordedGradients returns the gradient of the tree's value with respect to
// each node's point as it was recorded.
func (s *subject) recordedGradients() ([][]float64, error) {
	seen, topDown := s.scenarios()
	sl := make([]slopes, len(seen))
	grads := make([][]float64, len(seen))
	for i := range grads {
		grads[i] = make([]float64, s.D)
	}
	for _, i := range topDown {
		v := &seen[i]
		if v.err != nil {
			return nil, v.err
		}
		x := s.Tree.Nodes[i].X
		depth := len(s.Tree.Nodes[i].Path)
		sl[i].muF, sl[i].varF = heldSlopes(v.pair.Objective, x, depth)
		sl[i].muC, sl[i].varC = heldSlopes(v.pair.LogCost, x, depth)
		sl[i].best, sl[i].budget = make([]float64, (depth+1)*s.D), make([]float64, (depth+1)*s.D)
		if v.parent >= 0 {
			sl[i].inherit(&sl[v.parent], &seen[v.parent], v, s.Tree.BaseSamples[depth-1][s.Tree.Nodes[i].Path[depth-1]])
		}
		gain := sl[i].reward(v)
		for k := i; k >= 0; k = seen[k].parent {
			own := len(s.Tree.Nodes[k].Path) * s.D
			for j := range grads[k] {
				grads[k][j] += v.weight * gain[own+j]
			}
		}
	}
	return grads, nil
}

// recordedWhole reports whether nothing was left out of the gradient recorded for node i: all nodes
// below it are worth 0, so that its fantasies do not matter, and its own reward is not so deep in a
// tail that erfCDF is off.
func (s *subject) recordedWhole(i int) bool {
	const deep = -6
	seen, _ := s.scenarios()
	for k, v := range seen {
		for up := v.parent; up >= 0; up = seen[up].parent {
			if up == i && s.Tree.Nodes[k].Q1 != 0 {
				return false
			}
		}
	}
	v := &seen[i]
	u, zeta := v.standardised()
	return v.err == nil && (v.budget <= v.end || u > deep && zeta > deep)
}

// standardised returns u = (μ_f − f*)/σ_f and ζ = (ln b − μ_c)/σ_c.
func (v *scenario) standardised() (u, zeta float64) {
	return (v.moments.MuF - v.best) / v.moments.SdF, (math.Log(v.budget) - v.moments.MuC) / v.moments.SdC
}

// heldSlopes returns the gradients of the posterior mean and variance at x with
// respect to the last depth data points and x itself, α and K⁻¹ held fixed:
// ∂μ = Σ αᵢ ∂kᵢ, ∂σ² = −2 Σ (K⁻¹k)ᵢ ∂kᵢ.
func heldSlopes(g *model.GP, x []float64, depth int) (mu, variance []float64) {
	f := g.Factor()
	k, dk := make([]float64, f.N), make([]float64, f.N*f.D)
	for i := range k {
		k[i] = matern(dk[i*f.D:(i+1)*f.D], x, f.X[i*f.D:(i+1)*f.D], f.Hyper)
	}
	mu, variance = make([]float64, (depth+1)*f.D), make([]float64, (depth+1)*f.D)
	for i := range k {
		w := 0.0
		for j := range k {
			w += f.Inverse.At(i, j) * k[j]
		}
		fantasy := i - (f.N - depth) // ≥ 0: the point of this ancestor
		for j := range f.D {
			d := dk[i*f.D+j]
			mu[depth*f.D+j] += f.Alpha[i] * d
			variance[depth*f.D+j] -= 2 * w * d
			if fantasy >= 0 {
				mu[fantasy*f.D+j] -= f.Alpha[i] * d
				variance[fantasy*f.D+j] += 2 * w * d
			}
		}
	}
	return mu, variance
}

// matern is k(x, y) = a(1 + r + r²/3)e⁻ʳ, r = √5‖(x − y)/ℓ‖; grad gets ∂k/∂x.
func matern(grad, x, y []float64, h model.Hyper) float64 {
	r := 0.0
	for j, l := range h.Scale {
		r += 5 * (x[j] - y[j]) * (x[j] - y[j]) / (l * l)
	}
	r = math.Sqrt(r)
	e := h.Variance * math.Exp(-r)
	for j, l := range h.Scale {
		grad[j] = -(5.0 / 3) * (1 + r) * e * (x[j] - y[j]) / (l * l)
	}
	return (1 + r + r*r/3) * e
}

// inherit fills in the slopes of incumbent and budget from the parent p, which
// sees up, through the fantasy z that leads to v: y = μ + √(σ² + τ²)·z.
func (s *slopes) inherit(p *slopes, up, v *scenario, z [2]float64) {
	rF := math.Sqrt(up.moments.SdF*up.moments.SdF + up.pair.Objective.Hyper().Noise)
	rC := math.Sqrt(up.moments.SdC*up.moments.SdC + up.pair.LogCost.Hyper().Noise)
	for j := range p.best {
		s.best[j] = p.best[j]
		if v.own {
			s.best[j] = p.muF[j] + z[0]*p.varF[j]/(2*rF)
		}
		s.budget[j] = p.budget[j] - v.cost*(p.muC[j]+z[1]*p.varC[j]/(2*rC))
	}
}

// reward returns the gradient of the node's own EI·Φ(ζ).
func (s *slopes) reward(v *scenario) []float64 {
	grad := make([]float64, len(s.muF))
	if v.budget <= v.end {
		return grad
	}
	m := v.moments
	u, zeta := v.standardised()
	chance := erfCDF(zeta)
	improvement := m.SdF * (density(u) + u*erfCDF(u))
	q := improvement * density(zeta) / m.SdC
	for j := range grad {
		grad[j] = chance*(erfCDF(u)*(s.muF[j]-s.best[j])+density(u)*s.varF[j]/(2*m.SdF)) +
			q*(s.budget[j]/v.budget-s.muC[j]-zeta*s.varC[j]/(2*m.SdC))
	}
	return grad
}

func density(u float64) float64 { return math.Exp(-u*u/2) / math.Sqrt(2*math.Pi) }

// erfCDF is the normal cdf with an absolute, not a relative, error of 1e-16.
func erfCDF(u float64) float64 { return 0.5 * (1 + math.Erf(u/math.Sqrt2)) }
