package elementary

import "math"

// Pow is x^y. Whole powers, and what is special, are Go's own, which multiplies and nothing else.
func Pow(x, y float64) float64 {
	whole, part := math.Modf(y)
	if part == 0 || math.Abs(y) == 0.5 || !(x > 0) || math.IsInf(x, 0) || math.IsInf(y, 0) || math.IsNaN(y) {
		return math.Pow(x, y)
	}
	if math.Abs(part) > 0.5 {
		shift := math.Copysign(1, part)
		whole, part = whole+shift, part-shift
	}
	fraction := Exp(part * Log(x))
	if p := math.Pow(x, whole); p > 0x1p-1022 && p < math.Inf(1) {
		return p * fraction
	}
	// The whole power left the range of numbers: half of it does not, if the product is within.
	half := math.Pow(math.Sqrt(x), whole)
	return half * fraction * half
}

// Hypot is √(x² + y²) without overflow on the way.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if math.IsInf(x, 1) || math.IsInf(y, 1) {
		return math.Inf(1)
	}
	if x < y {
		x, y = y, x
	}
	if x == 0 {
		return y // 0 or NaN
	}
	q := y / x
	return x * math.Sqrt(1+float64(q*q))
}

// Sinh is the hyperbolic sine.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	if a > 700 {
		half := Exp(a / 2)
		return math.Copysign(float64(0.5*half)*half, x)
	}
	e := math.Expm1(a)
	return math.Copysign(0.5*(e+e/(e+1)), x)
}

// Cosh is the hyperbolic cosine.
func Cosh(x float64) float64 {
	half := Exp(math.Abs(x) / 2)
	e := half * half
	if e > 1e300 {
		return float64(0.5*half) * half
	}
	return 0.5*e + 0.5/e
}

// Tanh is the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	if a > 22 {
		return math.Copysign(1, x)
	}
	e := math.Expm1(2 * a)
	return math.Copysign(e/(e+2), x)
}
