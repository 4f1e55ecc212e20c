package linalg

// Matrix is (LLᵀ)⁻¹ = MᵀM, M = L⁻¹, which rows are multiplied by, again and again.
// It is kept as M, because with MᵀM itself variances a − k·(LLᵀ)⁻¹k lose as many
// digits as LLᵀ has of condition, and with M half as many. Two products with a
// triangle take no longer than one with a square.
//
// M and Mᵀ are kept in panels of eight columns, one after the other and without the
// rows that are zero, so that a product reads them from one end to the other.
type Matrix struct {
	n        int
	up, down []float64 // panels of Mᵀ, which end at the diagonal, and of M, which begin there
}

const (
	panelColumns = 8
	tileRows     = 4 // rows that are multiplied at a time
)

// newMatrix is that of the factor whose inverse is m, with zeros up to the order n,
// a multiple of four.
func newMatrix(m Lower, n int) *Matrix {
	all := (n + panelColumns - 1) / panelColumns * panelColumns * (n + panelColumns)
	v := &Matrix{n: n, up: make([]float64, 0, all), down: make([]float64, 0, all)}
	for from := 0; from < n; from += panelColumns {
		own := m[min(from, len(m)):min(from+panelColumns, len(m))]
		up := v.up[len(v.up) : len(v.up)+min(from+panelColumns, n)*panelColumns]
		for c, row := range own {
			for i, a := range row {
				up[i*panelColumns+c] = a
			}
		}
		down := v.down[len(v.down) : len(v.down)+(n-from)*panelColumns]
		for i := from; i < len(m); i++ {
			copy(down[(i-from)*panelColumns:(i-from+1)*panelColumns], m[i][from:])
		}
		v.up, v.down = v.up[:len(v.up)+len(up)], v.down[:len(v.down)+len(down)]
	}
	return v
}

// At is the number in row i and column j.
func (v *Matrix) At(i, j int) float64 {
	k, w := make([]float64, v.n), make([]float64, v.n)
	k[i] = 1
	v.Multiply(w, k, 1)
	return w[j]
}

// Multiply writes k(LLᵀ)⁻¹ for rows rows k of length n, which dst must not overlap.
func (v *Matrix) Multiply(dst, k []float64, rows int) {
	n := v.n
	dst, k = dst[:rows*n], k[:rows*n]
	panel := v.up
	for from := 0; from < n; from += panelColumns {
		length := min(from+panelColumns, n)
		multiplyPanel(dst, k, panel, from, 0, length, n)
		panel = panel[length*panelColumns:]
	}
	// What has been written is not read again: each panel begins at the diagonal.
	panel = v.down
	for from := 0; from < n; from += panelColumns {
		multiplyPanel(dst, dst, panel, from, from, n-from, n)
		panel = panel[(n-from)*panelColumns:]
	}
}

// multiplyPanel writes the columns to and after of the product of rows of length n
// with one panel, whose length rows are for the numbers from and after.
func multiplyPanel(dst, k, panel []float64, to, from, length, n int) {
	columns := min(panelColumns, n-to)
	if vectors {
		for i := 0; i < len(dst); i += tileRows * n {
			multiplyAVX(&dst[i+to], &k[i+from], n, min(tileRows, (len(dst)-i)/n), &panel[0], length, columns)
		}
		return
	}
	for i := 0; i < len(dst); i += n {
		var s [panelColumns]float64
		rest := panel
		for _, v := range k[i+from : i+from+length] {
			c := (*[panelColumns]float64)(rest)
			s[0] += v * c[0]
			s[1] += v * c[1]
			s[2] += v * c[2]
			s[3] += v * c[3]
			s[4] += v * c[4]
			s[5] += v * c[5]
			s[6] += v * c[6]
			s[7] += v * c[7]
			rest = rest[panelColumns:]
		}
		copy(dst[i+to:i+to+columns], s[:])
	}
}
