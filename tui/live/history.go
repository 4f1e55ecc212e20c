package live

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// drawHistory lists the evaluations, the newest first.
func (s *Screen) drawHistory(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, h := c.Size()
	o := &s.overview
	if h < 2 {
		return
	}
	if line, ink := s.noiseLine(v); line != nil && h >= 4 {
		c.TextFit(0, h-1, w, ink, line...)
		h--
		c = c.Sub(chart.Rect{W: w, H: h})
	}
	remark := []string{""}
	if o.BestRow >= 0 {
		best := "best " + amount(o.Best, s.problem.ValueUnit)
		remark = []string{fmt.Sprintf("%s, evaluation %d", best, o.BestRow+1), best, "best " + chart.Num(o.Best)}
	}
	if page := h - 2; len(o.Rows) > page { // rows are scrolled
		top := max(0, min(s.top, len(o.Rows)-page))
		place := fmt.Sprintf("%d to %d of %d  ↑↓", len(o.Rows)-top-page+1, len(o.Rows)-top, len(o.Rows))
		c.TextRight(w, 0, place, th.MutedInk())
		remark = slices.DeleteFunc(remark, func(r string) bool { return chart.Width("history  "+r+"  "+place) > w })
	}
	s.headline(v, c, "history", remark...)
	if len(o.Rows) == 0 {
		c.TextIn(2, 1, w-2, "nothing has been told yet", th.MutedInk())
		return
	}
	t := chart.Table{Selected: -1, Top: s.top, Columns: []chart.Column{{}, {Title: "#", Right: true}, {Title: "value", Right: true}, {Title: "cost", Right: true}, {Title: "left", Right: true}}}
	for _, p := range s.problem.Parameters {
		t.Columns = append(t.Columns, chart.Column{Title: sanitize.Text(p.Name), Right: true, Max: 12})
	}
	t.Columns = append(t.Columns, chart.Column{Min: 4, Grow: true})
	for i := len(o.Rows) - 1; i >= 0; i-- {
		row, ink := s.historyRow(v, i)
		t.Rows, t.Inks = append(t.Rows, row), append(t.Inks, ink)
	}
	body := c.Sub(chart.Rect{Y: 1, W: w, H: h - 1})
	if page := h - 2; s.picked >= 0 && s.picked < len(o.Rows) {
		t.Selected = len(o.Rows) - 1 - s.picked
		t.Top = max(t.Selected-page+1, min(t.Top, t.Selected))
	}
	t.Top = max(0, min(t.Top, len(t.Rows)-(h-2)))
	t.Draw(body, th.Style())
}

// historyRow is one evaluation; its mark and its words say how it counts.
func (s *Screen) historyRow(v screen.View, i int) ([]string, chart.Ink) {
	th, o := v.Theme, &s.overview
	r := o.Rows[i]
	mark, word, ink := chart.MarkChosen, "", th.TextInk()
	switch {
	case !r.Counted:
		mark, word, ink = chart.MarkLost, "does not count", chart.Ink{Fg: th.Exhausted}
	case r.Failed:
		mark, word, ink = chart.MarkLost, "failed", chart.Ink{Fg: th.Warning}
	case r.Outside:
		mark, word, ink = chart.MarkLost, "outside", th.MutedInk()
	case i == o.BestRow:
		mark, word, ink = chart.MarkBest, "best", chart.Ink{Fg: th.Good, Attr: chart.Bold}
	case r.Initial:
		mark, word, ink = chart.MarkInitial, "initial", th.MutedInk()
	}
	value := chart.Num(r.Y)
	if math.IsNaN(r.Y) {
		value = "failed"
	}
	first := string(mark.Rune())
	if i == s.picked {
		first = "›"
	}
	row := []string{first, fmt.Sprint(i + 1), value, chart.Num(r.Cost), chart.Num(r.Remaining)}
	for k, v := range r.X {
		row = append(row, pane.ShortSetting(s.problem.Parameters[k], v))
	}
	words := []string{}
	if len(s.state.Evaluations[i].Amended) > 0 {
		word = strings.TrimPrefix(word+", amended", ", ")
	}
	if r.Sd > 0 {
		word = strings.TrimPrefix(word+", sd "+chart.Num(r.Sd), ", ")
	}
	for _, n := range []string{word, sanitize.Text(s.state.Evaluations[i].Note)} {
		if n != "" {
			words = append(words, n)
		}
	}
	return append(row, strings.Join(words, ": ")), ink
}
