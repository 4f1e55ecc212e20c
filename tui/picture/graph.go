//go:build !js

// A page draws no graphs, and does not carry the fonts they are measured with.

package picture

import (
	"bufio"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"maps"
	"math"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// Graph is a plot with axes around it, drawn for a page and not for a terminal: the figures of
// reports and of lab books. It is laid out once; SVG and PNG show the same.
type Graph struct {
	Title         string
	Plot          chart.Plot // its axes say their names and have their limits
	Width, Height int        // of the plot, in cells of graphCell pixels; zero: a figure of a report
	Said          string     // to readers who listen
	// Classes are names of a page's own styles for colours of the plot; with them texts have the
	// page's colours, too, and only a page can show the graph.
	Classes map[chart.Color]string
}

// paper is the theme of graphs that bring their own colours: on white, the explorer's on a light
// background.
var paper, _ = theme.Named("light")

// Colours of a graph beside its curves'; names of classes stand for them on a page.
var (
	graphInk   = chart.Hex("#222222")
	graphQuiet = chart.Hex("#6e6e6e")
	graphGrid  = chart.Hex("#e1e1e1")
	graphPaper = chart.Hex("#ffffff")
)

const (
	graphCell               = 8
	graphWidth, graphHeight = 68, 46

	titleSize, nameSize, tickSize = 16.0, 14.0, 12.0

	bandOpacity = 0.1 // ten bands lie on each other
	margin      = 12.0
	tick        = 5.0
	legendRow   = 19.0
	sample      = 28.0 // of a line in the legend
	// A reader's font may be wider than ours, by which the space for texts is measured.
	slack = 1.12
)

// laid is a graph as it is drawn.
type laid struct {
	w, h     float64
	shapes   []shape
	writings []writing
}

func (l *laid) line(c chart.Color, way ...point) {
	l.shapes = append(l.shapes, shape{poly: way, width: 1, color: c})
}

// write sets what may come from a file, so it is made harmless first.
func (l *laid) write(w writing) {
	if w.text, w.look.fg = sanitize.Text(w.text), graphInk; w.text != "" {
		l.writings = append(l.writings, w)
	}
}

// Curve adds a line with its band, in the hue and with the dashes that its policy has everywhere.
// Hues half a palette apart, and shades, which are hard to tell apart, have other dashes: so do trees
// and paths of 2 and 4 steps.
func (g *Graph) Curve(name string, hue int, x, mean, low, high []float64) {
	hues, half := len(paper.Policies), len(paper.Policies)/2
	dash := [...]chart.Dash{chart.Solid, chart.Dashed, chart.Dotted, chart.Long}[(hue+hue/hues+2*(hue%hues/half))%4]
	color := paper.Policy(hue)
	lo, hi := make([]float64, len(mean)), make([]float64, len(mean))
	for i, y := range mean {
		if lo[i], hi[i] = low[i], high[i]; !finite(lo[i]) || !finite(hi[i]) { // the interval is open
			lo[i], hi[i] = y, y
		}
	}
	g.Plot.Bands = append(g.Plot.Bands, chart.Band{X: x, Lo: lo, Hi: hi, Fill: color})
	g.Plot.Series = append(g.Plot.Series, chart.Series{Name: name, X: x, Y: mean, Color: color, Dash: dash, Heavy: true})
}

// Fit makes the axes hold all curves.
func (g *Graph) Fit(x, y string) {
	var xs, ys [][]float64
	for i, s := range g.Plot.Series {
		b := g.Plot.Bands[i]
		for k := range s.Y {
			if finite(s.X[k]) && finite(s.Y[k]) {
				xs, ys = append(xs, s.X[k:k+1]), append(ys, s.Y[k:k+1], b.Lo[k:k+1], b.Hi[k:k+1])
			}
		}
	}
	g.Plot.X, g.Plot.Y = Around(x, false, xs...), Around(y, false, ys...)
	if lo, hi := chart.Limits(xs...); lo < hi {
		g.Plot.X.Min, g.Plot.X.Max = lo, hi
	}
}

// Around is an axis with a name that holds all values.
func Around(label string, log bool, values ...[]float64) chart.Axis {
	a := chart.Around(0.04, log, values...)
	a.Label = label
	return a
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// lay lays the graph out on a sheet just large enough: the plot keeps its size, whatever its labels
// and its legend need.
func (g Graph) lay() (laid, error) {
	var l laid
	measure, err := newFontSet()
	if err != nil {
		return l, err
	}
	w, h := g.Width, g.Height
	if w == 0 || h == 0 {
		w, h = graphWidth, max(graphHeight, int(math.Ceil(float64(len(g.Plot.Series))*legendRow/graphCell)))
	}
	f := chart.NewFigure(g.Plot, w, h, chart.Style{Background: graphPaper, Text: graphInk})
	d := drawFigure(&f, graphCell, graphCell)

	widest := 0.0
	for _, name := range f.Y.Labels {
		widest = max(widest, slack*measure.width(name, tickSize))
	}
	left, top := math.Ceil(margin+nameSize+margin/2+widest+tick+4), margin
	if g.Title != "" {
		top += titleSize + margin
	}
	right, under := left+d.w, top+d.h
	l.w, l.h = right+margin, under+tick+tickSize+margin+nameSize+margin

	middle := (left + right) / 2
	l.write(writing{text: g.Title, size: titleSize, at: point{middle, margin + titleSize*0.8}, anchor: 0.5})
	for i, v := range f.X.At {
		x := left + f.X.Place(v)*graphCell
		l.line(graphGrid, point{x, under}, point{x, top})
		l.line(graphQuiet, point{x, under}, point{x, under + tick})
		l.write(writing{text: f.X.Labels[i], size: tickSize, at: point{x, under + tick + tickSize + 1}, anchor: 0.5, quiet: true})
	}
	for i, v := range f.Y.At {
		y := top + f.Y.Place(v)*graphCell
		l.line(graphGrid, point{left, y}, point{right, y})
		l.line(graphQuiet, point{left, y}, point{left - tick, y})
		l.write(writing{text: f.Y.Labels[i], size: tickSize, at: point{left - tick - 4, y + tickSize*0.35}, anchor: 1, quiet: true})
	}
	l.write(writing{text: g.Plot.X.Label, size: nameSize, at: point{middle, l.h - margin}, anchor: 0.5})
	l.write(writing{text: g.Plot.Y.Label, size: nameSize, at: point{margin + nameSize*0.8, (top + under) / 2}, anchor: 0.5, upright: true})

	for _, s := range d.under {
		if s.width > 0 {
			continue // the edge of a band
		}
		s.ground, s.alpha = chart.Default, bandOpacity
		l.shapes = append(l.shapes, moved(within(s, d), left, top))
	}
	for _, s := range d.lines {
		l.shapes = append(l.shapes, moved(within(s, d), left, top))
	}
	for _, s := range d.marks {
		l.shapes = append(l.shapes, moved(s, left, top))
	}
	l.line(graphQuiet, point{left, top}, point{left, under}, point{right, under})
	g.legend(&l, measure, right+1.5*margin, top)
	return l, nil
}

// legend lists the lines that have names, right of the plot.
func (g Graph) legend(l *laid, measure *fontSet, x, top float64) {
	rows := 0.0
	for _, s := range g.Plot.Series {
		if s.Name == "" {
			continue
		}
		y := top + legendRow*(rows+0.5)
		rows++
		l.shapes = append(l.shapes, shape{poly: []point{{x, y - 6}, {x + sample, y - 6}, {x + sample, y + 6}, {x, y + 6}}, color: s.Color, alpha: bandOpacity},
			shape{poly: []point{{x, y}, {x + sample, y}}, width: heavySeries * graphCell, dash: s.Dash, color: s.Color})
		w := writing{text: s.Name, size: tickSize, at: point{x + sample + 8, y + tickSize*0.35}}
		l.write(w)
		l.w = max(l.w, math.Ceil(w.at.x+slack*measure.width(sanitize.Text(s.Name), tickSize)+margin))
	}
}

// within is a line whose far ends, beyond what numbers can measure, are at the edge.
func within(s shape, d drawing) shape {
	return changed(s, func(p point) point { return point{min(max(p.x, 0), d.w), min(max(p.y, 0), d.h)} })
}

func moved(s shape, x, y float64) shape {
	return changed(s, func(p point) point { return point{p.x + x, p.y + y} })
}

func changed(s shape, f func(point) point) shape {
	poly := make([]point, len(s.poly))
	for i, p := range s.poly {
		poly[i] = f(p)
	}
	s.poly, s.title = poly, sanitize.Block(s.title)
	return s
}

// SVG writes the graph as a scalable picture, its texts in the reader's font.
func (g Graph) SVG(out io.Writer) error {
	l, err := g.lay()
	if err != nil {
		return err
	}
	var o Options
	if g.Classes != nil {
		names := maps.Clone(g.Classes)
		names[graphQuiet], names[graphGrid], names[graphPaper] = "quiet", "grid", "paper"
		o.classes = &names
	}
	b := bufio.NewWriter(out)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]s %[2]s"`, num(l.w), num(l.h))
	if g.Classes == nil {
		fmt.Fprintf(b, ` width="%s" height="%s" font-family="'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif"`, num(l.w), num(l.h))
	}
	if said := escape(sanitize.Text(g.Said)); said != "" {
		fmt.Fprintf(b, ` role="img" aria-label="%[1]s">`+"\n<title>%[1]s</title>\n", said)
	} else {
		b.WriteString(` role="img">` + "\n")
	}
	if g.Classes == nil {
		fmt.Fprintf(b, `<rect width="%s" height="%s" fill="%s"/>`+"\n", num(l.w), num(l.h), hex(graphPaper))
	}
	o.shapes(b, l.shapes)
	o.texts(b, l.writings)
	b.WriteString("</svg>\n")
	return b.Flush()
}

// graphDensity is the pixels of a PNG for each of the layout.
const graphDensity = 2

// PNG writes the graph in pixels, its texts in Go's own font.
func (g Graph) PNG(out io.Writer) error {
	l, err := g.lay()
	if err != nil {
		return err
	}
	img, err := l.bitmap()
	if err != nil {
		return err
	}
	return png.Encode(out, img)
}

func (l laid) bitmap() (*image.RGBA, error) {
	p := brush{img: image.NewRGBA(image.Rect(0, 0, int(math.Ceil(l.w*graphDensity)), int(math.Ceil(l.h*graphDensity))))}
	draw.Draw(p.img, p.img.Bounds(), image.White, image.Point{}, draw.Src)
	for _, s := range l.shapes {
		s = changed(s, func(p point) point { return point{p.x * graphDensity, p.y * graphDensity} })
		s.width, s.radius = s.width*graphDensity, s.radius*graphDensity
		p.shapes([]shape{s})
	}
	for i := range l.writings {
		w := &l.writings[i]
		w.at.x, w.at.y, w.size = w.at.x*graphDensity, w.at.y*graphDensity, w.size*graphDensity
	}
	return p.img, p.texts(l.writings)
}
