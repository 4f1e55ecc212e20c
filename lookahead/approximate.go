package lookahead

import (
	"math"

	"farsight/acquisition"
	"farsight/internal/linalg"
)

// A greedy tree only ranks candidates, ten thousand of them: h(u) = φ(u) + uΦ(u)
// and Φ(u) are interpolated there, to 1e-6 relative over the table's range.
// Values that are reported come from the evaluator, which is exact.
const (
	nearlyLow     = -10.0
	nearlyHigh    = 9.0 // beyond it h(u) = u and Φ = 1 to double precision
	nearlyPerUnit = 64
	nearlyNothing = -39.0 // below it h(u) is 0 to double precision
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
var nearlyH, nearlyPhi = func() (h, cdf [(nearlyHigh-nearlyLow)*nearlyPerUnit + 1]cubic) {
	h0, cdf0, pdf0 := acquisition.ReducedEI(nearlyLow)
	for i := range h {
		h1, cdf1, pdf1 := acquisition.ReducedEI(nearlyLow + float64(i+1)/nearlyPerUnit)
		h[i] = hermite(h0, h1, cdf0/nearlyPerUnit, cdf1/nearlyPerUnit)
		cdf[i] = hermite(cdf0, cdf1, pdf0/nearlyPerUnit, pdf1/nearlyPerUnit)
		h0, cdf0, pdf0 = h1, cdf1, pdf1
	}
	return h, cdf
}()

// nearlyEI is h(u).
func nearlyEI(u float64) float64 {
	if !(u > nearlyLow) {
		if u < nearlyNothing { // where there is little to gain, most candidates are that far
			return 0
		}
		h, _, _ := acquisition.ReducedEI(u)
		return h
	}
	if u >= nearlyHigh {
		return u
	}
	v := (u - nearlyLow) * nearlyPerUnit
	i := int(v)
	return nearlyH[i].at(v - float64(i))
}

// nearlyCDF is Φ(u).
func nearlyCDF(u float64) float64 {
	if !(u > nearlyLow) {
		return acquisition.CDF(u)
	}
	if u >= nearlyHigh {
		return 1
	}
	v := (u - nearlyLow) * nearlyPerUnit
	i := int(v)
	return nearlyPhi[i].at(v - float64(i))
}

// nearlyBounds spare most candidates even that.
var nearlyBounds = linalg.NewBounds(nearlyEI, nearlyCDF)

// linkedBounds are bounds for Fits with ρ ≥ 0. Where a cost surely fits, Fits may exceed Φ(ζ), though by less than there
// is between Φ(ζ) and 1: by N − ζ = (ζ(1 − s) − ρm)/s, s = √(1 − ρ² + ρ²v), which is below 0 up to ζ = 3.57.
var linkedBounds = linalg.NewBounds(nearlyEI, func(u float64) float64 {
	if u >= surelyFits {
		return 1
	}
	return nearlyCDF(u)
})

const surelyFits = 3

// nearlyFits is the chance that an improvement can be paid for, where value and log cost
// at the point have the correlation ρ; u = (μ_f − f*)/σ_f, h = h(u),
// gap = ln b − μ_c and sd = σ_c:
//
//	E[(f − f*)⁺ 1(ln c ≤ ln b)] ≈ EI·Φ((ln b − μ_c − ρσ_c m)/(σ_c√(1 − ρ² + ρ²v)))
//
// where m = Φ(u)/h(u) and v = 1 + φ(u)/h(u) − m² are mean and variance of
// (f − μ_f)/σ_f under the weight (f − f*)⁺. It is exact for ρ = 0.
func nearlyFits(rho, u, h, gap, sd float64) float64 {
	if rho != 0 && h > 0 {
		cdf := nearlyCDF(u)
		m := cdf / h
		v := max(2-u*m-m*m, 0) // φ = h − uΦ
		gap -= rho * sd * m
		sd *= math.Sqrt(1 - rho*rho*(1-v))
	}
	return nearlyCDF(gap / sd)
}

// nearlySpending is E[min(c, b)], of E[c], σ_c and ζ = (ln b − μ_c)/σ_c.
func nearlySpending(mean, sd, zeta, b float64) float64 {
	s := 0.0
	if t := zeta - sd; t > nearlyLow {
		s = mean * nearlyCDF(t)
	}
	if zeta < nearlyHigh {
		s += b * nearlyCDF(-zeta)
	}
	return s
}
