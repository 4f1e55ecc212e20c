// Package compare is the screen that shows policies side by side, or laid over each other: which
// spends the budget better?
//
//	compare.go  the screen: what stands where, and the timeline
//	score.go    who is ahead, as a chart and as a line of blocks
//	overlay.go  all policies in one set of charts
//	focus.go    one policy with its tree, and what looking further is worth
//	sliders.go  sliders under the charts; slider.go: what each moves; strip.go: who
//	            wins over its range; panel.go: how they are drawn
package compare

import (
	"fmt"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Screen compares policies. It has no state but the sliders.
type Screen struct{ sliders *sliders }

var (
	_ screen.Screen = Screen{}
	_ screen.Reader = Screen{}
)

// New is the screen, its sliders closed.
func New() Screen { return Screen{&sliders{}} }

// Name is "compare".
func (Screen) Name() string { return "compare" }

// Available requires a replay: a study has one policy and one present.
func (Screen) Available(v screen.View) bool { return v.Problem.Theorem == nil && !v.IsLive() }

// About asks who is better, and answers at the end.
func (s Screen) About(v screen.View) screen.About {
	own, globals := s.sliders.keys()
	return screen.About{Question: question(v), Keys: own, Globals: globals, SideBySide: sideBySide(v)}
}

// Update is the sliders'.
func (s Screen) Update(v screen.View, msg tea.Msg) screen.Wants { return s.sliders.update(v, msg) }

// Read reads the charts of the policies shown, or their score.
func (Screen) Read(v screen.View) screen.Reading {
	if money, ok := v.Cross.Spent(); ok {
		return scoreReading(v, money)
	}
	return pane.SliceReading(v, shown(v)...)
}

// ReadingRows is a row for every policy that some chart shows.
func (Screen) ReadingRows(v screen.View) int {
	if v.W >= chartWidth && v.H >= chartHeight { // the score is of all
		return len(v.Columns)
	}
	return len(shown(v))
}

// Grip is where a finger drags a slider.
func (s Screen) Grip(v screen.View) chart.Rect { return s.sliders.Grip(v) }

// Close ends the sliders' work.
func (s Screen) Close() { s.sliders.shut() }

// question asks until there is an answer.
func question(v screen.View) string {
	budget := chart.Num(v.Problem.Budget)
	all := standings(v)
	if len(all) == 1 {
		return fmt.Sprintf("how does %s spend %s?", all[0].name, budget)
	}
	first, second := ahead(v, all)
	switch {
	case second == nil || !v.AtEnd():
		return fmt.Sprintf("who spends %s better?", budget)
	case level(first, second) && len(all) == 2:
		return fmt.Sprintf("both found %s for %s", chart.Num(first.best), budget)
	case level(first, second):
		return fmt.Sprintf("%s and %s found %s for %s", first.name, second.name, chart.Num(first.best), budget)
	}
	return fmt.Sprintf("%s spent %s better: %s against %s", first.name, budget, chart.Num(first.best), chart.Num(second.best))
}

// sideBySide reports whether more than one policy is shown.
func sideBySide(v screen.View) bool {
	return len(v.Columns) > 1 && (v.Overlaid() || screen.Columns(v.W) > 1)
}

// Draw draws the score, a column for each policy there is room for or all in one
// set of charts, and their timeline.
func (s Screen) Draw(v screen.View, c chart.Canvas) {
	_, h := c.Size()
	rows := s.sliders.rows(h)
	_, body := c.Rect().CutBottom(rows)
	s.sliders.draw(v, c)
	v.H -= rows // what stands above them is as in a window without
	l := Arrange(v, body)
	all := standings(v)
	switch {
	case l.Score.Empty():
	case l.Score.H > 1:
		drawScore(v, c.Sub(l.Score), all)
	default:
		drawLine(v, c.Sub(l.Score), all)
	}
	v.Spots.Of(-1)
	v.Spots.Note("score", c.Sub(l.Score))
	if !l.Timeline.Empty() {
		drawTimeline(v, c.Sub(l.Timeline), l)
	}
	if v.Overlaid() && len(l.Tracks) > 1 {
		drawOverlay(v, c.Sub(l.Columns[0]), l.Tracks)
		return
	}
	for k, r := range l.Columns {
		pane.Column(v, c.Sub(r), l.Tracks[k])
		if k > 0 {
			c.VLine(r.X-2, r.Y, r.H, '│', chart.Ink{Fg: v.Theme.Axis})
		}
	}
}

// Layout is which part of the body is whose.
type Layout struct {
	Score    chart.Rect   // best against money: a chart, or a line where it has one row
	Columns  []chart.Rect // the policies'; where they are overlaid, one for all
	Tracks   []int        // who is in the columns
	Timeline chart.Rect
}

// Sizes from which there is more to see.
const (
	chartWidth  = 120 // of the window: the score is a chart
	chartHeight = 37
	airHeight   = 30 // of the body: a row of air between the parts
	overHeight  = 24 // and a timeline where all are in one set of charts
	columnGap   = 3  // between two columns
)

// Arrange divides the body.
func Arrange(v screen.View, body chart.Rect) Layout {
	var l Layout
	n, h := len(v.Columns), body.H
	air := 0
	if h >= airHeight {
		air = 1
	}
	switch {
	case v.W >= chartWidth && v.H >= chartHeight && n > 0:
		l.Score, body = body.CutTop(min(max(8, 2*v.H/9-1), 13, h/3))
		_, body = body.CutTop(air)
	case n > 1:
		l.Score, body = body.CutTop(1)
	}
	switch rows := min(n, max(2, h/6)); {
	case n < 2 || v.Overlaid() && h < overHeight:
	case sideBySide(v):
		l.Timeline, body = body.CutBottom(rows)
		_, body = body.CutBottom(air)
	default:
		l.Timeline, body = body.CutTop(rows)
	}
	l.Tracks = shown(v)
	k := len(l.Tracks)
	if v.Overlaid() {
		k = min(1, k)
	}
	for i := range k {
		each := (body.W - columnGap*(k-1)) / k
		x := body.X + i*(each+columnGap)
		if i == k-1 {
			x = body.X + body.W - each // what is left over is between the last two
		}
		l.Columns = append(l.Columns, chart.Rect{X: x, Y: body.Y, W: each, H: body.H})
	}
	return l
}

// shown are the policies in the columns: those there is room for, or the one in
// front; overlaid, all.
func shown(v screen.View) []int {
	n, room := len(v.Columns), screen.Columns(v.W)
	switch {
	case n == 0 || v.Overlaid():
		return v.Columns
	case room == 1 || n == 1:
		return []int{v.Focused()}
	}
	return v.Columns[:min(room, n)]
}

// drawTimeline shows where each policy is and, once that was played, where its budget ended; where a
// policy has no column of its own, also what it has paid.
func drawTimeline(v screen.View, c chart.Canvas, l Layout) {
	v.Spots.Of(-1)
	v.Spots.Note("timeline", c)
	tl := chart.Timeline{Now: float64(v.Step)}
	_, h := c.Size()
	sums := len(l.Columns) == 1 && !v.Overlaid()
	for _, st := range pick(v, standings(v), h) {
		i := st.track
		t := v.Tracks[i]
		row := chart.TimelineRow{Name: st.name, Color: st.color}
		for k := 1; k <= v.Revealed(i); k++ {
			at := float64(k)
			if v.ByMoney {
				at = t.Spent(k)
			}
			if t.Overshot(k) {
				row.Bad = at
				continue
			}
			row.At = append(row.At, at)
		}
		row.Note = trackNote(v, i)
		if s := t.At(v.StepOf(i)); s != nil && (sums || !slices.Contains(l.Tracks, i)) {
			row.Note = fmt.Sprintf("%d paid, %s left", s.Evaluations, chart.Num(s.Money.Left))
		}
		tl.Rows = append(tl.Rows, row)
		tl.Max = max(tl.Max, float64(t.Last()), 1)
	}
	if v.ByMoney {
		tl.Now, tl.Max = v.Money, v.Problem.Budget
	}
	v.Spots.Note("steps", c.Sub(tl.Steps(c)))
	tl.Draw(c, v.Theme.Style())
}

// trackNote says how a policy's run ended, or how far it has been computed.
func trackNote(v screen.View, i int) string {
	t := v.Tracks[i]
	switch {
	case t.Err() != nil:
		return "failed"
	case t.Done() && v.Revealed(i) < t.Last():
		return "computed"
	case t.Done():
		return study.StopWords(t.Snaps()[t.Last()].Stop)
	case v.Stopped:
		return "stopped"
	}
	if share, slow := t.Progress(); slow && share > 0 {
		return fmt.Sprintf("deciding %2.0f %%", 100*share)
	}
	return "deciding"
}

// scoreReading is what each policy had found with a given spending.
func scoreReading(v screen.View, money float64) screen.Reading {
	out := screen.Reading{Place: "spent " + pane.MoneyWord(v.Problem.Budget, money)}
	if unit := v.Problem.CostUnit; unit != "" {
		out.Brief, out.Place = out.Place, out.Place+" "+sanitize.Text(unit)
	}
	for _, st := range standings(v) {
		t := v.Tracks[st.track]
		row := screen.ReadingRow{Who: st.name, Color: st.color}
		switch step := session.AffordedBy(t, money); {
		case t.Last() < 0 || !t.Done() && step == t.Last() && t.Spent(step) < money:
			row.Items = []screen.Item{{Value: "not that far yet"}}
		default:
			row.Items = scoreItems(v, t, step)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// scoreItems are a policy's numbers at a step.
func scoreItems(v screen.View, t *session.Track, step int) []screen.Item {
	s, p := t.At(step), v.Problem
	items := []screen.Item{{Name: "best", Value: chart.Num(s.Best), Unit: sanitize.Text(p.ValueUnit), Least: bestWidth}}
	if p.Optimum != nil {
		items = append(items, screen.Item{Name: "regret", Value: chart.Num(math.Abs(p.Optimum.Value - s.Best)), Least: bestWidth})
	}
	return append(items, screen.Item{Name: "after", Value: pane.Plural(s.Evaluations, "evaluation")}, screen.Item{Name: "which cost", Value: chart.Num(s.Money.Spent), Least: bestWidth})
}
