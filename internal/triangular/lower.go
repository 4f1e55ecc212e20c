package triangular

import (
	"farsight/internal/elementary"
	"farsight/internal/simd"
)

// Lower is a lower-triangular matrix kept as rows: row i has i+1 entries. Rows
// may be shared: a conditioned process has its parent's and one of its own.
type Lower [][]float64

// New has all its rows in one block, for locality.
func New(n int) Lower {
	block := make([]float64, n*(n+1)/2)
	rows := make(Lower, n)
	for i := range rows {
		rows[i], block = block[:i+1:i+1], block[i+1:]
	}
	return rows
}

// From these orders on matrices are packed before they are computed with: below,
// packing takes longer than it spares. Results have the same bits.
const (
	largeFactor  = 448
	largeInverse = 400
	largeGram    = 300
)

// fusedFrom is from which row on a factor and its inverse, and from which order
// on a Gram matrix, add products without rounding them first, here and in the
// plain code: one instruction for both takes two thirds of the time, and below
// there are results that are not to change. It is by row, not by order, so that
// rows that are added later have the bits they would have had at once.
const fusedFrom = 25 * fusedStep

// fusedStep is a number of rows that are factorised together: these are all of one kind.
const fusedStep = 48

// Workspace is what factorisations and inverses need, so that they do not
// allocate. The zero value is ready; use one per worker.
type Workspace struct {
	panel  []float64
	packed []float64 // large matrices, in panels
}

// grown returns the workspace's memory for matrices of order n.
func (ws *Workspace) grown(n int) []float64 {
	if size := 8 * (n + 8); len(ws.panel) < size {
		ws.panel = make([]float64, size)
	}
	return ws.panel
}

// grownPanels returns the workspace's memory for packed matrices.
func (ws *Workspace) grownPanels(size int) []float64 {
	if len(ws.packed) < size {
		ws.packed = make([]float64, size)
	}
	return ws.packed
}

// Factorise overwrites the lower triangle l of a symmetric matrix by its
// Cholesky factor; it reports false if the matrix is not positive definite.
func (l Lower) Factorise(ws *Workspace) bool {
	if panels && len(l) >= largeFactor {
		return l.factoriseTiles(ws, fusedFrom)
	}
	if panels {
		return l.factorisePanels(ws)
	}
	return l.factorise(fusedFrom)
}

// FactoriseRow is Factorise for row i alone, below rows of the factor.
func (l Lower) FactoriseRow(i int) bool { return l.factoriseRow(i, 0, i >= fusedFrom) }

// Overwrites tells whether inverses and Gram matrices of order n may be written over
// what they are made of: large ones are packed first.
func Overwrites(n int) bool { return panels && n >= max(largeInverse, largeGram) }

// InvertInto writes L⁻¹ into m, of the same shape.
func (l Lower) InvertInto(m Lower, ws *Workspace) {
	if panels && len(l) >= largeInverse {
		l.invertTiles(m, ws, fusedFrom)
		return
	}
	if panels {
		l.invertPanels(m, ws)
		return
	}
	l.invert(m, fusedFrom)
}

// Gram writes the lower triangle of MᵀM into dst, of the same shape: with
// M = L⁻¹ that is the inverse of LLᵀ.
func (m Lower) Gram(dst Lower, ws *Workspace) {
	fused := len(m) >= fusedFrom
	switch {
	case panels && len(m) >= largeGram:
		m.gramTiles(dst, ws, fused)
	case panels:
		m.gramPanels(dst, ws)
	case fused:
		m.gramFused(dst)
	default:
		m.gram(dst)
	}
}

// Times writes Mb.
func (m Lower) Times(dst, b []float64) {
	dst, b = dst[:len(m)], b[:len(m)]
	if panels {
		m.timesPanels(dst, b)
		return
	}
	m.times(dst, b)
}

// TransposedTimes writes Mᵀb.
func (m Lower) TransposedTimes(dst, b []float64) {
	dst, b = dst[:len(m)], b[:len(m)]
	clear(dst)
	if panels {
		m.addPanels(dst, b)
		return
	}
	m.add(dst, b)
}

// InvertRow writes row i of L⁻¹ into m, whose rows above must be there.
func (l Lower) InvertRow(m Lower, i int) { l.invertRow(m, i, i >= fusedFrom) }

func (l Lower) invertRow(m Lower, i int, fused bool) {
	row, mi := l[i], m[i]
	clear(mi)
	m[:i].subtract(mi, row, fused)
	inv := 1 / row[i]
	for k := range mi[:i] {
		mi[k] *= inv
	}
	mi[i] = inv
}

// Forward solves L z = b in place.
func (l Lower) Forward(b []float64) {
	for i, row := range l {
		b[i] = (b[i] - simd.Dot(row[:i], b[:i])) / row[i]
	}
}

// Backward solves Lᵀ z = b in place.
func (l Lower) Backward(b []float64) {
	for i := len(l) - 1; i >= 0; i-- {
		row := l[i]
		b[i] /= row[i]
		simd.Axpy(b[:i], -b[i], row[:i])
	}
}

// LogDet is Σ ln L_ii.
func (l Lower) LogDet() float64 {
	s := 0.0
	for i, row := range l {
		s += elementary.Log(row[i])
	}
	return s
}
