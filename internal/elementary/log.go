package elementary

import "math"

const (
	ln2Hi = 6.93147180369123816490e-01 // ends in zeros, so that multiples by exponents are exact
	ln2Lo = 1.90821492927058770002e-10

	mantissa = 1<<52 - 1
	sqrtHalf = 0x3fe6a09e667f3bcd // the bits of √½
)

// Log is ln x, within one unit in the last place. For hot loops: it does not allocate.
func Log(x float64) float64 {
	k := 0
	if !(x >= 0x1p-1022 && x <= math.MaxFloat64) {
		switch {
		case x == 0:
			return math.Inf(-1)
		case x < 0:
			return math.NaN()
		case !(x < 0x1p-1022): // +Inf and NaN
			return x
		}
		x, k = x*0x1p54, -54 // a subnormal number becomes a normal one
	}
	// x = 2^k·(1 + f) with √½ ≤ 1 + f < √2.
	b := math.Float64bits(x)
	shift := int64(b-sqrtHalf) >> 52
	f := math.Float64frombits(b-uint64(shift)<<52) - 1
	e := float64(int64(k) + shift)

	// ln(1 + f) = 2 artanh s with s = f/(2 + f), 2s + 2s³/3 + 2s⁵/5 + …; and 2s = f − sf, where f is exact.
	s := f / (2 + f)
	z := float64(s * s)
	w := float64(z * z)
	odd := float64(w * (2.0/5 + float64(w*(2.0/9+float64(w*(2.0/13+float64(w*(2.0/17))))))))
	even := float64(z * (2.0/3 + float64(w*(2.0/7+float64(w*(2.0/11+float64(w*(2.0/15+float64(w*(2.0/19))))))))))
	rest := float64(s*(f-(even+odd))) - float64(e*ln2Lo)
	return float64(e*ln2Hi) - (rest - f)
}

// Log2 is the logarithm to the base 2, exact for powers of two.
func Log2(x float64) float64 {
	if x > 0.5 && x < 2 {
		return Log(x) * (1 / math.Ln2) // nothing cancels near 1
	}
	fraction, exponent := math.Frexp(x)
	if fraction == 0.5 {
		return float64(exponent - 1)
	}
	return float64(Log(fraction)*(1/math.Ln2)) + float64(exponent)
}

// Log10 is the logarithm to the base 10.
func Log10(x float64) float64 { return Log2(x) * (math.Ln2 / math.Ln10) }
