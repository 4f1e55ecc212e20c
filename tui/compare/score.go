package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

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

// drawScore shows which policy is ahead in large digits, and how it came about.
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

// drawPanel shows which policy is ahead and by how much, and the results of all.
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

// scorePlot is the best so far against the cost spent, of all policies: as far
// as the present step in full, beyond it paler as far as it was played.
func scorePlot(v screen.View, all []standing, h int) chart.Plot {
	th := v.Theme
	budget := v.Problem.Budget
	p := chart.Plot{Title: "best so far against cost spent", Hue: th.Objective, Note: better(v), Gutter: pane.Gutter,
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
	for _, st := range ranked(v, all) { // where they meet, the leader is on top
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

// Widths of the line of blocks.
const (
	mostBlocks, leastBlocks = 24, 4
	bestWidth               = 6 // of a number to three figures, mostly
	leadWidth               = 8
)

// drawLine is the score in one row: who has found what, block by block of the
// budget, and by how much the first is ahead.
func drawLine(v screen.View, c chart.Canvas, all []standing) {
	th := v.Theme
	w, _ := c.Size()
	first, second := ahead(v, all)
	end := w
	if n := v.Waiting(); n > 0 && len(all) > 2 {
		spans := moreSpans(v, n)
		end -= c.Width(spans[0].Text) + c.Width(spans[1].Text)
		c.Spans(end, 0, spans...)
		end -= 2
	}
	if second != nil {
		words, ink := lead(first, second), chart.Ink{Fg: first.color, Attr: chart.Bold}
		if level(first, second) {
			words, ink = "even", th.TextInk()
		}
		c.TextRight(end, 0, words, ink)
		end -= leadWidth + 1
	}
	shown, blocks := fit(v, c, all, end)
	lo, hi := found(v, all)
	x := 0
	for i, st := range shown {
		if i > 0 {
			c.Set(x+1, 0, '│', chart.Ink{Fg: th.Axis})
			x += 3
		}
		name := chart.Ink{Fg: st.color, Attr: chart.Bold}
		if first != nil && second != nil && st.track == first.track && !level(first, second) {
			c.Set(x, 0, chart.MarkBest.Rune(), name)
		}
		x = c.Text(x+2, 0, st.name, name) + 1
		best := "—"
		if st.known {
			best = chart.Num(st.best)
		}
		c.TextRight(x+bestWidth, 0, best, th.TextInk())
		x += bestWidth
		if blocks > 0 {
			drawBlocks(v, c.Sub(chart.Rect{X: x + 1, W: blocks, H: 1}), st, lo, hi)
			x += 1 + blocks
		}
	}
}

// fit chooses as many policies as a row of w cells holds, and how many blocks
// each has.
func fit(v screen.View, c chart.Canvas, all []standing, w int) (shown []standing, blocks int) {
	for n := len(all); n > 0; n-- {
		shown = pick(v, all, n)
		used := -3
		for _, st := range shown {
			used += 2 + c.Width(st.name) + 1 + bestWidth + 3
		}
		if used > w {
			continue
		}
		if blocks = (w-used)/n - 1; blocks < leastBlocks {
			blocks = 0
		}
		return shown, min(blocks, mostBlocks)
	}
	return nil, 0
}

// found is the range of all that was found in what was played.
func found(v screen.View, all []standing) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, st := range all {
		t := v.Tracks[st.track]
		for k := range v.Revealed(st.track) + 1 {
			session.Grow(&lo, &hi, t.Snaps()[k].Best)
		}
	}
	return lo, hi
}

// drawBlocks draws the best by the cost spent, as far as it is: the taller, the
// better. What is left of the budget is a dotted line.
func drawBlocks(v screen.View, c chart.Canvas, st standing, lo, hi float64) {
	n, _ := c.Size()
	t, budget := v.Tracks[st.track], v.Problem.Budget
	for x := range n {
		at := float64(x) / float64(n) * budget
		s := t.At(min(session.AffordedBy(t, at), v.StepOf(st.track)))
		if s == nil || s.BestRow < 0 || at > st.spent {
			c.Set(x, 0, '·', chart.Ink{Fg: v.Theme.Axis})
			continue
		}
		share := 0.0
		if hi > lo {
			share = (s.Best - lo) / (hi - lo)
		}
		if v.Problem.Minimise {
			share = 1 - share
		}
		c.Set(x, 0, pane.Block(c, 1+int(8*share)), chart.Ink{Fg: st.color})
	}
}

// moreSpans say how many policies have no column, and which key shows them.
func moreSpans(v screen.View, n int) []chart.Span {
	key := "o"
	if screen.Columns(v.W) == 1 {
		key = "x"
	}
	return []chart.Span{{Text: key, Ink: v.Theme.KeyInk()}, {Text: fmt.Sprintf(" %d more", n), Ink: v.Theme.MutedInk()}}
}

// standing is a policy's result at the present step.
type standing struct {
	track int
	name  string
	color chart.Color
	shape chart.Shape
	dash  chart.Dash // solid where there are colours
	best  float64
	spent float64
	known bool // it has found something
}

// dashes distinguish policies where there are no colours, beside their symbols.
var dashes = [...]chart.Dash{chart.Solid, chart.Dashed, chart.Dotted}

// inOrder are the policies that take part, in the order given by the user, which does not change
// when columns are swapped.
func inOrder(v screen.View) []int { return slices.Sorted(slices.Values(v.Columns)) }

// standings are the results of all policies.
func standings(v screen.View) []standing {
	var out []standing
	for _, i := range inOrder(v) {
		t := v.Tracks[i]
		st := standing{track: i, name: t.Title(), color: v.Theme.Policy(t.Hue()),
			shape: chart.Policy(i)}
		if v.Terminal.Profile == chart.NoColor {
			st.dash = dashes[i%len(dashes)]
		}
		if s := t.At(v.StepOf(i)); s != nil {
			st.best, st.known = s.Best, s.BestRow >= 0
			st.spent = t.Spent(min(v.StepOf(i), t.Last()))
		}
		out = append(out, st)
	}
	return out
}

// ahead are the best policy and the second; nil where there is none.
func ahead(v screen.View, all []standing) (first, second *standing) {
	sign := v.Problem.Sign()
	for i := range all {
		switch st := &all[i]; {
		case !st.known:
		case first == nil || sign*st.best > sign*first.best:
			first, second = st, first
		case second == nil || sign*st.best > sign*second.best:
			second = st
		}
	}
	return first, second
}

// ranked are the standings, the best last.
func ranked(v screen.View, all []standing) []standing {
	sign := v.Problem.Sign()
	return slices.SortedStableFunc(slices.Values(all), func(a, b standing) int { return cmp.Compare(sign*a.best, sign*b.best) })
}

// level reports whether two policies are even, as far as numbers are shown.
func level(a, b *standing) bool { return chart.Num(a.best) == chart.Num(b.best) }

// allLevel reports whether all policies are even.
func allLevel(all []standing) bool {
	for i := range all {
		if !all[i].known || !level(&all[0], &all[i]) {
			return false
		}
	}
	return true
}

// lead is by how much the first is ahead, with its sign: below 0 where lower is
// better.
func lead(first, second *standing) string {
	d := first.best - second.best
	if d > 0 {
		return "+" + chart.Num(d)
	}
	return chart.Num(d)
}

// pick chooses n policies where there is no room for all: first the leader and the one in front,
// then the others. They stay in their order.
func pick(v screen.View, all []standing, n int) []standing {
	if n >= len(all) {
		return all
	}
	first, _ := ahead(v, all)
	var wanted []int
	if first != nil {
		wanted = append(wanted, first.track)
	}
	for _, i := range append([]int{v.Focused()}, inOrder(v)...) {
		if !slices.Contains(wanted, i) {
			wanted = append(wanted, i)
		}
	}
	wanted = wanted[:max(0, n)]
	out := slices.Clone(all)
	return slices.DeleteFunc(out, func(st standing) bool { return !slices.Contains(wanted, st.track) })
}

// better says which values are.
func better(v screen.View) string {
	if v.Problem.Minimise {
		return "lower is better"
	}
	return "higher is better"
}
