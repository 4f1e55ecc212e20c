package pane

import (
	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Failure lists all mistakes of what could not be opened, with their places.
func Failure(th theme.Theme, c chart.Canvas, f *session.Failure) {
	w, _ := c.Size()
	lines := MistakeLines(f.Err)
	r := c.Rect()
	c.TextIn(0, 0, w, sanitize.Text(f.Name)+" cannot be opened", chart.Ink{Fg: th.Warning, Attr: chart.Bold})
	_, r = r.CutTop(1)
	if r.H > 2*len(lines) {
		_, r = r.CutTop(1)
	}
	for _, l := range lines {
		if r.H == 0 {
			return
		}
		_, r = r.CutTop(c.Paragraph(r, l, th.TextInk()))
	}
}
