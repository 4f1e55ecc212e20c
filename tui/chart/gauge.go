package chart

import "math"

// Gauge is the budget as a bar, cut into the evaluations already paid, in order, each as wide as its
// cost with the number inside where it fits, then what is left.
type Gauge struct {
	Budget float64
	Paid   []float64 // costs in order
	// Over is the cost of an evaluation that did not fit, drawn hatched past the end mark; 0: none.
	Over float64
	// Fantasy is the budget the policy plans with, if smaller than what is left; 0: no mark.
	Fantasy float64
	// Total is the value at the right end; 0: the budget, or what an overshooting evaluation needs.
	Total float64

	Fill  Color // of the segments, every second one paler
	Track Color // background of what is left
	Bare  bool  // leave out all words and numbers: a row above or below one that has them
}

// cuts returns the ends of the segments, in cells.
func (g Gauge) cuts(w int) (ends []float64, budget, total float64) {
	spent := 0.0
	for _, p := range g.Paid {
		if finite(p) && p > 0 {
			spent += p
		}
	}
	total = g.Total
	if !(total > 0) || !finite(total) {
		total = math.Max(g.Budget, spent)
		if finite(g.Over) && g.Over > 0 {
			total = math.Max(total, spent+g.Over)
		}
	}
	if !(total > 0) || !finite(total) {
		return nil, float64(w), 0
	}
	unit := float64(w) / total
	if !finite(unit) {
		return nil, float64(w), 0 // too small a budget to measure anything by
	}
	at := 0.0
	for _, p := range g.Paid {
		if finite(p) && p > 0 {
			at += p
		}
		ends = append(ends, math.Min(at*unit, float64(w)))
	}
	return ends, math.Min(g.Budget*unit, float64(w)), total
}

// Scale is how many of w cells a unit of cost takes.
func (g Gauge) Scale(w int) float64 {
	if _, _, total := g.cuts(w); total > 0 {
		return float64(w) / total
	}
	return 0
}

// Draw draws the gauge into the first row of c.
func (g Gauge) Draw(c Canvas, s Style) {
	if c.w <= 0 || c.h <= 0 {
		return
	}
	ends, budget, total := g.cuts(c.w)
	if total == 0 {
		return
	}
	if c.Glyphs() == ASCII || c.Terminal().Profile >= ANSI16 {
		g.drawMono(c, s, ends, budget, total)
		return
	}
	fills := [2]Color{g.Fill, Blend(g.Fill, s.Background, 0.25)}
	// each cell shows the colour at its left edge, and a left eighth block where a cut runs through it
	colorAt := func(x float64) Color {
		for i, e := range ends {
			if x < e {
				return fills[i%2]
			}
		}
		if x < budget {
			return g.Track
		}
		return Default
	}
	stops := append(append([]float64(nil), ends...), budget)
	for x := range c.w {
		left, right := colorAt(float64(x)), colorAt(float64(x)+0.9999)
		if left == right {
			c.put(x, 0, Cell{Rune: ' ', Bg: left})
			continue
		}
		eighth := 0
		for _, e := range stops {
			if e > float64(x) && e < float64(x+1) && eighth == 0 {
				eighth = int(math.Round((e - float64(x)) * 8))
			}
		}
		c.put(x, 0, leftCell(eighth, left, right))
	}
	start := 0.0
	for i, e := range ends {
		g.number(c, g.Paid[i], start, e, Ink{Fg: readable(fills[i%2], Hex("#000000"), Hex("#ffffff")), Bg: fills[i%2]})
		start = e
	}
	g.rest(c, s, start, budget, total)
}

// leftCell is a cell whose left n eighths have one colour and whose rest has another. The terminal's
// own colour cannot be a foreground, so it is reached by reversing.
func leftCell(n int, left, right Color) Cell {
	switch {
	case n <= 0:
		return Cell{Rune: ' ', Bg: right}
	case n >= 8:
		return Cell{Rune: ' ', Bg: left}
	case left.isDefault():
		return Cell{Rune: rune('▏' - (n - 1)), Fg: right, Attr: Reverse}
	}
	return Cell{Rune: rune('▏' - (n - 1)), Fg: left, Bg: right}
}

// number writes a cost into the cells wholly inside its segment.
func (g Gauge) number(c Canvas, v, start, end float64, k Ink) {
	x0, x1 := int(math.Ceil(start-1e-6)), int(math.Floor(end+1e-6))
	label := Num(v)
	if n := c.Width(label); n <= x1-x0 && !g.Bare {
		c.TextCentre(x0, 0, x1-x0, label, k)
	}
}

// rest draws what comes after the paid ones: what is left, the planned part, an overshooting
// evaluation and the end mark.
func (g Gauge) rest(c Canvas, s Style, spent, budget, total float64) {
	unit := float64(c.w) / total
	left := math.Max(budget-spent, 0) / unit
	if spent >= budget-1e-9 {
		left = 0
	}
	x0 := int(math.Ceil(spent - 1e-6))
	end := int(math.Round(budget))
	if g.Over > 0 && finite(g.Over) {
		o1 := min(int(math.Round(spent+g.Over*unit)), c.w)
		for x := x0; x < o1; x++ {
			c.Set(x, 0, '╱', Ink{Fg: s.Bad})
		}
		if n := c.Width(Num(g.Over)); n+2 <= min(end, o1)-x0 && !g.Bare {
			c.TextCentre(x0, 0, min(end, o1)-x0, " "+Num(g.Over)+" ", Ink{Fg: s.Bad, Attr: Bold})
		}
		if end < c.w {
			c.Set(max(end-1, 0), 0, '┃', Ink{Fg: s.Title, Attr: Bold})
		}
		if words := " over budget "; !g.Bare && c.Width(words) <= o1-end {
			c.TextCentre(end, 0, o1-end, words, Ink{Fg: s.Bad})
		}
		return
	}
	free := x0
	if g.Fantasy > 0 && finite(g.Fantasy) {
		if at := int(math.Round(spent + g.Fantasy*unit)); at > x0 && at < end {
			c.Set(at-1, 0, '┊', Ink{Fg: s.Text})
			free = at
			if words := "planned"; !g.Bare && c.Width(words)+2 <= at-x0 {
				c.TextCentre(x0, 0, at-x0-1, words, Ink{Fg: s.Muted})
			}
		}
	}
	if g.Bare {
		return
	}
	for _, words := range [...]string{Num(left) + " left", Num(left)} {
		if c.Width(words)+1 <= end-free {
			c.TextRight(end-1, 0, words, Ink{Fg: s.Text})
			return
		}
	}
}

// drawMono separates the evaluations by marks, where shades of a hue cannot: ▐1.16▐1.00▐  25.1 left▐,
// or in ASCII bars.
func (g Gauge) drawMono(c Canvas, s Style, ends []float64, budget, total float64) {
	mark, track := '▐', ' '
	if c.Glyphs() == ASCII {
		mark, track = '|', '.'
	}
	ink := Ink{Fg: g.Fill}
	end := clamp(int(math.Round(budget)), 0, c.w)
	c.HLine(0, 0, end, track, Ink{Fg: s.Axis})
	start := 0.0
	for i, e := range ends {
		x0, x1 := int(math.Round(start)), int(math.Round(e))
		c.HLine(x0, 0, x1-x0, ' ', ink)
		g.number(c, g.Paid[i], float64(x0)+1, float64(x1), ink)
		start = e
	}
	g.rest(c, s, start, budget, total)
	c.Set(0, 0, mark, ink)
	for _, e := range ends {
		c.Set(min(int(math.Round(e)), c.w-1), 0, mark, ink)
	}
	if end == c.w {
		c.Set(c.w-1, 0, mark, Ink{Fg: s.Axis})
	}
}
