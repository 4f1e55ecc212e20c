package study

import (
	"math"

	"farsight/model"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Movement costs from the last point to the next. The initial design is free of them,
// and the first move starts at its last point. Failed and uncounted evaluations move,
// too.

// fromLast returns the models with the movement costs from the last evaluation.
func (s *Study) fromLast(p *model.Pair) *model.Pair { return movedFrom(s.problem, p, s.at) }

func movedFrom(problem *scenarios.Problem, p *model.Pair, at scenarios.Point) *model.Pair {
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

// moves returns the movement costs of the rows that count.
func moves(rows []Row) float64 {
	sum := 0.0
	for _, r := range rows {
		if r.Counted {
			sum += r.Move
		}
	}
	return sum
}

// Ways returns the movement costs to unit-cube points from the last evaluation; nil
// if there are none, and before there is a model.
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

// after returns the point from which a live study moves to the evaluation of that
// order: the last that was measured or is pending. The order is that of the
// suggestions, so the order of results does not matter. nil: none.
func after(state journal.State, before int) (last scenarios.Point) {
	at := 0
	visit := func(order int, x []float64) {
		if order > at && order < before {
			at, last = order, x
		}
	}
	for _, e := range state.Evaluations {
		if !e.Free { // earlier measurements are elsewhere
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

// moveTo returns the movement cost to x; ask is the suggestion it answers, nil: none.
func (p present) moveTo(x scenarios.Point, ask *journal.Ask) (float64, error) {
	order := latest
	if ask != nil && ask.Holds() {
		order = ask.Seq
	}
	return p.problem.Move.Cost(after(p.state, order), x)
}

// charged returns the movement cost that is charged; an invalid one is 0 here and
// refused by Tell.
func (p present) charged(x scenarios.Point, ask *journal.Ask) float64 {
	if x == nil || ask != nil && ask.Design > 0 || ask == nil && designPoint(p.state, x) > 0 || p.problem.CheckBounds(x) != nil {
		return 0
	}
	way, _ := p.moveTo(x, ask)
	return way
}
