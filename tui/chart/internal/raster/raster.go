// Package raster draws lines as dots on a grid of cells.
package raster

import (
	"math"

	"farsight/tui/chart/internal/scale"
)

// Cells is how the dots of a cell become a character.
type Cells uint8

// The ways, in the order of chart.Glyphs.
const (
	Braille Cells = iota
	Quadrants
	ASCII
)

// Dash is the pattern of a line.
type Dash uint8

// The patterns.
const (
	Solid Dash = iota
	Dashed
	Dotted
)

// Raster is the dots of one line over a rectangle of cells: 2×4 dots a cell in braille, 2×2 in
// quadrants, 2×3 in ASCII, where the dots choose among - _ ' / \ |.
type Raster struct {
	w, h   int // cells
	sx, sy int // dots per cell
	cells  Cells
	bits   []uint8 // one byte a cell, bit row*2+column
	on     int     // dots drawn, then as many skipped; 0: all drawn
	off    int
	phase  int
	Heavy  bool // each dot with the one below it
	pen    bool // a previous point is down at px, py
	px, py int
	fx, fy float64
}

// Dots is how many there are in a cell, beside and above each other.
func Dots(g Cells) (sx, sy int) {
	return 2, [...]int{4, 2, 3}[g]
}

// New makes an empty raster of so many cells.
func New(w, h int, g Cells, d Dash) *Raster {
	r := &Raster{w: w, h: h, cells: g, bits: make([]uint8, w*h)}
	r.sx, r.sy = Dots(g)
	switch d {
	case Dashed:
		r.on, r.off = r.sy, r.sy-1
		if g == ASCII {
			r.on, r.off = 2, 2
		}
	case Dotted:
		r.on, r.off = 1, r.sy-1
	}
	return r
}

// Lift ends the line: the next point starts another.
func (r *Raster) Lift() { r.pen = false }

// To draws to the dot at x, y, counted from the upper left in dots; the part outside is clipped.
// Values that are not finite lift the pen.
func (r *Raster) To(x, y float64) {
	if !scale.Finite(x) || !scale.Finite(y) {
		r.Lift()
		return
	}
	if r.pen {
		x0, y0, x1, y1, ok := clipLine(r.fx, r.fy, x, y, float64(r.w*r.sx)-0.5, float64(r.h*r.sy)-0.5)
		if ok {
			r.segment(Dot(x0), Dot(y0), Dot(x1), Dot(y1))
		}
	} else if x >= -0.5 && y >= -0.5 && x < float64(r.w*r.sx)-0.5 && y < float64(r.h*r.sy)-0.5 {
		r.px, r.py = Dot(x), Dot(y)
		r.plot(r.px, r.py)
	}
	r.pen, r.fx, r.fy = true, x, y
}

// Dot is the nearest dot to a place.
func Dot(v float64) int { return int(math.Floor(v + 0.5)) }

// segment draws from one dot to another; a dot the last segment ended on is not drawn again.
func (r *Raster) segment(x0, y0, x1, y1 int) {
	if x0 != r.px || y0 != r.py {
		r.plot(x0, y0)
	}
	r.px, r.py = x1, y1
	dx, dy := x1-x0, y1-y0
	switch {
	case dx == 0 && dy == 0:
	case dx*dx <= 1 && dy*dy <= 1: // neighbours, the common case: nothing to compute
		r.plot(x1, y1)
	default:
		along(x0, y0, x1, y1, r.plot)
	}
}

// along visits the dots of a line but its first, in order (Bresenham). The line is the same from
// either end: it is counted from its left end, or its upper one where it is steep.
func along(x0, y0, x1, y1 int, visit func(x, y int)) {
	dx, dy := x1-x0, y1-y0
	n, rise := dx, dy // along the longer side and across it
	steep := abs(dy) >= abs(dx)
	if steep {
		n, rise = dy, dx
	}
	back := n < 0
	if back {
		n, rise, x0, y0 = -n, -rise, x1, y1
	}
	side := 1
	if rise < 0 {
		side, rise = -1, -rise
	}
	for i := 1; i <= n; i++ {
		k := i
		if back {
			k = n - i
		}
		across := side * ((2*rise*k + n - 1) / (2 * n)) // the nearest dot, the nearer to the start of two
		if steep {
			visit(x0+across, y0+k)
		} else {
			visit(x0+k, y0+across)
		}
	}
}

func abs(v int) int { return max(v, -v) }

func (r *Raster) plot(x, y int) {
	r.phase++
	if r.on > 0 && (r.phase-1)%(r.on+r.off) >= r.on {
		return
	}
	if x < 0 || y < 0 || x >= r.w*r.sx || y >= r.h*r.sy {
		return
	}
	r.set(x, y)
	if r.Heavy && r.cells == Braille && y+1 < r.h*r.sy {
		r.set(x, y+1)
	}
}

func (r *Raster) set(x, y int) { r.bits[(y/r.sy)*r.w+x/2] |= 1 << (y%r.sy*2 + x%2) }

// clipLine cuts a segment to -0.5 ≤ x < xm, -0.5 ≤ y < ym (Liang and Barsky).
func clipLine(x0, y0, x1, y1, xm, ym float64) (a, b, c, d float64, ok bool) {
	const edge = 1e-9
	if min(x0, x1, y0, y1) >= -0.5 && max(x0, x1) < xm && max(y0, y1) < ym {
		return x0, y0, x1, y1, true
	}
	dx, dy := x1-x0, y1-y0
	t0, t1 := 0.0, 1.0
	for _, e := range [...][2]float64{{-dx, x0 + 0.5}, {dx, xm - edge - x0}, {-dy, y0 + 0.5}, {dy, ym - edge - y0}} {
		p, q := e[0], e[1]
		switch {
		case p == 0:
			if q < 0 {
				return 0, 0, 0, 0, false
			}
		case p < 0:
			t0 = math.Max(t0, q/p)
		default:
			t1 = math.Min(t1, q/p)
		}
	}
	if t0 > t1 {
		return 0, 0, 0, 0, false
	}
	return x0 + t0*dx, y0 + t0*dy, x0 + t1*dx, y0 + t1*dy, true
}

// Each calls f with every cell that has a dot.
func (r *Raster) Each(f func(x, y int, ch rune)) {
	for i, b := range r.bits {
		if b == 0 {
			continue
		}
		var ch rune
		switch r.cells {
		case ASCII:
			ch = rune(asciiLine[b&63])
		case Braille:
			ch = braille[b]
		default:
			ch = quadrants[b&15]
		}
		f(i%r.w, i/r.w, ch)
	}
}

// braille is indexed by bits; Unicode counts the upper three rows down the left column, down the
// right one, then the last row.
var braille = func() (t [256]rune) {
	for b := range t {
		ch := rune(0x2800)
		for row := range 4 {
			for col := range 2 {
				if b>>(row*2+col)&1 != 0 {
					ch |= 1 << [4][2]int{{0, 3}, {1, 4}, {2, 5}, {6, 7}}[row][col]
				}
			}
		}
		t[b] = ch
	}
	return t
}()

// quadrants is indexed by bits: upper left 1, upper right 2, lower left 4, lower right 8.
var quadrants = [16]rune{' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'}

// asciiLine is indexed by the six dots of a cell: the height of the left column against that of the
// right one tells the slope, the mean height the level.
var asciiLine = func() (t [64]byte) {
	for b := 1; b < 64; b++ {
		var sum, n [2]float64
		for row := range 3 {
			for col := range 2 {
				if b>>(row*2+col)&1 != 0 {
					sum[col] += float64(row)
					n[col]++
				}
			}
		}
		l, r := sum[0]/n[0], sum[1]/n[1]
		switch {
		case n[0] == 3 || n[1] == 3 || n[0] == 2 && n[1] == 0 || n[1] == 2 && n[0] == 0:
			t[b] = '|'
		case n[0] > 0 && n[1] > 0 && l-r > 0.9:
			t[b] = '/'
		case n[0] > 0 && n[1] > 0 && r-l > 0.9:
			t[b] = '\\'
		default:
			level := (sum[0] + sum[1]) / (n[0] + n[1])
			t[b] = "'-_"[int(math.Round(level))]
		}
	}
	return t
}()
