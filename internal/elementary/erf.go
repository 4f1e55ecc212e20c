package elementary

import "math"

// erfSmall bounds where Go's erf and erfc are polynomials, the same everywhere.
const erfSmall = 0.84375

// Erfc is the complementary error function, right to about 1e-15 relative until it underflows near 26.5.
func Erfc(x float64) float64 {
	t := math.Abs(x)
	if !(t >= erfSmall) {
		return math.Erfc(x)
	}
	// erfc(t) = √(2/π)·e^(−t²)·M(√2t); the rounding error of t² would cost 1e-13 at 26.
	q := t * t
	upper := 0.0
	if q < 746 {
		e := Exp(-q)
		m, _ := Mills(math.Sqrt2 * t)
		upper = (e - float64(e*math.FMA(t, t, -q))) * (m * math.Sqrt(2/math.Pi))
	}
	if x < 0 {
		return 2 - upper
	}
	return upper
}

// Erf is the error function.
func Erf(x float64) float64 {
	if !(math.Abs(x) >= erfSmall) {
		return math.Erf(x)
	}
	return math.Copysign(1-Erfc(math.Abs(x)), x)
}
