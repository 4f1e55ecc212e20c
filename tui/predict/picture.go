package predict

import (
	"math"

	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
	game "farsight/study/predict"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Grid is the posterior over two parameters, for a map.
type Grid struct {
	mean, spread, cost []float64
	of                 quantity
}

// quantity is what a map shows.
type quantity int

// The quantities.
const (
	mapMean quantity = iota
	mapSpread
	mapCost
	quantities
)

// Size of the grid: two values a row of a large window.
const columns, rows = 64, 40

// Mapped reports whether a problem is shown as a map: it has two parameters, and
// both are numbers.
func Mapped(p *scenarios.Problem) bool {
	return p.Dim() == 2 && !p.Parameters[0].Categorical() && !p.Parameters[1].Categorical()
}

// newGrid computes it; what the constraints forbid stays blank.
func newGrid(s *study.Snapshot) *Grid {
	us := make([]model.Unit, 0, columns*rows)
	for y := range rows {
		for x := range columns {
			us = append(us, model.Unit{float64(x) / (columns - 1), float64(y) / (rows - 1)})
		}
	}
	f, c, allowed := s.Objective(us), s.Cost(us), s.Allowed(us)
	g := &Grid{mean: f.Mean, cost: c.Mean, spread: make([]float64, len(us))}
	for i := range us {
		g.spread[i] = (f.High[i] - f.Low[i]) / study.BandWidth
		if allowed != nil && !allowed[i] {
			g.mean[i], g.spread[i], g.cost[i] = math.NaN(), math.NaN(), math.NaN()
		}
	}
	return g
}

// drawSlices draws what is believed of objective and cost along a parameter, the
// mark through both, and under them a room's votes. It returns where that axis is.
func (b *board) drawSlices(c, votes chart.Canvas, th theme.Theme) (along chart.Ruler) {
	_, h := c.Size()
	sc := b.scene
	st := chart.Stack{Plots: []chart.Plot{b.objective(th), b.cost(th)}, Weights: []int{4, 3}, XRows: chart.XLine}
	if h < 9 || b.over && h < 20 {
		st.Plots, st.Weights = st.Plots[:1], st.Weights[:1]
	}
	if h < 16 {
		st.XRows = chart.XLabels
	}
	for i := range st.Plots {
		st.Plots[i].Gutter = pane.Gutter
	}
	last := &st.Plots[len(st.Plots)-1]
	axis := sc.Key.Axis
	if x, ok := b.marked(); ok {
		st.Cursors = append(st.Cursors, chart.Cursor{X: x[axis], Color: th.Next})
	}
	if b.chosen != nil {
		last.Feet = append(last.Feet, chart.Foot{X: b.chosen[axis], Shape: chart.MarkNext, Color: th.Next, Attr: chart.Bold, Label: "the room " + pane.Word(b.problem.Parameters[axis], b.chosen[axis])})
	}
	st.Draw(c, th.Style())
	rulers := st.Rulers(c)
	if b.plots != nil {
		b.plots(axis, screen.NoAxis, rulers...)
	}
	if len(rulers) == 0 {
		return along
	}
	if b.counted {
		x0, _ := votes.Origin()
		b.drawHistogram(votes, th, rulers[0].Area.X-x0, rulers[0].Area.W)
	}
	return rulers[0]
}

// marked is the mark, if it is shown.
func (b *board) marked() (scenarios.Point, bool) {
	if b.mark == nil || !b.marking {
		return nil, false
	}
	return b.mark.point()
}

// objective shows the posterior, the evaluations and, at the end, the truth.
func (b *board) objective(th theme.Theme) chart.Plot {
	sc := b.scene
	p, _ := pane.Believed(th, b.snap, sc)
	p.Y = chart.Axis{Min: b.Range.YLo, Max: b.Range.YHi}.Pad(0.04)
	if b.problem.Dim() > 1 {
		p.Title += " along " + sanitize.Text(b.problem.Parameters[sc.Key.Axis].Name) + ", through the mark"
	}
	p.Points = append(b.own(th, func(r study.Row) float64 { return r.Y }), b.looks(func(r study.Row) (float64, float64) { return r.X[sc.Key.Axis], r.Y }, true)...)
	p.Note = pane.DoubtWords(sc.Success, sc.Allowed)
	return p
}

// cost shows what is believed of it and what is left.
func (b *board) cost(th theme.Theme) chart.Plot {
	s, sc := b.snap, b.scene
	_, p := pane.Believed(th, s, sc)
	p.Y = chart.Axis{Min: b.Range.CLo * 0.9, Max: math.Max(b.Range.CHi, s.Money.Total) * 1.1, Log: true}
	if !b.over {
		pane.Affordable(th, &p, s.Money.Left, "left")
	}
	p.Points = append(b.own(th, func(r study.Row) float64 { return r.Cost }), b.looks(func(r study.Row) (float64, float64) { return r.X[sc.Key.Axis], r.Cost }, false)...)
	return p
}

// own are the evaluations that the player has seen; their own have their symbol.
func (b *board) own(th theme.Theme, y func(study.Row) float64) []chart.Point {
	out := pane.Points(th, b.snap, b.scene, y)
	for i, r := range b.snap.Rows {
		if p := &out[i]; !r.Initial && p.Shape != chart.MarkLost && p.Shape != chart.MarkSmall {
			p.Shape, p.Color, p.Attr = b.player(), th.Next, chart.Bold
		}
	}
	return out
}

// player is the symbol of the player. A guest's own row comes before the room's.
func (b *board) player() chart.Shape {
	shape := chart.MarkYou
	for _, k := range b.all {
		if k.score.You {
			shape = k.shape
		}
	}
	return shape
}

// looks are those of the others that may be seen: the last of each once one has
// marked, at the end all.
func (b *board) looks(at func(study.Row) (x, y float64), named bool) (out []chart.Point) {
	for _, k := range b.all {
		if k.score.You || !b.reveal && !b.over || len(k.looks) == 0 {
			continue
		}
		looks := k.looks
		if !b.over {
			looks = looks[len(looks)-1:]
		}
		for i, r := range looks {
			x, y := at(r)
			p := chart.Point{X: x, Y: y, Shape: k.shape, Color: k.color, Attr: chart.Bold}
			if !r.Counted {
				p.Shape = chart.MarkLost
			}
			if named && i == len(looks)-1 {
				p.Label = k.score.Name
			}
			out = append(out, p)
		}
	}
	return out
}

func (b *board) axis(i int) chart.Axis { return pane.ParameterAxis(b.problem.Parameters[i]) }

// drawMap draws what is believed over two parameters, with all that was marked.
func (b *board) drawMap(c chart.Canvas, th theme.Theme) {
	hm := chart.HeatMap{
		X: b.axis(0), Y: b.axis(1), NX: columns, NY: rows, Values: b.grid.mean, Ramp: th.Ramp(), Hue: th.Objective,
		Title: "objective, mean" + pane.LowerIsBetter(b.problem), Down: b.problem.Minimise, Bar: true, XRows: chart.XLine,
		Note: "right: " + pane.ParameterLabel(b.problem.Parameters[0]) + "   up: " + pane.ParameterLabel(b.problem.Parameters[1]),
	}
	hm.X.Label, hm.Y.Label = "", ""
	switch b.grid.of {
	case mapSpread:
		hm.Values, hm.Title, hm.Down = b.grid.spread, "uncertainty of the objective, one sd", false
	case mapCost:
		hm.Values, hm.Title, hm.Down, hm.Log, hm.Hue = b.grid.cost, "cost, median, log; "+chart.Num(b.snap.Money.Left)+" left", false, true, th.Cost
	}
	for i, r := range b.snap.Rows {
		p := chart.Point{X: r.X[0], Y: r.X[1], Shape: chart.MarkInitial, Color: th.Text}
		switch {
		case !r.Counted || r.Failed:
			p.Shape, p.Color = chart.MarkLost, th.Exhausted
		case i == b.snap.BestRow:
			p.Shape, p.Label = chart.MarkBest, "best "+chart.Num(r.Y)
		case !r.Initial:
			p.Shape = b.player()
		}
		hm.Points = append(hm.Points, p)
	}
	for _, x := range b.votes {
		hm.Points = append(hm.Points, chart.Point{X: x[0], Y: x[1], Shape: chart.MarkCandidate, Color: th.Next})
	}
	if b.chosen != nil {
		hm.Points = append(hm.Points, chart.Point{X: b.chosen[0], Y: b.chosen[1], Shape: chart.MarkNext, Color: th.Next, Attr: chart.Bold, Label: "the room"})
	}
	hm.Points = append(hm.Points, b.looks(func(r study.Row) (float64, float64) { return r.X[0], r.X[1] }, true)...)
	if x, ok := b.marked(); ok {
		hm.Cross = []chart.Place{{X: x[0], Y: x[1]}}
		hm.Points = append(hm.Points, chart.Point{X: x[0], Y: x[1], Shape: chart.MarkNext, Color: th.Next, Attr: chart.Bold})
	}
	hm.Draw(c, th.Style())
	if b.plots != nil {
		b.plots(0, 1, hm.Ruler(c))
	}
}

// drawHistogram draws the votes along the charts' parameter, under their columns.
func (b *board) drawHistogram(c chart.Canvas, th theme.Theme, x0, w int) {
	_, h := c.Size()
	if h < 2 || w < 4 {
		return
	}
	axis := b.scene.Key.Axis
	par := b.problem.Parameters[axis]
	parts := game.Counts(par, axis, b.votes, w/2)
	most := 0
	for _, n := range parts {
		most = max(most, n)
	}
	c.TextIn(0, 0, x0+w, pane.Plural(len(b.votes), "vote"), chart.Ink{Fg: th.Next, Attr: chart.Bold})
	if most == 0 {
		return
	}
	for k, n := range parts {
		from, to := x0+k*w/len(parts), x0+(k+1)*w/len(parts)
		eighths := (8*(h-1)*n + most - 1) / most
		for y := h - 1; y >= 1; y-- {
			fill := max(0, min(eighths-8*(h-1-y), 8))
			for x := from; x < to && fill > 0; x++ {
				c.Set(x, y, pane.Block(c, fill), chart.Ink{Fg: th.Next})
			}
		}
	}
}

// drawCounts says how many voted where a map shows the marks themselves.
func (b *board) drawCounts(c chart.Canvas, th theme.Theme) {
	w, _ := c.Size()
	c.TextIn(0, 0, w, pane.Plural(len(b.votes), "vote")+" on the map: "+string(chart.MarkCandidate.Rune())+" each, "+string(chart.MarkNext.Rune())+" the one the room plays", chart.Ink{Fg: th.Next, Attr: chart.Bold})
}

// through is a snapshot whose slices go through a point.
func through(s study.Snapshot, x scenarios.Point) study.Snapshot {
	s.Decision = &study.Decision{Choice: study.Choice{X: x, U: s.Problem.ToUnit(x)}}
	return s
}

// newScene computes the curves along a parameter through a point, with the truth
// or without.
func newScene(s study.Snapshot, axis int, x scenarios.Point, truth bool) *session.Scene {
	if !truth {
		s = session.Measured(s)
	}
	s = through(s, x)
	return session.NewScene(&s, session.SceneKey{Step: s.Step, Axis: axis})
}

// pathsWidth is the width from which the end also shows how it came about.
const pathsWidth = 110

// dashes distinguish paths where there are no colours.
var dashes = [...]chart.Dash{chart.Solid, chart.Dashed, chart.Dotted}

// drawPaths draws every contestant's best value against the cost spent.
func (b *board) drawPaths(c chart.Canvas, th theme.Theme) {
	first := math.NaN()
	for _, r := range b.snap.Rows {
		if r.Initial {
			first = r.Best
		}
	}
	budget := b.problem.Budget
	p := chart.Plot{Title: "best so far against cost spent", Hue: th.Objective, Gutter: pane.Gutter, XRows: chart.XLine,
		X:       chart.Axis{Min: 0, Max: budget, Label: "spent"},
		Cursors: []chart.Cursor{{X: budget, Dash: chart.Dotted, Color: th.Exhausted}},
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, k := range b.all {
		s := path(k.looks, first, budget)
		if len(s.Y) == 0 {
			continue // only what was spent is known
		}
		s.Name, s.Color, s.Heavy = k.score.Name, k.color, true
		if c.Mono() {
			s.Dash = dashes[i%len(dashes)]
		}
		session.Grow(&lo, &hi, s.Y...)
		p.Series = append(p.Series, s)
		p.Points = append(p.Points, chart.Point{X: k.score.Spent, Y: k.score.Best, Shape: k.shape, Color: k.color, Attr: chart.Bold, Label: chart.Num(k.score.Best)})
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
