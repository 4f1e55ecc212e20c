package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"farsight/tui/chart"
)

// column is what a figure says about one of its columns of cells.
type column struct {
	at    int // counted in cells from the left edge of the area
	lines []string
}

// columnsOf says, for every column of cells, what the curves are in its middle. A map says nothing
// there: it has two inputs.
func columnsOf(f *chart.Figure) []column {
	if f.Map != nil {
		return nil
	}
	var out []column
	for i := range f.Area.W {
		at := float64(i) + 0.5
		var lines []string
		for _, s := range f.Plot.Series {
			if v := between(f, s.X, s.Y, at); !math.IsNaN(v) {
				lines = append(lines, named(s.Name, f)+" "+chart.Num(v))
			}
		}
		for _, b := range f.Plot.Bands {
			lo, hi := between(f, b.X, b.Lo, at), between(f, b.X, b.Hi, at)
			if !math.IsNaN(lo) && !math.IsNaN(hi) {
				lines = append(lines, strings.TrimSpace(b.Name+" "+chart.Num(lo)+" to "+chart.Num(hi)))
			}
		}
		if len(lines) > 0 {
			out = append(out, column{i, append([]string{place(f.Plot.X, f.X.Value(at))}, lines...)})
		}
	}
	return out
}

// between is the value at a column; NaN where there is none, and of a line that does not go from
// left to right.
func between(f *chart.Figure, x, y []float64, at float64) float64 {
	i, j, t, ok := f.X.Between(x, len(y), at)
	if !ok || x == nil && len(y) < 2 || !slices.IsSorted(x) {
		return math.NaN()
	}
	return y[i] + t*(y[j]-y[i])
}

// named is a curve's name, or what its plot is about.
func named(name string, f *chart.Figure) string {
	if name != "" {
		return name
	}
	about, _, _ := strings.Cut(f.Plot.Title, ",")
	return about
}

// place is a value of an axis in words.
func place(a chart.Axis, v float64) string {
	label := a.Label
	if label == "" {
		label = "x"
	}
	if n := len(a.Names); n > 0 {
		return label + " " + a.Names[min(max(int(math.Round(v)), 0), n-1)]
	}
	return label + " " + chart.Num(v)
}

// pointTitle says what a point is.
func pointTitle(f *chart.Figure, p chart.Point) string {
	about := p.Label
	if f.Map != nil {
		about = strings.TrimSpace(fmt.Sprintf("%s\n%s %s", about, named("", f), chart.Num(f.MapValue(f.X.Place(p.X), f.Y.Place(p.Y)))))
		return place(f.Plot.X, p.X) + "\n" + place(f.Plot.Y, p.Y) + "\n" + about
	}
	return strings.TrimSpace(place(f.Plot.X, p.X) + "\n" + named("", f) + " " + chart.Num(p.Y) + "\n" + about)
}
