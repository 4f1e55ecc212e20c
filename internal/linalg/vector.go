package linalg

// Assembly takes whole vectors of four numbers; what is left of a row is Go's.

// Dot is Σ aᵢbᵢ.
func Dot(a, b []float64) float64 {
	b = b[:len(a)]
	sum := 0.0
	if n := len(a) &^ 3; vectors && n > 0 {
		sum = dotAVX(&a[0], &b[0], n)
		a, b = a[n:], b[n:]
	} else if n > 0 {
		var s0, s1, s2, s3 float64
		for ; len(a) >= 4; a, b = a[4:], b[4:] {
			p, q := (*[4]float64)(a), (*[4]float64)(b)
			s0 += p[0] * q[0]
			s1 += p[1] * q[1]
			s2 += p[2] * q[2]
			s3 += p[3] * q[3]
		}
		sum = (s0 + s2) + (s1 + s3)
	}
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// Axpy adds c·x to dst.
func Axpy(dst []float64, c float64, x []float64) {
	x = x[:len(dst)]
	if n := len(dst) &^ 3; vectors && n > 0 {
		axpyAVX(&dst[0], c, &x[0], n)
		dst, x = dst[n:], x[n:]
	}
	for i, v := range x {
		dst[i] += c * v
	}
}

// dotFour writes the products Dot(x, y[i]) of four vectors at least as long as x.
func dotFour(dst *[4]float64, x []float64, y *[4][]float64) {
	n := len(x) &^ 3
	if !vectors || n == 0 {
		for i := range dst {
			dst[i] = Dot(x, y[i])
		}
		return
	}
	dotFourAVX(dst, &x[0], n, &y[0][:n][0], &y[1][:n][0], &y[2][:n][0], &y[3][:n][0])
	for k, v := range x[n:] {
		for i := range dst {
			dst[i] += v * y[i][n+k]
		}
	}
}

// axpyFour adds c[i]·x[i] to dst for four vectors at least as long as dst.
func axpyFour(dst []float64, c *[4]float64, x *[4][]float64) {
	n := 0
	if vectors {
		if n = len(dst) &^ 3; n > 0 {
			axpyFourAVX(&dst[0], n, c, &x[0][:n][0], &x[1][:n][0], &x[2][:n][0], &x[3][:n][0])
		}
	}
	rest := dst[n:]
	x0, x1, x2, x3 := x[0][n:len(dst)], x[1][n:len(dst)], x[2][n:len(dst)], x[3][n:len(dst)]
	for i := range rest {
		rest[i] += c[0]*x0[i] + c[1]*x1[i] + c[2]*x2[i] + c[3]*x3[i]
	}
}

// Blend writes a·x + b·y.
func Blend(dst []float64, a float64, x []float64, b float64, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	if n := len(dst) &^ 3; vectors && n > 0 {
		blendAVX(&dst[0], a, &x[0], b, &y[0], n)
		dst, x, y = dst[n:], x[n:], y[n:]
	}
	for i, v := range x {
		dst[i] = a*v + b*y[i]
	}
}

// Weigh multiplies dst by x entry by entry and returns the sum.
func Weigh(dst, x []float64) float64 {
	x = x[:len(dst)]
	sum := 0.0
	if n := len(dst) &^ 3; vectors && n > 0 {
		sum = weighAVX(&dst[0], &x[0], n)
		dst, x = dst[n:], x[n:]
	}
	for i, v := range x {
		dst[i] *= v
		sum += dst[i]
	}
	return sum
}

// SubtractDots subtracts Dot(x, row) of as many rows of m from dst as that is long.
func SubtractDots(dst, x, m []float64) {
	n := len(x)
	for i := range dst {
		dst[i] -= Dot(x, m[i*n:i*n+n])
	}
}

// SubtractRowDots subtracts from dst the products Dot of the rows of a with those
// of b, of length n.
func SubtractRowDots(dst, a, b []float64, n int) {
	for i := range dst {
		dst[i] -= Dot(a[i*n:i*n+n], b[i*n:i*n+n])
	}
}

// SubtractDotsAt subtracts from dst the products Dot of the rows of m with rows at
// of x, of length n.
func SubtractDotsAt(dst, x []float64, at []int, m []float64, n int) {
	for i, a := range at[:len(dst)] {
		dst[i] -= Dot(x[a*n:a*n+n], m[i*n:i*n+n])
	}
}
