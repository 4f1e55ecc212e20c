package figure

import (
	"image/color"
	"math"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// Figure is curves over one pair of axes.
type Figure struct {
	Title  string
	X, Y   string // names of the axes
	Curves []Curve
}

// Curve is a line and the band about it.
type Curve struct {
	Name string
	Hue  int // the number of a policy's hue: the same as on all screens
	At   []Point
}

// Point is a place of a curve; without finite limits it has no band, without a
// finite value the line has a gap.
type Point struct{ X, Y, Low, High float64 }

func (p Point) drawn() bool { return finite(p.X) && finite(p.Y) }

// band are the limits, both at the line where the interval is open.
func (p Point) band() (low, high float64) {
	if !finite(p.Low) || !finite(p.High) {
		return p.Y, p.Y
	}
	return p.Low, p.High
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// paper is the theme whose hues curves have: on white, the explorer's on a light
// background.
var paper, _ = theme.Named("light")

// dashes tell curves apart without colours, each hue its own; no two neighbours
// in a list of policies have the same.
var dashes = [...][]float64{nil, {7, 3}, {2, 3}, {9, 3, 2, 3}}

var (
	ink   = color.NRGBA{34, 34, 34, 255}
	frame = color.NRGBA{110, 110, 110, 255}
	grid  = color.NRGBA{225, 225, 225, 255}
)

const (
	bandAlpha = 24 // of 255: ten bands lie on each other

	plotWidth, plotHeight = 540, 366

	titleSize, nameSize, tickSize, legendSize = 16, 14, 12, 12

	margin    = 12
	tick      = 5
	legendRow = 19
	sample    = 28 // of a line in the legend
	// A reader's font may be wider than ours, by which the space for texts is measured.
	slack = 1.12
)

// layout says where things stand, in pixels.
type layout struct {
	x, y         chart.Axis
	left, top    float64 // of the plot
	right, under float64
}

func (l layout) place(x, y float64) point {
	return point{
		l.left + (x-l.x.Min)/(l.x.Max-l.x.Min)*(l.right-l.left),
		l.under - (y-l.y.Min)/(l.y.Max-l.y.Min)*(l.under-l.top),
	}
}

// lay draws the figure onto a sheet just large enough: the plot keeps its size,
// whatever the legend needs.
func (f Figure) lay() (sheet, error) {
	measure, err := newRuler()
	if err != nil {
		return sheet{}, err
	}
	l := layout{x: f.axis(Point.drawn, func(p Point) []float64 { return []float64{p.X} })}
	l.y = f.axis(Point.drawn, func(p Point) []float64 {
		low, high := p.band()
		return []float64{p.Y, low, high}
	}).Pad(0.03)
	xs, xNames := l.x.Round(9)
	ys, yNames := l.y.Round(8)

	widest := 0.0
	for _, name := range yNames {
		widest = max(widest, slack*measure.width(name, tickSize))
	}
	l.left = math.Ceil(margin + nameSize + margin + widest + tick + 4)
	l.right = l.left + plotWidth
	l.top = margin + titleSize + margin
	l.under = l.top + max(plotHeight, float64(len(f.Curves))*legendRow)
	legend := 0.0
	for _, c := range f.Curves {
		legend = max(legend, slack*measure.width(sanitize.Text(c.Name), legendSize))
	}
	s := sheet{
		width:  math.Ceil(l.right + 1.5*margin + sample + 8 + legend + margin),
		height: l.under + tick + tickSize + margin + nameSize + margin,
	}

	f.scales(&s, l, xs, xNames, ys, yNames)
	// All lines lie above all bands.
	for _, c := range f.Curves {
		c.shade(&s, l)
	}
	for _, c := range f.Curves {
		c.trace(&s, l)
	}
	s.line(frame, 1, nil, point{l.left, l.top}, point{l.left, l.under}, point{l.right, l.under})
	for i, c := range f.Curves {
		x, y := l.right+1.5*margin, l.top+legendRow*(float64(i)+0.5)
		hue, dashes := c.look()
		s.fill(faint(hue), point{x, y - 6}, point{x + sample, y - 6}, point{x + sample, y + 6}, point{x, y + 6})
		s.line(hue, lineWidth, dashes, point{x, y}, point{x + sample, y})
		s.text(c.Name, legendSize, point{x + sample + 8, y + legendSize*0.35}, start)
	}
	return s, nil
}

// axis covers all that values finds at the points that are drawn.
func (f Figure) axis(drawn func(Point) bool, values func(Point) []float64) chart.Axis {
	var all []float64
	for _, c := range f.Curves {
		for _, p := range c.At {
			if drawn(p) {
				all = append(all, values(p)...)
			}
		}
	}
	lo, hi := chart.Limits(all)
	if lo == hi {
		d := max(math.Abs(lo)*0.05, 1e-3)
		lo, hi = lo-d, hi+d
	}
	return chart.Axis{Min: lo, Max: hi}
}

// scales draws title, grid, ticks and the names of the axes.
func (f Figure) scales(s *sheet, l layout, xs []float64, xNames []string, ys []float64, yNames []string) {
	middle := (l.left + l.right) / 2
	s.text(f.Title, titleSize, point{middle, margin + titleSize*0.8}, centre)
	for i, x := range xs {
		at := l.place(x, l.y.Min)
		s.line(grid, 1, nil, at, point{at.x, l.top})
		s.line(frame, 1, nil, at, point{at.x, at.y + tick})
		s.text(xNames[i], tickSize, point{at.x, at.y + tick + tickSize + 1}, centre)
	}
	for i, y := range ys {
		at := l.place(l.x.Min, y)
		s.line(grid, 1, nil, at, point{l.right, at.y})
		s.line(frame, 1, nil, at, point{at.x - tick, at.y})
		s.text(yNames[i], tickSize, point{at.x - tick - 4, at.y + tickSize*0.35}, end)
	}
	s.text(f.X, nameSize, point{middle, s.height - margin}, centre)
	s.upright(f.Y, nameSize, point{margin + nameSize*0.8, (l.top + l.under) / 2})
}

const lineWidth = 2

// look is a curve's colour and dashes. Hues half a palette apart, and shades, which
// are hard to tell apart, have other dashes: so do trees and paths of 2 and 4 steps.
func (c Curve) look() (color.NRGBA, []float64) {
	r, g, b := paper.Policy(c.Hue).RGB()
	hues, half := len(paper.Policies), len(paper.Policies)/2
	return color.NRGBA{r, g, b, 255}, dashes[(c.Hue+c.Hue/hues+2*(c.Hue%hues/half))%len(dashes)]
}

func faint(c color.NRGBA) color.NRGBA {
	c.A = bandAlpha
	return c
}

// runs are the parts of a curve between its gaps.
func (c Curve) runs() [][]Point {
	var out [][]Point
	gap := true
	for _, p := range c.At {
		switch {
		case !p.drawn():
			gap = true
			continue
		case gap:
			out = append(out, nil)
			gap = false
		}
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// shade fills the band: along the upper ends of the intervals and back along the lower.
func (c Curve) shade(s *sheet, l layout) {
	hue, _ := c.look()
	for _, run := range c.runs() {
		outline := make([]point, 2*len(run))
		for i, p := range run {
			low, high := p.band()
			outline[i], outline[len(outline)-1-i] = l.place(p.X, high), l.place(p.X, low)
		}
		s.fill(faint(hue), outline...)
	}
}

func (c Curve) trace(s *sheet, l layout) {
	hue, dashes := c.look()
	for _, run := range c.runs() {
		path := make([]point, len(run))
		for i, p := range run {
			path[i] = l.place(p.X, p.Y)
		}
		s.line(hue, lineWidth, dashes, path...)
	}
}
