package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// lower is a lower-triangular matrix kept as rows: row i has i+1 entries. Rows
// are never changed once made, so that a conditioned process shares its
// parent's and adds one of its own.
type lower [][]float64

// newLower has all its rows in one block, for locality.
func newLower(n int) lower {
	block := make([]float64, n*(n+1)/2)
	rows := make(lower, n)
	for i := range rows {
		rows[i], block = block[:i+1:i+1], block[i+1:]
	}
	return rows
}

// factorise overwrites the lower triangle l of a symmetric matrix by its
// Cholesky factor; it reports false if the matrix is not positive definite.
func (l lower) factorise() bool {
	for i, ri := range l {
		for j := 0; j < i; j++ {
			rj := l[j]
			ri[j] = (ri[j] - dot(ri[:j], rj[:j])) / rj[j]
		}
		v := ri[i] - dot(ri[:i], ri[:i])
		if !(v > 0) || math.IsInf(v, 0) {
			return false
		}
		ri[i] = math.Sqrt(v)
	}
	return true
}

// forward solves L z = b in place.
func (l lower) forward(b []float64) {
	for i, row := range l {
		b[i] = (b[i] - dot(row[:i], b[:i])) / row[i]
	}
}

// backward solves Lᵀ z = b in place.
func (l lower) backward(b []float64) {
	for i := len(l) - 1; i >= 0; i-- {
		row := l[i]
		b[i] /= row[i]
		axpy(b[:i], -b[i], row[:i])
	}
}

// logDet is Σ ln L_ii.
func (l lower) logDet() float64 {
	s := 0.0
	for i, row := range l {
		s += math.Log(row[i])
	}
	return s
}

// invertInto writes L⁻¹ into m (same shape).
func (l lower) invertInto(m lower) {
	for i, row := range l {
		mi := m[i]
		clear(mi)
		for k := 0; k < i; k++ {
			axpy(mi[:k+1], -row[k], m[k])
		}
		inv := 1 / row[i]
		for k := range mi[:i] {
			mi[k] *= inv
		}
		mi[i] = inv
	}
}

// gram writes the lower triangle of MᵀM into dst (same shape): with M = L⁻¹
// that is the inverse of LLᵀ.
func (m lower) gram(dst lower) {
	for i := range dst {
		clear(dst[i])
	}
	for k, row := range m {
		for i := 0; i <= k; i++ {
			axpy(dst[i], row[i], row[:i+1])
		}
	}
}

// Short vectors are faster in plain loops; longer ones in gonum's assembly.
const assemblyFrom = 16

func dot(a, b []float64) float64 {
	if len(a) >= assemblyFrom {
		return floats.Dot(a, b)
	}
	s := 0.0
	b = b[:len(a)]
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// axpy adds c·x to dst.
func axpy(dst []float64, c float64, x []float64) {
	if len(dst) >= assemblyFrom {
		floats.AddScaled(dst, c, x)
		return
	}
	x = x[:len(dst)]
	for i := range dst {
		dst[i] += c * x[i]
	}
}
