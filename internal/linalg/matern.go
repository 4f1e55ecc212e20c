package linalg

import "math"

// The Matérn-5/2 kernel of variance a at the scaled distance r, and its slope:
//
//	k = a(1 + r + r²/3)e⁻ʳ, h = −(a/3)(1 + r)e⁻ʳ, so that ∂k/∂u = h·(u − U)
//
// Both stay finite at r = 0; beyond farthest, where e⁻ʳ < 1e-304, they are as there.
const farthest = 700

// matern is the kernel and its slope at q = r².
func matern(q, a float64) (k, h float64) {
	r := min(math.Sqrt(q), farthest)
	e := a * math.Exp(-r)
	return (1 + r + r*r*(1.0/3)) * e, (1 + r) * e * (-1.0 / 3)
}

// Matern turns squared scaled distances q = r² in k into the kernel there and its
// slopes, both of which must have the same length. What becomes of a number does
// not depend on those beside it.
func Matern(k, h []float64, a float64) {
	h = h[:len(k)]
	if !vectors {
		for i, q := range k {
			k[i], h[i] = matern(q, a)
		}
		return
	}
	n := len(k) &^ 3
	if n > 0 {
		maternAVX(&k[0], &h[0], n, a, &expTable)
	}
	if n < len(k) {
		var rest, slope [4]float64
		copy(rest[:], k[n:])
		maternAVX(&rest[0], &slope[0], 4, a, &expTable)
		copy(k[n:], rest[:])
		copy(h[n:], slope[:])
	}
}

// MaternRows writes the rows of kernels and slopes of as many points x as there
// are rows of length n in k:
//
//	q = Σ_c (x_c·scale_c − cols[c·n:])²
func MaternRows(k, h, x, cols []float64, n int, scale []float64, a float64) {
	d := len(scale)
	if n == 0 || d == 0 || len(k) == 0 {
		return
	}
	rows := len(k) / n
	k, h, x, cols = k[:rows*n], h[:rows*n], x[:rows*d], cols[:n*d]
	if vectors && n%4 == 0 {
		maternRowsAVX(k, &h[0], &x[0], &cols[0], n, scale, a, &expTable)
		return
	}
	for i := range rows {
		SquaredDistances(k[i*n:i*n+n], x[i*d:i*d+d], cols, n, scale)
	}
	Matern(k, h, a)
}

// SquaredDistances writes r² between x and the first len(dst) points, whose scaled
// c-th coordinates are cols[c·stride:].
func SquaredDistances(dst, x, cols []float64, stride int, scale []float64) {
	for c, s := range scale {
		u, col := x[c]*s, cols[c*stride:c*stride+len(dst)]
		if c == 0 {
			for i, v := range col {
				t := u - v
				dst[i] = t * t
			}
			continue
		}
		for i, v := range col {
			t := u - v
			dst[i] += t * t
		}
	}
}

// Covariances writes the kernel between x and len(dst) points, whose c-th
// coordinates are cols[c·stride:]:
//
//	r² = Σ ((x_c − y_c)·scale_c)²
func Covariances(dst, x, cols []float64, stride int, scale []float64, a float64) {
	clear(dst)
	for c, s := range scale {
		u, col := x[c], cols[c*stride:c*stride+len(dst)]
		for i, v := range col {
			t := (u - v) * s
			dst[i] += t * t
		}
	}
	var slopes [64]float64 // unused
	for ; len(dst) > 0; dst = dst[min(len(dst), len(slopes)):] {
		n := min(len(dst), len(slopes))
		Matern(dst[:n], slopes[:n], a)
	}
}

// Pairs writes the kernel and its slope between len(k) points of a set from the
// from-th on and others of it, at; c-th coordinates are cols[c·stride:].
func Pairs(k, h []float64, at []int, from int, cols []float64, stride int, scale []float64, a float64) {
	at = at[:len(k)]
	clear(k)
	for c, s := range scale {
		all := cols[c*stride:]
		own := all[from : from+len(k)]
		for i, j := range at {
			t := (own[i] - all[j]) * s
			k[i] += t * t
		}
	}
	Matern(k, h, a)
}

// expTable are the constants of matern_amd64.s, four times each.
var expTable = func() (t [20][4]float64) {
	all := [len(t)]float64{
		farthest, -1 / math.Ln2, 0x1.8p52, 6.93147180369123816490e-01, 1.90821492927058770002e-10, 1, -1.0 / 3,
	}
	factorial := 1.0
	for n := 2; n <= 13; n++ {
		factorial *= float64(n)
		all[20-n] = 1 / factorial
	}
	all[19] = 1.0 / 3
	for i, v := range all {
		for j := range t[i] {
			t[i][j] = v
		}
	}
	return t
}()
