//go:build amd64 && !purego

package triangular

// nearVectors is how many vectors are multiplied at once: of a thousand rows
// theirs take a megabyte, half of the second cache.
const nearVectors = 5 * tileCols

// eachTiles is TimesEach for large matrices and many vectors: eight of them stand in
// a panel, and eight rows of m meet all panels, three at a time, while they are near.
type eachTiles struct {
	m             Lower
	size          int       // rows, filled up to whole panels
	sums, out     []float64 // of 24 and of eight products with eight rows
	rows          []float64 // a panel of m
	vectors       []float64 // panels; their last entries, beyond m's, stay zero
	zeros, thrown []float64 // what is missing is read from here and written there
}

const sumsOfPanel = 8 * 8 * 8 // eight rows, eight vectors, eight places

func (m Lower) timesEachTiles(dst, b [][]float64, ws *Workspace) {
	size := count(len(m)) * panelRows
	vectors := (min(len(b), nearVectors) + panelRows - 1) / panelRows * panelRows
	sizes := [...]int{perTile * sumsOfPanel, panelRows * panelRows, size * panelRows, vectors * size, size, size}
	total := 0
	for _, n := range sizes {
		total += n
	}
	block := ws.grownPanels(total)
	e := eachTiles{m: m, size: size}
	for i, s := range []*[]float64{&e.sums, &e.out, &e.rows, &e.vectors, &e.zeros, &e.thrown} {
		*s, block = block[:sizes[i]:sizes[i]], block[sizes[i]:]
	}
	clear(e.zeros)
	for v := 0; v < vectors; v += panelRows {
		for t := len(m); t < size; t++ {
			clear(e.vectors[(v+t%panelRows)*size+t/panelRows*panelRows:][:panelRows])
		}
	}
	for len(b) > 0 {
		some := min(len(b), nearVectors)
		e.times(dst[:some], b[:some])
		dst, b = dst[some:], b[some:]
	}
}

// place is how many bytes of a panel of vectors have the same place modulo eight.
func (e *eachTiles) place() int { return e.size / panelRows * line }

func (e *eachTiles) times(dst, b [][]float64) {
	n := len(e.m)
	for v := 0; v < len(b); v += panelRows {
		var eight [8]*float64
		pointTo(&eight, b[v:], 0, e.zeros)
		packRows(&e.vectors[v*e.size], &eight, n, e.place(), line)
	}
	for g := range count(n) {
		e.m.pack(e.rows, e.zeros, g, true)
		for v := 0; v < len(b); v += tileCols {
			e.tile(dst, v, min(perTile, (len(b)-v+panelRows-1)/panelRows), g)
		}
	}
}

// tile is what panel g of the rows makes of some panels of vectors from v on.
func (e *eachTiles) tile(dst [][]float64, v, panels, g int) {
	var some three
	for c := range panels {
		some.panel[c], some.stride[c] = &e.vectors[(v+c*panelRows)*e.size], e.place()
	}
	switch rows := &e.rows[0]; {
	case g == 0:
		clear(e.sums)
	case panels == 1:
		dotsOne(&e.sums[0], &some, rows, rows, g)
	case panels == 2:
		dotsTwo(&e.sums[0], &some, rows, rows, g)
	default:
		dots(&e.sums[0], &some, rows, rows, g)
	}
	i := g * panelRows
	for c := range panels {
		finishRows(&e.out[0], &e.sums[c*sumsOfPanel], &e.vectors[(v+c*panelRows)*e.size+i], e.place(), &e.rows[i*panelRows])
		var eight [8]*float64
		pointTo(&eight, dst[v+c*panelRows:], i, e.thrown)
		unpackRows(&eight, &e.out[0], min(panelRows, len(e.m)-i), line, eightLines)
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
