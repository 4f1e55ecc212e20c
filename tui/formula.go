package tui

import (
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// formulaCover is what the present screen has to say in symbols; where rows are
// few, without what was fitted.
func (m *Model) formulaCover(a screen.About, width, rows int) cover {
	title, spans := "the formula, with this step's numbers in it", []chart.Span(nil)
	if a.Formula != nil {
		var text []string
		title, text = a.Formula()
		spans = m.spans(nil, text, width)
	} else if spans = m.formulas(width, true); len(spans) > rows {
		spans = m.formulas(width, false)
	}
	t := cover{title: title}
	for _, s := range spans {
		t.lines = append(t.lines, coverLine{Span: s})
	}
	return t
}

// formulas are the acquisitions with this step's numbers in them: of the
// policies side by side, or of the focused one; if wanted with what was fitted.
func (m *Model) formulas(width int, models bool) []chart.Span {
	shown := m.s.SideBySide()
	if len(m.s.Columns) > 1 && !m.about().SideBySide {
		shown = []int{m.s.Focused()}
	}
	var lines []chart.Span
	for n, i := range shown {
		if n > 0 {
			lines = append(lines, chart.Span{})
		}
		t := m.s.Tracks[i]
		lines = append(lines, chart.Span{Text: t.Title(), Ink: chart.Ink{Fg: m.theme.Policy(t.Hue()), Attr: chart.Bold}})
		text := []string{"It is still deciding."}
		if s, _ := m.s.Shown(i); s != nil {
			text = pane.Formula(s)
			if models {
				text = append(text, pane.ModelWords(s)...)
			}
		}
		lines = m.spans(lines, text, width)
	}
	return lines
}

// spans adds lines of text, broken where they are too long.
func (m *Model) spans(lines []chart.Span, text []string, width int) []chart.Span {
	for _, l := range text {
		for _, part := range wrapIndented(l, width) {
			lines = append(lines, chart.Span{Text: part, Ink: m.theme.TextInk()})
		}
	}
	return lines
}

// wrapIndented breaks a line that is too long, keeping its indent.
func wrapIndented(l string, w int) []string {
	if chart.Width(l) <= w {
		return []string{l}
	}
	parts := chart.Wrap(l, w-4)
	for i := range parts[1:] {
		parts[i+1] = "    " + parts[i+1]
	}
	return parts
}
