package chart

import "math"

// lowerBlocks are the eighth blocks, from empty to full.
var lowerBlocks = [9]rune{' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// band fills between two curves with a resolution of an eighth of a row: background colour in full
// cells, eighth blocks on the upper edge, reversed eighth blocks on the lower edge. However thin, it
// is at least an eighth high. Without colours or blocks it is a shade, and on a dark terminal of
// sixteen colours too: the only quiet background there is too light for a line.
func (f *frame) band(b Band) {
	n := min(len(b.Lo), len(b.Hi))
	if b.X != nil {
		n = min(n, len(b.X))
	}
	if n == 0 {
		return
	}
	tints := f.tints(b.Fill)
	k := 0 // the last sample at or left of the column
	for col := range f.w {
		at := float64(col) + 0.5
		var lo, hi float64
		if b.X == nil {
			t := at / float64(f.w) * float64(n-1)
			i := min(int(t), n-1)
			j := min(i+1, n-1)
			lo, hi = f.between(b, i, j, t-float64(i))
		} else {
			for k+1 < n && !(f.x.Place(b.X[k+1]) > at) {
				k++
			}
			x0 := f.x.Place(b.X[k])
			j := min(k+1, n-1)
			x1 := f.x.Place(b.X[j])
			switch {
			case at < x0-0.5 || at > x1+0.5: // outside the samples
				continue
			case x1 > x0:
				lo, hi = f.between(b, k, j, min(max((at-x0)/(x1-x0), 0), 1))
			default:
				lo, hi = f.between(b, k, k, 0)
			}
		}
		f.bandColumn(col, lo, hi, b, &tints)
	}
}

// tints gives the background of a line on a band thinner than a row, by how many eighths of the cell
// the band covers: it would vanish under its line and come back with a jump.
func (f *frame) tints(fill Color) (t [9]Color) {
	for n := range t {
		switch {
		case n == 8 || n >= 4 && f.c.Terminal().Profile == ANSI16:
			t[n] = fill
		case n > 0 && f.c.Terminal().Profile < ANSI16 && !f.style.Background.isDefault():
			t[n] = Blend(f.style.Background, fill, float64(n)/8)
		}
	}
	return t
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

func shaded(c Canvas, s Style) bool {
	return c.Terminal().Profile == ANSI16 && s.Background.lightness() < 0.5
}

// bandColumn fills one column between two places on the y axis, in rows from the top.
func (f *frame) bandColumn(col int, lo, hi float64, b Band, tints *[9]Color) {
	if math.IsNaN(lo) || math.IsNaN(hi) || hi > lo || lo < 0 || hi > float64(f.h) {
		return
	}
	eighths := func(place float64) int { // from the bottom
		return clamp(int(math.Round(8*(float64(f.h)-place))), 0, 8*f.h)
	}
	e0, e1 := eighths(lo), eighths(hi)
	if e1 == e0 {
		e1 = min(e0+1, 8*f.h)
		e0 = e1 - 1
	}
	for r := e0 / 8; r*8 < e1; r++ {
		f.bandCell(col, f.h-1-r, max(e0-8*r, 0), min(e1-8*r, 8), b, tints, e1-e0 < 8)
	}
}

// bandCell fills a cell from eighth a to eighth z, counted from its bottom.
func (f *frame) bandCell(x, y, a, z int, b Band, tints *[9]Color, thin bool) {
	i := y*f.w + x
	ground := f.mem.under[i]
	if f.mem.layer[i] == layerEmpty {
		f.mem.layer[i] = layerBand
	}
	switch g := f.c.Glyphs(); {
	case f.c.Mono() || g == ASCII || shaded(f.c, f.style):
		// one shade a cell: no colour to tell a band from a line
		if z-a >= 4 || z-a >= 1 && f.h < 4 {
			ch := '░'
			if g == ASCII {
				ch = ':'
			}
			ink := Ink{Fg: b.Edge.Or(b.Fill)}
			if shaded(f.c, f.style) {
				ink.Fg = b.Fill
			}
			f.c.Set(x, y, ch, ink)
		}
		return
	case a > 0 && z < 8:
		// both edges in one cell: keep the thickness and move to the nearer side
		if a <= 8-z {
			a, z = 0, z-a
		} else {
			a, z = 8-(z-a), 8
		}
	}
	switch {
	case thin:
		f.mem.under[i] = tints[z-a]
	case z-a >= 4:
		f.mem.under[i] = b.Fill
	}
	hatched := f.mem.layer[i] == layerHatch
	switch {
	case a == 0 && z == 8:
		if hatched {
			f.c.at(x, y).Bg = b.Fill
		} else {
			f.c.put(x, y, Cell{Rune: ' ', Bg: b.Fill})
		}
	case a == 0:
		f.c.put(x, y, Cell{Rune: lowerBlocks[z], Fg: b.Fill, Bg: ground})
	case ground.isDefault():
		f.c.put(x, y, Cell{Rune: lowerBlocks[a], Fg: b.Fill, Attr: Reverse})
	default:
		f.c.put(x, y, Cell{Rune: lowerBlocks[a], Fg: ground, Bg: b.Fill})
	}
}
