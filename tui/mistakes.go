package tui

import (
	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// drawMistakes says over the screen what is wrong with a file.
func (m *Model) drawMistakes(c chart.Canvas) {
	f := m.s.Loading.Failure
	if f == nil {
		return
	}
	w, _ := c.Size()
	lines := pane.MistakeLines(f.Err)
	rows := 2
	for _, l := range lines {
		rows += len(chart.Wrap(l, min(w, screen.BoxWidth)-4))
	}
	body := pane.Box(m.theme, c, pane.Plural(len(lines), "mistake")+" in "+sanitize.Text(f.Name), rows)
	r := body.Rect()
	for _, l := range lines {
		_, r = r.CutTop(body.Paragraph(r, l, chart.Ink{Fg: m.theme.Warning}))
	}
	_, r = r.CutTop(1)
	body.Paragraph(r, "What is shown is the last version without mistakes. Mend and save the file: it is read again by itself.", m.theme.TextInk())
}
