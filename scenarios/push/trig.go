package push

import "math"

// The functions of package math are fused on some machines and written in
// assembly on others, so their last bit varies. These are good to 1e-15, seven
// digits more than a float32 keeps, and equal everywhere.

// π/2 = halfPiHigh + halfPiLow; n·halfPiHigh is exact for |n| < 2²⁰.
const (
	halfPiHigh = 0x1.921fb544p0
	halfPiLow  = 0x1.0b4611a626331p-34
)

// Taylor's coefficients in powers of r²: sin r = r·(1 − r²/3! + …) and
// cos r = 1 − r²/2! + …. For |r| ≤ π/4 the first terms left out are below 1e-18.
var (
	sinSeries = [...]float64{1, -1. / 6, 1. / 120, -1. / 5040, 1. / 362880, -1. / 39916800, 1. / 6227020800, -1. / 1307674368000, 1. / 355687428096000}
	cosSeries = [...]float64{1, -1. / 2, 1. / 24, -1. / 720, 1. / 40320, -1. / 3628800, 1. / 479001600, -1. / 87178291200, 1. / 20922789888000}
)

// sincos returns sin a and cos a, for |a| < 10⁶.
func sincos(a float64) (sin, cos float64) {
	// a = n·π/2 + r, |r| ≤ π/4
	n := math.Round(float64(a * (2 / math.Pi)))
	r := a - float64(n*halfPiHigh) - float64(n*halfPiLow)
	square := float64(r * r)
	for k := len(sinSeries) - 1; k >= 0; k-- {
		sin = sinSeries[k] + float64(square*sin)
		cos = cosSeries[k] + float64(square*cos)
	}
	sin = float64(sin * r)
	switch int(n) & 3 {
	case 1:
		return cos, -sin
	case 2:
		return -sin, -cos
	case 3:
		return -cos, sin
	}
	return sin, cos
}

// atan returns arctan a, ±π/2 for infinities.
func atan(a float64) float64 {
	if math.Abs(a) > 1 {
		return math.Copysign(math.Pi/2, a) - atan(1/a)
	}
	// arctan a = 2 arctan(a / (1 + √(1 + a²))), thrice: |a| ≤ tan(π/32) < 0.1
	for range 3 {
		a /= 1 + math.Sqrt(1+float64(a*a))
	}
	// arctan a = a·(1 − a²/3 + a⁴/5 − …); the first term left out is below 1e-18.
	square, sum := float64(a*a), 0.0
	for k := 15.0; k >= 1; k -= 2 {
		sum = 1/k - float64(square*sum)
	}
	return float64(8 * float64(a*sum))
}
