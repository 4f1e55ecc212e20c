//go:build amd64 && !purego

package triangular

// nearVectors is how many vectors are multiplied at once: of a thousand rows
// theirs take a megabyte, half of the second cache.
const nearVectors = 5 * tileCols

// eachTiles is TimesEach for large matrices and many vectors: 24 vectors stand in
// three panels, and eight rows of m meet all of them while they are near.
type eachTiles struct {
	m             Lower
	size          int       // rows, filled up to whole panels
	sums, out     []float64 // of 24 and of eight products with eight rows
	rows          []float64 // a panel of m
	vectors       []float64 // panels; their last entries, beyond m's, stay zero
	zeros, thrown []float64 // what is missing is read from here and written there
}

const sumsOfPanel = 8 * 8 * 8

func (m Lower) timesEachTiles(dst, b [][]float64) {
	size := count(len(m)) * panelRows
	groups := (min(len(b), nearVectors) + tileCols - 1) / tileCols
	sizes := [...]int{perTile * sumsOfPanel, panelRows * panelRows, size * panelRows, groups * tileCols * size, size, size}
	total := 0
	for _, n := range sizes {
		total += n
	}
	block := make([]float64, total)
	e := eachTiles{m: m, size: size}
	for i, s := range []*[]float64{&e.sums, &e.out, &e.rows, &e.vectors, &e.zeros, &e.thrown} {
		*s, block = block[:sizes[i]:sizes[i]], block[sizes[i]:]
	}
	for len(b) > 0 {
		some := min(len(b), nearVectors)
		e.times(dst[:some], b[:some])
		dst, b = dst[some:], b[some:]
	}
}

func (e *eachTiles) times(dst, b [][]float64) {
	n := len(e.m)
	for v := 0; v < len(b); v += panelRows {
		var eight [8]*float64
		pointTo(&eight, b[v:], 0, e.zeros)
		packRows(&e.vectors[v*e.size], &eight, n)
	}
	var three [perTile]*float64
	for g := range count(n) {
		i := g * panelRows
		e.m.pack(e.rows, e.zeros, g)
		for v := 0; v < len(b); v += tileCols {
			for c := range three {
				three[c] = &e.vectors[(v+c*panelRows)*e.size]
			}
			if g == 0 {
				clear(e.sums)
			} else {
				dots(&e.sums[0], &three, &e.rows[0], &e.rows[0], g)
			}
			for c := v; c < min(v+tileCols, len(b)); c += panelRows {
				finishRows(&e.out[0], &e.sums[(c-v)/panelRows*sumsOfPanel], &e.vectors[c*e.size+i*panelRows], &e.rows[i*panelRows])
				var eight [8]*float64
				pointTo(&eight, dst[c:], i, e.thrown)
				unpackRows(&eight, &e.out[0], min(panelRows, n-i))
			}
		}
	}
}

// pointTo has pointers to the entries i of eight vectors; spare stands for those
// that are missing.
func pointTo(out *[8]*float64, vectors [][]float64, i int, spare []float64) {
	for r := range out {
		out[r] = &spare[0]
		if r < len(vectors) {
			out[r] = &vectors[r][i]
		}
	}
}
