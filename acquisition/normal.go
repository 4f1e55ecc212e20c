package acquisition

import (
	"math"

	"farsight/internal/elementary"
)

const lnSqrt2Pi = elementary.LnSqrt2Pi

// PDF is the standard normal density φ(z) = exp(−z²/2)/√(2π), to a few units in the last place even where z² is large.
func PDF(z float64) float64 { return elementary.PDF(z) }

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
// For hot loops: it does not allocate.
func ReducedEI(u float64) (h, cdf, pdf float64) { return elementary.ReducedEI(u) }

// logCDF returns ln Φ(z) and its derivative φ(z)/Φ(z), the inverse Mills ratio.
func logCDF(z float64) (v, slope float64) { return elementary.LogCDF(z) }

// logReducedEI returns ln h(u) with Φ(u)/h(u), its derivative, and φ(u)/h(u), the derivative of ln σh(a/σ) by ln σ.
func logReducedEI(u float64) (v, cdfOverH, pdfOverH float64) {
	M, k := elementary.Mills(math.Abs(u))
	if u <= 0 {
		// ln h(−t) = −t²/2 − ln √(2π) + ln k(t); the exponential drops out of the ratios.
		return -0.5*u*u - lnSqrt2Pi + elementary.Log(k), M / k, 1 / k
	}
	pdf := PDF(u)
	h := u + pdf*k
	return elementary.Log(h), (1 - pdf*M) / h, pdf / h
}
