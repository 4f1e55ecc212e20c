package study

import (
	"math"

	"farsight/model"
	"farsight/scenarios"
	"farsight/study/journal"
)

// What it costs to get from the last point to the next, where a problem says
// that it costs anything. The initial design is free of it, and the first way
// begins at its last point. Where an evaluation failed or did not fit, one has
// been there all the same.

// standing is a pair seen from where the last evaluation was made.
func (s *Study) standing(p *model.Pair) *model.Pair { return standAt(s.problem, p, s.at) }

func standAt(problem *scenarios.Problem, p *model.Pair, at scenarios.Point) *model.Pair {
	if p == nil || problem.Move == nil || at == nil {
		return p
	}
	u := problem.ToUnit(at)
	for i, v := range u { // bounds may have been set since
		if u[i] = math.Max(0, math.Min(v, 1)); math.IsNaN(v) {
			u[i] = 0
		}
	}
	return p.From(u, problem.Move)
}

// moves is what the ways of the rows that count took.
func moves(rows []Row) float64 {
	sum := 0.0
	for _, r := range rows {
		if r.Counted {
			sum += r.Move
		}
	}
	return sum
}

// Ways returns what it costs to get to unit-cube points from where the last
// evaluation was made; nil where moving is free, and before there is a model.
func (s *Snapshot) Ways(us []model.Unit) []float64 {
	p := s.Pair()
	if p == nil || !p.Moves() {
		return nil
	}
	out := make([]float64, len(us))
	for i, u := range us {
		out[i] = p.Way.Price(p.At, u, nil, nil)
	}
	return out
}

// after is the place of a live study before one of that order: where the last
// thing was measured, or is being measured meanwhile. The order is that of the
// asks, so that whoever tells first changes nothing. nil: there is none.
func after(state journal.State, before int) (last scenarios.Point) {
	at := 0
	visit := func(order int, x []float64) {
		if order > at && order < before {
			at, last = order, x
		}
	}
	for _, e := range state.Evaluations {
		if !e.Free { // measured before, by others
			visit(e.Order, e.X)
		}
	}
	for _, a := range state.Asks {
		if a.Holds() {
			visit(a.Seq, a.X)
		}
	}
	return last
}

// latest is an order behind all others.
const latest = math.MaxInt

// moveTo is what the way to where something was measured costs; ask is the
// suggestion it answers, nil: none.
func (p present) moveTo(x scenarios.Point, ask *journal.Ask) (float64, error) {
	order := latest
	if ask != nil && ask.Holds() {
		order = ask.Seq
	}
	return p.problem.Move.Cost(after(p.state, order), x)
}

// charged is moveTo as far as it is charged; what has no price costs nothing here
// and is refused when it is told.
func (p present) charged(x scenarios.Point, ask *journal.Ask) float64 {
	if x == nil || ask != nil && ask.Design > 0 || ask == nil && designPoint(p.state, x) > 0 || p.problem.CheckBounds(x) != nil {
		return 0
	}
	way, _ := p.moveTo(x, ask)
	return way
}
