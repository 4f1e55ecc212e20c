package chart

import "unicode"

// fadedContrast is what words keep that are faded: to be passed over, and still be read.
const fadedContrast = 4.5

// Dim fades the view into the background, all but the views kept, so that the eye finds those. What is
// written stays legible. Among sixteen colours there is nothing between: there it is the terminal that
// makes text faint.
func (c Canvas) Dim(background Color, strength float64, keep ...Canvas) {
	f := fader{background, strength, map[Color]Color{}, map[[2]Color]Color{}}
	for y := range c.h {
	cells:
		for x := range c.w {
			for _, k := range keep {
				if k.g == c.g && k.inside(c.x+x-k.x, c.y+y-k.y) {
					continue cells
				}
			}
			c.g.set(c.x+x, c.y+y, f.cell(c.g.get(c.x+x, c.y+y), c.g.term.Profile))
		}
	}
	c.fadeFigures(strength, keep)
}

// cell fades one cell.
func (f fader) cell(p Cell, profile Profile) Cell {
	p.Attr &^= Bold
	if profile == ANSI16 {
		p.Attr |= Faint
		return p
	}
	p.Bg = f.fade(p.Bg)
	if written(p.Rune) {
		p.Fg = f.word(p.Fg, p.Bg)
	} else {
		p.Fg = f.fade(p.Fg)
	}
	return p
}

// written reports whether a character is read, not seen.
func written(r rune) bool {
	return r < 0 || r > ' ' && r < 0x7f || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// fader fades colours: few of them, in many cells.
type fader struct {
	background Color
	strength   float64
	faded      map[Color]Color
	words      map[[2]Color]Color // by what is written and what it is written on
}

// FadeWord is the colour of words as Dim fades it on the background.
func FadeWord(k, background Color, strength float64) Color {
	return fader{background, strength, map[Color]Color{}, map[[2]Color]Color{}}.word(k, background)
}

func (f fader) fade(k Color) Color {
	if k.isDefault() {
		return k
	}
	out, ok := f.faded[k]
	if !ok {
		out = Blend(k, f.background, f.strength)
		f.faded[k] = out
	}
	return out
}

// word fades the colour of something written as far as it stays legible; what was not is left alone.
func (f fader) word(k, on Color) Color {
	if k.isDefault() {
		return k
	}
	if on.isDefault() {
		on = f.background
	}
	out, ok := f.words[[2]Color{k, on}]
	if ok {
		return out
	}
	out = f.fade(k)
	if lo, hi := 0.0, f.strength; !on.isDefault() && Contrast(out, on) < fadedContrast {
		for out = k; hi-lo > 0.01; { // lo is legible, if anything is
			mid := (lo + hi) / 2
			if faded := Blend(k, f.background, mid); Contrast(faded, on) >= fadedContrast {
				lo, out = mid, faded
			} else {
				hi = mid
			}
		}
	}
	f.words[[2]Color{k, on}] = out
	return out
}

// Origin is the view's corner in the canvas it is a view of.
func (c Canvas) Origin() (x, y int) { return c.x, c.y }

// Beside writes a rune just left of the view's first row, outside it, where nothing is written. It
// reports whether there was room.
func (c Canvas) Beside(r rune, k Ink) bool {
	if c.g == nil || c.x < 1 || c.w <= 0 || c.h <= 0 {
		return false
	}
	left := Canvas{g: c.g, x: c.x - 1, y: c.y, w: 1, h: 1}
	if !left.free(0, 0, 1) {
		return false
	}
	left.Set(0, 0, r, k)
	return true
}
