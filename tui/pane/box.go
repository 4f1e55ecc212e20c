package pane

import (
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// BoxRows are the rows of a box besides its lines.
const BoxRows = 3

// Box clears a panel in the middle of c for some lines, titles it, and returns
// what is inside.
func Box(th theme.Theme, c chart.Canvas, title string, lines int) chart.Canvas {
	w, h := c.Size()
	bw, bh := min(w, screen.BoxWidth), min(h, lines+4)
	r := chart.Rect{X: (w - bw) / 2, Y: (h - bh) / 2, W: bw, H: bh}
	b := c.Sub(r)
	b.Fill(b.Rect(), ' ', chart.Ink{Fg: th.Text, Bg: th.Selection})
	b.TextIn(2, 0, bw-4, title, th.TitleInk().On(th.Selection))
	return b.Sub(chart.Rect{X: 2, Y: 2, W: bw - 4, H: bh - BoxRows})
}
