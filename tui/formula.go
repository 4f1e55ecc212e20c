package tui

import (
	"farsight/study"
	"farsight/tui/chart"
)

// formulator is implemented by screens with a formula of their own.
type formulator interface {
	formula(m *Model) (title string, lines []string)
}

// drawFormula shows what the present screen has to say in symbols.
func (m *Model) drawFormula(c chart.Canvas) {
	w, h := c.Size()
	width := min(w, boxWidth) - 4
	title, lines := "the formula, with this step's numbers in it", m.formulas(width)
	if f, ok := m.screens[m.current].(formulator); ok {
		var text []string
		title, text = f.formula(m)
		lines = m.spans(nil, text, width)
	}
	body := m.box(c, title, min(len(lines), h-4))
	_, bh := body.Size()
	for y, l := range lines {
		if y == bh-1 && len(lines) > bh {
			l.Text = "… more on a larger window"
		}
		if y < bh {
			body.Spans(0, y, l)
		}
	}
}

// formulas are the acquisitions with this step's numbers in them: of the
// policies side by side, or of the focused one.
func (m *Model) formulas(width int) []chart.Span {
	shown := m.visible()
	if len(shown) > 1 && !m.sideBySide() {
		shown = []int{m.focused()}
	}
	var lines []chart.Span
	for n, i := range shown {
		if n > 0 {
			lines = append(lines, chart.Span{})
		}
		t := m.tracks[i]
		lines = append(lines, chart.Span{Text: t.policy.Title(), Ink: chart.Ink{Fg: m.theme.Policy(t.hue), Attr: chart.Bold}})
		text := []string{"It is still deciding."}
		if s, _ := m.shown(i); s != nil {
			text = formula(s)
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

// formula writes out a policy's acquisition at its decision.
func formula(s *study.Snapshot) []string {
	t, ok := tell(s)
	if !ok {
		return []string{"Nothing: the run has ended (" + string(s.Stop) + ")."}
	}
	return s.Policy.Kind().Numbers(t)
}
