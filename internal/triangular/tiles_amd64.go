//go:build amd64 && !purego

package triangular

// Large matrices are first packed: eight rows become a panel, number after
// number, [t][8], and columns likewise, three panels of eight to a tile.
// What the loops read then lies together, and is read often while it is near.
// Sums that have a part for each place modulo eight read a panel place by place,
// and there it is packed so: [t mod 8][t/8][8].

const (
	panelRows = 8
	tileCols  = 24
	perTile   = tileCols / panelRows // panels of a tile

	nearRows    = fusedStep / panelRows // panels that are factorised together: theirs stay in the second cache
	nearNumbers = 1 << 17               // a megabyte, half of that
)

// three are panels that are packed by place, and how many bytes each place takes.
type three struct {
	panel  [perTile]*float64
	stride [perTile]int
}

//go:noescape
func dots(sums *float64, a *three, b, next *float64, eights int)

//go:noescape
func dotsTwo(sums *float64, a *three, b, next *float64, eights int)

//go:noescape
func dotsOne(sums *float64, a *three, b, next *float64, eights int)

//go:noescape
func dotsFused(sums *float64, a *three, b, next *float64, eights int)

//go:noescape
func finishSquare(sums, a *float64, stride int, b *float64)

//go:noescape
func finishTriangle(sums, a *float64, count int) bool

//go:noescape
func finishRows(out, sums, b *float64, stride int, triangle *float64)

//go:noescape
func packRows(panel *float64, rows *[8]*float64, count, stride, step int)

//go:noescape
func unpackRows(rows *[8]*float64, panel *float64, count, stride, step int)

//go:noescape
func invertTile(out *[8]*float64, at int, m *float64, stride int, l, next, inv *float64, depth int)

//go:noescape
func invertFusedTile(out *[8]*float64, at int, m *float64, stride int, l, next, inv *float64, depth int)

//go:noescape
func gramTile(out *[8]*float64, at int, a, next, b *float64, stride, fours int)

//go:noescape
func gramTwo(out *[8]*float64, at int, a, next, b *float64, stride, fours int)

//go:noescape
func gramOne(out *[8]*float64, at int, a, next, b *float64, stride, fours int)

//go:noescape
func gramFusedTile(out *[8]*float64, at int, a, next, b *float64, stride, fours int)

//go:noescape
func packColumns(panels *float64, stride int, rows *[]float64, at, count int)

// count is how many panels n rows fill, the last perhaps not quite.
func count(n int) int { return (n + panelRows - 1) / panelRows }

// panelAt is where panel b of a lower-triangular matrix begins: panel c has 8(c+1) terms.
func panelAt(b int) int { return panelRows * panelRows * b * (b + 1) / 2 }

const (
	line       = panelRows * 8 // bytes of eight numbers
	eightLines = panelRows * line
)

// pack writes panel b of the rows of l; what is missing is zero. By place its
// triangle on the diagonal stands behind the places, number after number as ever.
func (l Lower) pack(panel, zeros []float64, b int, byPlace bool) {
	i := b * panelRows
	var rows [8]*float64
	l.pointers(&rows, i, &zeros[0])
	stride, step := line, eightLines
	if byPlace {
		stride, step = b*line, line
	}
	if i > 0 {
		packRows(&panel[0], &rows, i, stride, step)
	}
	own := panel[i*panelRows : (i+panelRows)*panelRows]
	clear(own)
	for r := range min(panelRows, len(l)-i) {
		for t, v := range l[i+r][i:] {
			own[t*panelRows+r] = v
		}
	}
}

// unpack is the reverse of pack by place.
func (l Lower) unpack(panel, thrown []float64, b int) {
	i := b * panelRows
	var rows [8]*float64
	l.pointers(&rows, i, &thrown[0])
	if i > 0 {
		unpackRows(&rows, &panel[0], i, b*line, line)
	}
	own := panel[i*panelRows : (i+panelRows)*panelRows]
	for r := range min(panelRows, len(l)-i) {
		row := l[i+r][i:]
		for t := range row {
			row[t] = own[t*panelRows+r]
		}
	}
}

// factoriseTiles goes down the rows, some panels at a time, and along their
// columns, eight at a time: sums of products of what is finished, then the
// columns among themselves. Rows from fused on, a multiple of fusedStep, are of
// products that are not rounded.
func (l Lower) factoriseTiles(ws *Workspace, fused int) bool {
	n := len(l)
	blocks := count(n)
	spare := ws.grown(n)
	clear(spare)
	const each = 8 * 8 * 8 // sums of a panel
	all := ws.grownPanels(perTile*each + panelAt(blocks))
	all, sums := all[perTile*each:], all[:perTile*each]
	var some three
	for first := 0; first < blocks; first += nearRows {
		end := min(first+nearRows, blocks)
		for b := first; b < end; b++ {
			l.pack(all[panelAt(b):], spare, b, true)
		}
		for g := range end {
			columns := all[panelAt(g):panelAt(g+1)]
			for from := max(first, g); from < end; from += perTile {
				to := min(from+perTile, end)
				for b := from; b < to; b++ {
					some.panel[b-from], some.stride[b-from] = &all[panelAt(b)], b*line
				}
				next := &all[panelAt(min(g+1, blocks-1))]
				switch {
				case g == 0:
					clear(sums)
				case first*panelRows >= fused:
					for b := to; b < from+perTile; b++ { // of no use, but there
						some.panel[b-from], some.stride[b-from] = some.panel[0], some.stride[0]
					}
					dotsFused(&sums[0], &some, &columns[0], next, g)
				case to-from == 1:
					dotsOne(&sums[0], &some, &columns[0], next, g)
				case to-from == 2:
					dotsTwo(&sums[0], &some, &columns[0], next, g)
				default:
					dots(&sums[0], &some, &columns[0], next, g)
				}
				for b := from; b < to; b++ {
					own := sums[(b-from)*each:]
					if b > g {
						finishSquare(&own[0], &all[panelAt(b)+g*panelRows], b*line, &columns[g*64])
					} else if !finishTriangle(&own[0], &columns[g*64], min(panelRows, n-g*panelRows)) {
						return false
					}
				}
			}
		}
		for b := first; b < end; b++ {
			l.unpack(all[panelAt(b):], spare, b)
		}
	}
	return true
}

// together is how many tiles of columns, high rows each, stay in the second
// cache: that many are computed side by side.
func together(high int) int { return max(1, nearNumbers/(tileCols*high)) }

// buffer is where the tiles on the diagonal are written, which have more
// columns than their rows.
type buffer [panelRows * tileCols]float64

func (b *buffer) pointers(out *[8]*float64) {
	for r := range out {
		out[r] = &b[r*tileCols]
	}
}

// copyTo writes what rows i to i+7 have of the 24 columns from j on.
func (b *buffer) copyTo(m Lower, i, j int) {
	for r := range min(panelRows, len(m)-i) {
		copy(m[i+r][j:], b[r*tileCols:(r+1)*tileCols])
	}
}

// inside tells whether rows i to i+7 have all 24 columns from j on.
func (m Lower) inside(i, j int) bool { return i+1 >= j+tileCols && i+panelRows <= len(m) }

// invertTiles goes from tile to tile of columns, and down each. Rows from fused
// on, a multiple of eight, are of products that are not rounded.
func (l Lower) invertTiles(m Lower, ws *Workspace, fused int) {
	n := len(l)
	blocks := count(n)
	size := blocks * panelRows
	spare := ws.grown(n)
	clear(spare)
	rows := panelAt(blocks)
	all := ws.grownPanels(rows + size + max(nearNumbers, tileCols*size))
	inv, tiles := all[rows:rows+size], all[rows+size:]
	clear(inv[n:])
	for i := range n {
		inv[i] = 1 / l[i][i]
	}
	for b := range blocks {
		l.pack(all[panelAt(b):], spare, b, false)
	}
	var straight, buffered [8]*float64
	var out buffer
	out.pointers(&buffered)
	for first := 0; first < n; {
		// Tiles of the same height lie one after the other.
		high := size - first
		stride, each := high*panelRows, high*tileCols
		end := min(n, first+together(high)*tileCols)
		for j := first; j < end; j += tileCols {
			tile := tiles[(j-first)/tileCols*each:][:each]
			clear(tile)
			for c := range min(tileCols, size-j) {
				tile[c/panelRows*stride+(j-first+c)*panelRows+c%panelRows] = 1
			}
		}
		for b := first / panelRows; b < blocks; b++ {
			i := b * panelRows
			m.pointers(&straight, i, nil)
			next := all[panelAt(min(b+1, blocks-1)):]
			invert := invertTile
			if i >= fused {
				invert = invertFusedTile
			}
			for j := first; j < min(end, i+panelRows); j += tileCols {
				tile := tiles[(j-first)/tileCols*each+(j-first)*panelRows:]
				if m.inside(i, j) {
					invert(&straight, j, &tile[0], stride, &all[panelAt(b)+j*panelRows], &next[j*panelRows], &inv[i], i-j)
					continue
				}
				invert(&buffered, 0, &tile[0], stride, &all[panelAt(b)+j*panelRows], &next[j*panelRows], &inv[i], i-j)
				out.copyTo(m, i, j)
			}
		}
		first = end
	}
}

// gramTiles takes eight rows of the result, which are columns of m, and 24
// columns at a time.
func (m Lower) gramTiles(dst Lower, ws *Workspace, fused bool) {
	n := len(m)
	blocks := count(n)
	size := blocks * panelRows
	groups := (blocks + perTile - 1) / perTile
	// Tile g has its columns' rows from 24g on.
	at := func(g int) int { return tileCols * (g*size - tileCols*g*(g-1)/2) }
	all := ws.grownPanels(at(groups))
	// diagonal is where the columns of panel b meet their own rows.
	diagonal := func(b int) *float64 {
		g, i := b/perTile, b*panelRows
		return &all[at(g)+b%perTile*(size-g*tileCols)*panelRows+(i-g*tileCols)*panelRows]
	}
	for g := range groups {
		m.packTile(all[at(g):at(g+1)], g*tileCols, size)
	}
	var straight, buffered [8]*float64
	var out buffer
	out.pointers(&buffered)
	for first := 0; first < groups; {
		end := min(groups, first+together(size-first*tileCols))
		for b := first * perTile; b < blocks; b++ {
			i, own := b*panelRows, b/perTile
			rows, next := diagonal(b), diagonal(min(b+1, blocks-1))
			dst.pointers(&straight, i, nil)
			for g := first; g < min(end, own+1); g++ {
				j := g * tileCols
				columns := all[at(g)+(i-j)*panelRows : at(g+1)]
				stride, fours := (size-j)*panelRows, (size-i)/4
				if dst.inside(i, j) {
					gramWhole(fused, &straight, j, rows, next, &columns[0], stride, fours)
					continue
				}
				beyond := b - g*perTile
				switch { // panels beyond the diagonal are not needed
				case beyond == 0 && !fused:
					gramOne(&buffered, 0, rows, next, &columns[0], stride, fours)
				case beyond == 1 && !fused:
					gramTwo(&buffered, 0, rows, next, &columns[0], stride, fours)
				default:
					gramWhole(fused, &buffered, 0, rows, next, &columns[0], stride, fours)
				}
				out.copyTo(dst, i, j)
			}
		}
		first = end
	}
}

// gramWhole is a tile of all 24 columns.
func gramWhole(fused bool, out *[8]*float64, at int, a, next, b *float64, stride, fours int) {
	if fused {
		gramFusedTile(out, at, a, next, b, stride, fours)
		return
	}
	gramTile(out, at, a, next, b, stride, fours)
}

// packTile writes the 24 columns from j on, from row j to size.
func (m Lower) packTile(tile []float64, j, size int) {
	stride := (size - j) * panelRows
	full := min(j+tileCols, size) // the first row that has all columns, if there is one
	for i := j; i < size; i++ {
		if i == full && i < len(m) {
			packColumns(&tile[(i-j)*panelRows], stride, &m[i], j, len(m)-i)
			i = len(m)
			if i == size {
				return
			}
		}
		var row []float64
		if i < len(m) {
			row = m[i][j:]
		}
		for p := range perTile {
			own := tile[p*stride+(i-j)*panelRows:][:panelRows]
			k := copy(own, row)
			row = row[k:]
			clear(own[k:])
		}
	}
}
