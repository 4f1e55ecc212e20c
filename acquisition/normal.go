package acquisition

import "math"

const (
	invSqrt2Pi = 0.39894228040143267793994605993438 // 1/√(2π)
	lnSqrt2Pi  = 0.91893853320467274178032973640562 // ln √(2π)
)

// PDF is the standard normal density φ(z) = exp(−z²/2)/√(2π), to a few units in the last place even where z² is large.
func PDF(z float64) float64 {
	q := z * z
	if q > 2*746 {
		return 0 // below the smallest float64
	}
	e := invSqrt2Pi * math.Exp(-0.5*q)
	return e - e*(0.5*math.FMA(z, z, -q)) // the rounding error of z² would cost 1e-13 at z = 37
}

// CDF is the standard normal distribution function Φ(z), relative accuracy about 1e-15 in both tails.
func CDF(z float64) float64 {
	cdf, _ := CDFPDF(z)
	return cdf
}

// CDFPDF returns Φ(z) and φ(z) with one exponential. For hot loops: it does not allocate.
func CDFPDF(z float64) (cdf, pdf float64) {
	_, cdf, pdf = ReducedEI(z)
	return cdf, pdf
}

// ReducedEI returns h(u) = φ(u) + uΦ(u), so that EI = σh((μ − f*)/σ), with Φ(u) and φ(u), from one exponential.
// Nothing cancels: all three are right to about 1e-15 relative until they underflow near u = −38.
// For hot loops: it does not allocate.
func ReducedEI(u float64) (h, cdf, pdf float64) {
	t := math.Abs(u)
	M, k := mills(t)
	pdf = PDF(t)
	h, cdf = pdf*k, pdf*M // h(−t) = φ(t)k(t), Φ(−t) = φ(t)M(t)
	if u > 0 {
		h, cdf = u+h, 1-cdf // h(u) = u + h(−u)
	}
	return h, cdf, pdf
}

// logCDF returns ln Φ(z) and its derivative φ(z)/Φ(z), the inverse Mills ratio.
func logCDF(z float64) (v, slope float64) {
	M, _ := mills(math.Abs(z))
	if z <= 0 {
		// ln Φ(−t) = −t²/2 − ln √(2π) + ln M(t)
		return -0.5*z*z - lnSqrt2Pi + math.Log(M), 1 / M
	}
	pdf := PDF(z)
	upper := pdf * M // 1 − Φ(z)
	return math.Log1p(-upper), pdf / (1 - upper)
}

// inverseMills is the derivative of logCDF, φ(z)/Φ(z).
func inverseMills(z float64) float64 {
	M, _ := mills(math.Abs(z))
	if z <= 0 {
		return 1 / M
	}
	pdf := PDF(z)
	return pdf / (1 - pdf*M)
}

// logReducedEI returns ln h(u) with Φ(u)/h(u), its derivative, and φ(u)/h(u), the derivative of ln σh(a/σ) by ln σ.
func logReducedEI(u float64) (v, cdfOverH, pdfOverH float64) {
	M, k := mills(math.Abs(u))
	if u <= 0 {
		// ln h(−t) = −t²/2 − ln √(2π) + ln k(t); the exponential drops out of the ratios.
		return -0.5*u*u - lnSqrt2Pi + math.Log(k), M / k, 1 / k
	}
	pdf := PDF(u)
	h := u + pdf*k
	return math.Log(h), (1 - pdf*M) / h, pdf / h
}
