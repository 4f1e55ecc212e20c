package chart

import "strings"

// yAxis writes the labels and the line left of the plot. A label stands in the row its value has in
// the plot.
func (p Plot) yAxis(c Canvas, f frame, gutter int, area Rect) {
	ink := Ink{Fg: f.style.Axis}
	x := area.X - 1
	c.VLine(x, area.Y, area.H, '│', ink)
	last := -1
	labels := f.y.Labels
	for i := len(labels) - 1; i >= 0; i-- { // from the top
		y, ok := f.y.Cell(f.y.At[i])
		if !ok || y == last {
			continue
		}
		last = y
		c.Set(x, area.Y+y, '┤', ink)
		if w := c.Width(labels[i]); w > gutter-2 { // a long name
			c.TextIn(0, area.Y+y, gutter-2, labels[i], Ink{Fg: f.style.Muted})
		} else {
			c.TextRight(x-1, area.Y+y, labels[i], Ink{Fg: f.style.Muted})
		}
	}
}

// xAxis writes one or two rows under the plot: the line with its ticks, the labels.
func (p Plot) xAxis(c Canvas, f frame, gutter int) {
	ink := Ink{Fg: f.style.Axis}
	line := c.h == 2
	if line {
		c.HLine(gutter, 0, f.w, '─', ink)
		if gutter > 0 && p.Empty == "" {
			c.Set(gutter-1, 0, '└', ink)
		}
	}
	labels := f.x.Labels
	free := 0 // the first column a label may start in
	muted := Ink{Fg: f.style.Muted}
	var written []int // where labels begin
	for i, t := range f.x.At {
		col, ok := f.x.Cell(t)
		if !ok {
			continue
		}
		if line {
			c.Set(gutter+col, 0, '┬', ink)
		}
		w := c.Width(labels[i])
		if k := len(p.X.Names); k > 0 {
			w = min(w, max(1, f.w/k-1)) // each has a part of the axis
		}
		x := clamp(gutter+col-w/2, 0, c.w-w)
		if x < free {
			continue
		}
		c.TextIn(x, c.h-1, w, labels[i], muted)
		free = x + w + 1
		written = append(written, x)
	}
	name, _, _ := strings.Cut(p.X.Label, " (")
	switch {
	case p.X.Label == "", p.xLabel(c, gutter, free, p.X.Label, muted), p.xLabel(c, gutter, free, name, muted):
	case len(p.X.Names) == 0:
		p.xLabelOver(c, written, name, muted)
	}
}

// xLabel writes the name of the axis: left of the labels, right of them, or in the last gap that has
// room. It reports false where there is none.
func (p Plot) xLabel(c Canvas, gutter, free int, name string, k Ink) bool {
	w, y := c.Width(name), c.h-1
	switch {
	case c.free(gutter-2-w, y, w+1): // free is false left of the edge
		c.Text(gutter-2-w, y, name, k)
	case w < gutter && c.free(0, y, w+1):
		c.Text(0, y, name, k)
	case w < c.w-free:
		c.TextRight(c.w, y, name, k)
	default:
		for x := c.w - w - 1; x > gutter; x-- {
			if c.free(x-2, y, w+4) {
				c.Text(x, y, name, k)
				return true
			}
		}
		return false
	}
	return true
}

// xLabelOver writes the name in place of the last labels, if two are left: those tell the scale, and
// the name tells of what.
func (p Plot) xLabelOver(c Canvas, written []int, name string, k Ink) {
	w := c.Width(name)
	for left := len(written) - 1; left >= 2; left-- {
		from := written[left]
		if c.w-from < w+1 {
			continue // the label before has to go as well
		}
		c.Fill(Rect{from, c.h - 1, c.w - from, 1}, ' ', k)
		c.TextRight(c.w, c.h-1, name, k)
		return
	}
}

// feet draws the marks on the axis line, or on the last row of a plot without one.
func (p Plot) feet(c Canvas, f frame, gutter int, area, axis Rect) {
	y := area.Y + area.H - 1
	if axis.H == 2 {
		y = axis.Y
	}
	at := func(ft Foot) (x int, ink Ink, ok bool) {
		x, ok = f.x.Cell(ft.X)
		return x, Ink{Fg: ft.Color, Attr: ft.Attr}, ok
	}
	for _, ft := range p.Feet {
		if x, ink, ok := at(ft); ok {
			c.Set(gutter+x, y, ft.Shape.Rune(), ink)
			f.written(x, y-area.Y, 1)
		}
	}
	for _, ft := range p.Feet {
		x, ink, ok := at(ft)
		n := c.Width(ft.Label)
		for _, from := range [...]int{gutter + x + 2, gutter + x - 1 - n} {
			if !ok || n == 0 || from < gutter || from+n > c.w || !c.open(from-1, y, n+1) || written(c.Cell(from+n, y).Rune) {
				continue
			}
			c.Text(from-1, y, " "+ft.Label, ink)
			f.written(from-gutter-1, y-area.Y, n+1)
			if c.open(from+n, y, 1) { // else there is a mark
				c.Set(from+n, y, ' ', ink)
			}
			break
		}
	}
}

// open reports whether n cells from x, y on hold nothing but an axis.
func (c Canvas) open(x, y, n int) bool {
	for i := range n {
		if !strings.ContainsRune(" ─┬", c.Cell(x+i, y).Rune) {
			return false
		}
	}
	return true
}

// titleRow writes the title, the legend where there is room, and the note at the right end.
func (p Plot) titleRow(c Canvas, s Style) {
	end := c.w
	for note := p.Note; note != ""; note = note[:max(0, strings.LastIndex(note, "; "))] { // with fewer of its parts
		if n := c.Width(note); n+c.Width(p.Title)+2 <= c.w {
			c.TextRight(c.w, 0, note, Ink{Fg: s.Muted})
			end = c.w - n - 2
			break
		}
	}
	x := c.TextIn(0, 0, end, p.Title, Ink{Fg: p.Hue.Or(s.Title), Attr: Bold})
	muted := Ink{Fg: s.Muted}
	item := func(glyph string, ink Ink, name string) {
		gw := c.Width(glyph)
		if name == "" || x+3+gw+1+c.Width(name) > end {
			return
		}
		x = c.Text(x+3, 0, glyph, ink)
		x = c.Text(x+1, 0, name, muted)
	}
	lines := [...]string{"──", "╌╌", "┄┄", "╌─"}
	if c.Glyphs() == ASCII {
		lines = [...]string{"--", "- -", ". .", "-- "}
	}
	for _, l := range p.Series {
		item(lines[l.Dash], Ink{Fg: l.Color}, l.Name)
	}
	for _, b := range p.Bands {
		if patterned(c, s) {
			item("⠡⠡", Ink{Fg: b.Edge.Or(b.Fill)}, b.Name)
		} else {
			item("  ", Ink{Fg: b.Fill, Bg: b.Fill}, b.Name)
		}
	}
}
