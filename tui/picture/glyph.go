package picture

import (
	"math"

	"farsight/tui/chart"
)

// glyph builds the shapes of one character in a cell.
type glyph struct {
	x, y, w, h float64
	out        []shape
}

// stroke adds a shape to a glyph.
type stroke func(g *glyph)

// glyphShapes returns how a rune is drawn in the cell with its corner at x, y; nil: as text.
func glyphShapes(r rune, x, y, w, h float64) []shape {
	g := &glyph{x: x, y: y, w: w, h: h}
	up, right, down, left, box := chart.BoxArms(r)
	switch {
	case r >= 0x2580 && r < 0x25a0:
		g.block(r)
	case r > 0x2800 && r < 0x2900:
		g.braille(r)
	case box:
		g.arms(up, right, down, left)
	default:
		g.add(signs[r])
	}
	return g.out
}

func (g *glyph) add(parts []stroke) {
	for _, p := range parts {
		p(g)
	}
}

// rect fills a part of the cell, in fractions of it.
func (g *glyph) rect(x0, y0, x1, y1 float64) *shape {
	a, b, c, d := g.x+x0*g.w, g.y+y0*g.h, g.x+x1*g.w, g.y+y1*g.h
	g.out = append(g.out, shape{poly: []point{{a, b}, {c, b}, {c, d}, {a, d}}})
	return &g.out[len(g.out)-1]
}

func (g *glyph) block(r rune) {
	switch {
	case r == '▀':
		g.rect(0, 0, 1, 0.5)
	case r >= '▁' && r <= '█':
		g.rect(0, 1-float64(r-0x2580)/8, 1, 1)
	case r >= '▉' && r <= '▏':
		g.rect(0, 0, float64(0x2590-r)/8, 1)
	case r == '▐':
		g.rect(0.5, 0, 1, 1)
	case r >= '░' && r <= '▓':
		g.rect(0, 0, 1, 1).alpha = float64(r-'░'+1) / 4
	case r == '▔':
		g.rect(0, 0, 1, 0.125)
	case r == '▕':
		g.rect(0.875, 0, 1, 1)
	default: // quadrants: upper left 1, upper right 2, lower left 4, lower right 8
		q := [...]int{4, 8, 1, 13, 9, 7, 11, 2, 6, 14}[r-'▖']
		for i := range 4 {
			if q>>i&1 != 0 {
				x, y := float64(i%2)/2, float64(i/2)/2
				g.rect(x, y, x+0.5, y+0.5)
			}
		}
	}
}

// brailleDots gives column and row of each of the eight dots.
var brailleDots = [8][2]float64{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

func (g *glyph) braille(r rune) {
	for i, d := range brailleDots {
		if r>>i&1 != 0 {
			disc(0.25+d[0]*0.5, (d[1]+0.5)/4, 0.15)(g)
		}
	}
}

// disc fills a circle: centre in fractions of the cell, radius in widths.
func disc(cx, cy, radius float64) stroke {
	return func(g *glyph) {
		g.out = append(g.out, shape{disc: true, poly: []point{{g.x + cx*g.w, g.y + cy*g.h}}, radius: radius * g.w})
	}
}

// around fills or strokes a polygon about the middle of the cell, in widths.
func around(width float64, pts ...float64) stroke {
	return func(g *glyph) {
		s := shape{width: width * g.w, closed: true}
		for i := 0; i < len(pts); i += 2 {
			s.poly = append(s.poly, point{g.x + g.w/2 + pts[i]*g.w, g.y + g.h/2 + pts[i+1]*g.w})
		}
		g.out = append(g.out, s)
	}
}

// line strokes between places in fractions of the cell, width in widths.
func line(width float64, pts ...float64) stroke {
	return func(g *glyph) {
		s := shape{width: width * g.w}
		for i := 0; i < len(pts); i += 2 {
			s.poly = append(s.poly, point{g.x + pts[i]*g.w, g.y + pts[i+1]*g.h})
		}
		g.out = append(g.out, s)
	}
}

// dashed are n of them along the middle of the cell.
func dashed(n int, width float64, upright bool) (out []stroke) {
	for i := range n {
		a, b := (float64(i)+0.2)/float64(n), (float64(i)+0.8)/float64(n)
		if upright {
			out = append(out, line(width, 0.5, a, 0.5, b))
		} else {
			out = append(out, line(width, a, 0.5, b, 0.5))
		}
	}
	return out
}

const (
	lightLine = 0.15 // of a cell's width
	heavyLine = 0.28
	outline   = 0.11
)

// signs are the boxes without arms, and the shapes of points, which few fonts have all of in one size.
var signs = map[rune][]stroke{
	'┄': dashed(3, lightLine, false), '┅': dashed(3, heavyLine, false),
	'┆': dashed(3, lightLine, true), '┇': dashed(3, heavyLine, true),
	'┈': dashed(4, lightLine, false), '┉': dashed(4, heavyLine, false),
	'┊': dashed(4, lightLine, true), '┋': dashed(4, heavyLine, true),
	'╌': dashed(2, lightLine, false), '╍': dashed(2, heavyLine, false),
	'╎': dashed(2, lightLine, true), '╏': dashed(2, heavyLine, true),
	'║': {line(lightLine, 0.32, 0, 0.32, 1), line(lightLine, 0.68, 0, 0.68, 1)},
	'╱': {line(lightLine, 0, 1, 1, 0)},
	'╲': {line(lightLine, 0, 0, 1, 1)},
	'╳': {line(lightLine, 0, 1, 1, 0), line(lightLine, 0, 0, 1, 1)},
	'•': {disc(0.5, 0.5, 0.24)},
	'●': {disc(0.5, 0.5, 0.42)},
	'○': {around(outline, circle(0.37)...)},
	'◆': {around(0, 0, -0.5, 0.5, 0, 0, 0.5, -0.5, 0)},
	'◇': {around(outline, 0, -0.43, 0.43, 0, 0, 0.43, -0.43, 0)},
	'▲': {around(0, 0, -0.45, 0.5, 0.42, -0.5, 0.42)},
	'△': {around(outline, 0, -0.4, 0.43, 0.36, -0.43, 0.36)},
	'▼': {around(0, 0, 0.45, 0.5, -0.42, -0.5, -0.42)},
	'▽': {around(outline, 0, 0.4, 0.43, -0.36, -0.43, -0.36)},
	'▶': {around(0, 0.45, 0, -0.4, 0.5, -0.4, -0.5)},
	'▸': {around(0, 0.45, 0, -0.4, 0.5, -0.4, -0.5)},
	'◀': {around(0, -0.45, 0, 0.4, 0.5, 0.4, -0.5)},
	'■': {around(0, -0.4, -0.4, 0.4, -0.4, 0.4, 0.4, -0.4, 0.4)},
	'□': {around(outline, -0.36, -0.36, 0.36, -0.36, 0.36, 0.36, -0.36, 0.36)},
	'◣': {around(0, -0.45, -0.45, 0.45, 0.45, -0.45, 0.45)},
	'◥': {around(0, -0.45, -0.45, 0.45, -0.45, 0.45, 0.45)},
	'◎': {around(outline, circle(0.43)...), disc(0.5, 0.5, 0.2)},
	'◈': {around(outline, 0, -0.46, 0.46, 0, 0, 0.46, -0.46, 0), around(0, 0, -0.22, 0.22, 0, 0, 0.22, -0.22, 0)},
	'✚': {around(0, -0.16, -0.45, 0.16, -0.45, 0.16, 0.45, -0.16, 0.45), around(0, -0.45, -0.16, 0.45, -0.16, 0.45, 0.16, -0.45, 0.16)},
	'★': {around(0, star(0.5)...)},
	'☆': {around(outline, star(0.46)...)},
	'↗': {line(0.12, 0.12, 0.68, 0.86, 0.32), line(0.12, 0.4, 0.32, 0.86, 0.32), line(0.12, 0.86, 0.32, 0.86, 0.55)},
	'↘': {line(0.12, 0.12, 0.32, 0.86, 0.68), line(0.12, 0.4, 0.68, 0.86, 0.68), line(0.12, 0.86, 0.68, 0.86, 0.45)},
	'∅': {around(outline, circle(0.34)...), line(outline, 0.1, 0.74, 0.9, 0.26)},
	'¤': {around(outline, circle(0.26)...), line(outline, 0.1, 0.3, 0.3, 0.4), line(outline, 0.1, 0.7, 0.3, 0.6),
		line(outline, 0.9, 0.3, 0.7, 0.4), line(outline, 0.9, 0.7, 0.7, 0.6)},
	'⋮': {disc(0.5, 0.25, 0.12), disc(0.5, 0.5, 0.12), disc(0.5, 0.75, 0.12)},
	'⏸': {around(0, -0.35, -0.45, -0.1, -0.45, -0.1, 0.45, -0.35, 0.45), around(0, 0.1, -0.45, 0.35, -0.45, 0.35, 0.45, 0.1, 0.45)},
	'✓': {line(0.16, 0.12, 0.52, 0.4, 0.68), line(0.16, 0.4, 0.68, 0.92, 0.3)},
	'✗': {line(0.14, 0.2, 0.36, 0.8, 0.66), line(0.14, 0.8, 0.36, 0.2, 0.66)},
	'×': {line(0.14, 0.2, 0.36, 0.8, 0.66), line(0.14, 0.8, 0.36, 0.2, 0.66)},
}

// pointSigns are the shapes of points that elsewhere are letters or lines.
var pointSigns = map[rune][]stroke{
	'↑': {line(0.14, 0.5, 0.75, 0.5, 0.25), line(0.14, 0.2, 0.4, 0.5, 0.25, 0.8, 0.4)},
	'↓': {line(0.14, 0.5, 0.25, 0.5, 0.75), line(0.14, 0.2, 0.6, 0.5, 0.75, 0.8, 0.6)},
	'╋': {line(0.24, 0, 0.5, 1, 0.5), line(0.24, 0.5, 0.25, 0.5, 0.75)},
	'*': {line(0.24, 0, 0.5, 1, 0.5), line(0.24, 0.5, 0.25, 0.5, 0.75), line(0.2, 0.15, 0.325, 0.85, 0.675), line(0.2, 0.15, 0.675, 0.85, 0.325)},
	'!': {line(0.22, 0.5, 0.25, 0.5, 0.5+1.0/12), disc(0.5, 0.7, 0.13)},
}

// pointShapes are those of a point about a place.
func pointShapes(s chart.Shape, x, y, size float64) []shape {
	g := &glyph{x: x - size/2, y: y - size, w: size, h: 2 * size}
	if parts, ok := pointSigns[s.Rune()]; ok {
		g.add(parts)
		return g.out
	}
	return glyphShapes(s.Rune(), g.x, g.y, g.w, g.h)
}

// arms draws half lines from the middle, each long enough to close the corner with the others.
func (g *glyph) arms(up, right, down, left int) {
	width := [...]float64{0, lightLine, heavyLine}
	vx, hy := max(width[up], width[down])/2, max(width[left], width[right])/2*g.w/g.h
	bar := func(x0, y0, x1, y1 float64) {
		if x1 > x0 && y1 > y0 {
			g.rect(x0, y0, x1, y1)
		}
	}
	half := func(weight int) float64 { return width[weight] / 2 }
	tall := func(weight int) float64 { return width[weight] / 2 * g.w / g.h }
	bar(0.5-half(up), 0, 0.5+half(up), 0.5+hy)
	bar(0.5-half(down), 0.5-hy, 0.5+half(down), 1)
	bar(0, 0.5-tall(left), 0.5+vx, 0.5+tall(left))
	bar(0.5-vx, 0.5-tall(right), 1, 0.5+tall(right))
}

// star is one of five points.
func star(radius float64) []float64 {
	p := make([]float64, 0, 20)
	for i := range 10 {
		r := radius
		if i%2 == 1 {
			r *= 0.4
		}
		s, c := math.Sincos(float64(i) * math.Pi / 5)
		p = append(p, r*s, -r*c)
	}
	return p
}

// circle is a polygon fine enough to pass for one at the size of a cell.
func circle(radius float64) []float64 {
	const n = 24
	p := make([]float64, 0, 2*n)
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / n)
		p = append(p, radius*c, radius*s)
	}
	return p
}
