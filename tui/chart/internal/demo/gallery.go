package demo

import (
	"fmt"
	"math"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

// Gallery draws one of each of the other charts.
func Gallery(c chart.Canvas, th theme.Theme) {
	st := th.Style()
	r := c.Rect().Inset(1, 0)
	top, r := r.CutTop(r.H / 2)
	a, top := top.CutLeft(top.W * 2 / 5)
	HeatMap(th).Draw(c.Sub(a), st)
	_, top = top.CutLeft(3)
	b, rest := top.CutLeft(top.W / 2)
	Theorem(th).Draw(c.Sub(b), st)
	_, rest = rest.CutLeft(3)
	bars, rest := rest.CutTop(8)
	chart.Bars{Title: "what looking further is worth", Hue: th.Acquisition, Note: "max Q_N", Fill: th.Acquisition, Items: []chart.Bar{
		{Label: "N=1", Value: 0.098}, {Label: "N=2", Value: 0.211, Attr: chart.Bold}, {Label: "N=3", Value: 0.262, Lo: 0.25, Hi: 0.275},
		{Label: "N=4", Value: 0.281, Lo: 0.26, Hi: 0.302}, {Label: "N=5", Value: 0.287, Lo: 0.25, Hi: 0.325}, {Label: "N=6", Value: 0.288, Lo: 0.24, Hi: 0.335},
	}}.Draw(c.Sub(bars), st)
	gauges, rest := rest.CutTop(5)
	for i, g := range Gauges(th) {
		row, _ := chart.Rect{X: gauges.X, Y: gauges.Y + 2*i, W: gauges.W, H: 1}, 0
		g.Draw(c.Sub(row), st)
	}
	_, rest = rest.CutTop(1)
	lines, rest := rest.CutTop(2)
	chart.Timeline{Max: budget, Now: 18, Rows: []chart.TimelineRow{
		{Name: "EI-PUC", Color: th.Policy(0), At: []float64{1.16, 2.16, 10.7, 19.7}, Bad: 27, Note: "4 paid"},
		{Name: "B-MS-EI", Color: th.Policy(1), At: []float64{8.95, 17.93, 26.9}, Note: "3 paid"},
	}}.Draw(c.Sub(lines), st)
	_, rest = rest.CutTop(1)
	table := chart.Table{Selected: 1, Columns: []chart.Column{{Title: "#", Right: true}, {Title: "x", Right: true}, {Title: "value", Right: true}, {Title: "cost", Right: true}, {Title: "note", Grow: true}}}
	for i, x := range []float64{.255, .000, .995, .825} {
		table.Rows = append(table.Rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("%.3f", x), chart.Num(objective(x)), chart.Num(cost(x)), "within budget"})
	}
	table.Draw(c.Sub(rest), st)
	_, r = r.CutTop(1)
	t := ScenarioTree(th)
	t.Folded = t.FoldToFit(r.H - 1)
	t.Draw(c.Sub(r), st)
}

// Gauges are the three states of a budget.
func Gauges(th theme.Theme) []chart.Gauge {
	return []chart.Gauge{
		{Budget: budget, Paid: []float64{1.16, 1.00, 8.52}, Fantasy: 9.6, Fill: th.Policy(0), Track: th.Left},
		{Budget: budget, Paid: []float64{8.95, 8.98, 8.94}, Fill: th.Policy(1), Track: th.Left},
		{Budget: budget, Paid: []float64{1.16, 1.00, 8.52, 8.99}, Over: 13, Fill: th.Policy(0), Track: th.Left},
	}
}

// HeatMap is Dropwave with a few observations.
func HeatMap(th theme.Theme) chart.HeatMap {
	const n = 64
	m := chart.HeatMap{Title: "objective, posterior mean", Hue: th.Objective, NX: n, NY: n, Bar: true, Ramp: th.Ramp(), XRows: chart.XLine,
		X: chart.Axis{Min: -5.12, Max: 5.12, Label: "x1"}, Y: chart.Axis{Min: -5.12, Max: 5.12}}
	for j := range n {
		for i := range n {
			x, y := 10.24*(float64(i)/(n-1)-0.5), 10.24*(float64(j)/(n-1)-0.5)
			r := math.Hypot(x, y) / 2.2
			m.Values = append(m.Values, (1+math.Cos(4*r))/(0.5*r*r+2))
		}
	}
	for i := range 9 {
		a := float64(i)
		m.Points = append(m.Points, chart.Point{X: 4.5 * math.Sin(2.1*a+1), Y: 4.2 * math.Cos(1.7*a), Shape: chart.Circle})
	}
	m.Points = append(m.Points, chart.Point{X: 0.4, Y: -0.3, Shape: chart.Disc, Label: "best"}, chart.Point{X: -1.5, Y: 1.9, Shape: chart.Up, Label: "next"})
	return m
}

// Theorem is the ratio of theorem 1 against 1/ε, δ = 0.1 (the table of DESIGN §5).
func Theorem(th theme.Theme) chart.Plot {
	inv := []float64{2, 5, 10, 20, 100, 1000}
	dear := []float64{1.1716, 1.7053, 2.5146, 4.1781, 15.6973, 122.049}
	cheap := []float64{.8536, 2.3456, 3.5791, 4.5475, 6.3068, 8.1852}
	p := chart.Plot{Title: "V*/V against 1/ε, log axes", Hue: th.Acquisition, XRows: chart.XLine,
		X: chart.Axis{Min: 1, Max: 1000, Log: true, Label: "1/ε"}, Y: chart.Axis{Min: 0.5, Max: 200, Log: true},
		Series:  []chart.Series{{Name: "EI-PUC", X: inv, Y: dear, Color: th.Policy(0), Heavy: true}, {Name: "EI", X: inv, Y: cheap, Color: th.Policy(2), Heavy: true}},
		Rules:   []chart.Rule{{Y: 1, Dash: chart.Dashed, Color: th.Muted, Label: "as good as the best"}},
		Cursors: []chart.Cursor{{X: 20, Color: th.Next, Label: "ε = 0.05"}}}
	for i := range inv {
		p.Points = append(p.Points, chart.Point{X: inv[i], Y: dear[i], Shape: chart.Disc, Color: th.Policy(0)},
			chart.Point{X: inv[i], Y: cheap[i], Shape: chart.Circle, Color: th.Policy(2)})
	}
	return p
}

// ScenarioTree is a tree of shape (4,4,2) with made-up numbers.
func ScenarioTree(th theme.Theme) chart.Tree {
	t := chart.Tree{Line: th.Axis, Path: th.Next, Open: th.Open, Exhausted: th.Exhausted, Truncated: th.Truncated,
		Stages: []string{"now", "after 1", "after 2", "after 3"}, Selected: 31}
	var grow func(parent, stage int, left float64)
	k := 0
	grow = func(parent, stage int, left float64) {
		i := len(t.Nodes)
		k++
		x, q := math.Mod(float64(k)*0.618, 1), 0.4*math.Exp(-float64(stage)/3)*math.Abs(math.Sin(float64(k)))
		n := chart.TreeNode{Parent: parent, Value: q, Label: fmt.Sprintf("x=%.2f Q %.2f B %.1f", x, q, math.Max(left, 0)), Short: fmt.Sprintf("%.2f Q %.2f", x, q)}
		if stage > 0 {
			n.Edge = fmt.Sprintf("y %.2f, %.1f", math.Sin(float64(k)*1.3), 3+2*math.Cos(float64(k)))
		}
		switch {
		case left <= 0:
			n.Kind = chart.ExhaustedNode
		case stage == 3:
			n.Kind = chart.TruncatedNode
		}
		t.Nodes = append(t.Nodes, n)
		if stage < 3 {
			for j := range []int{4, 4, 2}[stage] {
				grow(i, stage+1, left-4-2.2*float64(j))
			}
		}
	}
	grow(-1, 0, 18.4)
	return t
}
