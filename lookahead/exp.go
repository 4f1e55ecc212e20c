package lookahead

import "math"

// Kernels need thousands of exponentials per tree. The ones here are 2^(−j/256)
// from a table times a short polynomial, about twice as fast as math.Exp, with
// a relative error below 1e-15 (and 0 beyond r = 700).
const (
	ln2Hi256 = 6.93147180369123816490e-01 / 256 // has zeros at its end, so that multiples are exact
	ln2Lo256 = 1.90821492927058770002e-10 / 256
	perLn2   = 256 / math.Ln2
	farthest = 700
	// rounder added and subtracted rounds to a whole number, which then stands
	// in the low bits of the sum: 1.5·2⁵².
	rounder = 6755399441055744.0
)

// expTable holds the bits of 2^(−j/256).
var expTable = func() (t [256]uint64) {
	for j := range t {
		t[j] = math.Float64bits(math.Exp2(-float64(j) / 256))
	}
	return t
}()

// expNeg is e⁻ʳ for r ≥ 0.
func expNeg(r float64) float64 {
	if !(r < farthest) {
		if math.IsNaN(r) {
			return r
		}
		return 0
	}
	g := r*perLn2 + rounder
	m, f := math.Float64bits(g), g-rounder
	t := (r - f*ln2Hi256) - f*ln2Lo256
	t2 := t * t
	// e⁻ᵗ for |t| ≤ ln2/512: the next term is below 4e-17.
	e := (1 - t) + t2*((0.5-t*(1.0/6))+t2*(1.0/24))
	return e * math.Float64frombits(expTable[m&255]-(m>>8)<<52)
}

// matern turns squared scaled distances q = r² in k into the kernel there and
// its slopes in h:
//
//	κ = a(1 + r + r²/3)e⁻ʳ, h = −(a/3)(1 + r)e⁻ʳ
//
// expNeg is written out, because the call would cost as much as the work.
func matern(k, h []float64, a float64) {
	h = h[:len(k)]
	for i, q := range k {
		h[i] = math.Sqrt(q)
	}
	third := a / 3
	for i, r := range h {
		r = min(r, farthest)
		g := r*perLn2 + rounder
		m, f := math.Float64bits(g), g-rounder
		t := (r - f*ln2Hi256) - f*ln2Lo256
		t2 := t * t
		e := (1 - t) + t2*((0.5-t*(1.0/6))+t2*(1.0/24))
		e *= math.Float64frombits(expTable[m&255] - (m>>8)<<52)
		k[i] = a * (1 + r + r*r*(1.0/3)) * e
		h[i] = -third * (1 + r) * e
	}
}
