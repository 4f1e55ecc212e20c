package settings

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// layout says where the parts of the form go.
type layout struct {
	form, about, outcome chart.Rect
	chart, evidence      chart.Rect // under the form and the outcome, where there is space
	label, value         int        // widths of the columns
	gaps                 bool
}

// arrange puts the description of a field beside the form, or below it where columns are few.
func arrange(w, h, rows, columns int) layout {
	var l layout
	r := chart.Rect{W: w, H: h}
	tall := h >= rows+2+12
	if w >= 110 {
		l.form, r = r.CutLeft(min(78, w*3/5))
		_, r = r.CutLeft(4)
		if tall {
			l.form, l.chart = l.form.CutTop(rows + 2)
			_, l.chart = l.chart.CutTop(1)
			l.about, r = r.CutTop(rows + 2)
			_, l.outcome = r.CutTop(1)
			if need := 3*columns + 2; w >= evidenceColumns && h >= evidenceRows && l.outcome.H >= need+1+leastChart {
				l.outcome, l.evidence = l.outcome.CutTop(need)
				_, l.evidence = l.evidence.CutTop(1)
			}
		} else {
			l.outcome, l.about = r.CutBottom(3*columns + 2)
		}
	} else {
		l.outcome, r = r.CutBottom(columns)
		l.about, r = r.CutBottom(3)
		_, l.about = l.about.CutTop(1)
		if l.form = r; tall && r.H >= rows+2+8 {
			l.form, l.chart = r.CutTop(rows + 2)
			_, l.chart = l.chart.CutTop(1)
		}
	}
	l.label = 18
	l.value = (l.form.W - l.label) / 2
	l.gaps = l.form.H >= rows+2 // before two headings
	return l
}

// Draw draws the form, the description of the field under the cursor, and the results.
func (s *Screen) Draw(v screen.View, c chart.Canvas) {
	rows := sheet{v, v.Plan()}.rows()
	at := *s // as the form is now
	at.row, at.col = s.cursor(rows)
	w, h := c.Size()
	l := arrange(w, h, len(rows), len(v.Visible()))
	at.drawForm(v, c.Sub(l.form), rows, l)
	at.drawAbout(v, c.Sub(l.about), rows[at.row], at.field(rows))
	drawOutcomes(v, c.Sub(l.outcome))
	if !l.evidence.Empty() {
		drawEvidence(v, c.Sub(l.evidence))
	}
	if !l.chart.Empty() {
		pane.BestPlot(v, pane.VisibleRuns(v)...).Draw(c.Sub(l.chart), v.Theme.Style())
	}
}

// lines are the rows by line, −1 for a gap, and the line to be shown whatever
// happens: the cursor's.
func (s *Screen) lines(rows []row, l layout) (lines []int, at int) {
	for r, row := range rows {
		if row.heading != "" && r > 0 && l.gaps {
			lines = append(lines, -1)
		}
		if r == s.row {
			at = len(lines)
		}
		lines = append(lines, r)
	}
	if at == 1 {
		at = 0 // show the first heading with the first field
	}
	return lines, at
}

// topIn is the first line of the form shown in a window.
func (s *Screen) topIn(rows []row, l layout) int {
	lines, at := s.lines(rows, l)
	return chart.Reveal(at, s.top, l.form.H, len(lines))
}

// drawForm draws the rows that fit, the one with the cursor among them.
func (s *Screen) drawForm(v screen.View, c chart.Canvas, rows []row, l layout) {
	_, h := c.Size()
	lines, _ := s.lines(rows, l)
	top := s.topIn(rows, l)
	for y := range min(h, len(lines)-top) {
		if r := lines[top+y]; r >= 0 {
			s.drawRow(v, c.Sub(chart.Rect{Y: y, W: l.label + 2*l.value, H: 1}), rows[r], r, l)
		}
	}
}

func (s *Screen) drawRow(v screen.View, c chart.Canvas, row row, r int, l layout) {
	th := v.Theme
	if row.heading != "" {
		c.TextIn(0, 0, l.label, row.heading, th.TitleInk())
		for i, t := range row.titles {
			c.TextIn(l.label+i*l.value, 0, l.value-1, t, th.MutedInk())
		}
		return
	}
	c.TextIn(2, 0, l.label-2, row.label, th.MutedInk())
	for i, f := range row.cells {
		x, w := l.label+i*l.value, l.value-2
		here := r == s.row && i == s.col
		switch {
		case f.off():
			if !row.cells[0].off() && i == 1 && row.cells[1].value == "" && row.shared() {
				break // one field for both columns
			}
			c.TextIn(x, 0, w, "·", chart.Ink{Fg: th.Axis})
		case here && s.edit != nil:
			ink := th.TextInk()
			if s.wrong != "" {
				ink.Fg = th.Warning
			}
			s.edit.At().Line.Draw(c, x, 0, w, ink.On(th.Selection), th.KeyInk().On(th.Selection))
		default:
			drawField(v, c.Sub(chart.Rect{X: x, W: w, H: 1}), f, here, fieldHue(v, row, i))
		}
	}
}

// shared reports whether the row's one field is for both columns.
func (r row) shared() bool {
	return slices.Contains([]string{"budget", "seed", "limit"}, r.label)
}

// fieldHue is the policy's, for its name.
func fieldHue(v screen.View, row row, col int) chart.Color {
	if row.label != "policy" || v.Column(0) == v.Column(1) && col == 1 {
		return v.Theme.Text
	}
	return v.Theme.Policy(v.Tracks[[2]int{v.Column(0), v.Column(1)}[col]].Hue())
}

// drawField writes a value; the selected one has the selection's background, or marks without
// colours.
func drawField(v screen.View, c chart.Canvas, f setting, here bool, hue chart.Color) {
	th := v.Theme
	w, _ := c.Size()
	ink := chart.Ink{Fg: hue}
	value := f.title()
	if f.own {
		ink.Attr |= chart.Bold
		value += " *"
	}
	if here {
		c.Paint(c.Rect(), th.Selection)
		ink.Attr |= chart.Bold
		ink.Bg = th.Selection
		mark := "◀"
		if f.choices != nil {
			mark = "±"
		}
		c.TextRight(w, 0, mark, th.KeyInk().On(th.Selection))
		w -= 2
	}
	c.TextIn(0, 0, w, value, ink)
}

// drawAbout explains the field, or says what is wrong with what was typed.
func (s *Screen) drawAbout(v screen.View, c chart.Canvas, row row, f setting) {
	th := v.Theme
	r := c.Rect()
	down := func(n int) { _, r = r.CutTop(n) }
	tall := r.H > 6
	if tall {
		down(c.Paragraph(r, row.label, th.TitleInk()))
	}
	if s.wrong != "" {
		down(c.Paragraph(r, "✗ "+s.wrong, chart.Ink{Fg: th.Warning, Attr: chart.Bold}))
		if !tall {
			return
		}
	}
	words := row.about
	if i := slices.Index(f.choices, f.value); !tall && i >= 0 && f.notes != nil {
		words = f.title() + ": " + f.notes[i] + ". " + words
	}
	down(c.Paragraph(r, words, th.TextInk()))
	if !tall || f.choices == nil {
		return
	}
	down(1)
	wide := 0
	for i := range f.choices {
		wide = max(wide, c.Width(choiceTitle(f, i)))
	}
	for i, v := range f.choices {
		if r.H == 0 {
			return
		}
		ink := th.MutedInk()
		mark := "  "
		if v == f.value {
			ink, mark = th.TextInk().With(chart.Bold), "▸ "
		}
		c.Text(r.X, r.Y, mark+choiceTitle(f, i), ink)
		rows := 1
		if f.notes != nil {
			x := r.X + 2 + wide + 2
			rows = max(1, c.Paragraph(chart.Rect{X: x, Y: r.Y, W: r.X + r.W - x, H: r.H}, f.notes[i], ink))
		}
		down(rows)
	}
}

func choiceTitle(f setting, i int) string {
	if f.titles != nil {
		return f.titles[i]
	}
	return f.choices[i]
}

// drawOutcomes shows how far each policy's run is and what it has brought.
func drawOutcomes(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, h := c.Size()
	shown := v.Visible()
	tall := h >= 3*len(shown)
	y := 0
	if tall && h > 3*len(shown) {
		c.Text(0, 0, "what comes of it", th.TitleInk())
		if y = 1; h > 3*len(shown)+1 {
			y = 2
		}
	}
	for _, i := range shown {
		t := v.Tracks[i]
		name := chart.Ink{Fg: th.Policy(t.Hue()), Attr: chart.Bold}
		fraction, words := outcome(t)
		if tall {
			c.TextIn(0, y, w, t.Title()+"  "+t.Policy().Details(), name)
			pane.Progress(c, 0, y+1, min(24, w/3), fraction, th.Policy(t.Hue()), th.Left)
			c.Paragraph(chart.Rect{X: min(24, w/3) + 2, Y: y + 1, W: w - min(24, w/3) - 2, H: 2}, words, th.TextInk())
			y += 3
			continue
		}
		x := max(10, c.Text(0, y, t.Title()+" ", name))
		pane.Progress(c, x, y, 12, fraction, th.Policy(t.Hue()), th.Left)
		c.TextIn(x+14, y, w-x-14, words, th.TextInk())
		y++
	}
}

// outcome is how much of the budget a run has used, and its result.
func outcome(t *session.Track) (fraction float64, words string) {
	if t.Err() != nil {
		return 0, sanitize.Text(t.Err().Error())
	}
	if len(t.Snaps()) == 0 {
		return 0, "deciding …"
	}
	s := t.Snaps()[t.Last()]
	fraction = s.Money.Spent / s.Money.Total
	parts := []string{"best " + chart.Num(s.Best), fmt.Sprintf("%d paid", s.Evaluations), chart.Num(s.Money.Left) + " left"}
	if s.Stop == study.Running {
		parts = append(parts, "computing …")
	} else {
		parts = append(parts, study.StopWords(s.Stop))
	}
	return fraction, strings.Join(parts, ", ")
}

// Large windows show the effect of the settings: the posterior at the shown step, and how good
// predictions were up to the end of the runs.

// Size from which there is room for that, and the least height of a chart.
const evidenceColumns, evidenceRows, leastChart = 178, 50, 11

// drawEvidence draws beliefs above and predictions below, or these alone.
func drawEvidence(v screen.View, c chart.Canvas) {
	r := c.Rect()
	if r.H >= 2*leastChart+1 {
		var top chart.Rect
		top, r = r.CutTop((r.H - 1) / 2)
		_, r = r.CutTop(1)
		shown := v.Visible()
		for k, part := range pane.Tiles(top, 2, 1, 3)[:min(2, len(shown))] {
			drawBelief(v, c.Sub(part), shown[k])
		}
	}
	var values, costs []pane.Foreseen
	var colors []chart.Color
	for _, i := range v.Visible() {
		value, cost := pane.ForeseenBy(v.Tracks[i])
		values, costs, colors = append(values, value), append(costs, cost), append(colors, v.Theme.Policy(v.Tracks[i].Hue()))
	}
	parts := pane.Tiles(r, 2, 1, 3)
	pane.ForeseenPlot(v, "values against what was foreseen", v.Theme.Objective, false, colors, values...).Draw(c.Sub(parts[0]), v.Theme.Style())
	pane.ForeseenPlot(v, "costs against what was foreseen, log", v.Theme.Cost, true, colors, costs...).Draw(c.Sub(parts[1]), v.Theme.Style())
}

// drawBelief draws what a policy believes of the objective at the step shown.
func drawBelief(v screen.View, c chart.Canvas, i int) {
	s, sc := v.Shown(i)
	title := v.Tracks[i].Title()
	if s == nil || s.Fitted == nil || sc == nil {
		w, _ := c.Size()
		c.TextIn(0, 0, w, title+": objective", chart.Ink{Fg: v.Theme.Objective, Attr: chart.Bold})
		c.Text(0, 1, "deciding …", v.Theme.MutedInk())
		return
	}
	p := pane.ObjectivePlot(v, s, sc)
	p.Title, p.XRows = title+": "+p.Title, chart.XLine
	p.Draw(c, v.Theme.Style())
}
