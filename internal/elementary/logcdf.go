package elementary

import "math"

const (
	// LnSqrt2Pi is ln √(2π).
	LnSqrt2Pi = 0.91893853320467274178032973640562

	// LogCDFOdd is the z above 0 from which on ln Φ(z) is one series; at and below 0 it is another, and between them a third.
	LogCDFOdd = 0.55
)

// LogCDF returns ln Φ(z) and its derivative φ(z)/Φ(z), the inverse Mills ratio. For hot loops: it does not allocate.
func LogCDF(z float64) (v, slope float64) {
	M, _ := Mills(math.Abs(z))
	if z <= 0 {
		// ln Φ(−t) = −t²/2 − ln √(2π) + ln M(t)
		return float64(-0.5*z*z) - LnSqrt2Pi + Log(M), 1 / M
	}
	pdf := PDF(z)
	upper := float64(pdf * M) // 1 − Φ(z)
	return log1m(upper), pdf / (1 - upper)
}

// InverseMills is the derivative of LogCDF, φ(z)/Φ(z).
func InverseMills(z float64) float64 {
	M, _ := Mills(math.Abs(z))
	if z <= 0 {
		return 1 / M
	}
	pdf := PDF(z)
	return pdf / (1 - float64(pdf*M))
}

// Log1mSeries are the coefficients of ln(1 + f) − f + f²/2 in s² = (f/(2 + f))², those of FreeBSD's log1p.
var Log1mSeries = [7]float64{
	6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
	1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
}

const (
	log1mNear  = 0x1p-29                    // below it two terms do
	log1mShort = 2.928932188134524755992e-1 // 1 − √½
)

// log1m is ln(1 − q) for 0 ≤ q ≤ ½ and a little more, the operations and their order those of math.Log1p, and never fused.
func log1m(q float64) float64 {
	x := -q
	if q < log1mNear {
		return x - float64(float64(x*x)*0.5)
	}
	f, k, c := x, 0.0, 0.0
	if !(q < log1mShort) {
		u := 1 + x
		c = (x - (u - 1)) / u
		// u = 2^k·(1 + f) with √½ ≤ 1 + f < √2
		b := math.Float64bits(u)
		shift := int64(b-sqrtHalf) >> 52
		f, k = math.Float64frombits(b-uint64(shift)<<52)-1, float64(shift)
	}
	half := float64(0.5 * f * f)
	s := f / (2 + f)
	z := float64(s * s)
	p := Log1mSeries[6]
	for n := 5; n >= 0; n-- {
		p = Log1mSeries[n] + float64(z*p)
	}
	r := float64(s * (half + float64(z*p)))
	if k == 0 {
		return f - (half - r)
	}
	return k*ln2Hi - ((half - (r + (k*ln2Lo + c))) - f)
}
