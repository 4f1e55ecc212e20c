// Package compare is the screen that shows policies side by side, or laid over
// each other: who spends the money better?
//
//	compare.go   the screen; layout.go: what stands where
//	standing.go  who is ahead, and by how much
//	score.go     best against money as a chart; line.go: as a line of blocks
//	cross.go     the score at an amount of money
//	overlay.go   all policies in one set of charts
//	timeline.go  where each policy is
//	sliders.go   sliders under the charts; slider.go: what each moves; strip.go: who
//	             wins over its range; panel.go: how they are drawn; keep.go: a
//	             setting as a command and as a problem file
package compare

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// Screen compares policies. It keeps nothing of its own but sliders.
type Screen struct{ sliders *Sliders }

var (
	_ screen.Screen = Screen{}
	_ screen.Reader = Screen{}
)

// New is the screen, its sliders closed.
func New() Screen { return Screen{&Sliders{}} }

// Name is "compare".
func (Screen) Name() string { return "compare" }

// Available wants a replay: a study has one policy and one present.
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

// sideBySide tells whether more than one policy is shown.
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
