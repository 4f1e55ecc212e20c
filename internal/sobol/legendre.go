package sobol

import "math"

// GaussLegendre returns the n-point rule
//
//	∫ g(x) dx ≈ Σ wᵢ g(xᵢ),  x from a to b,
//
// exact when g is a polynomial of degree 2n − 1 or less. The nodes descend. gonum has
// such rules, by tables of 80 kB, and a weight of the one with 26 points is 0.
func GaussLegendre(n int, a, b float64) (nodes, weights []float64) {
	nodes, weights = make([]float64, n), make([]float64, n)
	for k := range n {
		x := math.Cos(math.Pi * (float64(k) + 0.75) / (float64(n) + 0.5))
		slope := 0.0
		for range newtonSteps {
			p, below := legendre(n, x)
			slope = float64(n) * (x*p - below) / (x*x - 1)
			x -= p / slope
		}
		nodes[k] = a + (x+1)/2*(b-a)
		weights[k] = (b - a) / ((1 - x*x) * slope * slope) // w = 2/((1 − x²) Pₙ′(x)²) on [−1, 1]
	}
	return nodes, weights
}

// newtonSteps take the first guess, which has two digits and more, to the root.
const newtonSteps = 5

// legendre returns the Legendre polynomials Pₙ(x) and Pₙ₋₁(x), n ≥ 1:
//
//	(k+1) Pₖ₊₁ = (2k+1) x Pₖ − k Pₖ₋₁,  P₀ = 1
func legendre(n int, x float64) (p, below float64) {
	p = 1
	for k := range n {
		p, below = (float64(2*k+1)*x*p-float64(k)*below)/float64(k+1), p
	}
	return p, below
}
