package picture

import (
	"bufio"
	"fmt"
	"strings"

	"farsight/tui/chart"
)

// drawing is a figure of a picture, in the picture's colours.
type drawing struct {
	figureShapes
	area    chart.Rect
	frame   chart.Rect                            // with its axes
	at      func(column, row float64) chart.Color // of a map; nil: there is none
	columns func() []column                       // what is said to who points at it
}

// drawn reports whether a cell is part of a figure, which is drawn in its place.
func drawn(k chart.Cell) bool { return k.Of != 0 && !k.Of.Text() }

// single is a canvas as the picture it is.
type single struct{ chart.Still }

// Drawings are the canvas's figures with cells of so many pixels.
func (s single) Drawings(cw, ch float64) []drawing {
	var out []drawing
	for _, f := range s.Figures() {
		out = append(out, drawingOf(&f, cw, ch))
	}
	return out
}

func drawingOf(f *chart.Figure, cw, ch float64) drawing {
	d := drawing{figureShapes: drawFigure(f, cw, ch), area: f.Area, frame: f.Frame(), columns: func() []column { return columnsOf(f) }}
	if f.Map != nil {
		d.at = f.MapColor
	}
	return d
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
	var covers layers[fills]
	for _, d := range p.Drawings(float64(o.CellWidth), float64(o.CellHeight)) {
		o.figure(b, p, d, &covers)
	}
	o.crisp(b, covers)
}

// figure writes a plot, and gathers the cells in it that are not its own. A pointer shows its
// values.
func (o Options) figure(b *bufio.Writer, p picture, d drawing, covers *layers[fills]) {
	cw, ch := float64(o.CellWidth), float64(o.CellHeight)
	x, y := d.area.X*o.CellWidth, d.area.Y*o.CellHeight
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
	for y := d.frame.Y; y < d.frame.Y+d.frame.H; y++ {
		for x := d.frame.X; x < d.frame.X+d.frame.W; x++ {
			if k := p.Cell(x, y); k.Of == 0 {
				covers.of(o.look(k).bg).rect(float64(x)*cw, float64(y)*ch, float64(x+1)*cw, float64(y+1)*ch)
			}
		}
	}
}

// unstruck are the lines of a figure, those across and upright ones with gaps where they would strike
// through labels.
func (o Options) unstruck(p picture, d drawing) []shape {
	var out []shape
	for _, s := range d.lines {
		a, z := s.poly[0], s.poly[len(s.poly)-1]
		cells, size := d.area.W, float64(o.CellWidth)
		cell := func(i int) chart.Cell { return p.Cell(d.area.X+i, d.area.Y+int(a.y/float64(o.CellHeight))) }
		part := func(from, to float64) []point { return []point{{from, a.y}, {to, a.y}} }
		if a.x == z.x {
			cells, size = d.area.H, float64(o.CellHeight)
			cell = func(i int) chart.Cell { return p.Cell(d.area.X+int(a.x/float64(o.CellWidth)), d.area.Y+i) }
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
	columns := d.columns()
	if len(columns) == 0 {
		return
	}
	b.WriteString(`<g class="v">` + "\n")
	for _, c := range columns {
		fmt.Fprintf(b, `<path d="M%d 0h%dv%sh-%dz"><title>%s</title></path>`+"\n", c.at*o.CellWidth, o.CellWidth, num(d.h), o.CellWidth, escape(strings.Join(c.lines, "\n")))
	}
	b.WriteString("</g>\n")
}

// heat writes a map as rectangles, two a cell.
func (o Options) heat(b *bufio.Writer, d drawing) {
	if d.at == nil {
		return
	}
	var all layers[fills]
	cw, ch := float64(o.CellWidth), float64(o.CellHeight)
	for y := range 2 * d.area.H {
		for x := range d.area.W {
			if c := d.at(float64(x)+0.5, float64(y)/2+0.25); c != chart.Default {
				all.of(strip(c)).rect(float64(x)*cw, float64(y)*ch/2, float64(x+1)*cw, float64(y+1)*ch/2)
			}
		}
	}
	o.crisp(b, all)
}

// unseen is how far a line may be from where it is, in pixels.
const unseen = 0.1

// shapes writes shapes one by one: they lie upon each other.
func (o Options) shapes(b *bufio.Writer, all []shape) {
	for i := 0; i < len(all); i++ {
		s := mixed(all[i], 0)
		s.poly = simplified(s.poly, unseen)
		d := path(s)
		for i+1 < len(all) && s.title == "" && alike(all[i+1], s) { // a hatch is one path
			i++
			d += path(all[i])
		}
		attr := ""
		if s.alpha > 0 && s.alpha < 1 {
			attr = fmt.Sprintf(` opacity="%s"`, num(s.alpha))
		}
		paint := o.paint("fill", s.color, "")
		if s.width > 0 {
			paint = o.paint("stroke", s.color, "")
			attr += fmt.Sprintf(` stroke-width="%s"`, num(s.width))
			if on, off := s.dashes(); on > 0 {
				attr += fmt.Sprintf(` stroke-dasharray="%s %s"`, num(on), num(off))
			} else if len(s.poly) > 2 {
				attr += ` stroke-linejoin="round"`
			}
		}
		end := "/>"
		if s.title != "" && !o.Mute {
			end = "><title>" + escape(s.title) + "</title></path>"
		}
		fmt.Fprintf(b, `<path%s%s d="%s"%s`+"\n", paint, attr, d, end)
	}
}

// alike reports whether two lines differ only in where they are.
func alike(a, b shape) bool {
	return a.width > 0 && a.width == b.width && a.color == b.color && a.dash == b.dash && a.alpha == b.alpha && a.title == b.title && a.closed == b.closed
}
