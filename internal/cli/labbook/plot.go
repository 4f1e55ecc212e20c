package labbook

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"farsight/tui/chart"
)

// plot is a chart: a band, a line, marks. Colours are the page's, by class.
type plot struct {
	title  string // said to readers who listen
	class  string // value or cost
	x, y   chart.Axis
	names  []string // of the values 0, 1, …, where x has names
	width  float64
	line   []spot
	band   []spot
	ticks  []spot // where a line would stand, had it neighbours
	marks  []mark
	rule   float64 // a vertical line, where finite
	diag   bool    // a line where both are the same
	whisks bool    // the band is drawn point by point
}

// spot is a place on a line, and the limits of a band there.
type spot struct{ x, y, low, high float64 }

// mark is a dot, with what it is in words.
type mark struct {
	x, y  float64
	class string // "", best, off, failed
	words string
}

const (
	plotHeight              = 230.0
	leftOf, rightOf         = 58.0, 12.0
	above, below            = 12.0, 40.0
	narrow, broad   float64 = 400, 800
)

// svg draws the chart.
func (p plot) svg() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">\n", px(p.width), px(plotHeight), text(p.title))
	fmt.Fprintf(&b, "<title>%s</title>\n", text(p.title))
	p.scales(&b)
	if p.whisks {
		for _, s := range p.band {
			fmt.Fprintf(&b, "<path class=\"line %s\" d=\"M%s %sV%s\"/>\n", p.class, px(p.px(s.x)), px(p.py(s.low)), px(p.py(s.high)))
		}
	} else if len(p.band) > 1 {
		var d strings.Builder
		for i, s := range p.band {
			fmt.Fprintf(&d, "%c%s %s", "ML"[min(i, 1)], px(p.px(s.x)), px(p.py(s.high)))
		}
		for i := len(p.band) - 1; i >= 0; i-- {
			fmt.Fprintf(&d, "L%s %s", px(p.px(p.band[i].x)), px(p.py(p.band[i].low)))
		}
		fmt.Fprintf(&b, "<path class=\"band %s\" d=\"%sZ\"/>\n", p.class, d.String())
	}
	if p.diag {
		lo, hi := math.Max(p.x.Min, p.y.Min), math.Min(p.x.Max, p.y.Max)
		fmt.Fprintf(&b, "<path class=\"rule\" d=\"M%s %sL%s %s\"/>\n", px(p.px(lo)), px(p.py(lo)), px(p.px(hi)), px(p.py(hi)))
	}
	if finite(p.rule) {
		fmt.Fprintf(&b, "<path class=\"rule\" d=\"M%s %sV%s\"/>\n", px(p.px(p.rule)), px(above), px(plotHeight-below))
	}
	if len(p.line) > 0 {
		var d strings.Builder
		for i, s := range p.line {
			fmt.Fprintf(&d, "%c%s %s", "ML"[min(i, 1)], px(p.px(s.x)), px(p.py(s.y)))
		}
		fmt.Fprintf(&b, "<path class=\"line %s\" d=\"%s\"/>\n", p.class, d.String())
	}
	for _, s := range p.ticks {
		at := p.px(s.x)
		fmt.Fprintf(&b, "<path class=\"line %s\" d=\"M%s %sH%s\"/>\n", p.class, px(at-7), px(p.py(s.y)), px(at+7))
	}
	for _, m := range p.marks {
		if !finite(m.x) || !finite(m.y) {
			continue
		}
		class := strings.TrimSpace("mark " + m.class)
		fmt.Fprintf(&b, "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"3.2\"><title>%s</title></circle>\n", class, px(p.px(m.x)), px(p.py(m.y)), text(m.words))
	}
	b.WriteString("</svg>")
	return b.String()
}

// scales draws the frame, the ticks and the names of the axes.
func (p plot) scales(b *strings.Builder) {
	left, right, top, under := leftOf, p.width-rightOf, above, plotHeight-below
	xs, xNames := p.x.Round(6)
	if p.names != nil {
		xs, xNames = nil, nil
		for i, name := range p.names {
			xs, xNames = append(xs, float64(i)), append(xNames, name)
		}
	}
	for i, x := range xs {
		at := px(p.px(x))
		fmt.Fprintf(b, "<path class=\"grid\" d=\"M%s %sV%s\"/><text class=\"tick\" x=\"%s\" y=\"%s\" text-anchor=\"middle\">%s</text>\n", at, px(top), px(under), at, px(under+14), text(xNames[i]))
	}
	ys, yNames := p.y.Round(6)
	for i, y := range ys {
		at := p.py(y)
		fmt.Fprintf(b, "<path class=\"grid\" d=\"M%s %sH%s\"/><text class=\"tick\" x=\"%s\" y=\"%s\" text-anchor=\"end\">%s</text>\n", px(left), px(at), px(right), px(left-5), px(at+4), text(yNames[i]))
	}
	fmt.Fprintf(b, "<path class=\"frame\" d=\"M%s %sV%sH%s\"/>\n", px(left), px(top), px(under), px(right))
	fmt.Fprintf(b, "<text x=\"%s\" y=\"%s\" text-anchor=\"middle\">%s</text>\n", px((left+right)/2), px(plotHeight-8), text(p.x.Label))
	middle := px((top + under) / 2)
	fmt.Fprintf(b, "<text x=\"12\" y=\"%s\" text-anchor=\"middle\" transform=\"rotate(-90 12 %s)\">%s</text>\n", middle, middle, text(p.y.Label))
}

func (p plot) px(x float64) float64 { return leftOf + share(p.x, x)*(p.width-leftOf-rightOf) }

func (p plot) py(y float64) float64 {
	return plotHeight - below - share(p.y, y)*(plotHeight-above-below)
}

// share is where a value lies on an axis, from 0 to 1; what lies beyond is at
// its end.
func share(a chart.Axis, v float64) float64 {
	lo, hi := a.Min, a.Max
	if a.Log {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	// Halves: the difference of two large numbers is still one.
	t := (v/2 - lo/2) / (hi/2 - lo/2)
	if math.IsNaN(t) {
		return 0.5
	}
	return math.Max(0, math.Min(1, t))
}

// around is an axis that holds all values.
func around(label string, log bool, values ...[]float64) chart.Axis {
	if log {
		values = positive(values)
	}
	lo, hi := chart.Limits(values...)
	if log && lo <= 0 {
		lo, hi = 1, 10
	}
	if lo == hi {
		d := math.Max(math.Abs(lo)*0.05, math.SmallestNonzeroFloat64)
		if lo == 0 {
			d = 1
		}
		lo, hi = lo-d, hi+d
	}
	return chart.Axis{Min: lo, Max: hi, Log: log, Label: label}.Pad(0.04)
}

// positive are those that have a place on a log axis.
func positive(values [][]float64) [][]float64 {
	var out []float64
	for _, vs := range values {
		for _, v := range vs {
			if v > 0 {
				out = append(out, v)
			}
		}
	}
	return [][]float64{out}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// px writes a coordinate.
func px(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }
