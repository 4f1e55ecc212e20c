package live

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// formRows is how many rows the form takes; also while nothing is being typed, so that nothing
// moves. Where rows are few, the note is beside the switch. A form for settings takes up to room.
func (s *Screen) formRows(small bool, room int) int {
	n := 5
	if small {
		n = 4
	}
	if f := s.form; f != nil && f.Find(movedField) != nil {
		n++
	}
	if f := s.form; f != nil && f.Find(sdField) != nil || f == nil && s.noisy() {
		n++
	}
	if f := s.form; f != nil && f.kind == setEntry {
		n = max(n, min(1+len(f.Fields), room))
	}
	return n
}

// drawForm shows what is being typed, or where it will be.
func (s *Screen) drawForm(v screen.View, c chart.Canvas, small bool) {
	th := v.Theme
	w, _ := c.Size()
	if s.watch {
		s.drawWatched(v, c)
		return
	}
	if s.undo != nil {
		s.headline(v, c, "take back the last entry?", "it stays in the file, as taken back")
		rows := c.Paragraph(chart.Rect{X: 2, Y: 1, W: w - 2, H: 2}, s.undo.what, chart.Ink{Fg: th.Warning, Attr: chart.Bold})
		c.Spans(2, 1+rows, chart.Span{Text: "y", Ink: th.KeyInk()}, chart.Span{Text: " take it back   ", Ink: th.MutedInk()}, chart.Span{Text: "n", Ink: th.KeyInk()}, chart.Span{Text: " keep it", Ink: th.MutedInk()})
		return
	}
	f := s.form
	title, remark := "what did it give?", ""
	switch {
	case f == nil && s.aside != nil:
		f, remark = s.aside, "put aside: enter continues with it"
	case f == nil:
		f = newTell(s, s.next, s.next == nil)
		if s.next != nil {
			remark = "enter, or just type"
		}
	case f.kind == budgetEntry:
		title = "change the budget"
	case f.kind == skipEntry:
		title = "skip this suggestion"
	case f.kind == amendEntry:
		title, remark = "revise this entry", s.pointWords(f.x)
	case f.kind == setEntry:
		title, remark = "how to continue", "what was decided stays"
	}
	if s.writing != writeNothing {
		remark = "saving …"
	}
	if f.kind == setEntry {
		s.drawSettings(v, c, title, remark)
		return
	}
	s.headline(v, c, title, remark)
	y := 1
	for i, field := range f.Fields[len(f.typed):] {
		r := chart.Rect{Y: y, W: w, H: 1}
		switch {
		case field.Name == movedField && s.form == nil:
			continue
		case field.Name == noteField && small && (f.kind == tellEntry || f.kind == amendEntry):
			_, r = r.CutRight(failedWidth + 1)
			y--
		case field.Name == failedField && small:
			r, _ = r.CutRight(failedWidth)
		}
		i += len(f.typed)
		open := f == s.form
		f.DrawField(c.Sub(r), v.Theme, i, formLabel, open && i == f.Focus, open || field.Name == valueField || field.Name == costField)
		y++
	}
}

// Widths in the form: of its labels, and of the switch where it stands beside the
// note.
const (
	formLabel   = 7
	failedWidth = 16
)

// settingColumns is the width of a box for a policy with an option, or for bounds.
const settingColumns = 20

// drawSettings shows as many of a form's fields as there are rows for, the one
// with the focus among them.
func (s *Screen) drawSettings(v screen.View, c chart.Canvas, title, remark string) {
	f := s.form
	w, h := c.Size()
	label, rows := 0, h-1
	for _, i := range f.Fields {
		label = max(label, min(16, chart.Width(i.Label)))
	}
	if len(f.Fields) > rows {
		remark = fmt.Sprintf("%d of %d, tab continues", f.Focus+1, len(f.Fields))
	}
	s.headline(v, c, title, remark)
	first := max(0, min(f.Focus-rows/2, len(f.Fields)-rows))
	for i := first; i < min(first+rows, len(f.Fields)); i++ {
		f.DrawField(c.Sub(chart.Rect{Y: 1 + i - first, W: w, H: 1}), v.Theme, i, label, i == f.Focus, true)
	}
}

// message is what the screen has to say now.
func (s *Screen) message() (string, tone) {
	switch {
	case s.lost != "":
		return sanitize.Text(s.lost), toneWarning
	case len(s.ahead) > 0:
		return s.kept(), tonePlain
	case s.said.text != "":
		return s.said.text, s.said.tone
	case s.writing != writeNothing:
		return "saving …", tonePlain
	}
	return "", tonePlain
}

// messageRows is how many rows the message takes: at least one, so that nothing
// moves when it comes.
func (s *Screen) messageRows(c chart.Canvas, w int) int {
	text, _ := s.message()
	return max(1, min(4, len(chart.Wrap(text, w-2))))
}

func (s *Screen) drawMessage(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, h := c.Size()
	text, t := s.message()
	if text == "" {
		return
	}
	ink, mark := th.TextInk(), "·"
	switch t {
	case toneGood:
		ink, mark = chart.Ink{Fg: th.Good, Attr: chart.Bold}, "✓"
	case toneWarning:
		ink, mark = chart.Ink{Fg: th.Warning, Attr: chart.Bold}, "!"
	}
	c.Text(0, 0, mark, ink)
	c.Paragraph(chart.Rect{X: 2, W: w - 2, H: h}, text, ink)
}

// expectation is what is expected at the suggestion on the screen; nil if
// nothing.
func (s *Screen) expectation() *study.Expectation {
	if f := s.form; f != nil && f.kind == tellEntry {
		return s.expected(f)
	}
	if s.next == nil {
		return nil
	}
	return s.next.Expected
}

// expectedRows is how many rows the expectation takes.
func (s *Screen) expectedRows(w int) int {
	if s.next != nil && s.next.Why != "" {
		return 3 + len(chart.Wrap(s.next.Why, w-2))
	}
	return 3
}

// drawExpected shows what the policy expects at the suggestion.
func (s *Screen) drawExpected(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, _ := c.Size()
	e := s.expectation()
	s.headline(v, c, "expected there", map[bool]string{true: "with 95 % intervals"}[e != nil], map[bool]string{true: "and 95 %"}[e != nil])
	if e == nil {
		c.Paragraph(chart.Rect{X: 2, Y: 1, W: w - 2, H: 3}, s.whyNothing(), th.MutedInk())
		return
	}
	line := func(y int, label, value, interval string, hue chart.Color) {
		c.TextIn(2, y, 6, label, th.MutedInk())
		x := c.TextIn(9, y, w-9, value, chart.Ink{Fg: hue, Attr: chart.Bold})
		x = max(x+2, min(24, w-18))
		c.TextFit(x, y, w-x, th.TextInk(), form.Shorter(interval)...)
	}
	line(1, "value", amount(e.Value, s.problem.ValueUnit), chart.Interval(e.ValueLow, e.ValueHigh), th.Objective)
	cost := chart.Interval(e.CostLow, e.CostHigh)
	if e.CostLow == e.CostHigh {
		cost = "known"
	}
	if s.problem.Move != nil {
		cost += " + " + chart.Num(e.Move) + " to get there"
	}
	line(2, "cost", amount(e.Cost, s.problem.CostUnit), cost, th.Cost)
	line(3, "fits", pane.Percent(s.fits(e))+succeeds(e), "in "+amount(s.state.Remaining(), s.problem.CostUnit)+" left", th.Text)
	if s.next != nil && s.next.Why != "" {
		c.Paragraph(chart.Rect{X: 2, Y: 4, W: w - 2, H: 4}, s.next.Why+".", th.MutedInk())
	}
}

// fits is the chance to fit what is left now; the budget may have changed
// since the suggestion was made.
func (s *Screen) fits(e *study.Expectation) float64 { return e.FitsIn(s.state.Remaining()) }

// succeeds is the chance of success, where that is in doubt.
func succeeds(e *study.Expectation) string {
	if e.Success > pane.Sure {
		return ""
	}
	return ", succeeds " + pane.Percent(e.Success)
}

// whyNothing says why nothing is expected.
func (s *Screen) whyNothing() string {
	switch {
	case s.form != nil && s.form.kind == tellEntry && s.form.x == nil:
		return "What the models expect appears once all settings are there."
	case s.next == nil:
		return ""
	case s.next.Design > 0:
		return "Nothing: the initial design comes before any model."
	case s.next.Why != "":
		return s.next.Why + "."
	}
	return ""
}

// expectedLine is the expectation in one row, at length and shorter.
func (s *Screen) expectedLine() []string {
	e := s.expectation()
	if e == nil {
		return []string{s.whyNothing()}
	}
	value, cost, fits := chart.Interval(e.ValueLow, e.ValueHigh), chart.Interval(e.CostLow, e.CostHigh), pane.Percent(s.fits(e))+succeeds(e)
	moved := ""
	if e.Move > 0 {
		moved = ", move " + chart.Num(e.Move)
	}
	long := fmt.Sprintf("expected: value %s (%s), cost %s (%s)%s, fits %s", chart.Num(e.Value), value, chart.Num(e.Cost), cost, moved, fits)
	return []string{long, strings.TrimPrefix(strings.ReplaceAll(long, " to ", "–"), "expected: "), fmt.Sprintf("expected: value %s, cost %s%s, fits %s", chart.Num(e.Value), chart.Num(e.Cost), moved, fits)}
}
