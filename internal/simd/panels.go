package simd

// Matrix is a symmetric matrix that rows are multiplied by, again and again. A
// large one is kept in panels of eight columns, one after the other, so that a
// product reads it from one end to the other, and once for all rows.
type Matrix struct {
	n      int
	packed bool
	m      []float64 // n×n, or (n+7)/8 panels [n][8]
}

const (
	panelColumns = 8
	perTile      = 3 // panels of a tile
	tileColumns  = perTile * panelColumns
	tileRows     = 8

	packedOrder = 192 // from here on a matrix is packed: below, it is near anyway
)

// NewMatrix is the symmetric matrix that has these rows of its lower triangle, and
// zeros up to the order n, which must be a multiple of four.
func NewMatrix(lower [][]float64, n int) *Matrix {
	size := len(lower)
	if n%4 != 0 || n < size {
		panic("simd: a Matrix wants a multiple of four columns")
	}
	m := &Matrix{n: n, packed: n >= packedOrder}
	if !m.packed {
		m.m = make([]float64, n*n)
		for i, row := range lower {
			copy(m.m[i*n:], row)
			for j, v := range row[:i] {
				m.m[j*n+i] = v
			}
		}
		return m
	}
	m.m = make([]float64, (n+panelColumns-1)/panelColumns*panelColumns*n)
	for from := 0; from < size; from += panelColumns {
		panel := m.m[from*n:]
		for c, row := range lower[from:min(from+panelColumns, size)] { // what is above the diagonal
			for i, v := range row {
				panel[i*panelColumns+c] = v
			}
		}
		for i := from + 1; i < size; i++ {
			copy(panel[i*panelColumns:(i+1)*panelColumns], lower[i][from:])
		}
	}
	return m
}

// At is the number in row i and column j.
func (m *Matrix) At(i, j int) float64 {
	if !m.packed {
		return m.m[i*m.n+j]
	}
	return m.m[j/panelColumns*panelColumns*m.n+i*panelColumns+j%panelColumns]
}

// Multiply writes kM for rows rows k. The sums run over the rows of M in order.
func (m *Matrix) Multiply(dst, k []float64, rows int) {
	if !m.packed {
		Multiply(dst, k, m.m, rows, m.n)
		return
	}
	dst, k = dst[:rows*m.n], k[:rows*m.n]
	panels := (m.n + panelColumns - 1) / panelColumns
	switch {
	case wide:
		p := 0
		for ; panels-p > 1; p += perTile {
			// The last three may be among those before: they have the same bits.
			m.tile(dst, k, min(p, panels-perTile))
		}
		if p < panels {
			m.panel(dst, k, p)
		}
	case vectors:
		for p := range panels {
			m.panel(dst, k, p)
		}
	default:
		for p := range panels {
			m.plain(dst, k, p)
		}
	}
}

// tile is Multiply for three panels from p on.
func (m *Matrix) tile(dst, k []float64, p int) {
	n, from := m.n, p*panelColumns
	columns := &m.m[from*n]
	var buffer [tileRows * tileColumns]float64
	for i := 0; len(k) > 0; {
		product, count := tileEight, tileRows
		switch left := len(k) / n; {
		case left == 1:
			product, count = tileOne, 1
		case left == 2:
			product, count = tileTwo, 2
		case left == 3:
			product, count = tileThree, 3
		case left < tileRows:
			product, count = tileFour, 4
		}
		if from+tileColumns <= n {
			product(&dst[i*n+from], n, &k[0], columns, n)
		} else {
			product(&buffer[0], tileColumns, &k[0], columns, n)
			for r := range count {
				copy(dst[(i+r)*n+from:(i+r+1)*n], buffer[r*tileColumns:(r+1)*tileColumns])
			}
		}
		i, k = i+count, k[count*n:]
	}
}

// panel is Multiply for panel p.
func (m *Matrix) panel(dst, k []float64, p int) {
	n, from := m.n, p*panelColumns
	columns := &m.m[from*n]
	var buffer [tileRows * panelColumns]float64
	for i := 0; len(k) > 0; {
		product, count := panelOne, 1
		switch {
		case wide && len(k) >= tileRows*n:
			product, count = panelEight, tileRows
		case len(k) >= 4*n:
			product, count = panelFour, 4
		}
		if from+panelColumns <= n {
			product(&dst[i*n+from], n, &k[0], columns, n)
		} else {
			product(&buffer[0], panelColumns, &k[0], columns, n)
			for r := range count {
				copy(dst[(i+r)*n+from:(i+r+1)*n], buffer[r*panelColumns:(r+1)*panelColumns])
			}
		}
		i, k = i+count, k[count*n:]
	}
}

// plain is panel without assembly.
func (m *Matrix) plain(dst, k []float64, p int) {
	n, from := m.n, p*panelColumns
	for ; len(k) > 0; dst, k = dst[n:], k[n:] {
		var s [panelColumns]float64
		columns := m.m[from*n:]
		for _, v := range k[:n] {
			c := (*[panelColumns]float64)(columns)
			s[0] += float64(v * c[0])
			s[1] += float64(v * c[1])
			s[2] += float64(v * c[2])
			s[3] += float64(v * c[3])
			s[4] += float64(v * c[4])
			s[5] += float64(v * c[5])
			s[6] += float64(v * c[6])
			s[7] += float64(v * c[7])
			columns = columns[panelColumns:]
		}
		copy(dst[from:n], s[:])
	}
}
