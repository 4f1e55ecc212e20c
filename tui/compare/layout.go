package compare

import (
	"farsight/tui/chart"
	"farsight/tui/screen"
)

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
