package chart

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The value a ruler gives a column is where a cursor at that value is drawn, in
// every plot of a stack, whatever the sizes, the range and the glyphs.
func TestRulersAgreeWithWhatIsDrawn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Bool().Draw(t, "log")
		lo := rapid.Float64Range(0.001, 1).Draw(t, "lo")
		x := Axis{Min: lo, Max: lo * rapid.Float64Range(1.5, 1e5).Draw(t, "ratio"), Log: log}
		w, h := rapid.IntRange(20, 220).Draw(t, "w"), rapid.IntRange(6, 40).Draw(t, "h")
		term := Terminal{Glyphs: Glyphs(rapid.IntRange(0, 2).Draw(t, "glyphs")), Profile: NoColor}
		c := New(w+4, h+2, term)
		at := c.Sub(Rect{X: 3, Y: 1, W: w, H: h})
		st := Stack{Plots: []Plot{{X: x, Y: Axis{Max: 1}}, {X: x, Y: Axis{Max: 3000}}}, XRows: XLabels}
		rulers := st.Rulers(at)
		r := rulers[0]
		column := rapid.IntRange(0, r.Area.W-1).Draw(t, "column")
		v := r.XAt(column)
		if got := r.Column(v); got != column {
			t.Fatalf("column %d has %g, which is in column %d", column, v, got)
		}
		st.Cursors = []Cursor{{X: v, Dash: Dotted}}
		st.Draw(at, Style{})
		for i, r := range rulers {
			for y := r.Area.Y; y < r.Area.Y+r.Area.H; y++ {
				if ch := c.Cell(r.Area.X+column, y).Rune; ch != '┊' && ch != '!' {
					t.Fatalf("plot %d: %q at column %d, row %d:\n%s", i, ch, column, y, c.Plain())
				}
			}
			if !r.Has(r.Area.X, r.Area.Y) || r.Has(r.Area.X-1, r.Area.Y) || r.Has(r.Area.X, r.Area.Y+r.Area.H) {
				t.Fatalf("plot %d: the area %v is not what it has", i, r.Area)
			}
		}
	})
}

// A map's ruler finds the cell its lines cross in, and rows count from the top.
func TestCrossOverAMap(t *testing.T) {
	t.Parallel()
	for _, term := range []Terminal{{}, {Profile: NoColor}, {Glyphs: ASCII, Profile: NoColor}} {
		c := New(60, 20, term)
		m := HeatMap{Title: "map", X: Axis{Max: 1}, Y: Axis{Max: 1}, NX: 2, NY: 2, Values: []float64{0, 1, 2, 3}, Bar: true, XRows: XLine}
		r := m.Ruler(c)
		if !(r.YAt(0) > r.YAt(1)) || r.Row(r.YAt(3)) != 3 {
			t.Errorf("row 0 has %g, row 1 %g", r.YAt(0), r.YAt(1))
		}
		m.Cross = []Place{{r.XAt(7), r.YAt(3)}}
		m.Draw(c, Style{})
		if ch := c.Cell(r.Area.X+7, r.Area.Y+3).Rune; ch != '┼' && ch != '+' {
			t.Errorf("%v: %q where the lines cross:\n%s", term, ch, c.Plain())
		}
		if n := strings.Count(c.Plain(), "┄"); term.Glyphs != ASCII && n != r.Area.W-1 {
			t.Errorf("%v: the line across has %d cells of %d", term, n, r.Area.W)
		}
	}
}
