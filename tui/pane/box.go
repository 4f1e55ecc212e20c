package pane

import (
	"strings"

	"github.com/charmbracelet/bubbles/progress"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// BoxRows are the rows of a box in addition to its lines, where there is little room.
const BoxRows = 2

// Box clears a framed panel in the middle of c for some lines, titles it, and
// returns what is inside.
func Box(th theme.Theme, c chart.Canvas, title string, lines int) chart.Canvas {
	w, h := c.Size()
	b := c.Sub(BoxRect(w, h, lines))
	b.Clear()
	frame(b, title, chart.Ink{Fg: th.Axis}, th.TitleInk())
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

// bar is the one of bubbles, without colours of its own.
var bar = progress.New(progress.WithoutPercentage(), progress.WithSolidFill(""), progress.WithColorProfile(termenv.Ascii))

// Progress is a bar over w cells from x, y on, a share of it full.
func Progress(c chart.Canvas, x, y, w int, share float64, fill, track chart.Color) {
	b, rest := bar, chart.Ink{Bg: track}
	b.Width, b.Empty, b.EmptyColor = w, ' ', ""
	switch {
	case c.Glyphs() == chart.ASCII:
		b.Full, b.Empty, rest = '#', '.', chart.Ink{Fg: track}
	case c.Mono():
		b.Empty = '·'
	}
	text := b.ViewAs(share)
	full := strings.Repeat(string(b.Full), strings.Count(text, string(b.Full)))
	c.Spans(x, y, chart.Span{Text: full, Ink: chart.Ink{Fg: fill}}, chart.Span{Text: text[len(full):], Ink: rest})
}

// frame draws a frame along the edge of c, with a title in its upper side.
func frame(c chart.Canvas, title string, line, ink chart.Ink) {
	w, h := c.Size()
	if w < 4 || h < 2 {
		return
	}
	border := lipgloss.NewStyle().Border(lipgloss.NormalBorder()).Width(w - 2).Height(h - 2)
	for y, row := range strings.Split(border.Render(), "\n") {
		c.Text(0, y, row, line)
	}
	if title != "" {
		c.TextIn(2, 0, w-4, " "+title+" ", ink)
	}
}

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
