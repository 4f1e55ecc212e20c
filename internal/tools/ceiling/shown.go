package ceiling

import (
	"farsight/acquisition"

	"gonum.org/v1/gonum/mathext"
)

// shown are the n values that a look may show, in standard deviations, and their
// probabilities: the means of n equally probable parts of a normal variable,
//
//	zₖ = n(φ(qₖ₋₁) − φ(qₖ)),  qₖ = Φ⁻¹(k/n)
//
// What follows a look has kinks, where other looks become better; means of parts
// take them well: with 7 of them the share of the optimum that a plan reaches is
// off by a tenth of a percent, with 7 Gauss–Hermite nodes by one.
func shown(n int) (z, prob []float64) {
	left := 0.0 // φ at the left end of the part
	for k := 1; k <= n; k++ {
		right := 0.0
		if k < n {
			right = acquisition.PDF(mathext.NormalQuantile(float64(k) / float64(n)))
		}
		z, prob = append(z, float64(n)*(left-right)), append(prob, 1/float64(n))
		left = right
	}
	return z, prob
}
