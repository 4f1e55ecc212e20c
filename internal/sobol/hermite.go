package sobol

import (
	"fmt"
	"math"
)

// MaxHermite is the largest rule that is tested.
const MaxHermite = 200

// bisections find a root to half the digits and more: Newton's method does the rest.
const bisections = 40

// GaussHermite returns the n-point rule
//
//	E[g(Z)] ≈ Σ wᵢ g(zᵢ),  Z ~ N(0, 1),
//
// exact when g is a polynomial of degree 2n − 1 or less. The nodes ascend, the
// rule is symmetric to the last bit and its weights sum to 1. GaussHermite
// panics unless 1 ≤ n ≤ 200. gonum has such rules, by tables of 300 kB, and its
// outermost weights are off by 4·10⁻¹⁰ at n = 21 rising to 10⁻⁸.
func GaussHermite(n int) (nodes, weights []float64) {
	if n < 1 || n > MaxHermite {
		panic(fmt.Sprintf("sobol: a Gauss–Hermite rule has 1 to %d points, not %d", MaxHermite, n))
	}
	nodes, weights = make([]float64, n), make([]float64, n)
	root := math.Sqrt(float64(n))
	for k := n / 2; k < n; k++ {
		z, step := 0.0, 2*root // all roots are below 2√n
		if 2*k+1 == n {
			step = 0 // the middle one is 0
		}
		for range bisections {
			if step /= 2; above(n, z+step) >= n-k {
				z += step
			}
		}
		// heₙ′ = √n heₙ₋₁: one Newton step takes z to the rounding of the root.
		h, below := hermite(n, z)
		z -= h / (root * below)
		// w = 1/(n heₙ₋₁(z)²)
		_, below = hermite(n, z)
		w := 1 / (root * below * root * below)
		nodes[n-1-k], weights[n-1-k] = -z, w
		nodes[k], weights[k] = z, w // last, so that a middle node is 0 and not −0
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	for k := range weights {
		weights[k] *= 1 / total
	}
	return nodes, weights
}

// hermite returns heₙ(z) and heₙ₋₁(z), the Hermite polynomials orthonormal under
// N(0, 1), n ≥ 1:
//
//	√(k+1) heₖ₊₁ = z heₖ − √k heₖ₋₁,  he₀ = 1
func hermite(n int, z float64) (h, below float64) {
	h = 1
	for k := range n {
		h, below = (z*h-math.Sqrt(float64(k))*below)/math.Sqrt(float64(k+1)), h
	}
	return h, below
}

// above returns how many roots of heₙ are above z: as many as the sequence he₀ … heₙ
// changes its sign there (Sturm).
func above(n int, z float64) (roots int) {
	h, below := 1.0, 0.0
	for k := range n {
		next := (z*h - math.Sqrt(float64(k))*below) / math.Sqrt(float64(k+1))
		if (next < 0) != (h < 0) {
			roots++
		}
		h, below = next, h
	}
	return roots
}
