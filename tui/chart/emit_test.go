package chart

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// screen is a terminal as far as a frame needs one: it reads a line back into cells.
func screen(t *testing.T, line string, p Profile) []Cell {
	t.Helper()
	var out []Cell
	var cur Cell
	for line != "" {
		if !strings.HasPrefix(line, "\x1b[") {
			s, w, rest := next(line)
			k := cur
			k.Rune = []rune(s)[0]
			out = append(out, k)
			if w == 2 {
				k.Rune = 0
				out = append(out, k)
			}
			line = rest
			continue
		}
		params, rest, ok := strings.Cut(line[2:], "m")
		if !ok {
			t.Fatalf("sequence without an end: %q", line)
		}
		line = rest
		f := strings.Split(params, ";")
		for len(f) > 0 {
			n, err := strconv.Atoi(f[0])
			if f[0] != "" && err != nil {
				t.Fatalf("parameter %q in %q", f[0], params)
			}
			f = f[1:]
			num := func() uint8 {
				v, err := strconv.Atoi(f[0])
				if err != nil || v < 0 || v > 255 {
					t.Fatalf("colour parameter %q", f[0])
				}
				f = f[1:]
				return uint8(v)
			}
			switch {
			case n == 0:
				cur = Cell{}
			case n == 38 || n == 48:
				var c Color
				if num() == 2 {
					c = RGB(num(), num(), num())
				} else {
					c = xterm().rgb[num()]
				}
				if n == 38 {
					cur.Fg = c
				} else {
					cur.Bg = c
				}
			case n == 39:
				cur.Fg = Default
			case n == 49:
				cur.Bg = Default
			case n >= 30 && n < 38:
				cur.Fg = xterm().rgb[n-30]
			case n >= 40 && n < 48:
				cur.Bg = xterm().rgb[n-40]
			case n >= 90 && n < 98:
				cur.Fg = xterm().rgb[n-90+8]
			case n >= 100 && n < 108:
				cur.Bg = xterm().rgb[n-100+8]
			default:
				a, ok := map[int]Attr{1: Bold, 2: Faint, 3: Italic, 4: Underline, 7: Reverse, 9: Strike}[n]
				if !ok {
					t.Fatalf("parameter %d nobody sends", n)
				}
				cur.Attr |= a
			}
		}
	}
	if cur != (Cell{}) {
		t.Errorf("the line ends in %+v, not in the terminal's own colours", cur)
	}
	return out
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
				got := screen(t, line, p)
				if len(got) != 30 {
					t.Fatalf("%d cells in %q", len(got), line)
				}
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
	e.Frame(c)
	if n := testing.AllocsPerRun(20, func() { e.Frame(c) }); n > 1 {
		t.Errorf("%v allocations a frame, want the string alone", n)
	}
}
