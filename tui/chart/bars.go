package chart

import "math"

// Bars is a small horizontal bar chart with intervals, one bar a row and column.
type Bars struct {
	Title string
	Hue   Color
	Note  string
	Items []Bar
	Fill  Color // of bars without their own

	Columns int // of bars, all on one scale, filled one after the other; 0: one
	Labels  int // the most cells of a label; 0: a third of the column
}

// Bar is one bar.
type Bar struct {
	Label  string
	Value  float64
	Lo, Hi float64 // the interval, drawn as a whisker; equal: none
	Color  Color
	Note   string // after the value; alone where that is NaN, not known yet
	Attr   Attr   // of the label, to single one out
}

// Draw draws title and bars into c; what does not fit below is left out.
func (b Bars) Draw(c Canvas, s Style) {
	if b.Title != "" && c.h > 1 {
		Plot{Title: b.Title, Hue: b.Hue, Note: b.Note}.titleRow(c.Sub(Rect{0, 0, c.w, 1}), s)
		c = c.Sub(Rect{0, 1, c.w, c.h - 1})
	}
	top, labels, values := 0.0, 0, 0 // of a full bar: the largest value or interval
	for _, it := range b.Items {
		for _, v := range [...]float64{it.Value, it.Hi} {
			if finite(v) {
				top = math.Max(top, v)
			}
		}
		labels = max(labels, c.Width(it.Label))
		values = max(values, c.Width(it.value()))
	}
	if !(top > 0) {
		top = 1
	}
	columns := max(b.Columns, 1)
	w, rows := (c.w-3*(columns-1))/columns, (len(b.Items)+columns-1)/columns
	most := b.Labels
	if most == 0 {
		most = w / 3
	}
	labels = min(labels, most)
	for i, it := range b.Items {
		if y := i % rows; y < c.h {
			it.line(c.Sub(Rect{i / rows * (w + 3), y, w, 1}), s, labels, values, top, it.Color.Or(b.Fill))
		}
	}
}

// line draws a bar between its label and its value, where there is room for it.
func (it Bar) line(c Canvas, s Style, labels, values int, top float64, fill Color) {
	c.TextIn(0, 0, labels, it.Label, Ink{Fg: s.Muted, Attr: it.Attr})
	c.TextRight(c.w, 0, it.value(), Ink{Fg: s.Text, Attr: it.Attr})
	if x0, x1 := labels+1, c.w-values-1; x1-x0 >= 3 {
		it.draw(c.Sub(Rect{x0, 0, x1 - x0, 1}), s, top, fill)
	}
}

func (it Bar) value() string {
	switch v := Num(it.Value); {
	case it.Note == "":
		return v
	case math.IsNaN(it.Value):
		return it.Note
	default:
		return v + " " + it.Note
	}
}

// draw draws a heavy line up to the value, or up to the interval with the value marked inside it:
// ━━━━━━├──╋──┤. Lines leave air between the rows, full blocks would run into one.
func (it Bar) draw(c Canvas, s Style, top float64, fill Color) {
	if !finite(it.Value) {
		return
	}
	half := func(v float64) int { return clamp(int(math.Round(v/top*float64(2*c.w))), 0, 2*c.w) }
	ink := Ink{Fg: fill}
	n := half(it.Value)
	whisker := it.Lo < it.Hi && finite(it.Lo) && finite(it.Hi)
	if whisker {
		n = half(math.Min(it.Lo, it.Value))
	}
	c.HLine(0, 0, n/2, '━', ink)
	if n%2 == 1 {
		c.Set(n/2, 0, '╸', ink)
	}
	if !whisker {
		return
	}
	cell := func(v float64) int { return clamp(half(v)/2, 0, c.w-1) }
	c.Whisker(0, cell(it.Lo), cell(it.Value), cell(it.Hi), Ink{Fg: s.Text}, ink)
}

// Whisker draws an interval between two columns of a row, with a mark at its mean: ├──╋──┤.
func (c Canvas) Whisker(y, lo, mean, hi int, line, mark Ink) {
	ends := [2]rune{'├', '┤'}
	if c.Glyphs() == ASCII {
		ends = [2]rune{'|', '|'}
	}
	c.HLine(lo, y, hi-lo, '─', line)
	c.Set(lo, y, ends[0], line)
	c.Set(hi, y, ends[1], line)
	c.Set(mean, y, MarkMean.Rune(), mark)
}
