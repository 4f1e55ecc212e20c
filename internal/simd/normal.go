package simd

import (
	"math"

	"farsight/internal/elementary"
)

// Functions of many numbers at a time, with the bits that elementary gives one.

// Exp writes eˣ.
func Exp(dst, x []float64) {
	x = x[:len(dst)]
	for done := 0; done < len(x); done++ {
		if done += exps(dst[done:], x[done:]); done < len(x) {
			dst[done] = elementary.Exp(x[done])
		}
	}
}

// Log writes ln x.
func Log(dst, x []float64) {
	x = x[:len(dst)]
	for done := 0; done < len(x); done++ {
		if done += logs(dst[done:], x[done:]); done < len(x) {
			dst[done] = elementary.Log(x[done])
		}
	}
}

// Normal writes h(u) = φ(u) + uΦ(u), Φ(u) and φ(u).
func Normal(h, cdf, pdf, u []float64) {
	n := len(u)
	h, cdf, pdf = h[:n], cdf[:n], pdf[:n]
	for done := 0; done < n; done++ {
		if done += normals(h[done:], cdf[done:], pdf[done:], u[done:]); done < n {
			h[done], cdf[done], pdf[done] = elementary.ReducedEI(u[done])
		}
	}
}

// LogCDF writes ln Φ(z).
func LogCDF(dst, z []float64) {
	z = z[:len(dst)]
	for done := 0; done < len(z); done++ {
		from := done
		done += logCDFs(dst[done:], z[done:])
		for i := from; i < done; i++ {
			if z[i] > 0 && z[i] < elementary.LogCDFOdd {
				dst[i], _ = elementary.LogCDF(z[i])
			}
		}
		if done < len(z) {
			dst[done], _ = elementary.LogCDF(z[done])
		}
	}
}

// exps, logs, normals and logCDFs compute as many from the front as the assembly can,
// up to one that is out of the usual range.
func exps(dst, x []float64) (done int) {
	if wide && len(x) >= 8 {
		done = exp512(&dst[0], &x[0], len(x)&^7, &lanes, &elementary.PowersOfTwo)
	}
	if fused && len(x)-done >= 4 {
		done += expAVX(&dst[done], &x[done], (len(x)-done)&^3, &lanes, &elementary.PowersOfTwo)
	}
	return done
}

func logs(dst, x []float64) (done int) {
	if wide && len(x) >= 8 {
		done = log512(&dst[0], &x[0], len(x)&^7, &lanes)
	}
	if fused && len(x)-done >= 4 {
		done += logAVX(&dst[done], &x[done], (len(x)-done)&^3, &lanes)
	}
	return done
}

func normals(h, cdf, pdf, u []float64) (done int) {
	if wide && len(u) >= 8 {
		done = normal512(&h[0], &cdf[0], &pdf[0], &u[0], len(u)&^7, &lanes, &elementary.PowersOfTwo, &elementary.MillsTable)
	}
	if fused && len(u)-done >= 4 {
		done += normalAVX(&h[done], &cdf[done], &pdf[done], &u[done], (len(u)-done)&^3, &lanes, &elementary.PowersOfTwo, &elementary.MillsTable)
	}
	return done
}

// logCDFs leaves it to others where z is above 0 and below LogCDFOdd.
func logCDFs(dst, z []float64) (done int) {
	if wide && len(z) >= 8 {
		done = logCDF512(&dst[0], &z[0], len(z)&^7, &lanes, &elementary.PowersOfTwo, &elementary.MillsTable)
	}
	if fused && len(z)-done >= 4 {
		done += logCDFAVX(&dst[done], &z[done], (len(z)-done)&^3, &lanes, &elementary.PowersOfTwo, &elementary.MillsTable)
	}
	return done
}

// lanes are the constants of elementary as normal_amd64.h numbers them, eight
// times each: there is no instruction of four lanes that spreads one of them.
var lanes = func() (l [50][8]uint64) {
	f, series := math.Float64bits, elementary.Log1mSeries
	for i, v := range [len(l)]uint64{
		1<<63 - 1, f(4), 1025 << 52, 127, 11, ^uint64(1<<47 - 1), 1 << 46, // Mills' cells
		f(-0.5), f(256 / math.Ln2), f(rounder), f(ln2Hi256), f(ln2Lo256),
		f(1.0 / 6), f(0.5), f(1.0 / 120), f(1.0 / 24), 255,
		f(0.39894228040143267793994605993438), f(1), f(37 * 37), f(2 * 746), 1 << 63, f(700),
		0x3fe6a09e667f3bcd + 3<<62, f(2), // √½
		f(2.0 / 17), f(2.0 / 13), f(2.0 / 9), f(2.0 / 5), f(2.0 / 19), f(2.0 / 15), f(2.0 / 11), f(2.0 / 7), f(2.0 / 3),
		f(1.90821492927058770002e-10), f(6.93147180369123816490e-01), f(rounder), f(rounder + 1024), 1 << 62,
		f(0x1p-1022), f(math.MaxFloat64),
		f(elementary.LnSqrt2Pi), f(0x1p-29),
		f(series[0]), f(series[1]), f(series[2]), f(series[3]), f(series[4]), f(series[5]), f(series[6]),
	} {
		for j := range l[i] {
			l[i][j] = v
		}
	}
	return l
}()
