package predict

import (
	"math"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// pathsWidth is the width from which the end also shows how it came about.
const pathsWidth = 110

// dashes tell paths apart where there are no colours.
var dashes = [...]chart.Dash{chart.Solid, chart.Dashed, chart.Dotted}

// drawPaths draws everybody's best against the money spent.
func (b *Board) drawPaths(c chart.Canvas, th theme.Theme) {
	first := math.NaN()
	for _, r := range b.Snap.Rows {
		if r.Initial {
			first = r.Best
		}
	}
	budget := b.Problem.Budget
	p := chart.Plot{Title: "best so far against money spent", Hue: th.Objective, Gutter: pane.Gutter, XRows: chart.XLine,
		X:       chart.Axis{Min: 0, Max: budget, Label: "spent"},
		Cursors: []chart.Cursor{{X: budget, Dash: chart.Dotted, Color: th.Exhausted}},
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, k := range b.All {
		s := path(k.Looks, first, budget)
		if len(s.Y) == 0 {
			continue // only what was spent is known
		}
		s.Name, s.Color, s.Heavy = k.Score.Name, k.Color, true
		if c.Mono() {
			s.Dash = dashes[i%len(dashes)]
		}
		session.Grow(&lo, &hi, s.Y...)
		p.Series = append(p.Series, s)
		p.Points = append(p.Points, chart.Point{X: k.Score.Spent, Y: k.Score.Best, Shape: k.Shape, Color: k.Color, Attr: chart.Bold, Label: chart.Num(k.Score.Best)})
	}
	if !(hi >= lo) {
		return
	}
	if hi == lo {
		lo, hi = lo-1, hi+1
	}
	p.Y = chart.Axis{Min: lo, Max: hi}.Pad(0.08)
	p.Draw(c, th.Style())
}

// path is a run as steps from evaluation to evaluation; what it found stays until the budget's
// end.
func path(looks []study.Row, first, budget float64) (s chart.Series) {
	spent, best := 0.0, first
	add := func(x, y float64) { s.X, s.Y = append(s.X, x), append(s.Y, y) }
	add(0, best)
	for _, r := range looks {
		if !r.Counted {
			continue
		}
		if math.IsNaN(r.Best) {
			return chart.Series{}
		}
		spent += r.Taken()
		add(spent, best)
		best = r.Best
		add(spent, best)
	}
	add(budget, best)
	return s
}
