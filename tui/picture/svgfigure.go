package picture

import (
	"bufio"
	"fmt"
	"strings"

	"farsight/tui/chart"
)

// drawn tells whether a cell is part of a figure, which is drawn in its place.
func drawn(k chart.Cell) bool { return k.Of != 0 && !k.Of.Text() }

// single is a canvas as the picture it is.
type single struct{ chart.Still }

// Drawings are the canvas's figures with cells of so many pixels.
func (s single) Drawings(cw, ch float64) []drawing {
	var out []drawing
	for _, f := range s.Figures() {
		out = append(out, drawFigure(&f, cw, ch))
	}
	return out
}

// mixed is a shape that lets its ground through with at least an opacity, as colour and opacity.
func mixed(s shape, least float64) shape {
	if s.ground != chart.Default {
		s.alpha = max(least, opacityOn(s.color, s.ground))
		s.color, s.ground = thinned(s.color, s.ground, s.alpha), chart.Default
	}
	return s
}

// figures writes the plots as paths, below everything else.
func (o Options) figures(b *bufio.Writer, p picture) {
	var covers []shape
	for _, d := range p.Drawings(float64(o.CellWidth), float64(o.CellHeight)) {
		covers = append(covers, o.figure(b, p, d)...)
	}
	o.shapes(b, byLook(covers))
}

// figure writes a plot, and returns what covers the cells in it that are not its own. Who points at
// it is told its values.
func (o Options) figure(b *bufio.Writer, p picture, d drawing) (covers []shape) {
	cw, ch := float64(o.CellWidth), float64(o.CellHeight)
	x, y := d.f.Area.X*o.CellWidth, d.f.Area.Y*o.CellHeight
	fmt.Fprintf(b, `<svg x="%d" y="%d" width="%s" height="%s">`+"\n", x, y, num(d.w), num(d.h))
	o.heat(b, d)
	o.shapes(b, d.under)
	o.shapes(b, o.unstruck(p, d))
	if !o.Mute {
		o.values(b, d)
	}
	b.WriteString("</svg>\n")
	if len(d.marks)+len(d.axes) > 0 {
		fmt.Fprintf(b, `<g transform="translate(%d %d)">`+"\n", x, y)
		o.shapes(b, d.axes)
		o.shapes(b, d.marks)
		b.WriteString("</g>\n")
	}
	frame := d.f.Frame()
	for y := frame.Y; y < frame.Y+frame.H; y++ {
		for x := frame.X; x < frame.X+frame.W; x++ {
			if k := p.Cell(x, y); k.Of == 0 {
				covers = append(covers, bar(float64(x)*cw, float64(y)*ch, float64(x+1)*cw, float64(y+1)*ch, o.look(k).bg))
			}
		}
	}
	return covers
}

// unstruck are the lines of a figure, those across and upright ones with gaps where they would strike
// through labels.
func (o Options) unstruck(p picture, d drawing) []shape {
	var out []shape
	for _, s := range d.lines {
		a, z := s.poly[0], s.poly[len(s.poly)-1]
		cells, size := d.f.Area.W, float64(o.CellWidth)
		cell := func(i int) chart.Cell { return p.Cell(d.f.Area.X+i, d.f.Area.Y+int(a.y/float64(o.CellHeight))) }
		part := func(from, to float64) []point { return []point{{from, a.y}, {to, a.y}} }
		if a.x == z.x {
			cells, size = d.f.Area.H, float64(o.CellHeight)
			cell = func(i int) chart.Cell { return p.Cell(d.f.Area.X+int(a.x/float64(o.CellWidth)), d.f.Area.Y+i) }
			part = func(from, to float64) []point { return []point{{a.x, from}, {a.x, to}} }
		}
		across, upright := a.y == z.y && a.x == 0 && z.x == d.w, a.x == z.x && a.y == 0 && z.y == d.h
		if len(s.poly) != 2 || !across && !upright {
			out = append(out, s)
			continue
		}
		for from := 0; from < cells; from++ {
			to := from
			for to < cells && !cell(to).Of.Text() {
				to++
			}
			if to > from {
				s.poly = part(float64(from)*size, float64(to)*size)
				out = append(out, s)
			}
			from = to
		}
	}
	return out
}

// values writes what is said to who points at a plot, column by column.
func (o Options) values(b *bufio.Writer, d drawing) {
	columns := columnsOf(d.f)
	if len(columns) == 0 {
		return
	}
	b.WriteString(`<g class="v">` + "\n")
	for _, c := range columns {
		fmt.Fprintf(b, `<path d="M%d 0h%dv%sh-%dz"><title>%s</title></path>`+"\n", c.at*o.CellWidth, o.CellWidth, num(d.h), o.CellWidth, escape(strings.Join(c.lines, "\n")))
	}
	b.WriteString("</g>\n")
}

// heat writes a map as rectangles, two a cell, blurred into one surface. A ring of them beside the area keeps its edges.
func (o Options) heat(b *bufio.Writer, d drawing) {
	if d.at == nil {
		return
	}
	var all []shape
	cw, ch, area := float64(o.CellWidth), float64(o.CellHeight)/2, d.f.Area
	inside := func(v, n int) float64 { return float64(min(max(v, 0), n-1)) + 0.5 }
	for y := -1; y <= 2*area.H; y++ {
		for x := -1; x <= area.W; x++ {
			if c := d.at(inside(x, area.W), inside(y, 2*area.H)/2); c != chart.Default {
				all = append(all, bar(float64(x)*cw, float64(y)*ch, float64(x+1)*cw, float64(y+1)*ch, strip(c)))
			}
		}
	}
	fmt.Fprintf(b, `<filter id="heat"><feGaussianBlur stdDeviation="%s %s"/></filter><g filter="url(#heat)">`+"\n", num(cw/2), num(ch/2))
	o.shapes(b, byLook(all))
	b.WriteString("</g>\n")
}
