package picture

import (
	"image/color"
	"math"
	"strings"
	"testing"
	"time"

	"farsight/tui/chart"
)

// figure draws a plot on a canvas of its own.
func figure(t *testing.T, p chart.Plot, w, h int) (chart.Canvas, *chart.Figure) {
	t.Helper()
	c := chart.New(w, h, chart.Terminal{})
	p.Draw(c, style)
	all := c.Figures()
	if len(all) != 1 {
		t.Fatalf("%d figures, want one", len(all))
	}
	return c, &all[0]
}

func rising() chart.Plot {
	n := 101
	x, y, lo, hi := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		x[i] = float64(i) / float64(n-1)
		y[i], lo[i], hi[i] = x[i], x[i]-0.2, x[i]+0.2
	}
	return chart.Plot{
		Title: "objective, mean", X: chart.Axis{Min: 0, Max: 1, Label: "dose"}, Y: chart.Axis{Min: 0, Max: 1}, Gutter: -1,
		Bands:  []chart.Band{{Name: "95 %", X: x, Lo: lo, Hi: hi, Fill: blue}},
		Series: []chart.Series{{Name: "model", X: x, Y: y, Color: red, Heavy: true}},
		Points: []chart.Point{{X: 0.5, Y: 0.5, Shape: chart.MarkChosen, Color: white}},
	}
}

// What is drawn over a figure later is left out of its picture; labels leave bands and no lines.
func TestCovered(t *testing.T) {
	t.Parallel()
	p := rising()
	p.Levels = []chart.Level{{Y: 0.8, Color: white, Label: "best"}}
	c, f := figure(t, p, 40, 21)
	c.Text(3, 12, "covered", chart.Ink{})
	seen := shownBy(c.Still(), f)
	var painter brush
	img := painter.picture(f, 8, 16, seen)
	covered, lettered := 0, 0
	for y := range f.Area.H {
		for x := range f.Area.W {
			k := c.Cell(f.Area.X+x, f.Area.Y+y)
			switch seen(x, y) {
			case showsOther:
				covered++
				for i := range 8 * 16 {
					if got := img.RGBAAt(x*8+i%8, y*16+i/8); got != (color.RGBA{}) {
						t.Fatalf("the picture has %v under %q", got, k.Rune)
					}
				}
			case showsText:
				lettered++
				for i := range 8 * 16 {
					if got := img.RGBAAt(x*8+i%8, y*16+i/8); got.R > 0 {
						t.Fatalf("a line runs through %q: %v", k.Rune, got)
					}
				}
			}
		}
	}
	if covered != len("covered") || lettered < len("best") {
		t.Errorf("%d cells are covered and %d lettered", covered, lettered)
	}
}

// dashes end: a pattern that does not divide a line's length, exactly or almost, is walked in as
// many steps as there are dashes.
func TestDashes(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, width := range []float64{0.1, 0.3, 1, 1.36, 2.2399999999999998} {
			for _, dash := range []chart.Dash{chart.Solid, chart.Dashed, chart.Dotted} {
				s := shape{poly: []point{{0, 0}, {0.1, 0}, {0.1, 0}, {100, 0}, {100, 70}}, width: width, dash: dash}
				sum := 0.0
				each(s, func(a, b point) { sum += math.Hypot(b.x-a.x, b.y-a.y) })
				want := 170.0
				if on, off := s.dashes(); on > 0 {
					want *= on / (on + off)
				}
				if math.Abs(sum-want) > 10*width {
					t.Errorf("dash %d of width %g: %g of 170 drawn, want about %g", dash, width, sum, want)
				}
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("dashes without end")
	}
}

// A simplified line is nowhere further from the line than it may be.
func TestSimple(t *testing.T) {
	t.Parallel()
	var line []point
	for i := range 500 {
		x := float64(i) * 1.3
		line = append(line, point{x, 60 * math.Sin(x/70) * math.Cos(x/31)})
	}
	short := simplified(line, 0.1)
	if len(short) >= len(line)/2 || short[0] != line[0] || short[len(short)-1] != line[len(line)-1] {
		t.Fatalf("%d of %d points are left", len(short), len(line))
	}
	for _, p := range line {
		near := math.Inf(1)
		for i := 1; i < len(short); i++ {
			a, b := short[i-1], short[i]
			u := min(max(((p.x-a.x)*(b.x-a.x)+(p.y-a.y)*(b.y-a.y))/((b.x-a.x)*(b.x-a.x)+(b.y-a.y)*(b.y-a.y)), 0), 1)
			near = min(near, math.Hypot(p.x-a.x-u*(b.x-a.x), p.y-a.y-u*(b.y-a.y)))
		}
		if near > 0.1+1e-9 {
			t.Fatalf("%v is %g away", p, near)
		}
	}
}

// Whoever points at a column is told x and the values there.
func TestColumns(t *testing.T) {
	t.Parallel()
	_, f := figure(t, rising(), 41, 21)
	all := columnsOf(f)
	if len(all) != 41 {
		t.Fatalf("%d columns, want 41", len(all))
	}
	if got, want := strings.Join(all[20].lines, "|"), "dose 0.500|model 0.500|95 % 0.300 to 0.700"; got != want {
		t.Errorf("the middle says %q, want %q", got, want)
	}
	p := rising()
	p.Series[0].X = []float64{0, 1, 0} // goes back: no value at an x
	p.Series[0].Y, p.Bands = []float64{0, 1, 1}, nil
	if _, f = figure(t, p, 41, 21); len(columnsOf(f)) != 0 {
		t.Errorf("a line that goes back says %v", columnsOf(f)[0].lines)
	}
}

// Values without a place, empty series and the smallest plots are no trouble.
func TestStrangeFigures(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	var painter brush
	for _, size := range [][2]int{{1, 1}, {2, 3}, {7, 4}, {90, 30}} {
		p := chart.Plot{
			X: chart.Axis{Min: 0, Max: 1}, Y: chart.Axis{Min: 1e-3, Max: 1, Log: true}, Gutter: -1,
			Hatches: []chart.Hatch{{X0: -inf, X1: inf, Y0: 0.5, Y1: inf, Color: red}, {X0: nan, X1: 1, Y0: nan, Y1: 1, Color: red}},
			Bands:   []chart.Band{{Lo: []float64{nan, 0, 0.5, 0.9}, Hi: []float64{1, inf, 0.5, 0.1}, Fill: blue}},
			Levels:  []chart.Level{{Y: 0}, {Y: nan}, {Y: 0.5}},
			Cursors: []chart.Cursor{{X: nan}, {X: 0.5, Dash: chart.Dotted}},
			Series:  []chart.Series{{}, {Y: []float64{nan, 1, inf, 0, 1e300, 0.2, nan, 0.3}}, {X: []float64{0, inf, 1}, Y: []float64{0.1, 0.1, 0.9}, Dash: chart.Dashed}},
			Points:  []chart.Point{{X: nan, Y: 1}, {X: 0.5, Y: inf}, {X: 0.5, Y: 1e9}, {X: 0.5, Y: 1e-9}, {X: 0, Y: 0.01, Shape: chart.MarkBest}},
		}
		c := chart.New(size[0], size[1], chart.Terminal{})
		p.Draw(c, style)
		for _, f := range c.Figures() {
			painter.picture(&f, 7, 15, shownBy(c.Still(), &f))
			columnsOf(&f)
		}
	}
}

// Ticks stand where their values are, not in the nearest row or column, and equal steps are equally
// far apart.
func TestTicksOfFigures(t *testing.T) {
	t.Parallel()
	p := rising()
	p.Gutter = 0
	p.X, p.Y, p.XRows = chart.Axis{Min: 0, Max: 1}, chart.Axis{Min: 1, Max: 40, Log: true}, chart.XLine
	_, f := figure(t, p, 83, 21)
	if !f.Left || !f.Below {
		t.Fatal("the figure has no axes")
	}
	var xs, ys []float64
	for _, s := range drawFigure(f, 9, 18).axes[1:] {
		switch a, b := s.poly[0], s.poly[1]; {
		case a.x == b.x:
			xs = append(xs, a.x)
		case b.x == -4.5 && a.x == -9:
			ys = append(ys, a.y)
		}
	}
	if len(xs) != len(f.X.At) || len(ys) != len(f.Y.At) {
		t.Fatalf("%d and %d ticks, want %d and %d", len(xs), len(ys), len(f.X.At), len(f.Y.At))
	}
	for i, v := range f.Y.At {
		if want := f.Y.Place(v) * 18; math.Abs(ys[i]-want) > 1e-9 {
			t.Errorf("%g stands at %g, want %g", v, ys[i], want)
		}
	}
	for i := 2; i < len(xs); i++ {
		if a, b := xs[i-1]-xs[i-2], xs[i]-xs[i-1]; math.Abs(a-b) > 1e-9 {
			t.Errorf("steps of %g and %g pixels", a, b)
		}
	}
}

// No level and no cursor strikes through a label.
func TestLabelsAreNotStruckThrough(t *testing.T) {
	t.Parallel()
	p := rising()
	p.Levels = []chart.Level{{Y: 0.8, Color: white, Label: "best observed 0.8"}}
	c, f := figure(t, p, 60, 21)
	still := c.Still()
	d := drawFigure(f, 8, 16)
	row := int(f.Y.Place(0.8))
	struck := func(lines []shape) (n int) {
		for x := range f.Area.W {
			for _, s := range lines {
				a, z := s.poly[0], s.poly[len(s.poly)-1]
				if mid := 8 * (float64(x) + 0.5); a.y == z.y && a.x < mid && z.x > mid && still.Cell(f.Area.X+x, f.Area.Y+row).Of.Text() {
					n++
				}
			}
		}
		return n
	}
	if before, after := struck(d.lines), struck((Options{CellWidth: 8, CellHeight: 16}).unstruck(single{still}, d)); before < 10 || after != 0 {
		t.Errorf("%d cells of the label are struck through, %d would be", after, before)
	}
}
