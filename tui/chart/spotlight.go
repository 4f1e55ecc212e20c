package chart

// Dim fades the view into the background, all but the views kept, so that the eye finds those. Among
// sixteen colours there is nothing between: there it is the terminal that makes text faint.
func (c Canvas) Dim(background Color, strength float64, keep ...Canvas) {
	faded := map[Color]Color{} // few colours, many cells
	fade := func(k Color) Color {
		if k.isDefault() {
			return k
		}
		f, ok := faded[k]
		if !ok {
			f = Blend(k, background, strength)
			faded[k] = f
		}
		return f
	}
	for y := range c.h {
	cells:
		for x := range c.w {
			for _, k := range keep {
				if k.g == c.g && k.inside(c.x+x-k.x, c.y+y-k.y) {
					continue cells
				}
			}
			p := c.at(x, y)
			p.Attr &^= Bold
			if c.g.term.Profile == ANSI16 {
				p.Attr |= Faint
				continue
			}
			p.Fg, p.Bg = fade(p.Fg), fade(p.Bg)
		}
	}
	c.fadeFigures(strength, keep)
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

// Areas are the views of c the plots of a stack are drawn into, fewer than plots where c is low.
func (st Stack) Areas(c Canvas) []Canvas {
	_, heights := st.arrange(c.h)
	out := make([]Canvas, len(heights))
	y := 0
	for i, h := range heights {
		out[i] = c.Sub(Rect{0, y, c.w, h})
		y += h
	}
	return out
}
