// Package nearly computes what ranking candidates needs, many at a time: the
// improvement expected, the chance to fit and the spending, to about 1e-6.
package nearly

import (
	"math"

	"farsight/acquisition"
	"farsight/internal/linalg"
)

// A greedy tree only ranks candidates, ten thousand of them: h(u) = φ(u) + uΦ(u)
// and Φ(u) are interpolated there, to 1e-6 relative over the table's range.
// Values that are reported come from the evaluator, which is exact.
const (
	low     = -10.0
	high    = 9.0 // beyond it h(u) = u and Φ = 1 to double precision
	perUnit = 64
	nothing = -39.0 // below it h(u) is 0 to double precision
)

// cubic is a Hermite interpolant between two knots, as a polynomial of 0 ≤ s < 1.
type cubic [4]float64

func (c *cubic) at(s float64) float64 { return c[0] + s*(c[1]+s*(c[2]+s*c[3])) }

// hermite is the cubic with values a, b and slopes da, db at s = 0, 1.
func hermite(a, b, da, db float64) cubic {
	d := b - a
	return cubic{a, da, 3*d - 2*da - db, da + db - 2*d}
}

// The interpolants of h and Φ; h′ = Φ, Φ′ = φ. The last begins where a number just below high may be rounded to.
var improvement, chance = func() (h, cdf [(high-low)*perUnit + 1]cubic) {
	h0, cdf0, pdf0 := acquisition.ReducedEI(low)
	for i := range h {
		h1, cdf1, pdf1 := acquisition.ReducedEI(low + float64(i+1)/perUnit)
		h[i] = hermite(h0, h1, cdf0/perUnit, cdf1/perUnit)
		cdf[i] = hermite(cdf0, cdf1, pdf0/perUnit, pdf1/perUnit)
		h0, cdf0, pdf0 = h1, cdf1, pdf1
	}
	return h, cdf
}()

// EI is h(u).
func EI(u float64) float64 {
	if !(u > low) {
		if u < nothing { // where there is little to gain, most candidates are that far
			return 0
		}
		h, _, _ := acquisition.ReducedEI(u)
		return h
	}
	if u >= high {
		return u
	}
	v := (u - low) * perUnit
	i := int(v)
	return improvement[i].at(v - float64(i))
}

// CDF is Φ(u).
func CDF(u float64) float64 {
	if !(u > low) {
		return acquisition.CDF(u)
	}
	if u >= high {
		return 1
	}
	v := (u - low) * perUnit
	i := int(v)
	return chance[i].at(v - float64(i))
}

// Bounds spare most candidates even that.
var Bounds = linalg.NewBounds(EI, CDF)

// Linked are bounds for Fits with ρ ≥ 0. Where a cost surely fits, Fits may exceed Φ(ζ), though by less than there
// is between Φ(ζ) and 1: by N − ζ = (ζ(1 − s) − ρm)/s, s = √(1 − ρ² + ρ²v), which is below 0 up to ζ = 3.57.
var Linked = linalg.NewBounds(EI, func(u float64) float64 {
	if u >= surely {
		return 1
	}
	return CDF(u)
})

const surely = 3

// Fits is the chance that an improvement can be paid for, where value and log cost
// at the point have the correlation ρ; u = (μ_f − f*)/σ_f, h = h(u),
// gap = ln b − μ_c and sd = σ_c:
//
//	E[(f − f*)⁺ 1(ln c ≤ ln b)] ≈ EI·Φ((ln b − μ_c − ρσ_c m)/(σ_c√(1 − ρ² + ρ²v)))
//
// where m = Φ(u)/h(u) and v = 1 + φ(u)/h(u) − m² are mean and variance of
// (f − μ_f)/σ_f under the weight (f − f*)⁺. It is exact for ρ = 0.
func Fits(rho, u, h, gap, sd float64) float64 {
	if rho != 0 && h > 0 {
		cdf := CDF(u)
		m := cdf / h
		v := max(2-u*m-m*m, 0) // φ = h − uΦ
		gap -= rho * sd * m
		sd *= math.Sqrt(1 - rho*rho*(1-v))
	}
	return CDF(gap / sd)
}

// Spending is E[min(c, b)], of E[c], σ_c and ζ = (ln b − μ_c)/σ_c.
func Spending(mean, sd, zeta, b float64) float64 {
	s := 0.0
	if t := zeta - sd; t > low {
		s = mean * CDF(t)
	}
	if zeta < high {
		s += b * CDF(-zeta)
	}
	return s
}
