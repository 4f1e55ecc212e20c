// Package simd has the inner loops of the Gaussian processes: products, sums
// and the Matérn-5/2 kernel of whole rows; and those of trees, whose nodes are
// computed many at a time. On amd64 they run four numbers at a time with AVX2 and
// eight with AVX-512, in assembly, which the build tag purego leaves out;
// everywhere else in Go. All do the same operations in the same order, without
// fused multiply-adds but where the definition has one, so that results have the
// same bits on every machine; a test compares them, and another knows the bits.
//
// gonum's kernels have two lanes, and for the rows of ten to a hundred numbers
// met here most of their time goes into getting started.
package simd

// Dot is Σ aᵢbᵢ: eight partial sums, joined as a tree, then what is left.
func Dot(a, b []float64) float64 {
	b = b[:len(a)]
	if vectors && len(a) >= 4 {
		return dotAVX(a, b)
	}
	return dot(a, b)
}

// Axpy adds c·x to dst.
func Axpy(dst []float64, c float64, x []float64) {
	x = x[:len(dst)]
	if vectors && len(dst) >= 4 {
		axpyAVX(dst, c, x)
		return
	}
	axpy(dst, c, x)
}

// DotFour writes the products Dot(x, y[i]) of four vectors at least as long as x.
func DotFour(dst *[4]float64, x []float64, y *[4][]float64) {
	n := len(x)
	if vectors && n >= 4 {
		dotFourAVX(dst, x, &y[0][:n][0], &y[1][:n][0], &y[2][:n][0], &y[3][:n][0])
		return
	}
	for i := range dst {
		dst[i] = dot(x, y[i][:n])
	}
}

// AxpyFour adds c[i]·x[i] to dst, one after the other, for four vectors at
// least as long as dst.
func AxpyFour(dst []float64, c *[4]float64, x *[4][]float64) {
	n := len(dst)
	if vectors && n >= 4 {
		axpyFourAVX(dst, c, &x[0][:n][0], &x[1][:n][0], &x[2][:n][0], &x[3][:n][0])
		return
	}
	for i := range c {
		axpy(dst, c[i], x[i][:n])
	}
}

// Blend writes a·x + b·y.
func Blend(dst []float64, a float64, x []float64, b float64, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	if vectors && len(dst) >= 4 {
		blendAVX(dst, a, x, b, y)
		return
	}
	blend(dst, a, x, b, y)
}

// Weigh multiplies dst by x entry by entry and returns the sum, joined as Dot's.
func Weigh(dst, x []float64) float64 {
	x = x[:len(dst)]
	if vectors && len(dst) >= 4 {
		return weighAVX(dst, x)
	}
	return weigh(dst, x)
}

// Squares writes (u − vᵢ)².
func Squares(dst []float64, u float64, v []float64) {
	v = v[:len(dst)]
	if vectors && len(dst) >= 4 {
		squaresAVX(dst, u, v)
		return
	}
	squares(dst, u, v)
}

// AddSquares adds (u − vᵢ)².
func AddSquares(dst []float64, u float64, v []float64) {
	v = v[:len(dst)]
	if vectors && len(dst) >= 4 {
		addSquaresAVX(dst, u, v)
		return
	}
	addSquares(dst, u, v)
}

// Multiply writes kM for rows rows k of length n and an n×n matrix m; n must
// be a multiple of four. The sums run over the rows of m in order.
func Multiply(dst, k, m []float64, rows, n int) {
	if n%4 != 0 {
		panic("simd: Multiply wants a multiple of four columns")
	}
	dst, k, m = dst[:rows*n], k[:rows*n], m[:n*n]
	if n == 0 {
		return
	}
	if !vectors {
		multiply(dst, k, m, n)
		return
	}
	i := 0
	for ; i+4 <= rows; i += 4 {
		if wide {
			multiplyFour512(&dst[i*n], &k[i*n], &m[0], n)
			continue
		}
		multiplyFourAVX(&dst[i*n], &k[i*n], &m[0], n)
	}
	for ; i < rows; i++ {
		multiplyOneAVX(&dst[i*n], &k[i*n], &m[0], n)
	}
}

// Matern turns squared scaled distances q = r² in k into the kernel there and
// its slopes, both of which must have the same length:
//
//	k = a(1 + r + r²/3)e⁻ʳ, h = −(a/3)(1 + r)e⁻ʳ, so that ∂k/∂u = h·(u − U)
//
// with a relative error of 1e-15; beyond r = 700, where e⁻ʳ < 1e-304, as at 700.
func Matern(k, h []float64, a float64) {
	h = h[:len(k)]
	if vectors && len(k) >= 4 {
		n := len(k) &^ 3
		maternAVX(k[:n], h[:n], a, &constants, &table)
		if k, h = k[n:], h[n:]; len(k) > 1 {
			var rest, slope [4]float64
			copy(rest[:], k)
			maternAVX(rest[:], slope[:], a, &constants, &table)
			copy(k, rest[:])
			copy(h, slope[:])
			return
		}
	}
	matern(k, h, a)
}
