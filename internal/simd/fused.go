package simd

import "math"

// AxpyFourFused is AxpyFour with products that are not rounded before they are added.
func AxpyFourFused(dst []float64, c *[4]float64, x *[4][]float64) {
	done := 0
	if fused {
		if done = len(dst) &^ 7; done > 0 {
			axpyFourFusedAVX(dst[:done], c, &x[0][:done][0], &x[1][:done][0], &x[2][:done][0], &x[3][:done][0])
		}
	}
	for i := range c {
		AxpyFused(dst[done:], c[i], x[i][done:])
	}
}

// AxpyFused adds c·x to dst, for few numbers.
func AxpyFused(dst []float64, c float64, x []float64) {
	x = x[:len(dst)]
	for i, v := range dst {
		dst[i] = math.FMA(c, x[i], v)
	}
}

// DotFused is Dot whose eight sums are of products that are not rounded before they are added; what is left of less
// than eight is as in Dot.
func DotFused(a, b []float64) float64 {
	b = b[:len(a)]
	var sums [8]float64
	for len(a) >= 8 {
		p, q := (*[8]float64)(a), (*[8]float64)(b)
		for i := range sums {
			sums[i] = math.FMA(p[i], q[i], sums[i])
		}
		a, b = a[8:], b[8:]
	}
	return joined(&sums, a, b)
}

// DotFourFused writes the products DotFused(x, y[i]) of four vectors at least as long as x.
func DotFourFused(dst *[4]float64, x []float64, y *[4][]float64) {
	n := len(x)
	eights := n &^ 7
	if !fused || eights == 0 {
		for i := range dst {
			dst[i] = DotFused(x, y[i])
		}
		return
	}
	var sums [4][8]float64
	dotFourFusedAVX(&sums, x[:eights], &y[0][:n][0], &y[1][:n][0], &y[2][:n][0], &y[3][:n][0])
	for i := range dst {
		dst[i] = joined(&sums[i], x[eights:], y[i][eights:n])
	}
}

// joined ends Dot: eight sums, and less than eight products.
func joined(s *[8]float64, a, b []float64) float64 {
	if len(a) >= 4 {
		p, q := (*[4]float64)(a), (*[4]float64)(b)
		for i := range p {
			s[i] += float64(p[i] * q[i])
		}
		a, b = a[4:], b[4:]
	}
	sum := ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
