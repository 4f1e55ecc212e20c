package pane

import (
	"math"

	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/drawn"
	"farsight/scenarios/table"
	"farsight/study"
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

// SketchOf is the sketch of a problem, nil where nothing tells the truth for free: a
// table that was never fitted would have to be, and a push takes its time.
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
