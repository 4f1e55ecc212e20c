package pane

import (
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// BoxRows are the rows of a box besides its lines, where there is little room.
const BoxRows = 2

// Box clears a framed panel in the middle of c for some lines, titles it, and
// returns what is inside.
func Box(th theme.Theme, c chart.Canvas, title string, lines int) chart.Canvas {
	w, h := c.Size()
	b := c.Sub(BoxRect(w, h, lines))
	b.Clear()
	Frame(b, title, chart.Ink{Fg: th.Axis}, th.TitleInk())
	return b.Sub(BoxInside(b.Rect(), lines))
}

// BoxRect is where a box for some lines stands in w by h cells.
func BoxRect(w, h, lines int) chart.Rect {
	bw, bh := min(w, screen.BoxWidth), min(h, lines+BoxRows+2)
	return chart.Rect{X: (w - bw) / 2, Y: (h - bh) / 2, W: bw, H: bh}
}

// BoxInside is the part of a box that its lines stand in, apart from the frame
// by a blank row where there is room.
func BoxInside(box chart.Rect, lines int) chart.Rect {
	in := box.Inset(2, 1)
	if in.H >= lines+2 {
		in = in.Inset(0, 1)
	}
	return in
}

// Frame draws a frame along the edge of c, with a title in its upper side.
func Frame(c chart.Canvas, title string, line, ink chart.Ink) {
	w, h := c.Size()
	if w < 4 || h < 2 {
		return
	}
	for _, y := range []int{0, h - 1} {
		c.HLine(1, y, w-2, '─', line)
	}
	for _, x := range []int{0, w - 1} {
		c.VLine(x, 1, h-2, '│', line)
	}
	for i, r := range []rune("┌┐└┘") {
		c.Set(i%2*(w-1), i/2*(h-1), r, line)
	}
	if title != "" {
		c.TextIn(2, 0, w-4, " "+title+" ", ink)
	}
}
