package chart

// Figure is a plot as it was drawn into a canvas, for drawing finer than cells: with pixels, or as
// the paths of a picture. Cells say whether they are part of one (Cell.Of).
type Figure struct {
	ID   uint8 // of the canvas's figures
	Area Rect  // of the plot itself, without title and axes
	X, Y Fitted
	Plot Plot
	Map  *HeatMap // beneath the plot; nil: none
	// Left and Below tell whether the figure has the lines of its axes, with ticks at their true
	// places: in the column left of the area and in the row below it.
	Left, Below bool
	Style       Style
	// Fade is how far it is faded into the background.
	Fade float64

	levels scale // of the map
}

// Frame is the area with the lines of its axes.
func (f *Figure) Frame() Rect {
	r := f.Area
	if f.Left {
		r.X, r.W = r.X-1, r.W+1
	}
	if f.Below {
		r.H++
	}
	return r
}

// NewFigure is a plot over an area of w by h cells, its axes as they are: for pictures on no canvas.
func NewFigure(p Plot, w, h int, s Style) Figure {
	f := Figure{ID: 1, Area: Rect{W: w, H: h}, X: p.X.Columns(w), Y: p.Y.plainRows(h), Plot: p, Style: s}
	f.Y.At, f.Y.Labels = p.Y.ticks(p.Y.yTicks(h / 3))
	return f
}

// of says which figure a cell is part of, and whether as text, which stays text.
type of uint8

const ofText of = 0x80

const mostFigures = 0x7f

// Figure is the figure's ID; 0: none.
func (o of) Figure() uint8 { return uint8(o &^ ofText) }

// Text reports whether the cell belongs to a label of the figure.
func (o of) Text() bool { return o&ofText != 0 }

// Edges are the places of limits on both axes: infinite ones lie beyond the edge.
func (f *Figure) Edges(x, y float64) (column, row float64) { return f.X.edge(x), f.Y.edge(y) }

// MapValue is the value of the map at a place in cells; NaN where it has none.
func (f *Figure) MapValue(column, row float64) float64 {
	return f.Map.value(max(0, min(column/float64(f.X.Cells), 1)), f.Y, row)
}

// MapColor is the colour of the map there; Default where it has none.
func (f *Figure) MapColor(column, row float64) Color {
	c := f.Map.color(f.levels.unit(f.MapValue(column, row)))
	if f.Fade > 0 && !c.isDefault() {
		c = Blend(c, f.Style.Background, f.Fade)
	}
	return c
}

// MapInk is the one of black and white that reads better on the map there.
func (f *Figure) MapInk(column, row float64) Color {
	return readable(f.MapColor(column, row), Hex("#000000"), Hex("#ffffff"))
}

// Figures are those whose area meets the view, from below; places are the view's. What is drawn
// into the canvas afterwards spoils them.
func (c Canvas) Figures() []Figure {
	if c.g == nil {
		return nil
	}
	return figuresIn(c.g.figures, Rect{c.x, c.y, c.w, c.h})
}

func figuresIn(all []Figure, r Rect) (out []Figure) {
	for _, f := range all {
		if !f.Area.Intersect(r).Empty() {
			f.Area.X -= r.X
			f.Area.Y -= r.Y
			out = append(out, f)
		}
	}
	return out
}

// written marks cells that hold text.
func (f *frame) written(x, y, n int) {
	for i := max(x, 0); y < f.h && i < min(x+n, f.w); i++ {
		f.mem.layer[y*f.w+i] = layerLabel
	}
}

// figure records what was drawn into f, with all its cells, those of labels as text.
func (f *frame) figure(p Plot, m *HeatMap) bool {
	if !f.record(p, m, f.c.Rect()) {
		return false
	}
	for y := range f.h {
		for x := range f.w {
			if f.mem != nil && f.mem.layer[y*f.w+x] == layerLabel {
				f.c.g.states[(f.c.y+y)*f.c.g.w+f.c.x+x].of |= ofText
			}
		}
	}
	return true
}

// record notes what was drawn into f, with the cells it is seen in.
func (f *frame) record(p Plot, m *HeatMap, cells ...Rect) bool {
	g, area := f.c.g, Rect{f.c.x, f.c.y, f.c.w, f.c.h}
	var axes Figure
	if n := len(g.figures); n > 0 && g.figures[n-1].Area == area { // a map upon the plot that has its axes
		axes, g.figures = g.figures[n-1], g.figures[:n-1]
	}
	if len(g.figures) == mostFigures {
		return false
	}
	id := uint8(len(g.figures) + 1)
	g.figures = append(g.figures, Figure{ID: id, Area: area, X: f.x, Y: f.y, Plot: p, Map: m, Style: f.style, Left: axes.Left, Below: axes.Below})
	if m != nil {
		g.figures[id-1].levels = m.levels()
	}
	for _, r := range cells {
		f.c.Sub(r).own(of(id))
	}
	return true
}

// axes gives the lines of the axes around the area to the newest figure, as far as nothing else is
// written there.
func (c Canvas) axes(area Rect, left, below bool) {
	f := &c.g.figures[len(c.g.figures)-1]
	f.Left, f.Below = left, below
	own := func(x, y int) {
		switch c.Cell(x, y).Rune {
		case '│', '┤', '└', '─', '┬':
			c.Sub(Rect{x, y, 1, 1}).own(of(f.ID))
		}
	}
	for y := area.Y; left && y < area.Y+area.H; y++ {
		own(area.X-1, y)
	}
	for x := area.X - 1; below && x < area.X+area.W; x++ {
		own(x, area.Y+area.H)
	}
}

// own gives all cells to a figure, or to none.
func (c Canvas) own(id of) {
	for y := range c.h {
		for x := range c.w {
			c.g.states[(c.y+y)*c.g.w+c.x+x].of = id
		}
	}
}

// Withdraw blanks the view and takes back the figures in it: no picture of the canvas has them.
func (c Canvas) Withdraw() {
	if c.g == nil {
		return
	}
	c.Clear()
	for i := range c.g.figures {
		if f := &c.g.figures[i]; !f.Area.Intersect(Rect{c.x, c.y, c.w, c.h}).Empty() {
			*f = Figure{ID: f.ID} // the others keep their numbers
		}
	}
}

// fadeFigures fades those that are not kept.
func (c Canvas) fadeFigures(strength float64, keep []Canvas) {
figures:
	for i := range c.g.figures {
		f := &c.g.figures[i]
		if f.Area.Intersect(Rect{c.x, c.y, c.w, c.h}) != f.Area {
			continue
		}
		for _, k := range keep {
			if k.g == c.g && !f.Area.Intersect(Rect{k.x, k.y, k.w, k.h}).Empty() {
				continue figures
			}
		}
		f.Fade = 1 - (1-f.Fade)*(1-strength)
	}
}
