// Package compare is the screen that shows two policies side by side: who spends
// the money better?
package compare

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// Screen compares two policies. It keeps nothing of its own.
type Screen struct{}

var (
	_ screen.Screen = Screen{}
	_ screen.Reader = Screen{}
)

// New is the screen.
func New() Screen { return Screen{} }

// Name is "compare".
func (Screen) Name() string { return "compare" }

// Available wants a replay: a study has one policy and one present.
func (Screen) Available(v screen.View) bool { return v.Problem().Theorem == nil && !v.IsLive() }

// About asks who is better, and answers at the end.
func (Screen) About(v screen.View) screen.About {
	return screen.About{Question: question(v), Globals: screen.GlobalKeys, SideBySide: sideBySide(v)}
}

// Update leaves everything to the program.
func (Screen) Update(screen.View, tea.Msg) screen.Wants { return screen.Wants{} }

// Read reads the charts of the columns shown.
func (Screen) Read(v screen.View) screen.Reading {
	if sideBySide(v) {
		return pane.SliceReading(v, v.Visible()...)
	}
	return pane.SliceReading(v, v.Focused())
}

// Close has nothing to end.
func (Screen) Close() {}

// question asks until there is an answer.
func question(v screen.View) string {
	ask := fmt.Sprintf("who spends %s better?", chart.Num(v.Problem().Budget))
	shown := v.Visible()
	switch {
	case len(shown) == 1:
		return fmt.Sprintf("how does %s spend %s?", v.Track(shown[0]).Policy().Title(), chart.Num(v.Problem().Budget))
	case len(shown) == 0 || !v.AtEnd():
		return ask
	}
	a, b := v.Track(shown[0]), v.Track(shown[1])
	sa, sb := a.At(a.Last()), b.At(b.Last())
	if sa == nil || sb == nil || sa.BestRow < 0 || sb.BestRow < 0 {
		return ask
	}
	better, best, worse := a, sa.Best, sb.Best
	switch sign := v.Problem().Sign(); {
	case sign*sb.Best > sign*sa.Best:
		better, best, worse = b, sb.Best, sa.Best
	case sa.Best == sb.Best:
		return fmt.Sprintf("both found %s for %s", chart.Num(best), chart.Num(v.Problem().Budget))
	}
	return fmt.Sprintf("%s spent %s better: %s against %s", better.Policy().Title(), chart.Num(v.Problem().Budget), chart.Num(best), chart.Num(worse))
}

// sideBySide tells whether there is room for both policies.
func sideBySide(v screen.View) bool { return v.W >= screen.TwoColumns && v.Left() != v.Right() }

// Draw draws a column for each policy and their timeline; where it is narrow,
// one column.
func (Screen) Draw(v screen.View, c chart.Canvas) {
	if !sideBySide(v) {
		body := c.Rect()
		if v.Left() != v.Right() {
			var strip chart.Rect
			strip, body = body.CutTop(2)
			drawTimeline(v, c.Sub(strip), true)
		}
		pane.Column(v, c.Sub(body), v.Focused())
		return
	}
	left, right, mid, strip := Columns(c.Rect())
	drawTimeline(v, c.Sub(strip), false)
	pane.Column(v, c.Sub(left), v.Left())
	pane.Column(v, c.Sub(right), v.Right())
	c.VLine(mid.X+mid.W/2, mid.Y, mid.H, '│', chart.Ink{Fg: v.Theme.Axis})
}

// Columns divides a body among two policies, what is between them and their
// timeline.
func Columns(body chart.Rect) (left, right, mid, strip chart.Rect) {
	h := body.H
	strip, body = body.CutBottom(2)
	if h >= 30 {
		_, body = body.CutBottom(1)
	}
	half := (body.W - 3) / 2
	left, mid = body.CutLeft(half)
	right, mid = mid.CutRight(half)
	return left, right, mid, strip
}

// drawTimeline shows where each policy is and where its budget ended; where
// only one of them has a column, also how well each does.
func drawTimeline(v screen.View, c chart.Canvas, sums bool) {
	v.Spots.Of(-1)
	v.Spots.Note("timeline", c)
	tl := chart.Timeline{Now: float64(v.Step())}
	for _, i := range v.Visible() {
		t := v.Track(i)
		row := chart.TimelineRow{Name: t.Policy().Title(), Color: v.Theme.Policy(t.Hue())}
		for k := 1; k <= t.Last(); k++ {
			at := float64(k)
			if v.ByMoney() {
				at = t.Spent(k)
			}
			if t.Overshot(k) {
				row.Bad = at
				continue
			}
			row.At = append(row.At, at)
		}
		row.Note = trackNote(v, i)
		if s := t.At(v.StepOf(i)); sums && s != nil {
			row.Note = fmt.Sprintf("best %s, %d paid, %s left", chart.Num(s.Best), s.Evaluations, chart.Num(s.Money.Left))
		}
		tl.Rows = append(tl.Rows, row)
		tl.Max = max(tl.Max, float64(t.Last()), 1)
	}
	if v.ByMoney() {
		tl.Now, tl.Max = v.Money(), v.Problem().Budget
	}
	v.Spots.Note("steps", c.Sub(tl.Steps(c)))
	tl.Draw(c, v.Theme.Style())
}

// trackNote says how a policy's run ended, or how far it has been computed.
func trackNote(v screen.View, i int) string {
	t := v.Track(i)
	switch {
	case t.Err() != nil:
		return "failed"
	case t.Done():
		return string(t.Snaps()[t.Last()].Stop)
	case v.Stopped():
		return "stopped"
	}
	if share, slow := t.Progress(); slow && share > 0 {
		return fmt.Sprintf("deciding %2.0f %%", 100*share)
	}
	return "deciding"
}
