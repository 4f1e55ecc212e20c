package linalg

import (
	"math"
	"runtime"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Lower is a lower-triangular matrix kept as rows: row i has i+1 entries. Rows may
// be shared: the factor of a conditioned process has its parent's rows and one of
// its own.
type Lower [][]float64

// From many rows on, factors and inverses are gonum's. With fewer ours take a tenth
// (n = 20) to a third of the time (n = 130). In pages, where its code would have to be
// loaded, nothing is.
const (
	gonum = runtime.GOOS != "js"
	many  = 130
)

// NewLower has all its rows in one block: of many one of n×n numbers, as gonum has
// them, else one without what is above the diagonal.
func NewLower(n int) Lower {
	rows := make(Lower, n)
	if gonum && n >= many {
		block := make([]float64, n*n)
		for i := range rows {
			rows[i] = block[i*n : i*n+i+1]
		}
		return rows
	}
	block := make([]float64, n*(n+1)/2)
	for i := range rows {
		rows[i], block = block[:i+1:i+1], block[i+1:]
	}
	return rows
}

// dense is the block of n×n numbers that NewLower made for many rows; a matrix that
// shares rows with others has none.
func (l Lower) dense() (t blas64.Triangular, ok bool) {
	n := len(l)
	if !gonum || n < many || cap(l[0]) < n*n || &l[0][:n*n][n*n-n] != &l[n-1][0] {
		return t, false
	}
	return blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: n, Stride: n, Data: l[0][:n*n]}, true
}

// Factorise overwrites the lower triangle l of a symmetric matrix by its Cholesky
// factor; it reports false if the matrix is not positive definite.
func (l Lower) Factorise() bool {
	n := len(l)
	if t, ok := l.dense(); ok {
		_, ok = lapack64.Potrf(blas64.Symmetric{Uplo: t.Uplo, N: n, Stride: n, Data: t.Data})
		return ok && !math.IsInf(l.LogDet(), 1)
	}
	var sums [4]float64
	for i := 0; i < n; i += 4 {
		from := 0
		if i+4 <= n {
			four := (*[4][]float64)(l[i : i+4])
			for ; from < i; from++ {
				row := l[from]
				dotFour(&sums, row[:from], four)
				for k, s := range sums {
					four[k][from] = (four[k][from] - s) / row[from]
				}
			}
		}
		for k := i; k < min(i+4, n); k++ {
			if !l.factoriseRow(k, from) {
				return false
			}
		}
	}
	return true
}

// factoriseRow finishes row i of the factor, whose first entries are there.
func (l Lower) factoriseRow(i, from int) bool {
	ri := l[i]
	for j := from; j < i; j++ {
		rj := l[j]
		ri[j] = (ri[j] - Dot(ri[:j], rj)) / rj[j]
	}
	v := ri[i] - Dot(ri[:i], ri)
	if !(v > 0) || math.IsInf(v, 1) {
		return false
	}
	ri[i] = math.Sqrt(v)
	return true
}

// Spare is what Invert needs for matrices of order n.
func Spare(n int) Lower {
	if gonum && n >= many {
		return nil // gonum inverts in place
	}
	return NewLower(n)
}

// Invert overwrites the factor L, made by NewLower, by the lower triangle of (LLᵀ)⁻¹.
func (l Lower) Invert(spare Lower) {
	if t, ok := l.dense(); ok {
		lapack64.Potri(t)
		return
	}
	l.invertInto(spare)
	spare.gram(l)
}

// Inverse is (LLᵀ)⁻¹ of the factor L for products, with zeros up to an order that is a
// multiple of four.
func (l Lower) Inverse() *Matrix {
	n := len(l)
	m := NewLower(n)
	if t, ok := m.dense(); ok {
		for i, row := range l {
			copy(m[i], row)
		}
		lapack64.Trtri(t)
	} else {
		l.invertInto(m)
	}
	return newMatrix(m, (n+3)&^3)
}

// invertInto writes L⁻¹ into m, of the same shape:
//
//	M_i = −(Σ_{k<i} L_ik M_k)/L_ii, M_ii = 1/L_ii
func (l Lower) invertInto(m Lower) {
	for i, row := range l {
		own := m[i]
		clear(own)
		k := 0
		for ; k+4 <= i; k += 4 {
			m.addFour(own, &[4]float64{-row[k], -row[k+1], -row[k+2], -row[k+3]}, k)
		}
		for ; k < i; k++ {
			Axpy(own[:k+1], -row[k], m[k])
		}
		inv := 1 / row[i]
		for k := range own[:i] {
			own[k] *= inv
		}
		own[i] = inv
	}
}

// addFour adds c times the rows k to k+3 to dst.
func (l Lower) addFour(dst []float64, c *[4]float64, k int) {
	four := (*[4][]float64)(l[k : k+4])
	axpyFour(dst[:k+1], c, four)
	for j := 1; j < 4; j++ {
		for i := k + 1; i <= k+j; i++ {
			dst[i] += c[j] * four[j][i]
		}
	}
}

// gram writes the lower triangle of MᵀM into dst, of the same shape: with M = L⁻¹
// that is the inverse of LLᵀ.
func (l Lower) gram(dst Lower) {
	for i := range dst {
		clear(dst[i])
	}
	k := 0
	for ; k+4 <= len(l); k += 4 {
		four := (*[4][]float64)(l[k : k+4])
		for i := range k + 1 {
			axpyFour(dst[i], &[4]float64{four[0][i], four[1][i], four[2][i], four[3][i]}, four)
		}
		for j := 1; j < 4; j++ {
			for i := k + 1; i <= k+j; i++ {
				Axpy(dst[i], four[j][i], four[j])
			}
		}
	}
	for ; k < len(l); k++ {
		for i := range k + 1 {
			Axpy(dst[i], l[k][i], l[k])
		}
	}
}

// Forward solves L z = b in place.
func (l Lower) Forward(b []float64) {
	var sums [4]float64
	i := 0
	for ; i+4 <= len(l); i += 4 {
		four := (*[4][]float64)(l[i : i+4])
		dotFour(&sums, b[:i], four)
		z := (*[4]float64)(b[i : i+4])
		r0, r1, r2, r3 := four[0][i:], four[1][i:], four[2][i:], four[3][i:]
		z[0] = (z[0] - sums[0]) / r0[0]
		z[1] = (z[1] - sums[1] - r1[0]*z[0]) / r1[1]
		z[2] = (z[2] - sums[2] - r2[0]*z[0] - r2[1]*z[1]) / r2[2]
		z[3] = (z[3] - sums[3] - r3[0]*z[0] - r3[1]*z[1] - r3[2]*z[2]) / r3[3]
	}
	for ; i < len(l); i++ {
		b[i] = (b[i] - Dot(b[:i], l[i])) / l[i][i]
	}
}

// ForwardEach is Forward for several consecutive b.
func (l Lower) ForwardEach(b []float64) {
	n := len(l)
	if t, ok := l.dense(); ok { // they are rows: B becomes B L⁻ᵀ
		blas64.Trsm(blas.Right, blas.Trans, 1, t, blas64.General{Rows: len(b) / n, Cols: n, Stride: n, Data: b})
		return
	}
	for ; len(b) > 0; b = b[n:] {
		l.Forward(b[:n])
	}
}

// Backward solves Lᵀ z = b in place.
func (l Lower) Backward(b []float64) {
	i := len(l)
	for ; i%4 != 0; i-- {
		row := l[i-1]
		b[i-1] /= row[i-1]
		Axpy(b[:i-1], -b[i-1], row)
	}
	for i -= 4; i >= 0; i -= 4 {
		four, z := (*[4][]float64)(l[i:i+4]), (*[4]float64)(b[i:i+4])
		r0, r1, r2, r3 := four[0][i:], four[1][i:], four[2][i:], four[3][i:]
		z[3] /= r3[3]
		z[2] = (z[2] - r3[2]*z[3]) / r2[2]
		z[1] = (z[1] - r3[1]*z[3] - r2[1]*z[2]) / r1[1]
		z[0] = (z[0] - r3[0]*z[3] - r2[0]*z[2] - r1[0]*z[1]) / r0[0]
		axpyFour(b[:i], &[4]float64{-z[0], -z[1], -z[2], -z[3]}, four)
	}
}

// LogDet is Σ ln L_ii.
func (l Lower) LogDet() float64 {
	sum := 0.0
	for i, row := range l {
		sum += math.Log(row[i])
	}
	return sum
}
