package simd

import "math"

// A product that is converted may not be fused with the sum it goes into: on arm64 and others the compiler would, and
// the bits would be others than those of the assembly.

func dot(a, b []float64) float64 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	for len(a) >= 8 {
		p, q := (*[8]float64)(a), (*[8]float64)(b)
		s0 += float64(p[0] * q[0])
		s1 += float64(p[1] * q[1])
		s2 += float64(p[2] * q[2])
		s3 += float64(p[3] * q[3])
		s4 += float64(p[4] * q[4])
		s5 += float64(p[5] * q[5])
		s6 += float64(p[6] * q[6])
		s7 += float64(p[7] * q[7])
		a, b = a[8:], b[8:]
	}
	if len(a) >= 4 {
		p, q := (*[4]float64)(a), (*[4]float64)(b)
		s0 += float64(p[0] * q[0])
		s1 += float64(p[1] * q[1])
		s2 += float64(p[2] * q[2])
		s3 += float64(p[3] * q[3])
		a, b = a[4:], b[4:]
	}
	s := ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))
	b = b[:len(a)]
	for i, v := range a {
		s += float64(v * b[i])
	}
	return s
}

func axpy(dst []float64, c float64, x []float64) {
	for i, v := range x {
		dst[i] += float64(c * v)
	}
}

func blend(dst []float64, a float64, x []float64, b float64, y []float64) {
	for i, v := range x {
		dst[i] = float64(a*v) + float64(b*y[i])
	}
}

func weigh(dst, x []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(dst) >= 4 {
		p, q := (*[4]float64)(dst), (*[4]float64)(x)
		p[0] *= q[0]
		p[1] *= q[1]
		p[2] *= q[2]
		p[3] *= q[3]
		s0 += p[0]
		s1 += p[1]
		s2 += p[2]
		s3 += p[3]
		dst, x = dst[4:], x[4:]
	}
	s := (s0 + s2) + (s1 + s3)
	for i, v := range x {
		dst[i] *= v
		s += dst[i]
	}
	return s
}

func squares(dst []float64, u float64, v []float64) {
	for i, w := range v {
		t := u - w
		dst[i] = t * t
	}
}

func addSquares(dst []float64, u float64, v []float64) {
	for i, w := range v {
		t := u - w
		dst[i] += float64(t * t)
	}
}

func multiply(dst, k, m []float64, n int) {
	clear(dst)
	for ; len(dst) > 0; dst, k = dst[n:], k[n:] {
		for t, v := range k[:n] {
			axpy(dst[:n], v, m[t*n:t*n+n])
		}
	}
}

// Kernels need thousands of exponentials per tree. These are 2^(−j/256) from a
// table times a short polynomial.
const (
	ln2Hi256 = 6.93147180369123816490e-01 / 256 // has zeros at its end, so that multiples are exact
	ln2Lo256 = 1.90821492927058770002e-10 / 256
	perLn2   = 256 / math.Ln2
	farthest = 700
	// rounder added and subtracted rounds to a whole number, which then stands
	// in the low bits of the sum: 1.5·2⁵².
	rounder = 6755399441055744.0
)

// constants in the order in which maternAVX reads them.
var constants = [...]float64{farthest, perLn2, rounder, ln2Hi256, ln2Lo256, 1, 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 3}

// table holds the bits of 2^(−j/256).
var table = func() (t [256]uint64) {
	for j := range t {
		t[j] = math.Float64bits(powerOfTwo(-float64(j) / 256))
	}
	return t
}()

// powerOfTwo is 2ˣ for −1 < x ≤ 0 as math.Exp2 computes it where it has no assembly (FreeBSD's e_exp.c): arm64 has
// some, with other last bits.
func powerOfTwo(x float64) float64 {
	const (
		ln2Hi = 6.93147180369123816490e-01
		ln2Lo = 1.90821492927058770002e-10
		p1    = 1.66666666666666657415e-01
		p2    = -2.77777777770155933842e-03
		p3    = 6.61375632143793436117e-05
		p4    = -1.65339022054652515390e-06
		p5    = 4.13813679705723846039e-08
	)
	k := 0
	if x < 0 {
		k = int(x - 0.5)
	}
	t := x - float64(k)
	hi, lo := float64(t*ln2Hi), float64(-t*ln2Lo)
	r := hi - lo
	t = float64(r * r)
	c := p4 + float64(t*p5)
	c = p3 + float64(t*c)
	c = p2 + float64(t*c)
	c = p1 + float64(t*c)
	c = r - float64(t*c)
	y := 1 - ((lo - float64(r*c)/(2-c)) - hi)
	return math.Ldexp(y, k)
}

// ExpNeg is e⁻ʳ for 0 ≤ r ≤ 700, and e⁻⁷⁰⁰ beyond.
func ExpNeg(r float64) float64 {
	r = min(r, farthest)
	g := float64(r*perLn2) + rounder
	m, f := math.Float64bits(g), g-rounder
	t := (r - float64(f*ln2Hi256)) - float64(f*ln2Lo256)
	t2 := t * t
	// e⁻ᵗ for |t| ≤ ln2/512: the next term is below 4e-17.
	e := (1 - t) + float64(t2*((0.5-float64(t*(1.0/6)))+float64(t2*(1.0/24))))
	return e * math.Float64frombits(table[m&255]-(m>>8)<<52)
}

func matern(k, h []float64, a float64) {
	third := -a * (1.0 / 3)
	for i, q := range k {
		r := min(math.Sqrt(q), farthest)
		e := ExpNeg(r)
		k[i] = a * ((1 + r) + float64(r*r*(1.0/3))) * e
		h[i] = third * (1 + r) * e
	}
}
