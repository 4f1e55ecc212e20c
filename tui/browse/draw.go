package browse

import (
	"fmt"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// layout says where the parts of the screen go.
type layout struct{ list, about, sketch chart.Rect }

// Size from which the foot of the screen shows how the problem looks, all across.
const footColumns, footRows, aboutRows = 180, 50, 23

// arrange puts the description of a problem beside the list, or below it where columns are few. Two
// rows below the list are kept for the input line.
func arrange(w, h, rows int) layout {
	var l layout
	l.list = chart.Rect{W: w, H: h}
	if w >= footColumns && h >= footRows {
		top := min(max(aboutRows, rows+4), h-pane.LeastWide-1)
		l.list, l.sketch = l.list.CutTop(top)
		_, l.sketch = l.sketch.CutTop(1)
		h = top
	}
	if w >= screen.TwoColumns-2 {
		l.list, l.about = l.list.CutLeft(w * 11 / 20)
		_, l.about = l.about.CutLeft(3)
	} else {
		l.about, l.list = l.list.CutBottom(h * 2 / 5)
		_, l.about = l.about.CutTop(1)
	}
	_, l.list = l.list.CutBottom(2)
	return l
}

// Draw draws the list, the line for other files, and what the problem under the
// cursor is about.
func (b *Screen) Draw(v screen.View, c chart.Canvas) {
	rows, at := b.rows(v.Theme)
	w, h := c.Size()
	l := arrange(w, h, len(rows))
	hidden := b.drawList(v, c.Sub(l.list), rows, at)
	line := chart.Rect{X: l.list.X, Y: l.list.Y + min(l.list.H, len(rows)+1), W: l.list.W, H: 2}
	b.drawLine(v, c.Sub(line), hidden)
	b.drawAbout(v, c.Sub(l.about), l.sketch.Empty())
	if o, ok := b.offered(); ok && !l.sketch.Empty() {
		drawFoot(v, c.Sub(l.sketch), o)
	}
}

// offered is the problem under the cursor, if it has been read.
func (b *Screen) offered() (o offer, ok bool) {
	if b.selected < len(b.offers) {
		o = b.offers[b.selected]
	}
	return o, o.problem != nil
}

// drawFoot shows how a problem looks, or says why that cannot be shown.
func drawFoot(v screen.View, c chart.Canvas, o offer) {
	switch {
	case o.sketch != nil:
		o.sketch.DrawWide(v, c)
	case o.problem.Theorem == nil:
		c.Text(0, 0, "Its shape is unknown before it is measured.", v.Theme.MutedInk())
	}
}

// scroll keeps the cursor in the window, if there is one yet.
func (b *Screen) scroll(v screen.View) {
	rows, at := b.rows(v.Theme)
	w, h := v.BodySize()
	if h := arrange(w, h, len(rows)).list.H; h > 1 {
		b.top = b.topIn(h, at, len(rows))
	}
}

// topIn is the first row shown of a list that is h high, with its heading.
func (b *Screen) topIn(h, at, rows int) int { return chart.Reveal(at, b.top, h-1, rows) }

// line is a line of the table with its ink.
type line struct {
	cells []string
	ink   chart.Ink
}

// rows are the built-in problems, then the files, and where the cursor is.
func (b *Screen) rows(th theme.Theme) (rows []line, at int) {
	heading := false
	for i, o := range b.offers {
		if o.file && !heading {
			heading = true
			rows = append(rows, line{}, line{[]string{"files here"}, th.MutedInk()})
		}
		if i == b.selected {
			at = len(rows)
		}
		row := line{cells: o.row()}
		if o.err != nil {
			row.ink = th.MutedInk()
		}
		rows = append(rows, row)
	}
	return rows, at
}

// drawList draws the rows that fit and returns how many problems are hidden
// below.
func (b *Screen) drawList(v screen.View, c chart.Canvas, rows []line, at int) (hidden int) {
	if !b.listed {
		c.Text(0, 0, "looking …", v.Theme.MutedInk())
		return 0
	}
	_, h := c.Size()
	t := chart.Table{Selected: at, Top: b.topIn(h, at, len(rows)), Columns: []chart.Column{
		{Title: "problem", Min: 16}, {Title: "about", Min: 8, Grow: true},
		{Title: "inputs", Right: true}, {Title: "budget", Right: true}, {Title: "kind", Min: 11},
	}}
	for _, r := range rows {
		t.Rows, t.Inks = append(t.Rows, r.cells), append(t.Inks, r.ink)
	}
	for _, r := range rows[t.Top+t.Draw(c, v.Theme.Style()):] {
		if len(r.cells) == len(t.Columns) { // headings are shorter
			hidden++
		}
	}
	return hidden
}

// row is an offer as the table shows it.
func (o offer) row() []string {
	row := []string{sanitize.Text(o.name), "", "", "", "file"}
	switch p := o.problem; {
	case o.err != nil:
		row[1] = pane.Plural(len(pane.MistakeLines(o.err)), "mistake")
	case p == nil:
		row[1] = "reading …"
	default:
		row[1] = sanitize.Text(p.Title)
		row[2], row[3] = strconv.Itoa(p.Dim()), chart.Num(p.Budget)
		if p.Theorem != nil {
			row[2] = "arms"
		}
		switch {
		case p.Constructed:
			row[4] = "constructed"
		case !o.file:
			row[4] = "benchmark"
		}
	}
	return row
}

// drawLine is where a file's name is typed.
func (b *Screen) drawLine(v screen.View, c chart.Canvas, hidden int) {
	th := v.Theme
	w, _ := c.Size()
	if hidden > 0 {
		c.Text(0, 0, fmt.Sprintf("↓ %d more", hidden), th.MutedInk())
	}
	switch {
	case v.Loading.Busy != "":
		c.TextIn(0, 1, w, "reading "+sanitize.Text(v.Loading.Busy)+" …  esc stops waiting", th.MutedInk())
	case b.typing:
		x := c.Text(0, 1, "file: ", th.TextInk())
		b.line.Draw(c, x, 1, w-x, th.TextInk().On(th.Selection), th.KeyInk().On(th.Selection))
	case !v.Guest():
		c.Spans(0, 1, chart.Span{Text: "/", Ink: th.KeyInk()}, chart.Span{Text: " any other file, by its name", Ink: th.MutedInk()})
	}
}

// drawAbout describes the selected problem, with a sketch if that has no place of its own, or the
// mistake in the one that was to be opened.
func (b *Screen) drawAbout(v screen.View, c chart.Canvas, sketched bool) {
	if f := v.Loading.Failure; f != nil {
		pane.Failure(v.Theme, c, f)
		return
	}
	if b.selected >= len(b.offers) {
		return
	}
	o := b.offers[b.selected]
	switch {
	case o.err != nil:
		pane.Failure(v.Theme, c, &session.Failure{Name: o.name, Err: o.err})
	case o.problem != nil:
		if !sketched {
			o.sketch = nil
		}
		drawProblem(v, c, o.problem, o.sketch)
	}
}

// drawProblem describes a problem, the most important first.
func drawProblem(v screen.View, c chart.Canvas, p *scenarios.Problem, s *pane.Sketch) {
	th := v.Theme
	r := c.Rect()
	down := func(rows int) { _, r = r.CutTop(rows) }
	down(c.Paragraph(r, sanitize.Text(p.Title), th.TitleInk()))
	if p.Constructed {
		down(c.Paragraph(r, "a constructed example: built to make its point", th.MutedInk()))
	}
	tall := r.H >= 16
	gap := func() {
		if tall {
			down(1)
		}
	}
	gap()
	if note := sanitize.Text(p.Note); note != "" {
		if tall {
			down(c.Paragraph(r, note, th.TextInk()))
		} else {
			part, _ := r.CutTop(max(1, r.H-3))
			down(c.Paragraph(part, note, th.TextInk()))
		}
	}
	gap()
	for _, f := range facts(p) {
		if r.H == 0 {
			return
		}
		label, rest := r.CutLeft(10)
		c.TextIn(label.X, label.Y, label.W, f[0], th.MutedInk())
		down(max(1, c.Paragraph(rest, f[1], th.TextInk())))
	}
	if down(1); s != nil && r.H >= pane.LeastRows {
		r.H = min(r.H, 24)
		s.Draw(v, c.Sub(r))
	}
}

// facts are a problem's, each with its name.
func facts(p *scenarios.Problem) [][2]string {
	if t := p.Theorem; t != nil {
		return [][2]string{
			{"arms", fmt.Sprintf("%d cheap ones of cost ε = %s, one expensive one of cost 1 + δ = %s", t.K(), chart.Num(t.Epsilon), chart.Num(1+t.Delta))},
			{"budget", chart.Num(t.Budget())},
		}
	}
	goal := "maximise"
	if p.Minimise {
		goal = "minimise"
	}
	out := [][2]string{{"goal", goal + unit(p.ValueUnit) + " within a budget of " + chart.Num(p.Budget) + unit(p.CostUnit)}}
	for i, q := range p.Parameters {
		label := ""
		if i == 0 {
			label = pane.Plural(p.Dim(), "input")
			if p.Dim() == 1 {
				label = "input"
			}
		}
		out = append(out, [2]string{label, parameterText(q)})
	}
	if p.Move != nil {
		out = append(out, [2]string{"moving", "costs " + sanitize.Text(p.Move.String())})
	}
	out = append(out, [2]string{"measured", measuredText(p)}, [2]string{"models", "objective " + processText(p.Objective) + ", " + costText(p)})
	var names []string
	for _, q := range session.UsualPolicies(p) {
		if filled, err := study.Filled(q, p); err == nil {
			q = filled
		}
		names = append(names, policyText(q))
	}
	return append(out, [2]string{"compares", strings.Join(names, " and ")})
}

func unit(u string) string {
	if u == "" {
		return ""
	}
	return " (" + sanitize.Text(u) + ")"
}

func policyText(q policy.Policy) string {
	if d := q.Details(); d != "" {
		return q.Title() + " (" + d + ")"
	}
	return q.Title()
}

func parameterText(q scenarios.Parameter) string {
	if q.Categorical() {
		return sanitize.Text(q.Name) + ": " + sanitize.Text(strings.Join(q.Choices, ", "))
	}
	s := fmt.Sprintf("%s from %s to %s", sanitize.Text(q.Name), chart.Num(q.Low), chart.Num(q.High)) + unit(q.Unit)
	switch {
	case q.Integer:
		s += ", whole numbers"
	case q.Step > 0:
		s += ", in steps of " + chart.Num(q.Step)
	case q.Digits > 0:
		s += fmt.Sprintf(", to %d digits", q.Digits)
	}
	if q.Log {
		s += ", log scale"
	}
	return s
}

func measuredText(p *scenarios.Problem) string {
	by := "by " + p.EvaluatedBy()
	if p.IsManual() {
		by += ": farsight study keeps the record"
	}
	if p.CommandToAllow() != "" {
		by += ", which runs only if farsight was started with --allow-commands"
	}
	return by
}

func processText(s scenarios.ModelSettings) string {
	if s.Fixed != nil {
		return "fixed"
	}
	return "fitted, priors " + s.Priors.String()
}

func costText(p *scenarios.Problem) string {
	if p.KnownCost != nil {
		return "cost known"
	}
	return "cost " + processText(p.Cost)
}
