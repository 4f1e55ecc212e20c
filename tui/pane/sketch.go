package pane

import (
	"fmt"
	"math"

	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/drawn"
	"farsight/scenarios/table"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Maps are computed on a fixed grid and drawn at whatever size there is. What was
// drawn at random is smooth, and takes longer.
const (
	mapColumns, mapRows     = 72, 54
	drawnColumns, drawnRows = 36, 27
)

// Sketch is a problem's true objective and cost.
type Sketch struct {
	problem *scenarios.Problem
	word    string  // what they are called: "true"
	through string  // ", through the middle"; "" of one parameter
	at      []curve // along each parameter
	// Over the first two parameters, row by row from the lowest; nil of one.
	value, cost   []float64
	columns, rows int
}

// curve is objective and cost along one parameter.
type curve struct{ x, value, cost []float64 }

// SketchOf is the sketch of a problem, nil where the truth is not cheap to compute: a table would
// have to be fitted first, and a push is slow.
func SketchOf(p *scenarios.Problem) *Sketch {
	if p == nil || p.Dim() == 0 {
		return nil
	}
	s := &Sketch{problem: p, word: "true", columns: mapColumns, rows: mapRows}
	switch t := p.Source.(type) {
	case *scenarios.Expression:
	case *drawn.Source:
		s.columns, s.rows = drawnColumns, drawnRows
	case *table.Source:
		if t.Fit == nil || t.Stale {
			return nil
		}
		s.word = "fitted"
	default:
		return nil
	}
	s.compute(p, p.Source.(scenarios.Truth))
	return s
}

// compute asks the truth.
func (s *Sketch) compute(p *scenarios.Problem, truth scenarios.Truth) {
	at := session.Middle(p)
	if p.Dim() > 1 {
		s.through = ", through the middle"
		if p.Optimum != nil && p.Optimum.X != nil {
			at, s.through = p.ToUnit(p.Optimum.X), ", through the optimum"
		}
	}
	axes := p.Axes()
	for i, par := range p.Parameters {
		k := curve{x: session.AxisValues(par, session.Samples)}
		k.value, k.cost = along(truth, p, study.Line(at, axes[i], session.Samples))
		s.at = append(s.at, k)
	}
	if p.Dim() < 2 {
		return
	}
	us := make([]model.Unit, 0, s.columns*s.rows)
	for j := range s.rows {
		for i := range s.columns {
			u := append(model.Unit(nil), at...)
			axes[0].Set(u, float64(i)/float64(s.columns-1))
			axes[1].Set(u, float64(j)/float64(s.rows-1))
			us = append(us, u)
		}
	}
	s.value, s.cost = along(truth, p, us)
}

// along is the truth at some points, with gaps where constraints do not hold.
func along(truth scenarios.Truth, p *scenarios.Problem, us []model.Unit) (value, cost []float64) {
	value, cost = session.TruthAlong(truth, p, us)
	for i, u := range us {
		if p.Region != nil && !p.Region.Allows(u) {
			value[i], cost[i] = math.NaN(), math.NaN()
		}
	}
	return value, cost
}

// LeastRows is the least height a sketch needs, LeastWide that of a wide one, and
// Columns the width from which there is one.
const (
	LeastRows = 13
	LeastWide = 14
	Columns   = 150
)

// Draw draws objective and cost along the first parameter, one above the other.
func (s *Sketch) Draw(v screen.View, c chart.Canvas) {
	f, k := s.plots(v, 0, s.through)
	chart.Stack{Plots: []chart.Plot{f, k}, Weights: []int{4, 3}, XRows: chart.XLine}.Draw(c, v.Theme.Style())
}

// DrawWide draws all there is side by side: of one parameter the two curves, else
// maps over the first two and the curves along each.
func (s *Sketch) DrawWide(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	if s.value == nil {
		f, k := s.plots(v, 0, "")
		s.drawPair(v, c, Tiles(c.Rect(), 2, 1, gap), f, k)
		return
	}
	x, parts := 0, chart.Split(w-2*gap, 3, 3, 4)
	part := func(i int) chart.Canvas {
		at := c.Sub(chart.Rect{X: x, W: parts[i], H: h})
		x += parts[i] + gap
		return at
	}
	s.heatMap(v, s.word+" objective"+LowerIsBetter(s.problem), v.Theme.Objective, s.value, false).Draw(part(0), v.Theme.Style())
	s.heatMap(v, s.word+" cost, log", v.Theme.Cost, s.cost, true).Draw(part(1), v.Theme.Style())
	s.drawCurves(v, part(2))
}

// drawPair draws two charts into two tiles.
func (s *Sketch) drawPair(v screen.View, c chart.Canvas, tiles []chart.Rect, f, k chart.Plot) {
	f.Draw(c.Sub(tiles[0]), v.Theme.Style())
	k.Draw(c.Sub(tiles[1]), v.Theme.Style())
}

// gap is between things that stand side by side.
const gap = 3

// leastCurve is the least height of a curve.
const leastCurve = 6

// drawCurves draws objective and cost along each parameter, a row for each.
func (s *Sketch) drawCurves(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	n := min(len(s.at), max(1, h/leastCurve))
	tiles := Tiles(c.Rect(), 2, n, gap)
	for i := range n {
		f, k := s.plots(v, i, "")
		if f.Title, k.Title = "objective"+s.through, "cost"; c.Width(f.Title) > (w-gap)/2 {
			f.Title = "objective"
		}
		f.XRows, k.XRows = chart.XLabels, chart.XLabels
		if i > 0 {
			f.Title, k.Title = "along "+sanitize.Text(s.problem.Parameters[i].Name), " "
		}
		s.drawPair(v, c, tiles[2*i:], f, k)
	}
	if hidden := len(s.at) - n; hidden > 0 {
		c.TextRight(w, 0, fmt.Sprintf("%d more", hidden), v.Theme.MutedInk())
	}
}

// plots are objective and cost along one parameter.
func (s *Sketch) plots(v screen.View, i int, through string) (f, k chart.Plot) {
	par, at := s.problem.Parameters[i], s.at[i]
	x := ParameterAxis(par)
	x.Label = sanitize.Text(par.Name)
	plot := func(title string, hue chart.Color, y []float64) chart.Plot {
		return chart.Plot{Title: title, Hue: hue, X: x, XRows: chart.XLine, Y: chart.Around(0.06, false, y), Series: []chart.Series{{X: at.x, Y: y, Color: hue, Heavy: true}}}
	}
	f = plot(s.word+" objective"+LowerIsBetter(s.problem)+through, v.Theme.Objective, at.value)
	return f, plot(s.word+" cost"+through, v.Theme.Cost, at.cost)
}

// heatMap is a quantity over the first two parameters.
func (s *Sketch) heatMap(v screen.View, title string, hue chart.Color, values []float64, cost bool) chart.HeatMap {
	p := s.problem.Parameters
	m := chart.HeatMap{
		Title: title, Hue: hue, Note: "up: " + sanitize.Text(p[1].Name), X: ParameterAxis(p[0]), Y: ParameterAxis(p[1]),
		NX: s.columns, NY: s.rows, Values: values, Log: cost, Ramp: v.Theme.Ramp(), Down: s.problem.Minimise && !cost, Bar: true, XRows: chart.XLine,
	}
	m.X.Label, m.Y.Label = sanitize.Text(p[0].Name), ""
	if best := s.problem.Optimum; best != nil && best.X != nil {
		m.Points = []chart.Point{{X: best.X[0], Y: best.X[1], Shape: chart.MarkOptimum, Color: v.Theme.Incumbent, Label: "optimum"}}
	}
	return m
}
