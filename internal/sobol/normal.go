package sobol

import (
	"math"
)

// NormalQuantile returns Φ⁻¹(p), the z with P(Z ≤ z) = p for Z ~ N(0, 1), to a
// relative error below 10⁻¹⁵. It is −Inf at 0, +Inf at 1, and NaN outside
// [0, 1]. Near 1 a float64 p cannot say how close it is: ask for −Φ⁻¹(1−p).
//
// Wichura's AS 241 (PPND16): with q = p − ½ and r² = −ln min(p, 1−p),
//
//	z = q·A(0.180625 − q²)                     |q| ≤ 0.425
//	z = ±B(r − 1.6)                            r ≤ 5
//	z = ±C(r − 5)                              r ≤ 27.3, every float64 p > 0
func NormalQuantile(p float64) float64 {
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		return q * central.at(0.180625-q*q)
	}
	switch {
	case p == 0 || p == 1:
		return math.Inf(int(2*p - 1))
	case !(0 < p && p < 1):
		return math.NaN()
	}
	r := math.Sqrt(-math.Log(min(p, 1-p)))
	var z float64
	if r <= 5 {
		z = middle.at(r - 1.6)
	} else {
		z = far.at(r - 5)
	}
	return math.Copysign(z, q)
}

// ratio is a quotient of two polynomials of degree 7, constant terms first.
type ratio struct{ num, den [8]float64 }

func (f *ratio) at(x float64) float64 {
	n, d := &f.num, &f.den
	num := ((((((n[7]*x+n[6])*x+n[5])*x+n[4])*x+n[3])*x+n[2])*x+n[1])*x + n[0]
	den := ((((((d[7]*x+d[6])*x+d[5])*x+d[4])*x+d[3])*x+d[2])*x+d[1])*x + d[0]
	return num / den
}

// The coefficients of AS 241.
var (
	central = ratio{
		num: [8]float64{
			3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
			4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3,
		},
		den: [8]float64{
			1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
			2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3,
		},
	}
	middle = ratio{
		num: [8]float64{
			1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
			1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
		},
		den: [8]float64{
			1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
			1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
		},
	}
	far = ratio{
		num: [8]float64{
			6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
			2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
		},
		den: [8]float64{
			1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
			7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
		},
	}
)
