package live

import (
	"fmt"
	"strings"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

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
	return []string{long, strings.TrimPrefix(dense(long), "expected: "), fmt.Sprintf("expected: value %s, cost %s%s, fits %s", chart.Num(e.Value), chart.Num(e.Cost), moved, fits)}
}
