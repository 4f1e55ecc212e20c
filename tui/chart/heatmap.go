package chart

import (
	"math"
	"slices"
)

// HeatMap is a function of two inputs as colours, two values a cell: upper and lower half blocks.
// Terminals of few colours get shades.
type HeatMap struct {
	Title  string
	Hue    Color // of the title; with few colours, of the shades too
	Note   string
	X, Y   Axis
	NX, NY int
	// Values is row-major, NY rows of NX, the first row at Y.Min; samples sit at the ends of the axes
	// and evenly between. What is not finite stays blank.
	Values   []float64
	Min, Max float64 // of the colours; equal: the limits of Values
	Log      bool    // colours by decades; what is not positive stays blank
	Ramp     *Ramp
	Down     bool    // the lowest values have the ramp's high end, which stands out
	Points   []Point // drawn over the map
	Cross    []Place // lines through all of the map, below the points
	XRows    xRows
	Bar      bool // a colour bar at the right
	Gutter   int
}

const barWidth = 2 // columns of the colour bar

// Draw draws the map into the whole of c.
func (m HeatMap) Draw(c Canvas, s Style) {
	if c.w <= 0 || c.h <= 0 {
		return
	}
	levels := m.levels()
	p, body, bar := m.arrange(c, levels)
	left := c.Sub(body)
	p.Draw(left, s)
	l := p.Layout(left)
	area := l.Area
	if area.Empty() || m.NX < 1 || m.NY < 1 || len(m.Values) < m.NX*m.NY {
		return
	}
	inner := left.Sub(area)
	m.fill(inner, levels, l)
	for _, p := range m.Cross {
		m.cross(inner, s, l, p)
	}
	f := newFrame(inner, l, s)
	defer scratches.Put(f.mem)
	m.marks(&f)
	if !fewColours(c) && m.Ramp != nil {
		f.figure(Plot{Title: m.Title, X: m.X, Y: m.Y, Points: m.Points}, &m)
	}
	for _, p := range slices.Backward(m.Points) { // the last ones matter most; no part of the figure
		if !fewColours(c) { // a plate under the words: no ink reads on every colour
			p.Color, p.Attr, f.plate = s.Text, Bold, s.Background
		}
		f.pointLabel(p)
	}
	if !bar.Empty() {
		bar.Y, bar.H = area.Y, area.H
		m.bar(c.Sub(bar), s, levels)
	}
}

// levels is the scale of the colours.
func (m HeatMap) levels() scale {
	lo, hi := m.Min, m.Max
	if !(lo < hi) {
		lo, hi = Limits(m.Values)
	}
	if lo == hi && !m.Log && lo-1 < hi+1 {
		return scale{Lo: lo - 1, Hi: hi + 1}
	}
	return Axis{Min: lo, Max: hi, Log: m.Log}.scale()
}

// arrange finds where the map is, and its colour bar if there is room. A plot without data draws title
// and axes.
func (m HeatMap) arrange(c Canvas, levels scale) (p Plot, body, bar Rect) {
	p = Plot{Title: m.Title, Hue: m.Hue, Note: m.Note, X: m.X, Y: m.Y, XRows: m.XRows, Gutter: m.Gutter}
	body = c.Rect()
	if m.Bar {
		_, area, _ := p.rows(body)
		if n := barWidth + m.barAxis(levels, area.H).gutter(c); n*4 <= body.W {
			bar, body = body.CutRight(n)
		}
	}
	return p, body, bar
}

// Ruler measures a map drawn into the whole of c.
func (m HeatMap) Ruler(c Canvas) Ruler {
	p, body, _ := m.arrange(c, m.levels())
	return p.Ruler(c.Sub(body))
}

// barAxis is the axis of the colours.
func (m HeatMap) barAxis(levels scale, h int) Fitted {
	return Axis{Min: levels.Value(levels.Lo), Max: levels.Value(levels.Hi), Log: levels.Log}.Rows(h)
}

// sample interpolates between the four nearest values at u, v in the unit square.
func (m HeatMap) sample(u, v float64) float64 {
	x, y := u*float64(m.NX-1), v*float64(m.NY-1)
	if len(m.X.Names) > 0 { // nothing lies between two choices
		x = math.Round(x)
	}
	if len(m.Y.Names) > 0 {
		y = math.Round(y)
	}
	i, j := clamp(int(x), 0, m.NX-1), clamp(int(y), 0, m.NY-1)
	i1, j1 := min(i+1, m.NX-1), min(j+1, m.NY-1)
	fx, fy := x-float64(i), y-float64(j)
	a := mix(m.Values[j*m.NX+i], m.Values[j*m.NX+i1], fx)
	b := mix(m.Values[j1*m.NX+i], m.Values[j1*m.NX+i1], fx)
	return mix(a, b, fy)
}

func mix(a, b, t float64) float64 {
	if t == 0 {
		return a
	}
	return a + t*(b-a)
}

// fewColours reports whether a ramp cannot be shown as colours.
func fewColours(c Canvas) bool {
	return c.Glyphs() == ASCII || c.Terminal().Profile >= ANSI16
}

const asciiShades = " .:-=+*#%@"

var shades = []rune{' ', '░', '▒', '▓', '█'}

// shade gives the character of a level between 0 and 1 where colours are few.
func shade(g Glyphs, u float64) rune {
	if g == ASCII {
		return rune(asciiShades[clamp(int(u*float64(len(asciiShades))), 0, len(asciiShades)-1)])
	}
	return shades[clamp(int(u*float64(len(shades))), 0, len(shades)-1)]
}

// strength is how much of a level is shown.
func (m HeatMap) strength(u float64) float64 {
	if m.Down {
		return 1 - u
	}
	return u
}

// fill colours what lies inside the limits of the axes; the axis of y may be wider than they are.
func (m HeatMap) fill(c Canvas, levels scale, l layout) {
	few := fewColours(c)
	for y := range c.h {
		for x := range c.w {
			u := (float64(x) + 0.5) / float64(c.w)
			m.cell(c, x, y, few, func(place float64) float64 { return levels.unit(m.value(u, l.Y, place)) })
		}
	}
}

// cell colours a cell by the levels at places on the y axis; NaN: there is none.
func (m *HeatMap) cell(c Canvas, x, y int, few bool, at func(place float64) float64) {
	if !few {
		c.put(x, y, halves(m.color(at(float64(y)+0.25)), m.color(at(float64(y)+0.75))))
	} else if u := at(float64(y) + 0.5); finite(u) {
		c.Set(x, y, shade(c.Glyphs(), m.strength(u)), Ink{Fg: m.Hue})
	}
}

// value is the map's at a part of the x axis and a place on the other; NaN outside.
func (m HeatMap) value(u float64, y Fitted, place float64) float64 {
	v := m.Y.scale().unit(y.Value(place))
	if !(v > -edgeSlack && v < 1+edgeSlack) {
		return math.NaN()
	}
	return m.sample(u, max(0, min(v, 1)))
}

func (m HeatMap) color(u float64) Color {
	if !finite(u) || m.Ramp == nil {
		return Default
	}
	return m.Ramp.At(m.strength(u))
}

// halves is a cell with one colour above another.
func halves(top, bottom Color) Cell {
	switch {
	case top == bottom:
		return Cell{Rune: ' ', Bg: top}
	case top.isDefault():
		return Cell{Rune: '▄', Fg: bottom}
	}
	return Cell{Rune: '▀', Fg: top, Bg: bottom}
}

// marks draws points in black or white, whatever reads better on the map beneath; a shape on a map
// needs contrast more than hue.
func (m HeatMap) marks(f *frame) {
	for _, p := range m.Points {
		x, okx := f.x.Cell(p.X)
		y, oky := f.y.Cell(p.Y)
		if !okx || !oky {
			continue
		}
		ink := Ink{Fg: p.Color, Attr: p.Attr}
		if !fewColours(f.c) {
			ink = onMap(f.c.Cell(x, y))
			ink.Attr |= p.Attr | Bold
		}
		f.over(x, y, p.Shape.Rune(), ink, layerPoint)
	}
}

// onMap is black or white, whatever reads better, over a cell of the map.
func onMap(k Cell) Ink {
	ground := k.Bg.Or(k.Fg)
	if k.Rune == '▀' && !k.Fg.isDefault() && !k.Bg.isDefault() {
		ground = Blend(k.Fg, k.Bg, 0.5)
	}
	return Ink{Fg: readable(ground, Hex("#000000"), Hex("#ffffff")), Bg: ground}
}

// bar draws the colours from low to high with their values.
func (m HeatMap) bar(c Canvas, s Style, levels scale) {
	few := fewColours(c)
	axis := m.barAxis(levels, c.h)
	at := func(place float64) float64 { // NaN outside
		if u := levels.unit(axis.Value(place)); u > -edgeSlack && u < 1+edgeSlack {
			return u
		}
		return math.NaN()
	}
	for y := range c.h {
		for x := 1; x <= barWidth; x++ {
			m.cell(c, x, y, few, at)
		}
	}
	for i, v := range axis.At {
		if y, ok := axis.Cell(v); ok {
			c.Text(barWidth+2, y, axis.Labels[i], Ink{Fg: s.Muted})
		}
	}
}
