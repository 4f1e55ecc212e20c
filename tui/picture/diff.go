package picture

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"

	"farsight/tui/chart"
)

// Differ draws successive frames for a page that keeps what it was sent: a frame is pieces, its
// figures and then its rows, and only those that changed are sent. The zero value has sent nothing.
type Differ struct {
	Options Options

	drawn   Options // the options of what is kept
	w       int
	rows    [][]chart.Cell
	figures []hash
	order   []string
	kept    map[string]string
}

// Piece is a part of a frame, in SVG, that can be replaced by itself.
type Piece struct{ ID, SVG string }

// Changes lead from one frame to the next.
type Changes struct {
	Pieces []Piece  // new ones, and those that look different now
	Gone   []string // no longer there
	Order  []string // of all pieces, the lowest first; nil: as it was
}

// Empty reports whether nothing changes.
func (c Changes) Empty() bool { return len(c.Pieces) == 0 && len(c.Gone) == 0 && c.Order == nil }

// Draw writes what is different from the frame before.
func (d *Differ) Draw(c chart.Still) Changes {
	o := d.Options.filled()
	o.Title, o.Padding, o.Mute = "", 0, true
	w, h := c.Size()
	if o != d.drawn || w != d.w { // every row may look different
		d.drawn, d.w, d.rows, d.figures = o, w, nil, nil
	}
	var out Changes
	order := make([]string, 0, h+8)
	var text bytes.Buffer
	b := bufio.NewWriter(&text)
	add := func(id string, write func(b *bufio.Writer)) {
		order = append(order, id)
		if write == nil {
			return // as it was
		}
		text.Reset()
		write(b)
		_ = b.Flush() // into memory
		if svg := text.Bytes(); d.kept[id] != string(svg) {
			out.Pieces = append(out.Pieces, Piece{id, string(svg)})
		}
	}
	for i, f := range c.Figures() {
		var write func(b *bufio.Writer)
		if !d.sameFigure(c, i, &f) {
			write = func(b *bufio.Writer) {
				o.shapes(b, byLook(o.figure(b, single{c}, drawFigure(&f, float64(o.CellWidth), float64(o.CellHeight)))))
			}
		}
		add(fmt.Sprintf("figure%d", i), write)
	}
	d.figures = d.figures[:min(len(d.figures), len(order))] // those that are gone come back as new
	for y := range h {
		var write func(b *bufio.Writer)
		if !d.sameRow(c, y) {
			write = func(b *bufio.Writer) { o.row(b, c, y) }
		}
		add(fmt.Sprintf("row%d", y), write)
	}
	return d.keep(out, order)
}

// sameFigure reports whether a figure is drawn as it was, and notes how it is drawn
// now: by what it shows and by the cells in it that are not its own.
func (d *Differ) sameFigure(c chart.Still, i int, f *chart.Figure) bool {
	h := hash(1)
	h.figure(f)
	for y, r := f.Area.Y, f.Frame(); y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			if k := c.Cell(x, y); k.Of == 0 {
				l := d.drawn.look(k)
				h.Int(uint64(x)<<48 | uint64(y)<<32 | uint64(l.bg))
			}
		}
	}
	if i >= len(d.figures) {
		d.figures = append(d.figures, h)
		return false
	}
	same := d.figures[i] == h
	d.figures[i] = h
	return same
}

// row writes a row of cells, moved to its place.
func (o Options) row(b *bufio.Writer, c chart.Still, y int) {
	w, _ := c.Size()
	fmt.Fprintf(b, `<g transform="translate(0 %d)">`, y*o.CellHeight)
	o.cells(b, single{c.Sub(chart.Rect{Y: y, W: w, H: 1})})
	b.WriteString("</g>")
}

// sameRow reports whether a row has the cells it had, and notes those it has now.
// Clusters of runes are numbers that mean something else in every frame.
func (d *Differ) sameRow(c chart.Still, y int) bool {
	w, h := c.Size()
	if len(d.rows) != h {
		d.rows = make([][]chart.Cell, h)
	}
	if len(d.rows[y]) != w {
		d.rows[y] = make([]chart.Cell, w)
	}
	row, same := d.rows[y], true
	for x := range w {
		if k := c.Cell(x, y); k != row[x] || k.Rune < 0 {
			row[x], same = k, false
		}
	}
	return same
}

// keep notes what the page has now.
func (d *Differ) keep(out Changes, order []string) Changes {
	if d.kept == nil {
		d.kept = map[string]string{}
	}
	for _, p := range out.Pieces {
		d.kept[p.ID] = p.SVG
	}
	if slices.Equal(order, d.order) {
		return out
	}
	for _, id := range d.order {
		if !slices.Contains(order, id) {
			out.Gone = append(out.Gone, id)
			delete(d.kept, id)
		}
	}
	d.order, out.Order = order, order
	return out
}
