// Package acquisition scores points by the moments of the two posteriors there and finds the point that scores best.
//
// A [Function] is a pure function of a few numbers, the moments of f and ln c at a point, with its partial derivatives;
// the model supplies the moments and their gradients, [Maximise] does the searching. Scores are logarithms wherever
// the value itself can underflow, so that the optimiser still sees a slope where EI is 1e-200.
//
//	paper    code            meaning
//	μ, σ     MuF, SdF        posterior mean and standard deviation of f
//	m, s     MuC, SdC        posterior mean and standard deviation of ln c
//	f*       best            incumbent, the best value observed (maximisation)
//	u        u               (μ − f*)/σ
//	φ, Φ     pdf, cdf        standard normal density and distribution function
//	h        ReducedEI       φ(u) + uΦ(u), so that EI = σh(u)
//	M        mills           Φ(−t)/φ(t), Mills' ratio, t ≥ 0
//	k        mills           h(−t)/φ(t) = 1 − tM(t) = −M′(t)
//	ζ        z               (ln B − m)/s
//	ρ        rho             correlation of f and ln c at a point, cov(f, ln c)/σs
//	ν        nu              cost-cooling exponent, remaining/initial budget
//	λ        Lambda          price of one unit of cost in the Gittins index
package acquisition
