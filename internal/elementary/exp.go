package elementary

import (
	"math"
	"math/big"
)

// e^x = 2^k · 2^(j/256) · e^t with |t| ≤ ln 2/512: a table and a short polynomial, without a branch in the usual range,
// so that several can be computed at once.
const (
	ln2Hi256 = 6.93147180369123816490e-01 / 256 // ends in zeros, so that multiples below 2²⁰ are exact
	ln2Lo256 = 1.90821492927058770002e-10 / 256
	perLn2   = 256 / math.Ln2
	// rounder added and subtracted rounds to a whole number, which then stands in the low bits of the sum: 1.5·2⁵².
	rounder     = 6755399441055744.0
	rounderBits = 0x4338000000000000

	expOverflows  = 709.782712893384  // beyond it e^x is +Inf
	expUnderflows = -745.133219101942 // below it e^x rounds to 0
)

// PowersOfTwo holds 2^(j/256), each rounded once.
var PowersOfTwo = func() (t [256]float64) {
	root := big.NewFloat(2).SetPrec(120)
	for range 8 {
		root.Sqrt(root)
	}
	p := big.NewFloat(1).SetPrec(120)
	for j := range t {
		t[j], _ = p.Float64()
		p.Mul(p, root)
	}
	return t
}()

// Exp is e^x, within about one unit in the last place. For hot loops: it does not allocate.
func Exp(x float64) float64 {
	if !(x > -700 && x < 700) {
		return expFar(x)
	}
	y, k := expParts(x)
	return math.Float64frombits(math.Float64bits(y) + uint64(k)<<52)
}

// expParts returns y, near [1, 2), and k with e^x = y·2^k, for |x| < 800.
func expParts(x float64) (y float64, k int64) {
	g := float64(x*perLn2) + rounder
	f := g - rounder
	m := int64(math.Float64bits(g) - rounderBits) // f as a whole number
	t := (x - float64(f*ln2Hi256)) - float64(f*ln2Lo256)
	t2 := float64(t * t)
	// e^t − 1: the next term, t⁶/720, is below 1e-20.
	p := t + float64(t2*((0.5+float64(t*(1.0/6)))+float64(t2*(1.0/24+float64(t*(1.0/120))))))
	two := PowersOfTwo[m&255]
	return two + float64(two*p), m >> 8
}

// expFar is Exp where it may leave the range of normal numbers.
func expFar(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > expOverflows:
		return math.Inf(1)
	case x < expUnderflows:
		return 0
	}
	y, k := expParts(x)
	return math.Ldexp(y, int(k))
}
