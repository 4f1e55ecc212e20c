package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/canvas"
	"github.com/NimbleMarkets/ntcharts/canvas/graph"
	"github.com/NimbleMarkets/ntcharts/canvas/runes"
)

// Dash is the pattern of a line.
type Dash uint8

// The patterns.
const (
	Solid Dash = iota
	Dashed
	Dotted
	Long // dashes, to tell a fourth line from the others
)

// dashDots is how many dots are drawn and how many left out, in turn.
var dashDots = [...][2]int{Solid: {1, 0}, Dashed: {4, 3}, Dotted: {1, 1}, Long: {9, 2}}

// Dots in a cell, beside and above each other.
const dotsX, dotsY = 2, 4

// brailleRow holds, for each row of dots, the pattern with the left dot, the right one and both.
var brailleRow = [dotsY][3]rune{{0x01, 0x08, 0x09}, {0x02, 0x10, 0x12}, {0x04, 0x20, 0x24}, {0x40, 0x80, 0xc0}}

// pen draws one line as dots, one dot thick and without gaps. The way from dot to dot and how
// patterns combine are ntcharts'; its BrailleGrid, which makes a grid and runes again for every line,
// is 13 kB of garbage each.
type pen struct {
	w, h   int
	cells  []rune // braille; 0: none
	dash   [2]int
	phase  int
	down   bool // a point was drawn to
	at     canvas.Point
	fx, fy float64
}

func (p *pen) start(w, h int, d Dash) {
	if cap(p.cells) < w*h {
		p.cells = make([]rune, w*h)
	}
	*p = pen{w: w, h: h, cells: p.cells[:w*h], dash: dashDots[d]}
	clear(p.cells)
}

// to draws to the dot at x, y, counted from the upper left in dots; the part outside is clipped.
// Values that are not finite lift the pen: ntcharts would never return from them.
func (p *pen) to(x, y float64) {
	if !finite(x) || !finite(y) {
		p.down = false
		return
	}
	xm, ym := float64(p.w*dotsX)-0.5, float64(p.h*dotsY)-0.5
	if p.down {
		if x0, y0, x1, y1, ok := clipLine(p.fx, p.fy, x, y, xm, ym); ok {
			p.segment(nearestDot(x0, y0), nearestDot(x1, y1))
		}
	} else if x >= -0.5 && y >= -0.5 && x < xm && y < ym {
		p.at = nearestDot(x, y)
		p.dot(p.at)
	}
	p.down, p.fx, p.fy = true, x, y
}

func nearestDot(x, y float64) canvas.Point {
	return canvas.Point{X: int(math.Floor(x + 0.5)), Y: int(math.Floor(y + 0.5))}
}

// segment draws from one dot to another; a dot the last segment ended on is not drawn again.
func (p *pen) segment(a, b canvas.Point) {
	if a != p.at {
		p.dot(a)
	}
	p.at = b
	switch d := b.Sub(a); {
	case d == canvas.Point{}:
	case d.X*d.X <= 1 && d.Y*d.Y <= 1: // neighbours, the common case: nothing to compute
		p.dot(b)
	default:
		way := graph.GetLinePoints(a, b)
		for i := 1; i < len(way); i++ {
			if way[0] == a {
				p.dot(way[i])
			} else { // it was made from the other end
				p.dot(way[len(way)-1-i])
			}
		}
	}
}

func (p *pen) dot(d canvas.Point) {
	p.phase++
	if (p.phase-1)%(p.dash[0]+p.dash[1]) >= p.dash[0] || d.X < 0 || d.Y < 0 || d.X >= p.w*dotsX || d.Y >= p.h*dotsY {
		return
	}
	cell := &p.cells[d.Y/dotsY*p.w+d.X/dotsX]
	*cell = runes.CombineBraillePatterns(*cell, runes.BrailleBlockOffset|brailleRow[d.Y%dotsY][d.X%dotsX]|*cell)
}

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
