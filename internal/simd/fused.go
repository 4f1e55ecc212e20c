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
