package chart

import (
	"math"
	"strconv"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// Encoder writes cells as text with escape sequences and keeps its memory between frames. The zero
// value is ready. It is not for concurrent use.
type Encoder struct {
	memo [512]struct { // the answers of quantise, by a hash of the colour
		c Color
		i uint8
	}
}

// ANSI returns the canvas as Still.ANSI does.
func (c Canvas) ANSI() string { return c.Still().ANSI() }

// ANSI returns the frame as lines joined by "\n", each exactly as wide as it is. Every line starts and
// ends in the terminal's default colours, so that lines can be redrawn one by one.
func (s Still) ANSI() string {
	var e Encoder
	var b []byte
	for y := range s.h {
		if y > 0 {
			b = append(b, '\n')
		}
		var now Cell
		b = e.Append(b, s, s.cells[y*s.w:][:s.w], &now)
		b = now.End(b)
	}
	return string(b)
}

// Append adds cells of a frame. Now is the terminal's state, of which only colours and attributes matter.
func (e *Encoder) Append(b []byte, s Still, cells []Cell, now *Cell) []byte {
	p := s.term.Profile
	for i := range cells {
		k := &cells[i]
		if p != NoColor && (k.Fg != now.Fg || k.Bg != now.Bg || k.Attr != now.Attr) {
			b = e.change(b, now, k, p)
		}
		b = s.appendText(b, k.Rune)
	}
	return b
}

// End adds what leads from this state to the terminal's own.
func (k Cell) End(b []byte) []byte {
	if k.Fg == 0 && k.Bg == 0 && k.Attr == 0 {
		return b
	}
	return append(b, "\x1b[m"...)
}

// change writes the shortest sequence that takes the terminal from *cur to the look of k.
func (e *Encoder) change(b []byte, cur *Cell, k *Cell, p Profile) []byte {
	fg := k.Fg
	if k.Rune == ' ' && k.Attr&(Underline|Reverse|Strike) == 0 {
		// a space shows no foreground and no weight: leave them as they are
		if k.Bg == cur.Bg && cur.Attr&(Underline|Reverse|Strike) == 0 {
			return b
		}
		fg = cur.Fg
	}
	mark := len(b)
	b = append(b, "\x1b["...)
	start := len(b)
	if cur.Attr&^k.Attr != 0 || (fg.isDefault() && !cur.Fg.isDefault() && k.Bg.isDefault() && !cur.Bg.isDefault()) {
		// attributes go off one by one only in ways terminals disagree on; start again
		b = append(b, '0', ';')
		*cur = Cell{}
		fg = k.Fg
	}
	if on := k.Attr &^ cur.Attr; on != 0 {
		for i, code := range [...]byte{'1', '2', '3', '4', '7', '9'} {
			if on&(1<<i) != 0 {
				b = append(b, code, ';')
			}
		}
	}
	if fg != cur.Fg {
		b = e.color(b, fg, false, p)
	}
	if k.Bg != cur.Bg {
		b = e.color(b, k.Bg, true, p)
	}
	cur.Fg, cur.Bg, cur.Attr = fg, k.Bg, k.Attr
	if len(b) == start {
		return b[:mark]
	}
	b[len(b)-1] = 'm'
	return b
}

// color writes the parameters that select c, with a semicolon after them.
func (e *Encoder) color(b []byte, c Color, back bool, p Profile) []byte {
	base := 38
	if back {
		base = 48
	}
	if c.isDefault() {
		return append(strconv.AppendInt(b, int64(base+1), 10), ';')
	}
	switch p {
	case TrueColor:
		r, g, bl := c.RGB()
		b = strconv.AppendInt(b, int64(base), 10)
		b = append(b, ";2;"...)
		b = strconv.AppendInt(b, int64(r), 10)
		b = append(b, ';')
		b = strconv.AppendInt(b, int64(g), 10)
		b = append(b, ';')
		b = strconv.AppendInt(b, int64(bl), 10)
	case ANSI256:
		b = strconv.AppendInt(b, int64(base), 10)
		b = append(b, ";5;"...)
		b = strconv.AppendInt(b, int64(e.quantised(c, p)), 10)
	default:
		n := int(e.quantised(c, p))
		code := base - 8 + n
		if n >= 8 {
			code = base + 52 + n - 8
		}
		b = strconv.AppendInt(b, int64(code), 10)
	}
	return append(b, ';')
}

func (e *Encoder) quantised(c Color, p Profile) uint8 {
	if p == ANSI16 && c&colorHas4 != 0 {
		return uint8(c >> 28)
	}
	key := c&0x01ffffff | Color(p)<<28 // one memo serves both profiles
	m := &e.memo[uint32(key)*2654435761>>23]
	if m.c != key {
		m.c, m.i = key, Quantise(c, p)
	}
	return m.i
}

// xterm is the 256 colours in Lab: sixteen of the user's own, a cube, greys.
var xterm = sync.OnceValue(func() (t [][3]float64) {
	for i := range 256 {
		t = append(t, numbered(uint8(i)).lab())
	}
	return t
})

// numbered is a colour of the 256.
func numbered(i uint8) Color {
	r, g, b, _ := ansi.IndexedColor(i).RGBA()
	return RGB(uint8(r>>8), uint8(g>>8), uint8(b>>8))
}

// Quantise returns the number of the nearest colour of a profile, by distance in Lab; ansi.Convert256
// takes some with too little contrast. Of 256 only the cube and the greys are used: the first sixteen
// are the user's own.
func Quantise(c Color, p Profile) uint8 {
	lo, hi := 16, 256
	if p == ANSI16 {
		if c&colorHas4 != 0 {
			return uint8(c >> 28)
		}
		lo, hi = 0, 16
	}
	want, all := c.lab(), xterm()
	best, at := math.Inf(1), lo
	for i, k := range all[lo:hi] {
		dl, da, db := k[0]-want[0], k[1]-want[1], k[2]-want[2]
		if d := dl*dl + da*da + db*db; d < best {
			best, at = d, lo+i
		}
	}
	return uint8(at)
}

// Quantised returns the colour that a profile shows for c.
func Quantised(c Color, p Profile) Color {
	if c.isDefault() || p == TrueColor {
		return c
	}
	return numbered(Quantise(c, p))
}
