package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// What follows are five formulas of gonum's stat and distuv (a test compares
// them): those packages bring all of LAPACK into the program, and their sums are
// in another order on some machines.

// Mean is NaN for no values.
func Mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// MeanVariance is the mean and the unbiased variance, NaN for fewer than two
// values, by the corrected two-pass algorithm
//
//	s² = (Σ d² − (Σ d)²/n)/(n − 1),  d = v − mean
func MeanVariance(v []float64) (mean, variance float64) {
	mean = Mean(v)
	squares, sum, n := 0.0, 0.0, float64(len(v))
	for _, x := range v {
		d := x - mean
		squares += d * d
		sum += d
	}
	return mean, (squares - sum*sum/n) / (n - 1)
}

// StudentQuantile is the p-quantile of Student's t with nu degrees of freedom,
// for 1/2 < p < 1: P(T > t) = I(ν/(ν + t²); ν/2, 1/2)/2.
func StudentQuantile(p, nu float64) float64 {
	x := mathext.InvRegIncBeta(nu/2, 0.5, 2*(1-p))
	return math.Sqrt(nu * (1 - x) / x)
}

// BinomialCDF is the chance of at most k successes in n trials, each of chance p,
// for 0 ≤ k < n: I(1 − p; n − k, k + 1).
func BinomialCDF(k, n int, p float64) float64 {
	return mathext.RegIncBeta(float64(n-k), float64(k+1), 1-p)
}

// StudentCDF is the chance that Student's t with nu degrees of freedom, a whole
// number, is at most t; with infinitely many it is a standard normal. With
// θ = atan(t/√ν) the chance of |T| ≤ |t| is a sum of ν/2 terms (Abramowitz and
// Stegun 26.7.3 and 26.7.4), which takes a tenth of the time of gonum's incomplete
// beta function:
//
//	ν odd:  (2/π)(θ + sin θ (cos θ + 2/3 cos³θ + … + 2·4⋯(ν−3)/3·5⋯(ν−2) cosᵛ⁻²θ))
//	ν even: sin θ (1 + 1/2 cos²θ + … + 1·3⋯(ν−3)/2·4⋯(ν−2) cosᵛ⁻²θ)
func StudentCDF(t, nu float64) float64 {
	if math.IsInf(nu, 1) {
		return 0.5 * math.Erfc(-t/math.Sqrt2)
	}
	n := int(nu)
	cos2, odd := nu/(nu+t*t), n%2
	term, sum := 1.0, 0.0
	if odd == 1 {
		term = math.Sqrt(cos2)
	}
	for k := 2 + odd; k <= n; k += 2 {
		sum += term
		term *= cos2 * float64(k-1) / float64(k)
	}
	sum *= t / math.Sqrt(nu+t*t)
	if odd == 1 {
		sum = (sum + math.Atan(t/math.Sqrt(nu))) * (2 / math.Pi)
	}
	return 0.5 + 0.5*sum
}
