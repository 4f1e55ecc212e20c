package chart

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

// Whatever is written into a plot is text to whoever draws the plot again; the rest is drawn.
func TestFigureKnowsItsText(t *testing.T) {
	t.Parallel()
	p := Plot{
		Title: "objective", X: Axis{Min: 0, Max: 1}, Y: Axis{Min: 0, Max: 1}, XRows: XLabels, // no axis line: feet stand in the plot
		Bands:   []Band{{Lo: []float64{0.1, 0.3}, Hi: []float64{0.6, 0.9}, Fill: blue}},
		Hatches: []Hatch{{X0: 0.5, X1: 1, Y0: 0, Y1: 1, Color: red}},
		Levels:  []Level{{Y: 0.7, Color: red, Label: "best observed"}},
		Cursors: []Cursor{{X: 0.4, Color: red, Label: "next"}},
		Series:  []Series{{Y: []float64{0, 1}, Color: red}},
		Points:  []Point{{X: 0.2, Y: 0.9, Shape: MarkNewest, Color: red, Label: "does not fit"}},
		Feet:    []Foot{{X: 0.6, Shape: MarkNext, Color: red, Label: "argmax"}},
	}
	empty := Plot{X: p.X, Y: p.Y, Empty: "nothing to gain"}
	written, pictured := 0, 0
	for w := 8; w <= 90; w += 3 {
		for h := 2; h <= 24; h++ {
			for _, p := range []Plot{p, empty} {
				c := drawn(p, w, h, Terminal{})
				f := c.Figures()
				if len(f) != 1 {
					t.Fatalf("%dx%d: %d figures", w, h, len(f))
				}
				a := f[0].Area
				for y := a.Y; y < a.Y+a.H; y++ {
					for x := a.X; x < a.X+a.W; x++ {
						k := c.Cell(x, y)
						switch {
						case k.Of.Figure() != 1:
							t.Fatalf("%dx%d: %d, %d is not the plot's", w, h, x, y)
						case k.Of.Text():
							written++
						case unicode.IsLetter(k.Rune):
							t.Fatalf("%dx%d: %q at %d, %d would be drawn over:\n%s", w, h, k.Rune, x, y, c.Plain())
						case k.Rune != ' ':
							pictured++
						}
					}
				}
			}
		}
	}
	if written < 1000 || pictured < 1000 {
		t.Errorf("%d cells of text and %d of drawing test nothing", written, pictured)
	}
}

// A plot over another has the cells they share, and a faded canvas fades its plots.
func TestFiguresOverEachOther(t *testing.T) {
	t.Parallel()
	c := New(40, 12, Terminal{})
	p := bare(Axis{Min: 0, Max: 1})
	p.Draw(c, testStyle)
	p.Draw(c.Sub(Rect{10, 3, 10, 4}), testStyle)
	c.Dim(testStyle.Background, 0.5, c.Sub(Rect{30, 0, 10, 1}))
	if f := c.Figures(); len(f) != 2 || f[0].Fade != 0 || f[1].Fade != 0.5 {
		t.Errorf("figures are %+v", f)
	}
	if a, b := c.Cell(9, 3).Of.Figure(), c.Cell(10, 3).Of.Figure(); a != 1 || b != 2 {
		t.Errorf("cells belong to %d and %d, want 1 and 2", a, b)
	}
	c.Clear()
	if f := c.Figures(); len(f) != 0 || c.Cell(9, 3).Of != 0 {
		t.Errorf("a blank canvas has %d figures", len(f))
	}
}

// What is withdrawn is in no picture; other figures keep their numbers.
func TestWithdrawnFiguresAreGone(t *testing.T) {
	t.Parallel()
	c := New(40, 20, Terminal{})
	p := Plot{X: Axis{Min: 0, Max: 1}, Y: Axis{Min: 0, Max: 1}, Series: []Series{{X: []float64{0, 1}, Y: []float64{0, 1}}}}
	upper, lower := c.Sub(Rect{W: 40, H: 10}), c.Sub(Rect{Y: 10, W: 40, H: 10})
	p.Draw(upper, Style{})
	p.Draw(lower, Style{})
	before := c.Figures()
	upper.Withdraw()
	after := c.Figures()
	if len(before) != 2 || len(after) != 1 || after[0].ID != before[1].ID || after[0].Area != before[1].Area {
		t.Errorf("%d figures became %d", len(before), len(after))
	}
	if upper.Plain() != New(40, 10, Terminal{}).Plain() {
		t.Errorf("something is left:\n%s", upper.Plain())
	}
	Canvas{}.Withdraw()
}

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

// Whatever the marks and the room, labels are whole or absent, and cover neither marks nor each other.
func TestMapLabelsNeverOverprint(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 9))
	written := 0
	for range 4000 {
		w, h := 12+rng.IntN(50), 4+rng.IntN(16)
		m := HeatMap{NX: 1, NY: 1, Values: []float64{1}, X: Axis{Max: 1}, Y: Axis{Max: 1}, Gutter: -1}
		labels := []string{"best 0.935", "next", "optimum", "imagined"}
		for i := range 2 + rng.IntN(8) {
			p := Point{X: rng.Float64(), Y: rng.Float64(), Shape: MarkChosen}
			if i < len(labels) {
				p.Label = labels[i]
			}
			if i > 0 && rng.IntN(3) == 0 { // close to another
				p.X, p.Y = m.Points[0].X, m.Points[0].Y
			}
			m.Points = append(m.Points, p)
		}
		c := New(w, h, Terminal{Profile: NoColor})
		m.Draw(c, testStyle)
		text := c.Plain()
		l := Plot{X: m.X, Y: m.Y, Gutter: -1}.Layout(c)
		for i, p := range m.Points {
			x, okx := l.X.Cell(p.X)
			y, oky := l.Y.Cell(p.Y)
			if okx && oky && c.Cell(l.Area.X+x, l.Area.Y+y).Rune != MarkChosen.Rune() {
				t.Fatalf("mark %d of %d at %d, %d is covered:\n%s", i, len(m.Points), x, y, text)
			}
			written += strings.Count(text, p.Label) * min(1, len(p.Label))
		}
		letters := strings.NewReplacer("best 0.935", "", "next", "", "optimum", "", "imagined", "").Replace(text)
		if strings.ContainsFunc(letters, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }) {
			t.Fatalf("a part of a label:\n%s", text)
		}
	}
	if written < 8000 {
		t.Errorf("only %d labels found a place", written)
	}
}

// One symbol, one meaning: no two shapes share a glyph, nor its form in ASCII; each stands in the table
// once, and the table in the documents is the same.
func TestSymbolsMeanOneThing(t *testing.T) {
	t.Parallel()
	glyphs, letters, listed := map[rune]Shape{}, map[rune]Shape{}, map[Shape]int{}
	for i, r := range shapeRunes {
		if other, ok := glyphs[r]; ok || r == 0 {
			t.Errorf("shapes %d and %d are both %q", other, i, r)
		}
		letter := ASCII.fold(r)
		if other, ok := letters[letter]; ok || letter > '~' {
			t.Errorf("in ASCII %c and %c are both %q", shapeRunes[other], r, letter)
		}
		if n := Width(string(r)); n != 1 {
			t.Errorf("%c is %d cells wide", r, n)
		}
		glyphs[r], letters[letter] = Shape(i), Shape(i)
	}
	docs, err := os.ReadFile("../../docs/symbols.md")
	testkit.OK(t, err)
	for _, s := range Symbols {
		for _, shape := range s.Shapes {
			listed[shape]++
		}
		if row := "| " + s.Signs() + " | `" + foldASCII(s.Signs()) + "` | " + s.Means + " |"; !strings.Contains(string(docs), row) {
			t.Errorf("docs/symbols.md lacks the row\n%s", row)
		}
	}
	for i := range shapeRunes {
		if listed[Shape(i)] != 1 {
			t.Errorf("%c stands in the table %d times", shapeRunes[i], listed[Shape(i)])
		}
	}
	for i := range int(MarkYou - markPolicy) {
		if Policy(i) < markPolicy || Policy(i) >= MarkYou || Policy(i) != Policy(i+int(MarkYou-markPolicy)) {
			t.Errorf("policy %d has %c", i, Policy(i).Rune())
		}
	}
}
