package compare

import (
	"math"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/chart/big"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// panelWidth is the width of the large digits and who stands how, beside the
// chart.
const panelWidth = 32

// spentWidth is the width of "for 17.9", with what keeps it from the best.
const spentWidth = 11

// drawScore shows who is ahead in large digits, and how it came about.
func drawScore(v screen.View, c chart.Canvas, all []standing) {
	panel, r := c.Rect().CutLeft(panelWidth)
	_, r = r.CutLeft(columnGap)
	drawPanel(v, c.Sub(panel), all)
	p := scorePlot(v, all, r.H)
	if money, ok := v.Cross.Spent(); ok {
		p.Cursors = append(p.Cursors, pane.CrossLine(v, money))
	}
	p.Draw(c.Sub(r), v.Theme.Style())
	v.Plots.Note(screen.MoneyAxis, screen.NoAxis, p.Ruler(c.Sub(r)))
}

// drawPanel tells who is ahead and by how much, and how all stand.
func drawPanel(v screen.View, c chart.Canvas, all []standing) {
	th := v.Theme
	w, h := c.Size()
	first, second := ahead(v, all)
	digits, ink, words := "", th.TitleInk(), []chart.Span{{Text: "nothing found yet", Ink: th.MutedInk()}}
	switch {
	case first == nil:
	case second == nil:
		digits, ink.Fg = chart.Num(first.best), first.color
		words = []chart.Span{{Text: "best so far", Ink: th.MutedInk()}}
	case len(all) > 2 && allLevel(all):
		digits = "even"
		words = []chart.Span{{Text: "all are", Ink: th.MutedInk()}}
	case level(first, second):
		digits = "even"
		words = []chart.Span{{Text: first.name, Ink: chart.Ink{Fg: first.color, Attr: chart.Bold}}, {Text: " and ", Ink: th.MutedInk()},
			{Text: second.name, Ink: chart.Ink{Fg: second.color, Attr: chart.Bold}}, {Text: " are", Ink: th.MutedInk()}}
	default:
		digits, ink.Fg = lead(first, second), first.color
		words = []chart.Span{{Text: first.name, Ink: ink}, {Text: " is ahead by", Ink: th.MutedInk()}}
	}
	c.Spans(0, 0, words...)
	top := 1
	if h >= 3+big.Rows+len(all)+1 {
		top = 2
	}
	digitRows, r := chart.Rect{Y: top, W: w, H: h - top}.CutTop(big.Rows)
	if !big.Draw(c.Sub(digitRows), digits, ink) {
		c.Text(0, top+1, digits, ink)
	}
	if len(all) > 1 {
		drawStandings(v, c.Sub(r), all)
	}
}

// drawStandings is a line for every policy: its mark in the chart, its name, its
// best and what that has cost.
func drawStandings(v screen.View, c chart.Canvas, all []standing) {
	th := v.Theme
	w, h := c.Size()
	y, more := 0, v.Waiting()
	if len(all)+min(more, 1) < h {
		y = 1
	}
	for i, st := range all {
		if y == h-1 && (i < len(all)-1 || more > 0) && i > 0 {
			break
		}
		c.Set(0, y, st.shape.Rune(), chart.Ink{Fg: st.color})
		c.TextIn(2, y, w-spentWidth-bestWidth-3, st.name, chart.Ink{Fg: st.color, Attr: chart.Bold})
		if st.known {
			c.TextRight(w-spentWidth, y, chart.Num(st.best), th.TextInk())
		}
		c.TextRight(w, y, "for "+chart.Num(st.spent), th.MutedInk())
		y++
	}
	if more > 0 && y < h {
		c.Spans(0, y, moreSpans(v, more)...)
	}
}

// scorePlot is the best so far against the money spent, of all policies: as far
// as the present step in full, beyond it paler as far as it was played.
func scorePlot(v screen.View, all []standing, h int) chart.Plot {
	th := v.Theme
	budget := v.Problem.Budget
	p := chart.Plot{Title: "best so far against money spent", Hue: th.Objective, Note: better(v), Gutter: pane.Gutter,
		X: chart.Axis{Min: 0, Max: budget, Label: "spent"}, XRows: chart.XLine,
		Cursors: []chart.Cursor{{X: budget, Dash: chart.Dotted, Color: th.Exhausted, Label: "budget"}},
	}
	if h < 9 {
		p.XRows = chart.XLabels
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, st := range all {
		t := v.Tracks[st.track]
		for k := range v.Revealed(st.track) + 1 {
			session.Grow(&lo, &hi, t.Snaps()[k].Best)
		}
		past, future := path(t, v.StepOf(st.track), v.Revealed(st.track), budget)
		future.Color = chart.Blend(st.color, th.Background, 0.5)
		past.Name, past.Color, past.Heavy = st.name, st.color, true
		past.Dash, future.Dash = st.dash, st.dash
		p.Series = append(p.Series, future, past)
		if n := t.Last(); n >= 0 && t.Overshot(n) && v.StepOf(st.track) >= n {
			p.Points = append(p.Points, chart.Point{X: budget, Y: t.Snaps()[n].Best, Shape: chart.MarkLost, Color: th.Exhausted, Attr: chart.Bold})
		}
	}
	for _, st := range ranked(v, all) { // where they meet, whoever is ahead lies on top
		if st.known {
			p.Points = append(p.Points, chart.Point{X: st.spent, Y: st.best, Shape: st.shape, Color: st.color, Attr: chart.Bold, Label: chart.Num(st.best)})
		}
	}
	best := math.NaN()
	if o := v.Problem.Optimum; o != nil {
		best = o.Value
		p.Note = "true optimum " + chart.Num(best) + "; " + p.Note
		p.Levels = []chart.Level{{Y: best, Dash: chart.Dotted, Color: th.Truth}}
	}
	p.Y = valueAxis(lo, hi, best)
	return p
}

// farthest is how far beyond what was found, in its range, the optimum is drawn:
// one still farther would press everything else together.
const farthest = 4

// valueAxis holds what was found, from lo to hi, and the optimum if it is known
// and near. Differences that no number shows are not blown up.
func valueAxis(lo, hi, best float64) chart.Axis {
	d, even := hi-lo, chart.Num(lo) == chart.Num(hi)
	switch {
	case !(hi >= lo):
		return chart.Axis{Min: 0, Max: 1} // nothing was found
	case even && !math.IsNaN(best) && chart.Num(best) != chart.Num(lo),
		best >= lo-farthest*d && best <= hi+farthest*d && !even:
		session.Grow(&lo, &hi, best)
	case even && lo == 0 && hi == 0:
		return chart.Axis{Min: -1, Max: 1}
	case even:
		m := math.Max(math.Abs(lo), math.Abs(hi)) / 2
		lo, hi = lo-m, hi+m
	}
	return chart.Axis{Min: lo, Max: hi}.Pad(0.08)
}

// path is a run as steps from evaluation to evaluation up to one of them, divided
// at another. A run that has ended keeps what it found.
func path(t *session.Track, now, last int, budget float64) (past, future chart.Series) {
	to := &past
	for k := range last + 1 {
		at, y := t.Spent(k), t.Snaps()[k].Best
		if n := len(to.Y); n > 0 {
			to.X, to.Y = append(to.X, at), append(to.Y, to.Y[n-1])
		}
		to.X, to.Y = append(to.X, at), append(to.Y, y)
		if k == now || k == last && to == &past {
			to = &future
			to.X, to.Y = append(to.X, at), append(to.Y, y)
		}
	}
	if n := t.Last(); n >= 0 && n == last && t.Snaps()[n].Stop != study.Running {
		future.X, future.Y = append(future.X, budget), append(future.Y, t.Snaps()[n].Best)
	}
	return past, future
}
