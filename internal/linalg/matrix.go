package linalg

// Matrix is a symmetric matrix that rows are multiplied by, again and again. It is
// kept in panels of eight columns, one after the other, so that a product reads it
// from one end to the other.
type Matrix struct {
	n int
	m []float64 // (n+7)/8 panels [n][8]
}

const (
	panelColumns = 8
	tileRows     = 4 // rows that are multiplied at a time
)

// newMatrix is the symmetric matrix that has these rows of its lower triangle, and
// zeros up to the order n, a multiple of four.
func newMatrix(lower Lower, n int) *Matrix {
	size := len(lower)
	m := &Matrix{n: n, m: make([]float64, (n+panelColumns-1)/panelColumns*panelColumns*n)}
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
	return m.m[j/panelColumns*panelColumns*m.n+i*panelColumns+j%panelColumns]
}

// Multiply writes kM for rows rows k of length n.
func (m *Matrix) Multiply(dst, k []float64, rows int) {
	n := m.n
	dst, k = dst[:rows*n], k[:rows*n]
	for from := 0; from < n && rows > 0; from += panelColumns {
		panel, columns := m.m[from*n:], min(panelColumns, n-from)
		switch {
		case !vectors:
			for i := range rows {
				multiplyPanel(dst[i*n+from:i*n+from+columns], k[i*n:i*n+n], panel)
			}
		case rows < tileRows: // one row, four times
			for i := range rows {
				multiplyAVX(&dst[i*n+from], &k[i*n], 0, &panel[0], n, columns)
			}
		default:
			for i := 0; i < rows; i += tileRows {
				at := min(i, rows-tileRows) * n // the last rows may be among those before
				multiplyAVX(&dst[at+from], &k[at], n, &panel[0], n, columns)
			}
		}
	}
}

// multiplyPanel writes the product of one row with one panel.
func multiplyPanel(dst, k, panel []float64) {
	var s [panelColumns]float64
	for _, v := range k {
		c := (*[panelColumns]float64)(panel)
		s[0] += v * c[0]
		s[1] += v * c[1]
		s[2] += v * c[2]
		s[3] += v * c[3]
		s[4] += v * c[4]
		s[5] += v * c[5]
		s[6] += v * c[6]
		s[7] += v * c[7]
		panel = panel[panelColumns:]
	}
	copy(dst, s[:])
}
