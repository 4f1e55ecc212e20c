package chart

import (
	"slices"

	"github.com/NimbleMarkets/ntcharts/canvas/runes"
)

// level draws a horizontal line at the height a series would have: a level at 9.37 lies above a cost of
// 9.0 even within one row.
func (f *frame) level(r Level) {
	y, ok := f.y.Cell(r.Y)
	if !ok {
		return
	}
	within := f.y.Place(r.Y) - float64(y) // from 0, the top of the row, to 1
	row := brailleRow[clamp(int(within*dotsY), 0, dotsY-1)]
	ink := Ink{Fg: r.Color}
	for x := range f.w {
		if at := f.c.Cell(x, y).Rune; at >= '▁' && at < '█' && f.layerAt(x, y) == layerBand {
			continue // behind the edge of a band, whose form it would hide
		}
		switch {
		case r.Dash == Dotted:
			f.over(x, y, runes.BrailleBlockOffset|row[0], ink, layerRule)
		case r.Dash == Solid || r.Dash == Long && x%8 < 7 || x%4 < 3:
			f.over(x, y, runes.BrailleBlockOffset|row[2], ink, layerRule)
		}
	}
}

func (f *frame) cursor(k Cursor) {
	x, ok := f.x.Cell(k.X)
	if !ok {
		return
	}
	for y := range f.h {
		f.over(x, y, cursorRunes[k.Dash], Ink{Fg: k.Color}, layerRule)
	}
}

var cursorRunes = [...]rune{'│', '╎', '┊', '╎'}

// hatch draws diagonals, continuous from cell to cell, in the cells whose centre it holds.
func (f *frame) hatch(h Hatch) {
	x0, x1 := f.x.edge(h.X0), f.x.edge(h.X1)
	y0, y1 := f.y.edge(h.Y1), f.y.edge(h.Y0) // from the top
	for y := range f.h {
		if p := float64(y) + 0.5; !(p >= y0 && p <= y1) {
			continue
		}
		for x := range f.w {
			if p := float64(x) + 0.5; !(p >= x0 && p <= x1) {
				continue
			}
			f.mem.dim[y*f.w+x] = true
			if (x+y)%4 == 0 {
				f.over(x, y, '╱', Ink{Fg: h.Color}, layerHatch)
			}
		}
	}
}

// point draws an observation; one beyond the upper or lower edge becomes an arrow there.
func (f *frame) point(p Point) {
	x, okx := f.x.Cell(p.X)
	y, oky := f.y.Cell(p.Y)
	if !okx || !finite(p.Y) || !finite(f.y.Place(p.Y)) {
		return
	}
	shape := p.Shape
	if !oky {
		shape = MarkAbove
		if y > 0 || f.h == 1 && f.y.Place(p.Y) > 0 {
			shape = MarkBelow
		}
	}
	f.over(x, y, shape.Rune(), Ink{Fg: p.Color, Attr: p.Attr}, layerPoint)
}

// What it costs a label to cover a cell, by layer: lines only if nothing else is left, points and
// other labels never.
const (
	costLine  = 100
	costNever = 100000
)

var layerCost = [...]int{layerEmpty: 0, layerBand: 1, layerHatch: 1, layerRule: 3, layerLine: costLine, layerPoint: costNever, layerLabel: costNever}

// labelCost is what n cells of text at x, y would cover, with a cell of air on both sides; cells of
// the row own are free up to the levels.
func (f *frame) labelCost(x, y, n, own int) int {
	if x < 0 || x+n > f.w || y < 0 || y >= f.h {
		return costNever
	}
	cost := 0
	for i := max(x-1, 0); i < min(x+n+1, f.w); i++ {
		l := f.layerAt(i, y)
		if y == own && l <= layerRule {
			continue
		}
		cost += layerCost[l]
	}
	return cost
}

// label writes on what is there, or on one plate where that is part band and part none.
func (f *frame) label(x, y, n int, s string, k Ink) {
	under := f.mem.under[y*f.w+x:][:n]
	if slices.ContainsFunc(under, func(c Color) bool { return c != under[0] }) {
		clear(under)
	}
	for i := range n {
		f.over(x+i, y, ' ', k, layerLabel)
	}
	f.c.TextIn(x, y, n, s, k)
}

// levelLabel writes on the level, as far right as no data lies, or on the row above or below.
func (f *frame) levelLabel(r Level) {
	y, ok := f.y.Cell(r.Y)
	n := f.c.Width(r.Label)
	if !ok || n == 0 || n+3 > f.w {
		return
	}
	best, bx, by := costNever, 0, 0
	for i, row := range [...]int{y, y - 1, y + 1} {
		for x := f.w - n - 2; x >= 1; x-- {
			if cost := f.labelCost(x-1, row, n+2, y) + 20*i; cost < best {
				best, bx, by = cost, x, row
			}
		}
	}
	if best < n*costLine/3 { // better none than one across the data
		f.label(bx-1, by, n+2, " "+r.Label+" ", Ink{Fg: r.Color})
	}
}

// pointLabel writes beside the point, on the side that covers least.
func (f *frame) pointLabel(p Point) {
	x, okx := f.x.Cell(p.X)
	y, oky := f.y.Cell(p.Y)
	n := f.c.Width(p.Label)
	if !okx || !oky || n == 0 {
		return
	}
	best, bx, by := costNever, 0, 0
	for i, at := range [...][2]int{{x + 2, y}, {x - 1 - n, y}, {x - n/2, y - 1}, {x - n/2, y + 1},
		{x + 2, y - 1}, {x - 1 - n, y - 1}, {x + 2, y + 1}, {x - 1 - n, y + 1}, {x - n/2, y - 2}, {x - n/2, y + 2}} {
		if cost := 2*f.labelCost(at[0], at[1], n, -1) + i; cost < best {
			best, bx, by = cost, at[0], at[1]
		}
	}
	if best < costLine {
		f.label(bx, by, n, p.Label, Ink{Fg: p.Color, Bg: f.plate, Attr: p.Attr})
	}
}

// cursorLabel writes beside the cursor, as near and as high up as no data lies.
func (f *frame) cursorLabel(k Cursor) {
	x, ok := f.x.Cell(k.X)
	n := f.c.Width(k.Label)
	if !ok || n == 0 {
		return
	}
	best, bx, by := costLine, 0, 0
	for y := range f.h {
		for away := 2; away < 10; away++ {
			for side, at := range [...]int{x + away, x + 1 - away - n} {
				if cost := 4*f.labelCost(at, y, n, -1) + y + 3*(away-2) + side; cost < best {
					best, bx, by = cost, at, y
				}
			}
		}
	}
	if best < costLine {
		f.label(bx, by, n, k.Label, Ink{Fg: k.Color, Attr: Bold})
	}
}
