package model

import (
	"math"

	"farsight/internal/linalg"
)

// inputs are the points of a process in units of their lengthscales, u = x√5/ℓ,
// stored by column so that the inner loops run along many points at once.
type inputs struct {
	n     int
	scale []float64 // √5/ℓ
	cols  []float64 // one column of n per input
}

func newInputs(x []float64, lengthscale []float64) inputs {
	d := len(lengthscale)
	in := inputs{n: len(x) / d, scale: make([]float64, d), cols: make([]float64, len(x))}
	for c, l := range lengthscale {
		in.scale[c] = math.Sqrt(5) / l
		for i := range in.n {
			in.cols[c*in.n+i] = x[i*d+c] * in.scale[c]
		}
	}
	return in
}

// with are the points and one more.
func (in inputs) with(x []float64) inputs {
	more := inputs{n: in.n + 1, scale: in.scale, cols: make([]float64, 0, len(in.cols)+len(x))}
	for c, s := range in.scale {
		more.cols = append(append(more.cols, in.col(c)...), x[c]*s)
	}
	return more
}

func (in inputs) col(c int) []float64 { return in.cols[c*in.n : (c+1)*in.n] }

// kernelRow writes k(xᵢ, x) of the first len(dst) points and the slopes h:
//
//	k = a(1 + r + r²/3)e⁻ʳ, r = ‖u − uᵢ‖; ∂k/∂u = h·(u − uᵢ), h = −(a/3)(1 + r)e⁻ʳ
//
// which stay finite at r = 0.
func (in inputs) kernelRow(dst, slope []float64, x []float64, a float64) {
	in.squares(dst, x)
	linalg.Matern(dst, slope, a)
}

// squares writes r² of the first len(dst) points.
func (in inputs) squares(dst, x []float64) {
	linalg.SquaredDistances(dst, x, in.cols, in.n, in.scale)
}

// kernelAt is the kernel of two points.
func (in inputs) kernelAt(x, y []float64, a float64) float64 {
	q := 0.0
	for c, s := range in.scale {
		t := x[c]*s - y[c]*s
		q += t * t
	}
	r := math.Sqrt(q)
	return a * ((1 + r) + q*(1.0/3)) * math.Exp(-r)
}
