package model

import (
	"math"

	"farsight/internal/lanes"
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
			ri[j] = (ri[j] - lanes.Dot(ri[:j], rj[:j])) / rj[j]
		}
		v := ri[i] - lanes.Dot(ri[:i], ri[:i])
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
		b[i] = (b[i] - lanes.Dot(row[:i], b[:i])) / row[i]
	}
}

// backward solves Lᵀ z = b in place.
func (l lower) backward(b []float64) {
	for i := len(l) - 1; i >= 0; i-- {
		row := l[i]
		b[i] /= row[i]
		lanes.Axpy(b[:i], -b[i], row[:i])
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
	for i := range l {
		l.invertRow(m, i)
	}
}

// invertRow writes row i of L⁻¹ into m, whose rows above must be there.
func (l lower) invertRow(m lower, i int) {
	row, mi := l[i], m[i]
	clear(mi)
	for k := 0; k < i; k++ {
		lanes.Axpy(mi[:k+1], -row[k], m[k])
	}
	inv := 1 / row[i]
	for k := range mi[:i] {
		mi[k] *= inv
	}
	mi[i] = inv
}

// times writes Mb.
func (m lower) times(dst, b []float64) {
	for i, row := range m {
		dst[i] = lanes.Dot(row, b[:i+1])
	}
}

// transposedTimes writes Mᵀb.
func (m lower) transposedTimes(dst, b []float64) {
	clear(dst)
	for i, row := range m {
		lanes.Axpy(dst[:i+1], b[i], row)
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
			lanes.Axpy(dst[i], row[i], row[:i+1])
		}
	}
}
