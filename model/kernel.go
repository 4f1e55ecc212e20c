package model

import "math"

// kernelRow writes k(xᵢ, x) for the n points of xs into dst.
//
//	k = a(1 + s + s²/3)e⁻ˢ, s = √5‖(x − xᵢ)/ℓ‖
func kernelRow(dst []float64, xs []float64, x, invScale []float64, a float64) {
	d := len(x)
	for i := range dst {
		row := xs[i*d : i*d+d]
		q := 0.0
		for j, v := range row {
			t := (x[j] - v) * invScale[j]
			q += t * t
		}
		s := math.Sqrt(5 * q)
		dst[i] = a * (1 + s + s*s/3) * math.Exp(-s)
	}
}

// kernelRowSlope is kernelRow that also writes the slopes
//
//	hᵢ = −(5a/3)(1 + s)e⁻ˢ, so that ∂k(xᵢ,x)/∂x_j = hᵢ (x_j − xᵢ_j)/ℓ_j²
//
// which stay finite at s = 0.
func kernelRowSlope(dst, slope []float64, xs []float64, x, invScale []float64, a float64) {
	d := len(x)
	slope = slope[:len(dst)]
	for i := range dst {
		row := xs[i*d : i*d+d]
		q := 0.0
		for j, v := range row {
			t := (x[j] - v) * invScale[j]
			q += t * t
		}
		s := math.Sqrt(5 * q)
		e := a * math.Exp(-s)
		dst[i] = (1 + s + s*s/3) * e
		slope[i] = -(5.0 / 3) * (1 + s) * e
	}
}

// kernelAt is the kernel of two points.
func kernelAt(x, y, invScale []float64, a float64) float64 {
	q := 0.0
	for j := range x {
		t := (x[j] - y[j]) * invScale[j]
		q += t * t
	}
	s := math.Sqrt(5 * q)
	return a * (1 + s + s*s/3) * math.Exp(-s)
}
