package chart

import (
	"testing"
	"unicode"
)

// Whatever is written into a plot is text to whoever draws the plot anew; the rest is drawn.
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
