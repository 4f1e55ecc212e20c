package chart

import (
	"sync"

	"github.com/NimbleMarkets/ntcharts/canvas/runes"
)

// Plot is lines, bands, points and levels over two axes. Draw order, from below: hatches, bands,
// levels, cursors, series as given, points as given, labels.
type Plot struct {
	Title string
	Hue   Color  // of the title; Default: the style's
	Note  string // at the right end of the title row; parts after a semicolon are left out where there is no room
	X, Y  Axis
	XRows xRows
	// Gutter is the least width of the y labels with their axis; negative: no y axis, and its limits
	// stay as they are. Stack sets one for all.
	Gutter int

	// Empty says why there is nothing to draw, in the middle of a plot, which then has no y axis:
	// an axis without values would be invented.
	Empty string

	Hatches []Hatch
	Bands   []Band
	Levels  []Level
	Cursors []Cursor
	Series  []Series
	Points  []Point
	Feet    []Foot
}

// xRows says how much of the x axis is drawn under the plot.
type xRows uint8

// The forms of the x axis.
const (
	xNone   xRows = iota
	XLabels       // one row: the labels
	XLine         // two rows: the line with its ticks, the labels
)

// Series is a line through points; a value that is not finite leaves a gap.
type Series struct {
	Name  string    // in the legend; "": none
	X     []float64 // nil: evenly spaced over the x axis
	Y     []float64
	Color Color
	Dash  Dash
	Heavy bool // thicker, where lines are drawn with pixels
}

// Band fills between two curves, usually mean ± 1.96 sd. X ascends; nil: evenly spaced.
type Band struct {
	Name   string
	X      []float64
	Lo, Hi []float64
	Fill   Color // a background colour
	Edge   Color // for the legend, and for the shade where there is no background; Default: Fill
}

// Point is an observation.
type Point struct {
	X, Y  float64
	Shape Shape
	Color Color
	Attr  Attr
	Label string // beside it, where no data lies
}

// Level is a horizontal line across the plot.
type Level struct {
	Y     float64
	Dash  Dash
	Color Color
	Label string // on the line, where no data lies
}

// Cursor is a vertical line through the plot.
type Cursor struct {
	X     float64
	Dash  Dash
	Color Color
	Label string // beside it, where no data lies
}

// Foot is a mark on the x axis: the argmax, the runner-up.
type Foot struct {
	X     float64
	Shape Shape
	Color Color
	Attr  Attr
	Label string
}

// Hatch marks a region, such as what cannot be afforded. Infinite limits reach to the edge; lines
// inside are drawn paler.
type Hatch struct {
	X0, X1, Y0, Y1 float64
	Color          Color
}

// layer says what a cell of the plot holds, so that labels can avoid it.
type layer uint8

const (
	layerEmpty layer = iota
	layerBand
	layerHatch
	layerRule
	layerLine
	layerPoint
	layerLabel
)

// frame is a plot's area while it is being drawn.
type frame struct {
	c     Canvas
	w, h  int
	x, y  Fitted
	style Style
	plate Color // behind labels; Default: what lies there
	mem   *scratch
}

// newFrame is the area of a layout, of which nothing is drawn; its memory goes back to scratches.
func newFrame(c Canvas, l layout, s Style) frame {
	f := frame{c: c, w: c.w, h: c.h, x: l.X, y: l.Y, style: s, mem: scratches.Get().(*scratch).sized(c.w * c.h)}
	for i := range f.mem.under {
		f.mem.under[i] = c.ground(i%c.w, i/c.w)
	}
	return f
}

// scratch is per-cell memory of a frame, reused between plots.
type scratch struct {
	under []Color // what an overlay has as its background
	layer []layer
	dim   []bool // inside a hatch
	dots  []rune // the braille that is drawn; 0: none
	pen   pen
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (m *scratch) sized(n int) *scratch {
	if cap(m.under) < n {
		m.under, m.layer, m.dim, m.dots = make([]Color, n), make([]layer, n), make([]bool, n), make([]rune, n)
	}
	m.under, m.layer, m.dim, m.dots = m.under[:n], m.layer[:n], m.dim[:n], m.dots[:n]
	clear(m.layer)
	clear(m.dim)
	clear(m.dots)
	return m
}

// Draw draws the plot into the whole of c.
func (p Plot) Draw(c Canvas, s Style) {
	if c.w <= 0 || c.h <= 0 {
		return
	}
	l := p.Layout(c)
	area, gutter := l.Area, l.Gutter
	if area.Empty() {
		return
	}
	f := newFrame(c.Sub(area), l, s)
	defer scratches.Put(f.mem)
	each(p.Hatches, f.hatch)
	each(p.Bands, f.band)
	each(p.Levels, f.level)
	each(p.Cursors, f.cursor)
	each(p.Series, f.series)
	each(p.Points, f.point)
	each(p.Levels, f.levelLabel)
	each(p.Points, f.pointLabel)
	each(p.Cursors, f.cursorLabel)

	switch {
	case p.Empty != "":
		x := max(0, (f.w-c.Width(p.Empty))/2)
		f.c.TextIn(x, (f.h-1)/2, f.w, p.Empty, Ink{Fg: s.Muted})
		f.written(x, (f.h-1)/2, c.Width(p.Empty))
	case gutter > 0:
		p.yAxis(c, f, gutter, area)
	}
	if l.Axis.H > 0 {
		p.xAxis(c.Sub(l.Axis), f, gutter)
	}
	p.feet(c, f, gutter, area, l.Axis)
	if f.figure(p, nil) {
		c.axes(area, gutter > 0 && p.Empty == "", l.Axis.H == 2)
	}
	if l.title.H > 0 {
		p.titleRow(c.Sub(l.title), s)
	}
}

func each[T any](all []T, draw func(T)) {
	for _, v := range all {
		draw(v)
	}
}

// rows divides a plot's rectangle: title, plot, x axis. A plot that is too low loses its title
// first, then the axis line, then the axis.
func (p Plot) rows(r Rect) (title, area, axis Rect) {
	n := int(p.XRows)
	if n == 2 && r.H < 6 {
		n = 1
	}
	if n == 1 && r.H < 3 {
		n = 0
	}
	axis, area = r.CutBottom(n)
	if (p.Title != "" || p.Note != "") && r.H-n >= 3 {
		title, area = area.CutTop(1)
	}
	return title, area, axis
}

func (a Axis) yTicks(h int) int {
	n := clamp((2*h+5)/5, 2, 8)
	if h < 2 {
		n = 1
	}
	if a.Ticks > 0 {
		n = min(n, a.Ticks)
	}
	return n
}

// longestLabel is how much of a name stands beside an axis; numbers are never cut.
const longestLabel = 12

// gutter is the width the labels of an axis need, with its line.
func (f Fitted) gutter(c Canvas) int {
	n := 0
	for _, l := range f.Labels {
		w := c.Width(l)
		if len(f.Names) > 0 {
			w = min(w, longestLabel)
		}
		n = max(n, w)
	}
	return n + 2
}

// gutter is the width the y labels need when the plot is drawn into c.
func (p Plot) gutter(c Canvas) int {
	_, area, _ := p.rows(c.Rect())
	if p.Empty != "" {
		return 0
	}
	return p.Y.Rows(area.H).gutter(c)
}

// onDot is a place in dots, 0 in the middle of the first, of so many; NaN where there is none. What
// lies on the last edge belongs to the last dot.
func onDot(d float64, n int) float64 {
	const slack = 1e-4
	switch last := float64(n) - 0.5; {
	case d < -0.5 && d > -0.5-slack:
		return -0.5
	case d > last-slack && d < last+slack:
		return last - slack
	}
	return d
}

// over draws one rune over whatever the cell holds, on the band's background. Dots are added to
// those that are there: a line continues under another, in the colour of the upper one.
func (f *frame) over(x, y int, r rune, k Ink, l layer) {
	if x < 0 || y < 0 || x >= f.w || y >= f.h {
		return
	}
	i := y*f.w + x
	if runes.IsBraillePattern(r) && (l > layerBand || f.c.Glyphs() == Braille) { // a pattern would spoil the form of thin lines
		r |= f.mem.dots[i]
		f.mem.dots[i] = r
	}
	f.c.put(x, y, Cell{Rune: r, Fg: k.Fg, Bg: k.Bg.Or(f.mem.under[i]), Attr: k.Attr})
	f.mem.layer[i] = max(f.mem.layer[i], l)
}

func (f *frame) layerAt(x, y int) layer { return f.mem.layer[y*f.w+x] }

// series draws one line, paler where hatched.
func (f *frame) series(l Series) {
	n := len(l.Y)
	if l.X != nil {
		n = min(n, len(l.X))
	}
	if n == 0 {
		return
	}
	f.trace(l.X, l.Y[:n], l.Dash)
	ink := Ink{Fg: l.Color}
	pale := Ink{Fg: Blend(l.Color, f.style.Background, 0.45)}
	for i, ch := range f.mem.pen.cells {
		switch {
		case ch == 0:
		case f.mem.dim[i]:
			f.over(i%f.w, i/f.w, ch, pale, layerLine)
		default:
			f.over(i%f.w, i/f.w, ch, ink, layerLine)
		}
	}
}

// trace draws a line through points with the pen; nil: evenly spaced.
func (f *frame) trace(xs, ys []float64, d Dash) {
	p := &f.mem.pen
	p.start(f.w, f.h, d)
	for i, v := range ys {
		x := f.x.Sample(xs, i, len(ys))*dotsX - 0.5
		if xs != nil {
			x = onDot(x, f.w*dotsX)
		}
		p.to(x, onDot(f.y.Place(v)*dotsY-0.5, f.h*dotsY))
	}
}
