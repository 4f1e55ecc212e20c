package lookahead

import "math"

// expNeg is e⁻ʳ for r ≥ 0 with a relative error below 3e-15 (and 0 beyond
// r = 700). Kernels need thousands per tree, and this is about twice as fast
// as math.Exp: 2^(−j/64) from a table times a short polynomial.
func expNeg(r float64) float64 {
	if !(r < 700) {
		if math.IsNaN(r) {
			return r
		}
		return 0
	}
	m := int64(r*(64/math.Ln2) + 0.5)
	f := float64(m)
	// ln2/64 in two parts: the first has zeros at its end, so f·hi is exact.
	t := (r - f*ln2Hi64) - f*ln2Lo64
	// e⁻ᵗ for |t| ≤ ln2/128: the next term is below 4e-17.
	e := 1 - t*(1-t*(0.5-t*(1.0/6-t*(1.0/24-t*(1.0/120)))))
	return e * math.Float64frombits(expTable[m&63]-uint64(m>>6)<<52)
}

const (
	ln2Hi   = 6.93147180369123816490e-01
	ln2Lo   = 1.90821492927058770002e-10
	ln2Hi64 = ln2Hi / 64
	ln2Lo64 = ln2Lo / 64
)

// expTable holds the bits of 2^(−j/64).
var expTable = func() (t [64]uint64) {
	for j := range t {
		t[j] = math.Float64bits(math.Exp2(-float64(j) / 64))
	}
	return t
}()
