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

// Loops over rows take four at a time, each through the same operations as it
// would go alone: that is about half as many loads.

// factorise overwrites the lower triangle l of a symmetric matrix by its
// Cholesky factor; it reports false if the matrix is not positive definite.
func (l lower) factorise() bool {
	var sums [4]float64
	for i := 0; i < len(l); i += 4 {
		from := 0
		if i+4 <= len(l) {
			four := (*[4][]float64)(l[i : i+4])
			for ; from < i; from++ {
				rj := l[from]
				lanes.DotFour(&sums, rj[:from], four)
				for k, s := range sums {
					four[k][from] = (four[k][from] - s) / rj[from]
				}
			}
		}
		for k := i; k < min(i+4, len(l)); k++ {
			if !l.factoriseRow(k, from) {
				return false
			}
		}
	}
	return true
}

// factoriseRow finishes row i of the factor, whose first entries are there.
func (l lower) factoriseRow(i, from int) bool {
	ri := l[i]
	for j := from; j < i; j++ {
		rj := l[j]
		ri[j] = (ri[j] - lanes.Dot(ri[:j], rj[:j])) / rj[j]
	}
	v := ri[i] - lanes.Dot(ri[:i], ri[:i])
	if !(v > 0) || math.IsInf(v, 0) {
		return false
	}
	ri[i] = math.Sqrt(v)
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
	m[:i].subtract(mi, row)
	inv := 1 / row[i]
	for k := range mi[:i] {
		mi[k] *= inv
	}
	mi[i] = inv
}

// subtract takes Mᵀb from dst.
func (m lower) subtract(dst, b []float64) {
	var c [4]float64
	k := 0
	for ; k+4 <= len(m); k += 4 {
		for j := range c {
			c[j] = -b[k+j]
		}
		m.addFour(dst, &c, k)
	}
	for ; k < len(m); k++ {
		lanes.Axpy(dst[:k+1], -b[k], m[k])
	}
}

// addFour adds c times the rows k to k+3 to dst.
func (m lower) addFour(dst []float64, c *[4]float64, k int) {
	lanes.AxpyFour(dst[:k+1], c, (*[4][]float64)(m[k:k+4]))
	// The rest of each row, which is longer than the one before.
	for j := 1; j < 4; j++ {
		row := m[k+j]
		for i := k + 1; i <= k+j; i++ {
			dst[i] += c[j] * row[i]
		}
	}
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
	k := 0
	for ; k+4 <= len(m); k += 4 {
		m.addFour(dst, (*[4]float64)(b[k:k+4]), k)
	}
	for ; k < len(m); k++ {
		lanes.Axpy(dst[:k+1], b[k], m[k])
	}
}

// gram writes the lower triangle of MᵀM into dst (same shape): with M = L⁻¹
// that is the inverse of LLᵀ.
func (m lower) gram(dst lower) {
	for i := range dst {
		clear(dst[i])
	}
	k := 0
	for ; k+4 <= len(m); k += 4 {
		four := (*[4][]float64)(m[k : k+4])
		for i := range k + 1 {
			c := [4]float64{four[0][i], four[1][i], four[2][i], four[3][i]}
			lanes.AxpyFour(dst[i], &c, four)
		}
		for j := 1; j < 4; j++ {
			for i := k + 1; i <= k+j; i++ {
				lanes.Axpy(dst[i], four[j][i], four[j])
			}
		}
	}
	for ; k < len(m); k++ {
		for i := range k + 1 {
			lanes.Axpy(dst[i], m[k][i], m[k])
		}
	}
}
