package paint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hinshun/vt10x"
	"pgregory.net/rapid"

	"farsight/tui/chart"
	"farsight/tui/screentest"
)

// pens are ways to write.
var pens = []chart.Ink{{}, {Fg: chart.Hex("#cd0000").Or16(1)}, {Attr: chart.Bold}, {Fg: chart.Hex("#87ff87")}, {Fg: chart.RGB(1, 2, 3)},
	{Fg: chart.RGB(200, 100, 0), Bg: chart.RGB(10, 20, 30)}, {Bg: chart.RGB(10, 20, 30)}, {Bg: chart.RGB(0, 0, 95)}, {Attr: chart.Reverse},
	{Fg: chart.Hex("#cd0000"), Attr: chart.Reverse}, {Attr: chart.Underline}, {Fg: chart.Hex("#ffffff").Or16(15), Bg: chart.Hex("#5c5cff").Or16(12)},
	{Attr: chart.Faint | chart.Italic | chart.Strike}}

// letters are what cells hold; the last two are wide.
var letters = []string{" ", "a", "Z", "é", "σ", "─", "▄", "⠿", "漢", "🙂"}

// grid is a frame in the making: what every cell is written with.
type grid [][]struct{ pen, letter int }

func newGrid(w, h int) grid {
	g := make(grid, h)
	for y := range g {
		g[y] = make([]struct{ pen, letter int }, w)
	}
	return g
}

// change fills a part of it with something else.
func (g grid) change(t *rapid.T, letter int) {
	pen, l := rapid.IntRange(0, len(pens)-1).Draw(t, "pen"), rapid.IntRange(0, letter-1).Draw(t, "letter")
	y, x := rapid.IntRange(0, len(g)-1).Draw(t, "y"), rapid.IntRange(0, len(g[0])-1).Draw(t, "x")
	h, w := rapid.IntRange(1, len(g)).Draw(t, "h"), rapid.IntRange(1, len(g[0])).Draw(t, "w")
	for _, row := range g[y:min(y+h, len(g))] {
		for i := x; i < min(x+w, len(row)); i++ {
			row[i].pen, row[i].letter = pen, l
		}
	}
}

// frame draws the grid.
func (g grid) frame(p chart.Profile) chart.Still {
	c := chart.New(len(g[0]), len(g), chart.Terminal{Profile: p})
	for y, row := range g {
		for x, k := range row {
			c.Text(x, y, letters[k.letter], pens[k.pen])
		}
	}
	return c.Still()
}

// Whatever is shown, in windows of whatever sizes, after whatever was there: the terminal shows what it
// would if every frame were sent as a whole, and a frame it shows is not sent again.
func TestScreenShowsFrames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s Screen
		var got, want vt10x.Terminal
		var w, h int
		var g grid
		profile := chart.TrueColor
		letter := rapid.SampledFrom([]int{len(letters) - 2, len(letters)}).Draw(t, "letters")
		resize := func(t *rapid.T) {
			w, h = rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(1, 8).Draw(t, "h")
			if got == nil {
				got, want = vt10x.New(vt10x.WithSize(w, h)), vt10x.New(vt10x.WithSize(w, h))
			}
			got.Resize(w, h)
			want.Resize(w, h)
			s.Resize(w, h)
			g = newGrid(rapid.IntRange(1, w).Draw(t, "columns"), rapid.IntRange(1, h).Draw(t, "rows"))
		}
		resize(t)
		for range rapid.IntRange(1, 20).Draw(t, "frames") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				resize(t)
			case 1: // somebody else writes
				for _, vt := range []vt10x.Terminal{got, want} {
					fmt.Fprint(vt, "\x1b[1;1H\x1b[31;44mnoise\x1b[m")
				}
				s.known = false
			case 2: // another terminal
				profile = rapid.SampledFrom([]chart.Profile{chart.TrueColor, chart.ANSI256, chart.ANSI16, chart.NoColor}).Draw(t, "profile")
			default:
				for range rapid.IntRange(0, 3).Draw(t, "changes") {
					g.change(t, letter)
				}
			}
			frame := g.frame(profile)
			whole := rapid.Bool().Draw(t, "whole")
			sent := s.Append(nil, frame, false, whole)
			got.Write(sent)
			fmt.Fprint(want, screentest.Whole(frame.ANSI(), w, h))
			if d := screentest.Different(got, want); d != "" {
				t.Fatalf("%s\nsent %q", d, sent)
			}
			if again := s.Append(nil, frame, false, whole); len(again) > 0 {
				t.Fatalf("a frame that is shown is sent again: %q", again)
			}
		}
	})
}

// lines is a frame of some.
func lines(w, h int, text ...string) chart.Still {
	c := chart.New(w, h, chart.Terminal{})
	for y, line := range text {
		c.Text(0, y, line, chart.Ink{})
	}
	return c.Still()
}

// Rows of which terminals may disagree how wide they are are never sent in part.
func TestOddRowsAreSentWhole(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]string{
		"wide": "漢字", "a mark": "e\u0301", "emoji": "⭐", "joined": "👩‍🔬", "made emoji": "✔️", "right to left": "שלום",
	} {
		var s Screen
		s.Resize(40, 2)
		send := func(text string) string { return string(s.Append(nil, lines(40, 2, text), false, false)) }
		send("words and more words " + odd + " 1")
		if sent := send("words and more words " + odd + " 2"); !strings.Contains(sent, "\x1b[Hwords and more words ") {
			t.Errorf("%s: of a row only %q is sent", name, sent)
		}
		if sent := send("words and more words 3"); !strings.Contains(sent, "\x1b[Hwords and more words 3 ") {
			t.Errorf("%s: after it only %q is sent", name, sent)
		}
		if sent := send("words and more words 4"); strings.Contains(sent, "words") || !strings.Contains(sent, "4") {
			t.Errorf("%s: then %q is sent", name, sent)
		}
	}
	for _, r := range "Latin é, Greek σ², Cyrillic я, ─│╭ ▁▄█ ⠿ ▲● ← ≤ ∞ … “”" {
		if !isLone(r) {
			t.Errorf("%q, of which explorers are made, is odd", r)
		}
	}
}

// busy is a frame with many looks and a last line.
func busy(w, h, more int, last string) chart.Still {
	c := chart.New(w, h, chart.Terminal{})
	for y := range h - 1 {
		for x := range w {
			c.Set(x, y, []rune("│ ⠿⠿")[(x+more*x/9)%4], chart.Ink{Fg: chart.RGB(uint8(x%4*60), 2, 3)})
		}
	}
	c.Text(0, h-1, last, chart.Ink{})
	return c.Still()
}

// A change of one number sends little more than it.
func TestLittleIsSentForLittle(t *testing.T) {
	t.Parallel()
	var s Screen
	s.Resize(200, 50)
	s.Append(nil, busy(200, 41, 0, "step 1"), false, false)
	if sent := s.Append(nil, busy(200, 41, 0, "step 2"), false, false); len(sent) > 20 {
		t.Errorf("%d bytes for a digit: %q", len(sent), sent)
	}
	if !s.Written(40) || s.Written(39) || s.Written(50) || s.Written(-1) {
		t.Error("it is not known which rows were written to")
	}
}

// What pictures show is blank; text on them is not.
func TestPicturesAreLeftBlank(t *testing.T) {
	t.Parallel()
	c := chart.New(40, 12, chart.Terminal{})
	chart.Plot{Y: chart.Axis{Min: 0, Max: 1}, Series: []chart.Series{{Y: []float64{0.2, 0.3, 0.1, 0.2}}}, Levels: []chart.Level{{Y: 0.8, Label: "label"}}}.Draw(c, chart.Style{})
	for _, pictures := range []bool{false, true} {
		var s Screen
		s.Resize(40, 12)
		sent := string(s.Append(nil, c.Still(), pictures, false))
		if dots := strings.ContainsAny(sent, "⠤⠒⣀⠉⠑⠢⡠⠔⢄⠊"); dots == pictures || !strings.Contains(sent, "label") {
			t.Errorf("with pictures %v: %q", pictures, sent)
		}
	}
}

// Painting takes no memory.
func TestNothingIsAllocated(t *testing.T) {
	var s Screen
	s.Resize(120, 40)
	frames := [2]chart.Still{busy(120, 40, 0, "one"), busy(120, 40, 1, "two")}
	var b []byte
	i := 0
	if n := testing.AllocsPerRun(100, func() {
		b = s.Append(b[:0], frames[i%2], false, false)
		i++
	}); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
