package live

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// The screen from top to bottom: the budget, the suggestion with what is
// expected there, the form with its line for messages, the history; the charts
// beside them where there is space, else beside the history.

// Draw draws the study for the window there is.
func (s *Screen) Draw(v screen.View, c chart.Canvas) {
	if s.state.Seq == 0 {
		text := "reading the study …"
		if s.lost != "" {
			text = s.lost
		} else if len(s.ahead) > 0 {
			text += "   " + s.kept()
		}
		c.Paragraph(c.Rect().Inset(0, 1), sanitize.Text(text), v.Theme.TextInk())
		return
	}
	w, h := c.Size()
	gauge, r := c.Rect().CutTop(1)
	s.drawBudget(v, c.Sub(gauge))
	switch plan := s.plan(); {
	case plan != nil && h >= planRows:
		var row chart.Rect
		row, r = r.CutTop(1)
		pane.Schedule(v, c.Sub(row), plan)
		if h >= airRows+1 {
			_, r = r.CutTop(1)
		}
	case h >= airRows:
		_, r = r.CutTop(1)
	}
	if w+2 >= screen.TwoColumns {
		desk, charts := r.CutLeft(max(58, w*9/20))
		_, charts = charts.CutLeft(3)
		s.drawDesk(v, c.Sub(desk))
		s.drawCharts(v, c.Sub(charts))
		return
	}
	s.drawSmall(v, c.Sub(r))
}

// drawDesk is everything but the charts, in one column.
func (s *Screen) drawDesk(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	gap := 0
	if h >= 30 {
		gap = 1
	}
	r := c.Rect()
	cut := func(rows int) chart.Canvas {
		var top chart.Rect
		top, r = r.CutTop(rows)
		_, r = r.CutTop(gap)
		return c.Sub(top)
	}
	rows := s.parameterRows(w, max(3, h/3))
	if _, _, x := s.whereToMeasure(); x == nil && s.form == nil {
		rows = max(rows, len(chart.Wrap(s.noSuggestion(), w))) // advice is not to be cut off
	}
	s.drawSuggestion(v, cut(1+rows))
	s.drawExpected(v, cut(1+s.expectedRows(w)))
	words := s.messageRows(c, w)
	form := s.formRows(false, r.H-words-historyLeast)
	s.drawForm(v, c.Sub(chart.Rect{X: r.X, Y: r.Y, W: r.W, H: form}), false)
	_, r = r.CutTop(form)
	s.drawMessage(v, cut(words))
	s.drawHistory(v, c.Sub(s.cutEvidence(v, c, s.cutModels(v, c, r))))
}

// drawSmall is for narrow windows: suggestion and expectation side by side,
// history and chart below.
func (s *Screen) drawSmall(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	r := c.Rect()
	var top, form, words chart.Rect
	if d := s.problem.Dim(); d <= 4 {
		top, r = r.CutTop(1 + max(3, d))
		half := w / 2
		if f := s.form; f != nil && f.kind == tellEntry && f.x == nil {
			half = w * 3 / 5 // fields need more width
		}
		if _, _, x := s.whereToMeasure(); x == nil && s.form == nil && !s.deciding {
			half = w + 1 // there is nothing to expect, and the advice is not to be cut off
		}
		s.drawSuggestion(v, c.Sub(chart.Rect{X: top.X, Y: top.Y, W: half - 1, H: top.H}))
		s.drawExpected(v, c.Sub(chart.Rect{X: top.X + half, Y: top.Y, W: max(0, w-half), H: top.H}))
	} else {
		top, r = r.CutTop(1 + s.parameterRows(w, max(3, h/4)))
		s.drawSuggestion(v, c.Sub(top))
		top, r = r.CutTop(1)
		c.TextFit(top.X, top.Y, top.W, v.Theme.TextInk(), s.expectedLine()...)
	}
	form, r = r.CutTop(s.formRows(true, r.H-s.messageRows(c, w)-historyLeast))
	s.drawForm(v, c.Sub(form), true)
	words, r = r.CutTop(s.messageRows(c, w))
	s.drawMessage(v, c.Sub(words))
	if r.H >= 24 { // tall and narrow
		charts, rest := r.CutTop(r.H * 3 / 5)
		s.drawCharts(v, c.Sub(charts))
		s.drawHistory(v, c.Sub(rest))
		return
	}
	history, charts := r.CutLeft(w * 2 / 5)
	_, charts = charts.CutLeft(2)
	s.drawHistory(v, c.Sub(history))
	s.drawCharts(v, c.Sub(charts))
}

// historyLeast is how many rows of history a long form leaves.
const historyLeast = 3

// drawBudget is the gauge, as in the replay.
func (s *Screen) drawBudget(v screen.View, c chart.Canvas) {
	o := s.overview
	if s.snap != nil {
		o.Money.Fantasy = s.snap.Money.Fantasy
	}
	pane.Gauge(v, c, s.policy.Hue(), &o)
}

// Heights from which the rollout behind a fantasy budget is drawn, and a row of
// air is below the budget.
const (
	planRows = 22
	airRows  = 26
)

// plan is the study with the decision whose rollout is shown; nil where none is.
func (s *Screen) plan() *study.Snapshot {
	if s.snap == nil || s.snap.Decision == nil || s.snap.Decision.Rollout == nil {
		return nil
	}
	o := s.overview
	o.Step, o.Decision = s.snap.Step, s.snap.Decision
	return &o
}

// headline is a block's title with a remark, in the first of its forms that fits.
func (s *Screen) headline(v screen.View, c chart.Canvas, title string, remark ...string) {
	w, _ := c.Size()
	x := c.TextIn(0, 0, w, title, v.Theme.TitleInk())
	c.TextFit(x+2, 0, w-x-2, v.Theme.MutedInk(), remark...)
}

// parameterRows is how many rows the parameters take in w columns, at most
// most.
func (s *Screen) parameterRows(w, most int) int {
	n := s.parameterColumns(w)
	return min(most, (s.problem.Dim()+n-1)/n)
}

// parameterColumns is how many parameters are shown side by side, names, values and units in full.
func (s *Screen) parameterColumns(w int) int {
	if s.problem.Dim() <= 5 {
		return 1
	}
	unit := 0
	for _, p := range s.problem.Parameters {
		unit = max(unit, min(8, chart.Width(sanitize.Text(p.Unit))))
	}
	return max(1, min(4, w/(s.labelWidth()+unit+17)))
}

// labelWidth is the width of the parameters' names.
func (s *Screen) labelWidth() int {
	n := 0
	for _, p := range s.problem.Parameters {
		n = max(n, min(16, chart.Width(sanitize.Text(p.Name))))
	}
	return n
}

// drawSuggestion shows where to measure in the parameters' own units, or the
// fields for another point.
func (s *Screen) drawSuggestion(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, h := c.Size()
	title, remark, x := s.whereToMeasure()
	if full := remark + ", " + s.policy.Details(); strings.HasPrefix(remark, "chosen") && s.policy.Details() != "" && chart.Width(title+full)+2 <= w {
		remark = full
	}
	if whose := s.whose(); whose != "" && x != nil {
		if remark += "; " + whose; chart.Width(title+remark)+2 > w {
			remark = whose
		}
	}
	s.headline(v, c, title, remark)
	body := c.Sub(chart.Rect{Y: 1, W: w, H: h - 1})
	typed := s.form != nil && s.form.kind == tellEntry && s.form.x == nil
	if x == nil && !typed {
		body.Paragraph(body.Rect(), s.noSuggestion(), th.TextInk())
		return
	}
	d, columns := s.problem.Dim(), s.parameterColumns(w)
	rows := (d + columns - 1) / columns
	first := 0
	if typed && s.form.Focus < d { // what is being typed shows
		first = max(0, s.form.Focus%rows-(h-2))
	}
	label, width := s.labelWidth(), w/columns
	for i, p := range s.problem.Parameters {
		row := i%rows - first
		if row < 0 || row >= h-1 {
			continue
		}
		cell := body.Sub(chart.Rect{X: i / rows * width, Y: row, W: width - 1, H: 1})
		if typed {
			s.form.DrawField(cell, th, i, label, i == s.form.Focus, true)
			continue
		}
		cell.TextIn(2, 0, label, sanitize.Text(p.Name), th.MutedInk())
		at := cell.TextIn(label+4, 0, width, pane.Setting(p, x[i]), chart.Ink{Fg: th.Next, Attr: chart.Bold})
		cell.TextIn(at+1, 0, width, sanitize.Text(p.Unit), th.TextInk())
	}
	if rows > h-1 {
		c.TextRight(w, h-1, fmt.Sprintf(" %d rows more ", rows-(h-1)), th.MutedInk())
	}
}

// whereToMeasure is the suggestion's title, how it came about, and its point;
// or those of the entry being typed.
func (s *Screen) whereToMeasure() (title, remark string, x []float64) {
	if f := s.form; f != nil && f.kind == tellEntry {
		if f.x == nil {
			return "another point", "type where it was measured", nil
		}
		if s.next == nil || f.next == nil || s.next.Line != f.next.Line {
			return "measured at", "no longer suggested", f.x
		}
	}
	switch {
	case s.next == nil && s.deciding:
		return "measure next", "deciding …" + s.elapsed(s.started), nil
	case s.next == nil:
		return "measure next", "", nil
	case s.measuring != nil:
		return "measuring …", "esc stops it" + s.elapsed(s.measureStarted), s.next.X
	case s.next.Design > 0:
		return "measure next", fmt.Sprintf("initial point %d of %d", s.next.Design, len(s.state.Created.Design)), s.next.X
	}
	return "measure next", "chosen by " + s.policy.Title(), s.next.X
}

// elapsed is how long something has taken, once that is worth telling.
func (s *Screen) elapsed(since time.Time) string {
	if d := s.clock.Sub(since); d >= time.Second && !s.clock.IsZero() {
		return fmt.Sprintf("   %.0f s", d.Seconds())
	}
	return ""
}

// noSuggestion says why there is none.
func (s *Screen) noSuggestion() string {
	switch {
	case s.watch:
		return sanitize.Text(s.nothingAsked())
	case s.trouble != "":
		return sanitize.Text(s.trouble) + "   r tries again."
	case s.deciding:
		return ""
	case s.stopped:
		return "Stopped. r decides again; o enters another point."
	}
	if over := s.state.Over(); over > 0 && s.ended != study.Running {
		return fmt.Sprintf("The study has ended, %s over its budget: what was paid for counts. u takes the last entry back, + extends the budget.", amount(over, s.problem.CostUnit))
	}
	why := map[study.Stop]string{
		study.BudgetSpent:       "The budget is spent.",
		study.Unaffordable:      "The last evaluation cost more than was left.",
		study.NothingAffordable: "Nothing worth measuring fits in what is left.",
		study.NothingToGain:     "Nothing that fits in what is left promises any improvement.",
		study.GridExhausted:     "Every point of the grid has been measured.",
		study.StoppingRule:      "No point is worth its price any more: the policy stops.",
	}[s.ended]
	if why == "" {
		return "There is no suggestion. r decides again."
	}
	return "The study has ended. " + why + " u takes the last entry back, + extends the budget."
}

// drawCharts shows what is believed now, along one parameter.
func (s *Screen) drawCharts(v screen.View, c chart.Canvas) {
	th := v.Theme
	if !v.IsLive() || len(v.Tracks) == 0 {
		return
	}
	snap, sc := v.Shown(0)
	switch {
	case snap == nil && s.deciding:
		c.Text(0, 0, "fitting …", th.MutedInk())
	case snap == nil:
	case snap.Fitted == nil:
		c.Paragraph(c.Rect(), "The charts appear with the first value: nothing is known of the objective yet.", th.MutedInk())
	default:
		pane.Charts(v, c.Sub(s.cutSlices(v, c, c.Rect())), snap, sc)
	}
}

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
		c.TextIn(2, 1, w-2, "no results yet", th.MutedInk())
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

// historyRow is one evaluation; its mark and its words show how it counts.
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
