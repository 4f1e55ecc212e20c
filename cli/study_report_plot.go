package cli

import (
	"math"
	"strings"

	"farsight/tui/chart"
	"farsight/tui/picture"
)

// Colours of charts by the names that page.css has for them: what they are is the reader's theme's.
var (
	valueColor, costColor, chanceColor        = chart.RGB(0, 0, 1), chart.RGB(0, 0, 2), chart.RGB(0, 0, 3)
	inkColor, goodColor, badColor, quietColor = chart.RGB(0, 0, 4), chart.RGB(0, 0, 5), chart.RGB(0, 0, 6), chart.RGB(0, 0, 7)
)

var classes = map[chart.Color]string{valueColor: "value", costColor: "cost", chanceColor: "chance",
	inkColor: "ink", goodColor: "good", badColor: "bad", quietColor: "quiet"}

// Sizes of charts, in cells of eight pixels.
const (
	plotRows      = 22
	narrow, broad = 41, 91
)

// plot is a chart of a page.
type plot struct {
	chart.Plot
	said  string // to readers who listen
	width int
}

// svg draws the chart.
func (p plot) svg() (string, error) {
	var b strings.Builder
	err := picture.Graph{Plot: p.Plot, Said: p.said, Width: p.width, Height: plotRows, Classes: classes}.SVG(&b)
	return b.String(), err
}

// figure writes the chart with what is said below it.
func (p *reportPage) figure(pl plot, caption string) {
	svg, err := pl.svg()
	if err != nil {
		p.err = err
		return
	}
	if caption != "" {
		caption = "<figcaption>" + caption + "</figcaption>"
	}
	p.printf("<figure>%s%s</figure>\n", svg, caption)
}

// mark adds a dot, with what it is in words.
func (p *plot) mark(x, y float64, shape chart.Shape, c chart.Color, words string) {
	if isFinite(x) && isFinite(y) {
		p.Points = append(p.Points, chart.Point{X: x, Y: y, Shape: shape, Color: c, Label: words})
	}
}

// line adds a straight line.
func (p *plot) line(c chart.Color, x0, y0, x1, y1 float64) {
	p.Series = append(p.Series, chart.Series{X: []float64{x0, x1}, Y: []float64{y0, y1}, Color: c})
}

// diagonal adds the line where both are the same.
func (p *plot) diagonal() {
	lo, hi := math.Max(p.X.Min, p.Y.Min), math.Min(p.X.Max, p.Y.Max)
	p.Series = append(p.Series, chart.Series{X: []float64{lo, hi}, Y: []float64{lo, hi}, Color: quietColor, Dash: chart.Dashed})
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
