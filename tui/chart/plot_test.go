package chart

import (
	"math"
	"strings"
	"testing"
)

var inf, nan = math.Inf(1), math.NaN()

// bare is a plot without title, labels or axes, so that rows and columns can be counted.
func bare(y Axis) Plot { return Plot{X: Axis{Min: 0, Max: 1}, Y: y, Gutter: -1} }

func drawn(p Plot, w, h int, t Terminal) Canvas {
	c := New(w, h, t)
	p.Draw(c, testStyle)
	return c
}

// A straight line from corner to corner lights the diagonal of dots.
func TestLineDots(t *testing.T) {
	t.Parallel()
	p := bare(Axis{Min: 0, Max: 1})
	p.Series = []Series{{Y: []float64{0, 1}, Color: red}}
	// 4 columns × 2 rows of cells are 8 × 8 dots: one dot a column, rising
	if got, want := drawn(p, 4, 2, Terminal{}).Plain(), "  ⡠⠊\n⡠⠊  "; got != want {
		t.Errorf("braille:\n%s\nwant\n%s", got, want)
	}
	if got, want := drawn(p, 2, 2, Terminal{Glyphs: Blocks}).Plain(), " ╱\n╱ "; got != want {
		t.Errorf("blocks:\n%s\nwant\n%s", got, want)
	}
	if got, want := drawn(p, 3, 2, Terminal{Glyphs: ASCII}).Plain(), " ./\n/' "; got != want {
		t.Errorf("ascii:\n%s\nwant\n%s", got, want)
	}
}

// Values that are not finite leave gaps and always return; values beyond the axis are clipped.
func TestLineGapsAndClips(t *testing.T) {
	t.Parallel()
	for _, bad := range []float64{nan, inf, -inf} {
		p := bare(Axis{Min: 0, Max: 1})
		p.Series = []Series{{Y: []float64{0.5, 0.5, bad, 0.5, 0.5}, Color: red}}
		got := drawn(p, 10, 1, Terminal{}).Plain()
		if n := strings.Count(got, " "); n < 2 || n > 6 || got[0] == ' ' {
			t.Errorf("with %g the line is %q, want a gap in the middle", bad, got)
		}
	}
	p := bare(Axis{Min: 0, Max: 1})
	p.Series = []Series{{X: []float64{0, 0.5, 1}, Y: []float64{-1e308, 1e308, -1e308}, Color: red}, {X: []float64{-5, 5}, Y: []float64{0.5, 0.5}, Color: red}}
	c := drawn(p, 10, 3, Terminal{})
	if strings.ContainsRune(strings.Split(c.Plain(), "\n")[1], ' ') {
		t.Errorf("the line through the window is broken:\n%s", c.Plain())
	}
	p.Series = []Series{{Y: []float64{5, 6}, Color: red}}
	if s := drawn(p, 10, 3, Terminal{}).Plain(); strings.Trim(s, " \n") != "" {
		t.Errorf("a line outside the range is drawn:\n%s", s)
	}
}

// The band has a resolution of an eighth of a row on both edges.
func TestBandEighths(t *testing.T) {
	t.Parallel()
	at := func(e float64) float64 { return e / 8 } // one row, from 0 to 1
	band := func(lo, hi float64) Cell {
		p := bare(Axis{Min: 0, Max: 1})
		p.Bands = []Band{{Lo: []float64{lo, lo}, Hi: []float64{hi, hi}, Fill: blue}}
		k := drawn(p, 1, 1, Terminal{}).Cell(0, 0)
		k.Of = 0
		return k
	}
	for e := 1; e < 8; e++ {
		if got, want := band(-inf, at(float64(e))), (Cell{Rune: lowerBlocks[e], Fg: blue}); got != want {
			t.Errorf("upper edge at %d eighths: %+v, want %+v", e, got, want)
		}
		if got, want := band(at(float64(e)), inf), (Cell{Rune: lowerBlocks[e], Fg: blue, Attr: Reverse}); got != want {
			t.Errorf("lower edge at %d eighths: %+v, want %+v", e, got, want)
		}
	}
	if got, want := band(-inf, inf), (Cell{Rune: ' ', Bg: blue}); got != want {
		t.Errorf("full cell: %+v, want %+v", got, want)
	}
	// however thin, an eighth is left; both edges in one cell keep the thickness
	if got := band(at(2), at(2)); got.Rune != lowerBlocks[1] || got.Fg != blue {
		t.Errorf("a band without height: %+v, want one eighth", got)
	}
	if got := band(at(4), at(7)); got.Rune != lowerBlocks[5] || got.Attr != Reverse {
		t.Errorf("three eighths near the top: %+v, want the upper three", got)
	}
	if got := band(nan, 1); got != blank {
		t.Errorf("a band that is not a number: %+v", got)
	}
	if got := band(1, 0); got != blank {
		t.Errorf("a band upside down: %+v", got)
	}
}

// A band is whole wherever it is: lines, levels, cursors and points leave its background, or where
// there is none its pattern, and both of its edges are drawn.
func TestBandIsWhole(t *testing.T) {
	t.Parallel()
	p := bare(Axis{Min: 0, Max: 8})
	p.Bands = []Band{{Lo: []float64{1.5, 1.5}, Hi: []float64{6.5, 6.5}, Fill: blue, Edge: red}}
	alone := p
	p.Series = []Series{{Y: []float64{0, 8}, Color: red}, {Y: []float64{4.2, 4.2}, Heavy: true}}
	p.Levels = []Level{{Y: 5.1, Dash: Dashed, Color: green}}
	p.Cursors = []Cursor{{X: 0.3, Color: green}}
	p.Points = []Point{{X: 0.5, Y: 3, Shape: MarkChosen}}
	for _, term := range allTerminals() {
		c, b := drawn(p, 30, 8, term), drawn(alone, 30, 8, term)
		for x := range 30 {
			for y := 2; y <= 5; y++ { // wholly inside
				k := c.Cell(x, y)
				if patterned(c, testStyle) && k.Rune == ' ' || !patterned(c, testStyle) && k.Bg != blue {
					t.Fatalf("%v: a hole at %d, %d: %+v\n%s", term, x, y, k, c.Plain())
				}
				if dots := b.Cell(x, y).Rune; patterned(c, testStyle) && term.Glyphs == Braille && k.Rune > 0x2800 && k.Rune&dots != dots {
					t.Fatalf("%v: the pattern breaks at %d, %d:\n%s", term, x, y, c.Plain())
				}
			}
			for _, y := range []int{1, 6} { // half inside: the edge is told from the fill
				if k, in := b.Cell(x, y), b.Cell(x, 3); k.Rune == ' ' || k.Rune == in.Rune && k.Fg == in.Fg {
					t.Fatalf("%v: no edge at %d, %d: %+v\n%s", term, x, y, k, b.Plain())
				}
			}
			for _, y := range []int{0, 7} {
				if k := b.Cell(x, y); k != (Cell{Rune: ' ', Of: 1}) {
					t.Fatalf("%v: the band reaches to %d, %d: %+v", term, x, y, k)
				}
			}
		}
	}
}

// In an edge cell a line, cursor or point takes the glyph; the cell is the band's from half of it
// on, else the chart's. Its neighbours keep their eighths, in no colour but the band's.
func TestBandEdgeUnderLine(t *testing.T) {
	t.Parallel()
	draw := func(p Plot, lo, hi float64) Canvas {
		p.Bands = []Band{{Lo: []float64{lo, lo}, Hi: []float64{hi, hi}, Fill: blue, Edge: red}}
		return drawn(p, 4, 1, Terminal{})
	}
	base := bare(Axis{Min: 0, Max: 1})
	base.X = Axis{Min: 0, Max: 4}
	for name, over := range map[string]func(*Plot){
		"line":   func(p *Plot) { p.Series = []Series{{X: []float64{0, 1.9}, Y: []float64{0.4, 0.4}, Color: green}} },
		"cursor": func(p *Plot) { p.Cursors = []Cursor{{X: 0.5, Color: green}} },
		"point":  func(p *Plot) { p.Points = []Point{{X: 0.5, Y: 0.4, Shape: MarkChosen, Color: green}} },
	} {
		for e := 1; e < 8; e++ {
			at := float64(e) / 8
			for _, b := range []struct {
				lo, hi  float64
				eighths int
				alone   Cell
			}{
				{-inf, at, e, Cell{Rune: lowerBlocks[e], Fg: blue, Of: 1}},
				{at, inf, 8 - e, Cell{Rune: lowerBlocks[e], Fg: blue, Attr: Reverse, Of: 1}},
			} {
				p := base
				over(&p)
				c := draw(p, b.lo, b.hi)
				want := Default
				if b.eighths >= 4 {
					want = blue
				}
				if k := c.Cell(0, 0); k.Fg != green || k.Bg != want || k.Attr != 0 {
					t.Errorf("%s on a band of %d eighths: %+v, want it green on %x", name, b.eighths, k, want)
				}
				if k := c.Cell(3, 0); k != b.alone {
					t.Errorf("beside a %s: %+v, want %+v", name, k, b.alone)
				}
			}
		}
	}
}

// Within one row a level above a value is drawn above it, and continues there: costs of 9.0 fit into 9.37.
func TestRuleKeepsOrderInsideARow(t *testing.T) {
	t.Parallel()
	p := bare(Axis{Min: 0, Max: 1})
	p.Levels = []Level{{Y: 0.95, Color: red}}
	p.Series = []Series{{X: []float64{0, 0.4}, Y: []float64{0.3, 0.3}, Color: blue}}
	got := drawn(p, 6, 1, Terminal{}).Plain()
	if want := "⠭⠭⠍⠉⠉⠉"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Labels keep off the data as long as any place is free.
func TestLabelsAvoidData(t *testing.T) {
	t.Parallel()
	p := bare(Axis{Min: 0, Max: 1})
	p.Levels = []Level{{Y: 0.5, Dash: Dashed, Color: green, Label: "best"}}
	p.Series = []Series{{X: []float64{0.5, 1}, Y: []float64{0.5, 0.5}, Color: red}}
	c := drawn(p, 24, 3, Terminal{})
	row := strings.Split(c.Plain(), "\n")[1]
	if at := strings.Index(row, "best"); at < 0 {
		t.Fatalf("no label:\n%s", c.Plain())
	}
	for x := 12; x < 24; x++ {
		if k := c.Cell(x, 1); k.Fg != red {
			t.Errorf("the label covers the line at %d:\n%s", x, c.Plain())
		}
	}
	// a point's label goes to the left where the right is taken
	p = bare(Axis{Min: 0, Max: 1})
	p.Points = []Point{{X: 0.5, Y: 0.5, Shape: MarkNewest, Label: "new"}, {X: 0.6, Y: 0.5, Shape: MarkSmall}}
	got := drawn(p, 20, 1, Terminal{}).Plain()
	if !strings.Contains(got, "new ◆") {
		t.Errorf("got %q, want the label left of its point", got)
	}
	// no room at all: no label
	if got := drawn(p, 4, 1, Terminal{}).Plain(); strings.Contains(got, "n") {
		t.Errorf("label without room: %q", got)
	}
}

// The hatch covers exactly the rows beyond the limit, and lines inside it are paler.
func TestHatch(t *testing.T) {
	t.Parallel()
	p := bare(Axis{Min: 0, Max: 1})
	p.Hatches = []Hatch{{X0: -inf, X1: inf, Y0: 0.5, Y1: inf, Color: green}}
	p.Series = []Series{{X: []float64{0, 0}, Y: []float64{0, 1}, Color: red}}
	c := drawn(p, 8, 4, Terminal{})
	for y, line := range strings.Split(c.Plain(), "\n") {
		if has := strings.ContainsRune(line, '╱'); has != (y < 2) {
			t.Errorf("row %d hatched: %v\n%s", y, has, c.Plain())
		}
	}
	if c.Cell(0, 3).Fg != red || c.Cell(0, 0).Fg == red {
		t.Errorf("the line is %x outside and %x inside the hatch", c.Cell(0, 3).Fg, c.Cell(0, 0).Fg)
	}
}

// The cursor runs through every plot of a stack, titles included, in one column.
func TestCursorThroughStack(t *testing.T) {
	t.Parallel()
	st := Stack{Plots: []Plot{{Title: "a", Y: Axis{Min: 0, Max: 1}, X: Axis{Min: 0, Max: 1}}, {Title: "b", Y: Axis{Min: 100, Max: 1000}, X: Axis{Min: 0, Max: 1}}},
		Cursors: []Cursor{{X: 0.7, Color: red}}, XRows: XLine}
	c := New(40, 16, Terminal{})
	st.Draw(c, testStyle)
	col := -1
	for y := range 14 {
		at := -1
		for x := 10; x < 40; x++ {
			if k := c.Cell(x, y); k.Rune == '│' && k.Fg == red {
				at = x
			}
		}
		if at < 0 || col >= 0 && at != col {
			t.Fatalf("row %d: cursor at %d, want %d\n%s", y, at, col, c.Plain())
		}
		col = at
	}
}

// Plots that do not fit are dropped from the end; heights add up.
func TestStackArrange(t *testing.T) {
	t.Parallel()
	st := Stack{Plots: make([]Plot, 3), Weights: []int{5, 3, 3}, XRows: XLine}
	for h := range 60 {
		views, sum := st.Areas(New(40, h, Terminal{})), 0
		for i, v := range views {
			if v.h < minPlotRows && len(views) > 1 {
				t.Errorf("height %d: plot %d has %d rows", h, i, v.h)
			}
			sum += v.h
		}
		if sum != h {
			t.Errorf("height %d: %d rows are shared", h, sum)
		}
	}
	if views := st.Areas(New(40, 7, Terminal{})); len(views) != 1 {
		t.Errorf("7 rows hold %d plots, want 1", len(views))
	}
}

// A chart in which every part is present, small enough to read.
func TestPlotGolden(t *testing.T) {
	t.Parallel()
	var x, mean, lo, hi []float64
	for i := range 61 {
		v := float64(i) / 60
		m := math.Sin(6 * v)
		s := 0.7 * math.Abs(math.Sin(9.42*v))
		x, mean, lo, hi = append(x, v), append(mean, m), append(lo, m-s), append(hi, m+s)
	}
	p := Plot{Title: "objective", Note: "mean ± 1.96 sd", X: Axis{Min: 0, Max: 1, Label: "x"}, Y: Axis{Min: -2, Max: 2}, XRows: XLine,
		Bands:   []Band{{X: x, Lo: lo, Hi: hi, Fill: blue}},
		Series:  []Series{{Name: "model", X: x, Y: mean, Color: red}},
		Levels:  []Level{{Y: 1, Dash: Dashed, Color: green, Label: "best 1.00"}},
		Cursors: []Cursor{{X: 0.8, Color: green}},
		Hatches: []Hatch{{X0: 0.9, X1: inf, Y0: -inf, Y1: inf, Color: red}},
		Points:  []Point{{X: 0, Y: 0, Shape: MarkInitial}, {X: 0.33, Y: 0.92, Shape: MarkChosen}, {X: 0.667, Y: -0.76, Shape: MarkNewest, Label: "newest"}},
		Feet:    []Foot{{X: 0.8, Shape: MarkNext, Label: "next 0.8"}, {X: 0.3, Shape: MarkCandidate}}}
	both := New(132, 16, Terminal{Profile: NoColor})
	p.Draw(both.Sub(Rect{0, 0, 64, 16}), testStyle)
	ascii := New(64, 16, Terminal{Glyphs: ASCII, Profile: NoColor})
	p.Draw(ascii, testStyle)
	for y, line := range strings.Split(ascii.Plain(), "\n") {
		both.Text(68, y, line, Ink{})
	}
	golden(t, "plot-braille-and-ascii", both)
}
