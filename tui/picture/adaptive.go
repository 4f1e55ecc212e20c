package picture

import (
	"farsight/tui/chart"
)

// A page shows every picture in the reader's theme, light or dark, from one drawing: each pair of
// colours that stand for each other in the two themes has a number, and the theme says what it is.

// palette numbers pairs of colours, dark and light, in the order they are met.
type palette struct {
	pairs  [][2]chart.Color
	number map[[2]chart.Color]int
}

// of returns the number of a pair, written as a colour.
func (p *palette) of(dark, light chart.Color) chart.Color {
	pair := [2]chart.Color{strip(dark), strip(light)}
	n, ok := p.number[pair]
	if !ok {
		n = len(p.pairs)
		p.pairs, p.number[pair] = append(p.pairs, pair), n
	}
	return chart.RGB(uint8(n>>16), uint8(n>>8), uint8(n))
}

// index is the number written as a colour.
func index(c chart.Color) int {
	r, g, b := c.RGB()
	return int(r)<<16 | int(g)<<8 | int(b)
}

// adaptive is one picture in two themes, dark and light; its colours are numbers.
type adaptive struct {
	dark, light chart.Still
	page        *pageWriter
}

// Drawings are the dark canvas's with their colours numbered; the light one has the same.
func (t adaptive) Drawings(cw, ch float64) []drawing {
	dark, light := single{t.dark}.Drawings(cw, ch), single{t.light}.Drawings(cw, ch)
	for i, d := range dark {
		if i >= len(light) {
			return dark[:i]
		}
		l := light[i]
		if d.at != nil && l.at != nil {
			at := [2]func(column, row float64) chart.Color{d.at, l.at}
			dark[i].at = func(column, row float64) chart.Color {
				a, b := at[0](column, row), at[1](column, row)
				if a == chart.Default || b == chart.Default {
					return chart.Default
				}
				return t.page.palette.of(a, b)
			}
		}
		t.pair(d.under, l.under)
		t.pair(d.lines, l.lines)
		t.pair(d.marks, l.marks)
	}
	return dark
}

func (t adaptive) pair(dark, light []shape) {
	for i := range dark {
		l := dark[i]
		if i < len(light) {
			l = light[i]
		}
		if d := dark[i]; d.ground != chart.Default { // one opacity for both
			a := max(opacityOn(d.color, d.ground), opacityOn(l.color, l.ground))
			dark[i], l = mixed(d, a), mixed(l, a)
		}
		dark[i].color = t.page.palette.of(dark[i].color, l.color)
	}
}

func (t adaptive) Size() (w, h int)            { return t.dark.Size() }
func (t adaptive) Cluster(k chart.Cell) string { return t.dark.Cluster(k) }

// Cell has its colours as both themes resolve them: nothing is left to reverse or to fade.
func (t adaptive) Cell(x, y int) chart.Cell {
	k := t.dark.Cell(x, y)
	d, l := t.page.dark.look(k), t.page.light.look(t.light.Cell(x, y))
	k.Fg, k.Bg, k.Attr = t.page.palette.of(d.fg, l.fg), t.page.palette.of(d.bg, l.bg), d.attr
	return k
}
