package picture

import (
	"math"
	"slices"

	"farsight/tui/chart"
)

// drawing is a figure as shapes, in pixels from the upper left corner of its area. Labels are not
// among them: they are text, and lie on what is under them.
type drawing struct {
	f     *chart.Figure
	w, h  float64
	at    func(column, row float64) chart.Color // of a map, beneath everything; nil: there is none
	under []shape                               // bands and hatches
	lines []shape                               // nothing of them is drawn under a label
	axes  []shape                               // left of the area and below it
	marks []shape                               // may reach beyond the area
}

// Widths of lines, in widths of a cell.
const (
	heavySeries = 0.27
	thinSeries  = 0.17
	ruleWidth   = 0.14
	edgeWidth   = 0.1
	hatchWidth  = 0.09
	axisWidth   = lightLine
	hatchEvery  = 4 // cells from one diagonal to the next
	markSize    = 1.2
)

// drawFigure makes the drawing of a figure with cells of so many pixels.
func drawFigure(f *chart.Figure, cw, ch float64) drawing {
	d := drawer{f: f, cw: cw, ch: ch}
	d.out = drawing{f: f, w: float64(f.Area.W) * cw, h: float64(f.Area.H) * ch}
	p := &f.Plot
	for _, h := range p.Hatches {
		d.hatch(h)
	}
	for _, b := range p.Bands {
		d.band(b)
	}
	for _, l := range p.Levels {
		if y := d.y(l.Y); y >= 0 && y <= d.out.h {
			d.line([]point{{0, y}, {d.out.w, y}}, ruleWidth, l.Dash, l.Color, l.Label)
		}
	}
	for _, k := range p.Cursors {
		if x := d.x(k.X); x >= 0 && x <= d.out.w {
			d.line([]point{{x, 0}, {x, d.out.h}}, ruleWidth, k.Dash, k.Color, k.Label)
		}
	}
	for _, s := range p.Series {
		d.series(s)
	}
	if f.Map != nil {
		d.out.at = f.MapColor
		for _, q := range f.Map.Cross {
			x, y := d.x(q.X), d.y(q.Y)
			d.line([]point{{x, 0}, {x, d.out.h}}, ruleWidth, chart.Dotted, f.Style.Text, "")
			d.line([]point{{0, y}, {d.out.w, y}}, ruleWidth, chart.Dotted, f.Style.Text, "")
		}
	}
	for _, q := range p.Points {
		d.point(q)
	}
	d.axes()
	return d.out
}

type drawer struct {
	f      *chart.Figure
	cw, ch float64
	dim    [][4]float64 // what is hatched: x0, y0, x1, y1
	out    drawing
}

func (d *drawer) x(v float64) float64 { return d.f.X.Place(v) * d.cw }
func (d *drawer) y(v float64) float64 { return d.f.Y.Place(v) * d.ch }

// color is one as it is seen: a figure may be faded.
func (d *drawer) color(c chart.Color) chart.Color {
	if d.f.Fade == 0 {
		return c
	}
	return chart.Blend(c, d.f.Style.Background, d.f.Fade)
}

func (d *drawer) line(way []point, width float64, dash chart.Dash, c chart.Color, title string) {
	d.out.lines = append(d.out.lines, shape{poly: way, width: width * d.cw, dash: dash, color: d.color(c), title: title})
}

// axes draws the lines of the axes in the middle of their cells, each tick where its value is.
func (d *drawer) axes() {
	line := func(x0, y0, x1, y1 float64) {
		d.out.axes = append(d.out.axes, shape{poly: []point{{x0, y0}, {x1, y1}}, width: axisWidth * d.cw, color: d.color(d.f.Style.Axis)})
	}
	x, y := -d.cw/2, d.out.h+d.ch/2
	if d.f.Left {
		end := d.out.h
		if d.f.Below {
			end = y
		}
		line(x, 0, x, end)
		for _, v := range d.f.Y.At {
			if at := d.y(v); at >= 0 && at <= d.out.h {
				line(-d.cw, at, x, at)
			}
		}
	}
	if d.f.Below {
		from := 0.0
		if d.f.Left {
			from = x
		}
		line(from, y, d.out.w, y)
		for _, v := range d.f.X.At {
			if at := d.x(v); at >= 0 && at <= d.out.w {
				line(at, y, at, y+d.ch/2)
			}
		}
	}
}

// hatch draws the diagonals of a region, where cells have them.
func (d *drawer) hatch(h chart.Hatch) {
	x0, y1 := d.f.Edges(h.X0, h.Y0)
	x1, y0 := d.f.Edges(h.X1, h.Y1)
	x0, x1, y0, y1 = clip(x0, d.f.Area.W), clip(x1, d.f.Area.W), clip(y0, d.f.Area.H), clip(y1, d.f.Area.H)
	if !(x0 < x1 && y0 < y1) {
		return
	}
	d.dim = append(d.dim, [4]float64{x0 * d.cw, y0 * d.ch, x1 * d.cw, y1 * d.ch})
	for sum := 1.0; sum < float64(d.f.Area.W+d.f.Area.H); sum += hatchEvery { // along a diagonal x + y is the same
		from, to := max(x0, sum-y1), min(x1, sum-y0)
		if from < to {
			way := []point{{from * d.cw, (sum - from) * d.ch}, {to * d.cw, (sum - to) * d.ch}}
			d.out.under = append(d.out.under, shape{poly: way, width: hatchWidth * d.cw, color: d.color(h.Color)})
		}
	}
}

func clip(v float64, n int) float64 { return min(max(v, 0), float64(n)) }

// band fills between two curves, piece by piece where they have gaps, and draws its edges.
func (d *drawer) band(b chart.Band) {
	n := min(len(b.Lo), len(b.Hi))
	if b.X != nil {
		n = min(n, len(b.X))
	}
	var lo, hi []point
	flush := func() {
		if len(lo) > 0 {
			d.bandPiece(b, lo, hi)
		}
		lo, hi = nil, nil
	}
	for i := range n {
		x := d.f.X.Sample(b.X, i, n) * d.cw
		_, l := d.f.Edges(0, b.Lo[i])
		_, h := d.f.Edges(0, b.Hi[i])
		l, h = l*d.ch, h*d.ch
		if !(l >= h) || math.IsNaN(x) { // the upper curve has the smaller row
			flush()
			continue
		}
		lo, hi = append(lo, point{x, l}), append(hi, point{x, h})
	}
	flush()
}

func (d *drawer) bandPiece(b chart.Band, lo, hi []point) {
	// A band without height is seen, too.
	ring := make([]point, 0, len(lo)+len(hi))
	for i, p := range hi {
		if thin := edgeWidth*d.cw - (lo[i].y - p.y); thin > 0 {
			p.y -= thin / 2
		}
		ring = append(ring, p)
	}
	for i := len(lo) - 1; i >= 0; i-- {
		p := lo[i]
		if thin := edgeWidth*d.cw - (p.y - hi[i].y); thin > 0 {
			p.y += thin / 2
		}
		ring = append(ring, p)
	}
	if ring = below(below(ring, 0, 1), d.out.h, -1); len(ring) < 3 {
		return
	}
	fill := shape{poly: ring, color: d.color(b.Fill), ground: d.f.Style.Background, title: b.Name}
	d.out.under = append(d.out.under, fill)
	edge := chart.Blend(b.Fill, b.Edge.Or(b.Fill), 0.5)
	for _, way := range [][]point{lo, hi} {
		d.out.under = append(d.out.under, shape{poly: way, width: edgeWidth * d.cw, color: d.color(edge)})
	}
}

// below cuts a polygon to the side of a horizontal line that sign tells: 1 below it, -1 above it
// (Sutherland and Hodgman).
func below(poly []point, y, sign float64) []point {
	if !slices.ContainsFunc(poly, func(p point) bool { return sign*(p.y-y) < 0 }) {
		return poly
	}
	var out []point
	for i, q := range poly {
		p := poly[(i+len(poly)-1)%len(poly)]
		in, was := sign*(q.y-y) >= 0, sign*(p.y-y) >= 0
		if in != was {
			out = append(out, point{p.x + (q.x-p.x)*(y-p.y)/(q.y-p.y), y})
		}
		if in {
			out = append(out, q)
		}
	}
	return out
}

// series draws a line, paler where it is hatched.
func (d *drawer) series(s chart.Series) {
	n := len(s.Y)
	if s.X != nil {
		n = min(n, len(s.X))
	}
	width := thinSeries
	if s.Heavy {
		width = heavySeries
	}
	pale := chart.Blend(s.Color, d.f.Style.Background, 0.45)
	var way []point
	dim := false
	flush := func() {
		if len(way) == 1 { // a point of its own
			way = append(way, way[0])
		}
		if len(way) > 0 {
			c := s.Color
			if dim {
				c = pale
			}
			d.line(way, width, s.Dash, c, s.Name)
		}
		way = nil
	}
	for i := range n {
		p := point{d.f.X.Sample(s.X, i, n) * d.cw, d.y(s.Y[i])}
		if math.IsNaN(p.x) || math.IsNaN(p.y) {
			flush()
			continue
		}
		if len(way) == 0 {
			way, dim = []point{p}, d.dimmed(p)
			continue
		}
		last := way[len(way)-1]
		for _, t := range d.crossings(last, p) {
			q := point{last.x + t*(p.x-last.x), last.y + t*(p.y-last.y)}
			way = append(way, q)
			flush()
			way, dim = []point{q}, d.dimmed(point{q.x + 1e-6*(p.x-last.x), q.y + 1e-6*(p.y-last.y)})
		}
		way = append(way, p)
	}
	flush()
}

func (d *drawer) dimmed(p point) bool {
	for _, r := range d.dim {
		if p.x >= r[0] && p.y >= r[1] && p.x <= r[2] && p.y <= r[3] {
			return true
		}
	}
	return false
}

// crossings are the parts of the way from p to q at which it enters or leaves what is hatched.
func (d *drawer) crossings(p, q point) []float64 {
	var out []float64
	for _, r := range d.dim {
		for _, e := range [...][3]float64{{r[0], p.x, q.x}, {r[2], p.x, q.x}, {r[1], p.y, q.y}, {r[3], p.y, q.y}} {
			t := (e[0] - e[1]) / (e[2] - e[1])
			if !(t > 0 && t < 1) {
				continue
			}
			before, after := t-1e-6, t+1e-6
			at := func(t float64) point { return point{p.x + t*(q.x-p.x), p.y + t*(q.y-p.y)} }
			if d.dimmed(at(before)) != d.dimmed(at(after)) {
				out = append(out, t)
			}
		}
	}
	slices.Sort(out)
	return out
}

// point draws an observation; one beyond the upper or lower edge is an arrow there.
func (d *drawer) point(p chart.Point) {
	x, y := d.x(p.X), d.y(p.Y)
	if !(x >= 0 && x <= d.out.w) || math.IsNaN(y) {
		return
	}
	c := p.Color
	if d.f.Map != nil {
		if !(y >= 0 && y <= d.out.h) {
			return
		}
		c = d.f.MapInk(x/d.cw, y/d.ch)
	}
	title := pointTitle(d.f, p)
	sign, size := p.Shape, markSize*d.cw
	switch {
	case y < 0:
		y, sign = d.ch/2, chart.MarkAbove
	case y > d.out.h:
		y, sign = d.out.h-d.ch/2, chart.MarkBelow
	}
	for _, s := range pointShapes(sign, x, y, size) {
		s.color, s.title = d.color(c), title
		if ground := d.f.Style.Background; s.closed && s.width > 0 && d.f.Map == nil && ground != chart.Default {
			d.out.marks = append(d.out.marks, shape{poly: s.poly, color: ground}) // hollow: nothing runs through it
		}
		d.out.marks = append(d.out.marks, s)
	}
}
