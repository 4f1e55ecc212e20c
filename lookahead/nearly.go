package lookahead

import (
	"farsight/acquisition"
	"farsight/internal/simd"
)

// A greedy tree only ranks candidates, ten thousand of them: h(u) = φ(u) + uΦ(u)
// and Φ(u) are interpolated there, to 1e-6 relative over the table's range.
// Values that are reported come from the evaluator, which is exact.
const (
	nearlyLow  = -10.0
	nearlyHigh = 9.0 // beyond it h(u) = u and Φ = 1 to double precision
	perUnit    = 64
)

// nearlyKnot holds what two cubic Hermite interpolants need: h′ = Φ, Φ′ = φ.
type nearlyKnot struct{ h, cdf, pdf float64 }

var nearlyTable = func() (t [(nearlyHigh-nearlyLow)*perUnit + 2]nearlyKnot) {
	for i := range t {
		h, cdf, pdf := acquisition.ReducedEI(nearlyLow + float64(i)/perUnit)
		t[i] = nearlyKnot{h, cdf, pdf}
	}
	return t
}()

// nearlyEI is h(u).
func nearlyEI(u float64) float64 {
	if !(u > nearlyLow) {
		h, _, _ := acquisition.ReducedEI(u)
		return h
	}
	if u >= nearlyHigh {
		return u
	}
	v := (u - nearlyLow) * perUnit
	i := int(v)
	s := v - float64(i)
	a, b := &nearlyTable[i], &nearlyTable[i+1]
	return hermite(a.h, b.h, a.cdf/perUnit, b.cdf/perUnit, s)
}

// nearlyCDF is Φ(u).
func nearlyCDF(u float64) float64 {
	if !(u > nearlyLow) {
		return acquisition.CDF(u)
	}
	if u >= nearlyHigh {
		return 1
	}
	v := (u - nearlyLow) * perUnit
	i := int(v)
	s := v - float64(i)
	a, b := &nearlyTable[i], &nearlyTable[i+1]
	return hermite(a.cdf, b.cdf, a.pdf/perUnit, b.pdf/perUnit, s)
}

// nearlyBounds spare most candidates even that.
var nearlyBounds = simd.NewBounds(nearlyEI, nearlyCDF)

// hermite is the cubic with values a, b and slopes da, db at s = 0, 1.
func hermite(a, b, da, db, s float64) float64 {
	d := b - a
	return a + s*(da+s*((3*d-2*da-db)+s*(da+db-2*d)))
}
