package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/canvas/runes"
)

// lowerBlocks are the eighth blocks, from empty to full.
var lowerBlocks = [9]rune{' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// band fills between two curves in one shade, its edges as fine as an eighth of a row: background
// colour in full cells, which lines keep that cross it, eighth blocks along both edges. Without
// colours it is a pattern that lines are added to, on a dark terminal of sixteen colours too: the only
// quiet background there is too light for a line.
func (f *frame) band(b Band) {
	n := min(len(b.Lo), len(b.Hi))
	if b.X != nil {
		n = min(n, len(b.X))
	}
	look := f.look(b)
	for col := range f.w {
		if i, j, t, ok := f.x.Between(b.X, n, float64(col)+0.5); ok {
			lo, hi := f.between(b, i, j, t)
			f.bandColumn(col, lo, hi, &look)
		}
	}
	if look.pattern {
		f.edge(b.X, b.Hi[:n], look.ink)
		f.edge(b.X, b.Lo[:n], look.ink)
	}
}

// between interpolates the places of both curves on the y axis, in rows from the top.
func (f *frame) between(b Band, i, j int, t float64) (lo, hi float64) {
	l0, l1 := f.y.edge(b.Lo[i]), f.y.edge(b.Lo[j])
	h0, h1 := f.y.edge(b.Hi[i]), f.y.edge(b.Hi[j])
	if t == 0 {
		return l0, h0
	}
	return l0 + t*(l1-l0), h0 + t*(h1-h0)
}

// patterned reports whether a band is a pattern and not a background.
func patterned(c Canvas, s Style) bool {
	return c.Mono() || c.Terminal().Profile == ANSI16 && s.Background.lightness() < 0.5
}

// bandLook is how a band looks.
type bandLook struct {
	fill    Color
	ink     Ink // of a pattern
	pattern bool
}

func (f *frame) look(b Band) (l bandLook) {
	profile := f.c.Terminal().Profile
	l.fill, l.pattern, l.ink.Fg = b.Fill, patterned(f.c, f.style), b.Edge.Or(b.Fill)
	if l.pattern && profile == ANSI16 {
		l.ink.Fg = b.Fill
	}
	return l
}

// bandColumn fills one column between two places on the y axis, in rows from the top. However thin, it
// is at least an eighth high.
func (f *frame) bandColumn(col int, lo, hi float64, l *bandLook) {
	if math.IsNaN(lo) || math.IsNaN(hi) || hi > lo || lo < 0 || hi > float64(f.h) {
		return
	}
	eighths := func(place float64) int { // from the bottom
		return clamp(int(math.Round(8*(float64(f.h)-place))), -1, 8*f.h+1)
	}
	e0, e1 := eighths(lo), eighths(hi)
	if e1 == e0 {
		e1 = clamp(e0+1, 1, 8*f.h)
		e0 = e1 - 1
	}
	for r := max(e0, 0) / 8; r*8 < min(e1, 8*f.h); r++ {
		f.bandCell(col, f.h-1-r, e0-8*r, e1-8*r, l)
	}
}

// bandCell fills a cell from eighth a to eighth z, counted from its bottom; they may lie beyond it.
func (f *frame) bandCell(x, y, a, z int, l *bandLook) {
	i := y*f.w + x
	a, z = max(a, 0), min(z, 8)
	ground, hatched := f.mem.under[i], f.mem.layer[i] == layerHatch
	f.mem.layer[i] = max(f.mem.layer[i], layerBand)
	if l.pattern {
		f.pattern(x, y, a, z, l.ink)
		return
	}
	if z-a >= 4 { // where a line takes the cell, the edge is the cell's
		f.mem.under[i] = l.fill
	}
	if a > 0 && z < 8 { // both edges in one cell: keep the thickness and move to the nearer side
		if a <= 8-z {
			a, z = 0, z-a
		} else {
			a, z = 8-(z-a), 8
		}
	}
	switch {
	case hatched:
		f.c.paint(x, y, f.mem.under[i])
	case z-a == 8:
		f.c.put(x, y, Cell{Rune: ' ', Bg: l.fill})
	case a == 0:
		f.c.put(x, y, Cell{Rune: lowerBlocks[z], Fg: l.fill, Bg: ground})
	case ground.isDefault():
		f.c.put(x, y, Cell{Rune: lowerBlocks[a], Fg: l.fill, Attr: Reverse})
	default:
		f.c.put(x, y, Cell{Rune: lowerBlocks[a], Fg: ground, Bg: l.fill})
	}
}

// pattern is a band without a background: every fourth dot.
func (f *frame) pattern(x, y, a, z int, ink Ink) {
	ch := rune(runes.BrailleBlockOffset)
	for row := 0; row < dotsY; row += 2 {
		if at := 7 - 2*row; at >= a && at <= z { // in eighths from below
			ch |= brailleRow[row][row/2]
		}
	}
	if ch != runes.BrailleBlockOffset {
		f.over(x, y, ch, ink, layerBand)
	}
}

// edge draws one edge of a pattern.
func (f *frame) edge(x, y []float64, ink Ink) {
	f.trace(x, y, Solid)
	for i, ch := range f.mem.pen.cells {
		if ch != 0 {
			f.over(i%f.w, i/f.w, ch, ink, layerBand)
		}
	}
}
