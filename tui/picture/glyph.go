package picture

import (
	"math"

	"farsight/tui/chart"
)

// glyph builds the shapes of one character in a cell.
type glyph struct {
	x, y, w, h float64
	out        []Shape
}

// Glyph returns how a rune is drawn in the cell with its corner at x, y; nil: as text.
func Glyph(r rune, x, y, w, h float64) []Shape {
	g := &glyph{x: x, y: y, w: w, h: h}
	switch {
	case r >= 0x2580 && r < 0x25a0:
		g.block(r)
	case r > 0x2800 && r < 0x2900:
		g.braille(r)
	case r >= 0x2500 && r < 0x2580:
		g.box(r)
	default:
		g.mark(r)
	}
	return g.out
}

// rect fills a part of the cell, in fractions of it.
func (g *glyph) rect(x0, y0, x1, y1 float64) *Shape {
	a, b, c, d := g.x+x0*g.w, g.y+y0*g.h, g.x+x1*g.w, g.y+y1*g.h
	g.out = append(g.out, Shape{Poly: []Point{{a, b}, {c, b}, {c, d}, {a, d}}})
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
		g.rect(0, 0, 1, 1).Alpha = float64(r-'░'+1) / 4
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
			g.disc(0.25+d[0]*0.5, (d[1]+0.5)/4, 0.15)
		}
	}
}

// disc fills a circle: centre in fractions of the cell, radius in widths.
func (g *glyph) disc(cx, cy, radius float64) {
	g.out = append(g.out, Shape{Disc: true, Poly: []Point{{g.x + cx*g.w, g.y + cy*g.h}}, Radius: radius * g.w})
}

// around fills or strokes a polygon about the middle of the cell, in widths.
func (g *glyph) around(width float64, pts ...float64) {
	s := Shape{Width: width * g.w, Closed: true}
	for i := 0; i < len(pts); i += 2 {
		s.Poly = append(s.Poly, Point{g.x + g.w/2 + pts[i]*g.w, g.y + g.h/2 + pts[i+1]*g.w})
	}
	g.out = append(g.out, s)
}

// line strokes between two places in fractions of the cell, width in widths.
func (g *glyph) line(width, x0, y0, x1, y1 float64) {
	g.out = append(g.out, Shape{Width: width * g.w, Poly: []Point{{g.x + x0*g.w, g.y + y0*g.h}, {g.x + x1*g.w, g.y + y1*g.h}}})
}

const (
	lightLine = 0.15 // of a cell's width
	heavyLine = 0.28
)

func (g *glyph) box(r rune) {
	if u, ri, d, l, ok := chart.BoxArms(r); ok {
		g.arms(u, ri, d, l)
		return
	}
	dashes := func(n int, heavy, upright bool) {
		width := lightLine
		if heavy {
			width = heavyLine
		}
		for i := range n {
			a, b := (float64(i)+0.2)/float64(n), (float64(i)+0.8)/float64(n)
			if upright {
				g.line(width, 0.5, a, 0.5, b)
			} else {
				g.line(width, a, 0.5, b, 0.5)
			}
		}
	}
	switch r {
	case '║':
		g.line(lightLine, 0.32, 0, 0.32, 1)
		g.line(lightLine, 0.68, 0, 0.68, 1)
	case '┄', '┅':
		dashes(3, r == '┅', false)
	case '┆', '┇':
		dashes(3, r == '┇', true)
	case '┈', '┉':
		dashes(4, r == '┉', false)
	case '┊', '┋':
		dashes(4, r == '┋', true)
	case '╌', '╍':
		dashes(2, r == '╍', false)
	case '╎', '╏':
		dashes(2, r == '╏', true)
	case '╱', '╲', '╳':
		if r != '╲' {
			g.line(lightLine, 0, 1, 1, 0)
		}
		if r != '╱' {
			g.line(lightLine, 0, 0, 1, 1)
		}
	}
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

// mark draws the shapes of points, which few fonts have all of in one size.
func (g *glyph) mark(r rune) {
	const stroke = 0.11
	switch r {
	case '•':
		g.disc(0.5, 0.5, 0.24)
	case '●':
		g.disc(0.5, 0.5, 0.42)
	case '○':
		g.around(stroke, circle(0.37)...)
	case '◆':
		g.around(0, 0, -0.5, 0.5, 0, 0, 0.5, -0.5, 0)
	case '◇':
		g.around(stroke, 0, -0.43, 0.43, 0, 0, 0.43, -0.43, 0)
	case '▲':
		g.around(0, 0, -0.45, 0.5, 0.42, -0.5, 0.42)
	case '△':
		g.around(stroke, 0, -0.4, 0.43, 0.36, -0.43, 0.36)
	case '▼':
		g.around(0, 0, 0.45, 0.5, -0.42, -0.5, -0.42)
	case '▽':
		g.around(stroke, 0, 0.4, 0.43, -0.36, -0.43, -0.36)
	case '▶', '▸':
		g.around(0, 0.45, 0, -0.4, 0.5, -0.4, -0.5)
	case '◀':
		g.around(0, -0.45, 0, 0.4, 0.5, 0.4, -0.5)
	case '■':
		g.around(0, -0.4, -0.4, 0.4, -0.4, 0.4, 0.4, -0.4, 0.4)
	case '□':
		g.around(stroke, -0.36, -0.36, 0.36, -0.36, 0.36, 0.36, -0.36, 0.36)
	case '◣':
		g.around(0, -0.45, -0.45, 0.45, 0.45, -0.45, 0.45)
	case '◥':
		g.around(0, -0.45, -0.45, 0.45, -0.45, 0.45, 0.45)
	case '◎':
		g.around(stroke, circle(0.43)...)
		g.disc(0.5, 0.5, 0.2)
	case '◈':
		g.around(stroke, 0, -0.46, 0.46, 0, 0, 0.46, -0.46, 0)
		g.around(0, 0, -0.22, 0.22, 0, 0, 0.22, -0.22, 0)
	case '✚':
		g.around(0, -0.16, -0.45, 0.16, -0.45, 0.16, 0.45, -0.16, 0.45)
		g.around(0, -0.45, -0.16, 0.45, -0.16, 0.45, 0.16, -0.45, 0.16)
	case '★':
		g.around(0, star(0.5)...)
	case '☆':
		g.around(stroke, star(0.46)...)
	case '↗':
		g.line(0.12, 0.12, 0.68, 0.86, 0.32)
		g.line(0.12, 0.4, 0.32, 0.86, 0.32)
		g.line(0.12, 0.86, 0.32, 0.86, 0.55)
	case '↘':
		g.line(0.12, 0.12, 0.32, 0.86, 0.68)
		g.line(0.12, 0.4, 0.68, 0.86, 0.68)
		g.line(0.12, 0.86, 0.68, 0.86, 0.45)
	case '∅':
		g.around(stroke, circle(0.34)...)
		g.line(stroke, 0.1, 0.74, 0.9, 0.26)
	case '¤':
		g.around(stroke, circle(0.26)...)
		for _, x := range [...][2]float64{{0.1, 0.3}, {0.9, 0.7}} {
			g.line(stroke, x[0], 0.3, x[1], 0.4)
			g.line(stroke, x[0], 0.7, x[1], 0.6)
		}
	case '⋮':
		for _, y := range [...]float64{0.25, 0.5, 0.75} {
			g.disc(0.5, y, 0.12)
		}
	case '⏸':
		g.around(0, -0.35, -0.45, -0.1, -0.45, -0.1, 0.45, -0.35, 0.45)
		g.around(0, 0.1, -0.45, 0.35, -0.45, 0.35, 0.45, 0.1, 0.45)
	case '✓':
		g.line(0.16, 0.12, 0.52, 0.4, 0.68)
		g.line(0.16, 0.4, 0.68, 0.92, 0.3)
	case '✗', '×':
		g.line(0.14, 0.2, 0.36, 0.8, 0.66)
		g.line(0.14, 0.8, 0.36, 0.2, 0.66)
	}
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
