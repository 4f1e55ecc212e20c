package chart

import (
	"strings"
	"testing"
)

// Three states of a budget, with and without colours and in ASCII.
func TestGaugeGolden(t *testing.T) {
	t.Parallel()
	states := []Gauge{
		{Budget: 27.3, Paid: []float64{1.16, 1.00}},
		{Budget: 27.3, Paid: []float64{8.95, 8.98}, Fantasy: 6},
		{Budget: 27.3, Paid: []float64{8.95, 8.98, 9.37}},
		{Budget: 27.3, Paid: []float64{1.16, 8.52, 9}, Over: 14},
		{Budget: 10},
	}
	page := New(60, 3*len(states)+2, Terminal{Profile: NoColor})
	for i, term := range []Terminal{{}, {Profile: NoColor}, {Glyphs: ASCII, Profile: NoColor}} {
		for j, g := range states {
			g.Fill, g.Track = green, blue
			row := New(60, 1, term)
			g.Draw(row, testStyle)
			page.Text(0, i*(len(states)+1)+j, row.Plain(), Ink{})
		}
	}
	golden(t, "gauge-colour-mono-ascii", page)
}

// Each evaluation is as wide as its cost: the cells of each colour add up to its share.
func TestGaugeWidths(t *testing.T) {
	t.Parallel()
	c := New(100, 1, Terminal{})
	Gauge{Budget: 10, Paid: []float64{2, 3}, Fill: red, Other: green, Track: blue, NoWord: true}.Draw(c, testStyle)
	n := map[Color]int{}
	for x := range 100 {
		n[c.Cell(x, 0).Bg]++
	}
	if n[red] != 20 || n[green] != 30 || n[blue] != 50 {
		t.Errorf("cells paid %d, %d, left %d; want 20, 30, 50", n[red], n[green], n[blue])
	}
	if s := c.Plain(); !strings.Contains(s, "2.00") || !strings.Contains(s, "3.00") || !strings.Contains(s, "5.00") {
		t.Errorf("numbers are missing: %q", s)
	}
}

// Two values a cell, each at the middle of its half: the upper half block has the colour of the upper one.
func TestHeatMapHalves(t *testing.T) {
	t.Parallel()
	ramp := NewRamp(RGB(0, 0, 0), RGB(255, 255, 255))
	m := HeatMap{NX: 1, NY: 4, Values: []float64{0, 1.0 / 3, 2.0 / 3, 1}, Max: 1, Ramp: ramp, Gutter: -1}
	c := New(1, 2, Terminal{})
	m.Draw(c, testStyle)
	if k := c.Cell(0, 0); k.Rune != '▀' || k.Fg != ramp[223] || k.Bg != ramp[159] {
		t.Errorf("upper cell %+v, want 7/8 over 5/8", k)
	}
	if k := c.Cell(0, 1); k.Rune != '▀' || k.Fg != ramp[96] || k.Bg != ramp[32] {
		t.Errorf("lower cell %+v, want 3/8 over 1/8", k)
	}
	m.Values[3] = nan
	c.Clear()
	m.Draw(c, testStyle)
	if k := c.Cell(0, 0); k.Rune != '▄' || k.Fg != ramp[159] || !k.Bg.isDefault() {
		t.Errorf("a value that is no number leaves %+v, want only the lower half", k)
	}
}

// Where colours are few, more is darker ink.
func TestHeatMapShades(t *testing.T) {
	t.Parallel()
	m := HeatMap{NX: 5, NY: 1, Values: []float64{0, 1, 2, 3, 4}, Gutter: -1, Ramp: NewRamp(red, blue)}
	for term, want := range map[Terminal]string{
		{Profile: ANSI16}: " ░▒▓█", {Profile: NoColor}: " ░▒▓█", {Glyphs: ASCII}: ".-+#@",
	} {
		c := New(5, 1, term)
		m.Draw(c, testStyle)
		if got := c.Plain(); got != want {
			t.Errorf("%v: %q, want %q", term, got, want)
		}
	}
}

func TestReveal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ i, top, h, n, want int }{
		{0, 0, 5, 20, 0}, {7, 0, 5, 20, 3}, {2, 5, 5, 20, 2}, {19, 0, 5, 20, 15}, {3, 3, 5, 20, 3}, {-1, 99, 5, 20, 15}, {0, 4, 5, 3, 0},
	} {
		if got := Reveal(c.i, c.top, c.h, c.n); got != c.want {
			t.Errorf("Reveal(%d, %d, %d, %d) = %d, want %d", c.i, c.top, c.h, c.n, got, c.want)
		}
	}
}

// Steps that are counted are equally far apart, whatever the room and their number.
func TestTimelineIsEven(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 60; n++ {
		tl := Timeline{Max: float64(n), Now: float64(n), Rows: []TimelineRow{{Name: "EI"}}}
		for k := 1; k <= n; k++ {
			tl.Rows[0].At = append(tl.Rows[0].At, float64(k))
		}
		for w := n + 5; w < 200; w += 7 {
			c := New(w, 1, Terminal{})
			tl.Draw(c, testStyle)
			var at []int
			for x := range w {
				if r := c.Cell(x, 0).Rune; r == MarkChosen.Rune() || r == MarkNewest.Rune() {
					at = append(at, x)
				}
			}
			if len(at) != n {
				t.Fatalf("%d steps in %d cells: %d are shown", n, w, len(at))
			}
			for k := 2; k < n; k++ {
				if at[k]-at[k-1] != at[1]-at[0] {
					t.Fatalf("%d steps in %d cells stand at %v", n, w, at)
				}
			}
		}
	}
}

// The ends of the ramp of ASCII letters and of every fold are printable ASCII.
func TestFoldsAreASCII(t *testing.T) {
	t.Parallel()
	for r, s := range fold {
		for i := range len(s) {
			if s[i] < ' ' || s[i] > '~' {
				t.Errorf("%q is spelled %q", r, s)
			}
		}
	}
	for r := rune(0); r < 0x3000; r++ {
		if f := foldRune(r); f < ' ' || f > '~' {
			t.Fatalf("%U folds to %U", r, f)
		}
	}
	if got := foldASCII("ε ≤ 0.05 — Å日"); got != "eps <= 0.05 - ???" {
		t.Errorf("got %q", got)
	}
}
