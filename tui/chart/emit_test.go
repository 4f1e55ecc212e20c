package chart

import (
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
)

// screen reads a line back into cells as a terminal does.
func screen(t *testing.T, line string, w int) []Cell {
	t.Helper()
	buf := cellbuf.NewBuffer(w+1, 1)
	cellbuf.SetContent(buf, line+"x")
	colour := func(c color.Color) Color {
		switch c := c.(type) {
		case nil:
			return Default
		case ansi.BasicColor:
			return numbered(uint8(c))
		case ansi.IndexedColor:
			return numbered(uint8(c))
		}
		r, g, b, _ := c.RGBA()
		return RGB(uint8(r>>8), uint8(g>>8), uint8(b>>8))
	}
	attributes := map[cellbuf.AttrMask]Attr{cellbuf.BoldAttr: Bold, cellbuf.FaintAttr: Faint, cellbuf.ItalicAttr: Italic, cellbuf.ReverseAttr: Reverse, cellbuf.StrikethroughAttr: Strike}
	out := make([]Cell, w+1)
	for x := range out {
		k := buf.Cell(x, 0)
		if k.Width == 0 { // the right half of a wide rune
			out[x] = out[x-1]
			out[x].Rune = 0
			continue
		}
		out[x] = Cell{Rune: k.Rune, Fg: colour(k.Style.Fg), Bg: colour(k.Style.Bg)}
		for mask, a := range attributes {
			if k.Style.Attrs&mask != 0 {
				out[x].Attr |= a
			}
		}
		if k.Style.UlStyle != cellbuf.NoUnderline {
			out[x].Attr |= Underline
		}
	}
	if out[w] != (Cell{Rune: 'x'}) {
		t.Errorf("the line ends in %+v, not in the terminal's own colours", out[w])
	}
	return out[:w]
}

// Whatever a canvas holds, a terminal that reads the frame shows it: a random canvas comes back.
func TestFrameRoundTrip(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	palette := []Color{Default, red, green, blue, RGB(10, 20, 30), RGB(200, 180, 160), RGB(90, 90, 90).Or16(5)}
	for range 60 {
		for _, p := range []Profile{TrueColor, ANSI256, ANSI16} {
			c := New(30, 4, Terminal{Profile: p})
			for range 60 {
				k := Ink{palette[rng.IntN(len(palette))], palette[rng.IntN(len(palette))], Attr(rng.UintN(64))}
				if rng.IntN(3) == 0 {
					k.Attr = 0
				}
				c.Text(rng.IntN(30), rng.IntN(4), []string{"ab", " ", "日", "   ", "⣿", "x y"}[rng.IntN(6)], k)
			}
			for y, line := range strings.Split(c.ANSI(), "\n") {
				if w := ansi.StringWidth(line); w != 30 {
					t.Fatalf("%d cells in %q", w, line)
				}
				got := screen(t, line, 30)
				for x := range got {
					want := c.Cell(x, y)
					want.Fg, want.Bg = Quantised(want.Fg, p), Quantised(want.Bg, p)
					if want.Rune == ' ' && want.Attr&(Underline|Reverse|Strike) == 0 {
						// the foreground of a blank cannot be seen, nor can its weight
						want.Fg, want.Attr = got[x].Fg, got[x].Attr&^(Underline|Reverse|Strike)
					}
					if got[x].Fg.RGBA() != want.Fg.RGBA() || got[x].Bg.RGBA() != want.Bg.RGBA() || got[x].Rune != want.Rune || got[x].Attr != want.Attr {
						t.Fatalf("%v: cell %d,%d shows %+v, want %+v\n%q", p, x, y, got[x], want, line)
					}
				}
			}
		}
	}
}

// RGBA is the colour without its stand-in, for comparison.
func (c Color) RGBA() Color { return c & 0x01ffffff }

// A run of one look costs one sequence; blanks between words of one colour cost none.
func TestFewSequences(t *testing.T) {
	t.Parallel()
	c := New(20, 1, Terminal{})
	c.Text(0, 0, "one two", Ink{Fg: red})
	c.Text(9, 0, "three", Ink{Fg: red})
	if n := strings.Count(c.ANSI(), "\x1b["); n != 2 {
		t.Errorf("%d sequences, want 2: %q", n, c.ANSI())
	}
}

func TestEncoderReusesMemory(t *testing.T) {
	c := New(160, 48, Terminal{})
	for y := range 48 {
		for x := range 160 {
			c.Set(x, y, 'x', Ink{Fg: RGB(uint8(x), uint8(y), 0)})
		}
	}
	var e Encoder
	var frames Frames
	var b []byte
	if n := testing.AllocsPerRun(20, func() {
		s, now := frames.Take(c), Cell{}
		b = e.Append(b[:0], s, s.cells, &now)
	}); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
