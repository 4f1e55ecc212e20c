package simd

import "math"

// The kernel between the points a tree is built of, as lookahead has always
// rounded it: differences are scaled, not scaled points subtracted, and a third
// is a division. Trees are compared value by value, so that this may not drift.

// Covariances writes the kernel between x and len(dst) points, whose c-th
// coordinates are cols[c·stride:]:
//
//	k = a(1 + r + r²/3)e⁻ʳ, r² = Σ ((x_c − y_c)·scale_c)²
func Covariances(dst, x, cols []float64, stride int, scale []float64, a float64) {
	n, d := 0, len(scale)
	if vectors && len(dst) >= 4 {
		n = len(dst) &^ 3
		if len(x) < d || len(cols) < (d-1)*stride+len(dst) {
			panic("simd: Covariances of too few coordinates")
		}
		from := 0
		if wide && n >= 8 {
			from = n &^ 7
			covariances512(dst[:from], &x[0], &cols[0], stride, scale, a, &constants, &table)
		}
		if from < n {
			covariancesAVX(dst[from:n], &x[0], &cols[from], stride, scale, a, &constants, &table)
		}
	}
	covariances(dst, n, x, cols, stride, scale, a)
}

// covariances is Covariances from the n-th point on.
func covariances(dst []float64, n int, x, cols []float64, stride int, scale []float64, a float64) {
	for i := n; i < len(dst); i++ {
		q := 0.0
		for c, s := range scale {
			t := (x[c] - cols[c*stride+i]) * s
			q += float64(t * t)
		}
		dst[i], _ = Pair(q, a)
	}
}

// Pair is the kernel and its slope h = −(a/3)(1 + r)e⁻ʳ at q = r².
func Pair(q, a float64) (k, h float64) {
	r := math.Sqrt(q)
	e := ExpNeg(r)
	return a * (1 + r + q/3) * e, -a / 3 * (1 + r) * e
}

// Pairs writes the kernel and its slope between len(k) points of a set from the
// from-th on and others of it, at; c-th coordinates are cols[c·stride:].
func Pairs(k, h []float64, at []int, from int, cols []float64, stride int, scale []float64, a float64) {
	n, d := len(k), len(scale)
	h, at = h[:n], at[:n]
	whole := 0
	if vectors && n >= 4 {
		if d == 0 || len(cols) < (d-1)*stride+from+n {
			panic("simd: Pairs of too few coordinates")
		}
		if wide && n >= 8 {
			whole = n &^ 7
			pairs512(k[:whole], &h[0], &at[0], &cols[from], &cols[0], stride, scale, a, &constants, &table)
		}
		if whole+4 <= n {
			pairsAVX(k[whole:n&^3], &h[whole], &at[whole], &cols[from+whole], &cols[0], stride, scale, a, &constants, &table)
			whole = n &^ 3
		}
	}
	for i := whole; i < n; i++ {
		q := 0.0
		for c, s := range scale {
			t := (cols[c*stride+from+i] - cols[c*stride+at[i]]) * s
			q += float64(t * t)
		}
		k[i], h[i] = Pair(q, a)
	}
}

// SubtractDots subtracts Dot(x, row) of as many rows of m from dst as that is
// long; the length of x and of the rows must be a multiple of four.
func SubtractDots(dst, x, m []float64) {
	n := len(x)
	m = m[:len(dst)*n]
	if vectors && len(m) > 0 && n%4 == 0 {
		subtractDotsFast(dst, &x[0], &m[0], n, 0)
		return
	}
	for i := range dst {
		dst[i] -= dot(x, m[i*n:i*n+n])
	}
}

// SubtractRowDots subtracts from dst the products Dot of the rows of a with
// those of b, of length n, a multiple of four.
func SubtractRowDots(dst, a, b []float64, n int) {
	a, b = a[:len(dst)*n], b[:len(dst)*n]
	if vectors && len(a) > 0 && n%4 == 0 {
		subtractDotsFast(dst, &a[0], &b[0], n, n)
		return
	}
	for i := range dst {
		dst[i] -= dot(a[i*n:i*n+n], b[i*n:i*n+n])
	}
}

// SubtractDotsAt subtracts from dst the products Dot of the rows of m with rows at
// of x, of length n, a multiple of four.
func SubtractDotsAt(dst, x []float64, at []int, m []float64, n int) {
	m, at = m[:len(dst)*n], at[:len(dst)]
	if vectors && len(m) > 0 && n%4 == 0 {
		if wide {
			subtractDotsAt512(dst, &x[0], &at[0], &m[0], n)
			return
		}
		subtractDotsAtAVX(dst, &x[0], &at[0], &m[0], n)
		return
	}
	for i, a := range at {
		dst[i] -= dot(x[a*n:a*n+n], m[i*n:i*n+n])
	}
}

// subtractDotsFast is SubtractDots in assembly; after each row of m it goes on
// by step numbers of x.
func subtractDotsFast(dst []float64, x, m *float64, n, step int) {
	if wide {
		subtractDots512(dst, x, m, n, step)
		return
	}
	subtractDotsAVX(dst, x, m, n, step)
}

// MaternRows writes the rows of kernels and slopes of as many points x as there
// are rows of length n in k, a multiple of four, each as Squares, AddSquares and
// Matern would:
//
//	q = Σ_c (x_c·scale_c − cols[c·n:])²
func MaternRows(k, h, x, cols []float64, n int, scale []float64, a float64) {
	d := len(scale)
	if n == 0 || d == 0 || len(k) == 0 {
		return
	}
	rows := len(k) / n
	k, h, x, cols = k[:rows*n], h[:rows*n], x[:rows*d], cols[:n*d]
	if wide && n%4 == 0 && rows > 1 { // of one row the four last would be computed twice
		maternRows512(k, &h[0], &x[0], &cols[0], n, scale, a, &constants, &table)
		return
	}
	if vectors && n%4 == 0 {
		maternRowsAVX(k, &h[0], &x[0], &cols[0], n, scale, a, &constants, &table)
		return
	}
	for ; len(k) > 0; k, h, x = k[n:], h[n:], x[d:] {
		squares(k[:n], x[0]*scale[0], cols[:n])
		for c := 1; c < d; c++ {
			addSquares(k[:n], x[c]*scale[c], cols[c*n:c*n+n])
		}
		matern(k[:n], h[:n], a)
	}
}
