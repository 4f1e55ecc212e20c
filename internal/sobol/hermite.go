package sobol

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// MaxHermite is the largest rule gonum has nodes for in a table.
const MaxHermite = 200

// GaussHermite returns the n-point rule
//
//	E[g(Z)] ≈ Σ wᵢ g(zᵢ),  Z ~ N(0, 1),
//
// exact when g is a polynomial of degree 2n − 1 or less. The nodes ascend, the
// rule is symmetric to the last bit and its weights sum to 1. GaussHermite
// panics unless 1 ≤ n ≤ 200.
func GaussHermite(n int) (nodes, weights []float64) {
	if n < 1 || n > MaxHermite {
		panic(fmt.Sprintf("sobol: a Gauss–Hermite rule has 1 to %d points, not %d", MaxHermite, n))
	}
	nodes, weights = make([]float64, n), make([]float64, n)
	quad.Hermite{}.FixedLocations(nodes, weights, math.Inf(-1), math.Inf(1))

	// gonum's rule is for the weight exp(−x²), so z = √2 x. Its nodes are almost exact, but its
	// outermost weights are off, by 4·10⁻¹⁰ at n = 21 rising to 10⁻⁸, when n is odd or 200: the
	// weights here come from the recurrence.
	root := math.Sqrt(float64(n))
	for k := n / 2; k < n; k++ {
		z := math.Sqrt2 * nodes[k]
		// heₙ′ = √n heₙ₋₁: one Newton step takes z to the rounding of the root.
		h, below := hermite(n, z)
		z -= h / (root * below)
		// w = 1/(n heₙ₋₁(z)²)
		_, below = hermite(n, z)
		w := 1 / (root * below * root * below)
		nodes[n-1-k], weights[n-1-k] = -z, w
		nodes[k], weights[k] = z, w // last, so that a middle node is 0 and not −0
	}
	total := 0.0 // gonum's sum is assembly on some machines, in another order
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
