package predict

import (
	"math"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	game "farsight/study/predict"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// board is everything a game shows: the posterior, the mark, the scores and the text. It is
// recomputed for every frame; drawing it only reads.
type board struct {
	problem *scenarios.Problem
	snap    *study.Snapshot // what the marks are made by; nil: it is being computed
	scene   *session.Scene  // of it, along Mark's parameter; nil: it is being computed
	grid    *Grid           // of two parameters; nil: there is no map
	Range   session.Extent  // what the axes of a whole game hold, so that they stay put
	mark    *mark
	marking bool // the mark is shown, and no policy's next point

	all     []contestant
	reveal  bool              // where the others looked in this step
	over    bool              // where all looked, and the truth
	votes   []scenarios.Point // a room's, once they are counted
	counted bool
	chosen  scenarios.Point // by the room; nil: nothing yet

	hint    string // the model's prediction at the mark; "": not requested
	words   []string
	warning string

	plots func(x, y int, rulers ...chart.Ruler) // records where charts are, for a pointer; may be nil
}

// contestant is a player or a policy.
type contestant struct {
	score game.Score
	known bool
	color chart.Color
	shape chart.Shape
	note  string // why there is no more of it
	looks []study.Row
}

// layout is which part of the board is whose.
type layout struct{ scores, picture, votes, form, words chart.Rect }

// arrange divides the board. It does not depend on the phase of the game, so that
// nothing jumps, but that the end has more to say.
func (b *board) arrange(w, h int) layout {
	var l layout
	r := chart.Rect{W: w, H: h}
	air := 0
	if h >= 28 {
		air = 1
	}
	l.scores, r = r.CutTop(min(len(b.all), max(2, h/5)))
	_, r = r.CutTop(air)
	rows := 2
	if h >= 20 {
		rows = 3
	}
	if b.over {
		rows = max(rows, min(2*h/5, lines(b.words, w)))
	}
	l.words, r = r.CutBottom(rows)
	_, r = r.CutBottom(air)
	if !b.over {
		l.form, r = r.CutBottom(min(len(b.problem.Parameters), max(1, h/6)))
		_, r = r.CutBottom(air)
	}
	if b.counted {
		l.votes, r = r.CutBottom(max(2, min(5, h/8)))
	}
	l.picture = r
	return l
}

// lines is how many rows some sentences take, each on its own.
func lines(words []string, w int) (n int) {
	for _, s := range words {
		n += len(chart.Wrap(s, w))
	}
	return n
}

// Draw draws the board.
func (b *board) Draw(c chart.Canvas, th theme.Theme) {
	w, h := c.Size()
	l := b.arrange(w, h)
	b.drawScores(c.Sub(l.scores), th)
	if b.over && b.snap != nil && w >= pathsWidth && l.picture.H >= 14 {
		var paths chart.Rect
		paths, l.picture = l.picture.CutRight(w * 2 / 5)
		l.picture.W -= 3
		b.drawPaths(c.Sub(paths), th)
	}
	var along chart.Ruler // of the parameter that is changed
	switch {
	case b.snap == nil:
		c.Text(0, l.picture.Y+1, "fitting the models …", th.MutedInk())
	case b.grid != nil:
		b.drawMap(c.Sub(l.picture), th)
	case b.scene == nil:
		c.Text(0, l.picture.Y+1, "drawing …", th.MutedInk())
	default:
		along = b.drawSlices(c.Sub(l.picture), c.Sub(l.votes), th)
	}
	if b.grid != nil && b.counted {
		b.drawCounts(c.Sub(l.votes), th)
	}
	if !b.marking && !l.form.Empty() { // there is nothing to fill in: there is room for more text
		l.words.H += l.words.Y - l.form.Y
		l.words.Y = l.form.Y
	}
	b.drawForm(c.Sub(l.form), th, along)
	b.drawWords(c.Sub(l.words), th)
}

// drawWords says what happened and what to do, what is wrong first.
func (b *board) drawWords(c chart.Canvas, th theme.Theme) {
	r := c.Rect()
	para := func(text string, k chart.Ink) {
		if text != "" && r.H > 0 {
			_, r = r.CutTop(c.Paragraph(r, text, k))
		}
	}
	para(b.warning, chart.Ink{Fg: th.Warning, Attr: chart.Bold})
	para(b.hint, chart.Ink{Fg: th.Acquisition})
	if b.hint != "" {
		return
	}
	for _, s := range b.words {
		para(s, th.TextInk())
	}
}

// drawScores is a row for every contestant: a mark, a name, the best, the budget.
func (b *board) drawScores(c chart.Canvas, th theme.Theme) {
	w, h := c.Size()
	names, notes := 4, 0
	for _, k := range b.all {
		names, notes = max(names, c.Width(k.score.Name)), max(notes, c.Width(k.note))
	}
	names = min(names, w/4)
	shown := b.all
	if len(shown) > h && h > 0 {
		shown = shown[:h]
	}
	for y, k := range shown {
		ink := chart.Ink{Fg: k.color, Attr: chart.Bold}
		c.Set(0, y, k.shape.Rune(), ink)
		c.TextIn(2, y, names, k.score.Name, ink)
		x := names + 3
		if !k.known {
			c.TextIn(x, y, w-x, "deciding …", th.MutedInk())
			continue
		}
		best := "—"
		if !math.IsNaN(k.score.Best) {
			best = chart.Num(k.score.Best)
		}
		c.TextRight(x+6, y, best, th.TextInk())
		x += 8
		gauge := chart.Rect{X: x, Y: y, W: w - x, H: 1}
		if notes > 0 && gauge.W-notes-2 >= 16 { // as long for all, so that they can be compared
			c.Text(w-notes, y, k.note, th.MutedInk())
			gauge.W -= notes + 2
		}
		b.gauge(c.Sub(gauge), k, th)
	}
}

// gauge is a contestant's budget, cut into what each evaluation cost.
func (b *board) gauge(c chart.Canvas, k contestant, th theme.Theme) {
	g := chart.Gauge{Budget: b.problem.Budget, Fill: k.color, Track: th.Left, Over: k.score.Over}
	for _, r := range k.looks {
		if r.Counted {
			g.Paid = append(g.Paid, r.Taken())
		}
	}
	g.Draw(c, th.Style())
}

// drawForm is a row for every parameter: its name, its value, where that is. A
// single one has a slider below the axis of the charts.
func (b *board) drawForm(c chart.Canvas, th theme.Theme, along chart.Ruler) {
	w, h := c.Size()
	m := b.mark
	if m == nil || h == 0 || !b.marking {
		return
	}
	ps := b.problem.Parameters
	if len(ps) == 1 && m.line == nil && !along.Area.Empty() {
		b.drawTrack(c, th, along)
		return
	}
	names, top := 0, max(0, min(m.axis-h/2, len(ps)-h))
	for _, p := range ps {
		names = max(names, c.Width(pane.ParameterLabel(p)))
	}
	names = min(names, w/3)
	const values = 12
	for y := range min(h, len(ps)) {
		i := top + y
		p := ps[i]
		ink, sign := th.TextInk(), "  "
		if i == m.axis && len(ps) > 1 {
			ink, sign = ink.With(chart.Bold), string(chart.Selected)+" "
		}
		c.Text(0, y, sign, th.KeyInk())
		c.TextIn(2, y, names, pane.ParameterLabel(p), ink)
		x := names + 3
		switch {
		case m.line != nil && i == m.axis:
			m.line.Draw(c, x, y, values, th.TextInk(), th.KeyInk())
			words, k := "enter marks it, esc leaves", th.MutedInk()
			if m.wrong != "" {
				words, k = m.wrong, chart.Ink{Fg: th.Warning}
			}
			c.TextIn(x+values+1, y, w-x-values-1, words, k)
			continue
		case m.on:
			c.TextIn(x, y, values, pane.CrossWord(p, m.at[i]), ink)
		default:
			c.TextIn(x, y, values, "—", th.MutedInk())
		}
		b.slider(c.Sub(chart.Rect{X: x + values + 1, Y: y, W: w - x - values - 1, H: 1}), th, p, m.at[i], m.on)
	}
}

// drawTrack is the slider of the one parameter, column by column that of the charts
// above; its value stands beside the knob. The mouse may take it.
func (b *board) drawTrack(c chart.Canvas, th theme.Theme, along chart.Ruler) {
	x0, y0 := c.Origin()
	area := chart.Rect{X: along.Area.X - x0, W: along.Area.W, H: 1}
	p := b.problem.Parameters[0]
	c.TextIn(max(0, area.X-1-c.Width(sanitize.Text(p.Name))), 0, area.X-1, sanitize.Text(p.Name), th.TextInk())
	c.HLine(area.X, 0, area.W, '─', chart.Ink{Fg: th.Axis})
	if b.plots != nil {
		track := along
		track.Area = chart.Rect{X: along.Area.X, Y: y0, W: along.Area.W, H: 1}
		b.plots(0, screen.NoAxis, track)
	}
	if !b.mark.on {
		return
	}
	at := area.X + along.Column(b.mark.at[0])
	c.Set(at, 0, chart.MarkHere.Rune(), chart.Ink{Fg: th.Next, Attr: chart.Bold})
	words := " " + pane.CrossWord(p, b.mark.at[0]) + " "
	if n := c.Width(words); at+1+n <= area.X+area.W {
		c.Text(at+1, 0, words, th.TextInk().With(chart.Bold))
	} else {
		c.TextRight(at, 0, words, th.TextInk().With(chart.Bold))
	}
}

// slider shows where a value is between a parameter's bounds.
func (b *board) slider(c chart.Canvas, th theme.Theme, p scenarios.Parameter, v float64, on bool) {
	w, _ := c.Size()
	lo, hi := pane.Word(p, p.Low), pane.Word(p, p.High)
	x, n := c.Width(lo)+1, w-c.Width(lo)-c.Width(hi)-2
	if n < 8 || n > 60 {
		if n = min(n, 60); n < 8 {
			return
		}
	}
	c.Text(0, 0, lo, th.MutedInk())
	c.HLine(x, 0, n, '─', chart.Ink{Fg: th.Axis})
	c.Text(x+n+1, 0, hi, th.MutedInk())
	if on {
		c.Set(x+max(0, min(int(p.ToUnit(v)*float64(n)), n-1)), 0, chart.MarkHere.Rune(), chart.Ink{Fg: th.Next, Attr: chart.Bold})
	}
}
