package acquisition

import (
	"math"

	"farsight/model"
)

// Edge is a step in a function where costs are known: up to Limit it is Inside, beyond it is worth nothing.
type Edge struct {
	Limit  float64  // ln c of what can just be paid for, the way included
	Inside Function // the function as if everything could
}

// within is a function with a bound on the cost.
type within struct {
	Function
	limit float64
}

// Within is f where the cost is at most left, and worth nothing where it is more. It is meant for known costs, which
// are known to be affordable or not; of an uncertain one the median counts.
func Within(f Function, left float64) Function {
	return within{f, math.Log(left) + affordableTolerance}
}

func (r within) Eval(m model.Moments) (score float64, d model.Moments) {
	if !r.affords(m) {
		return math.Inf(-1), model.Moments{}
	}
	return r.Function.Eval(m)
}

func (r within) affords(m model.Moments) bool {
	paid, _, _ := withWay(m.MuC, m.Way)
	return paid <= r.limit
}

// Value beyond the limit is 0, or −Inf where 0 is a value like any other.
func (r within) Value(m model.Moments) float64 {
	switch {
	case r.affords(m):
		return r.Function.Value(m)
	case r.Function.Traits().Unit > 0:
		return math.Inf(-1)
	}
	return 0
}

func (r within) Traits() Traits {
	t := r.Function.Traits()
	t.IgnoresCost = false
	if t.Edge == nil {
		t.Edge = &Edge{Limit: r.limit, Inside: r.Function}
	} else if r.limit < t.Edge.Limit {
		t.Edge = &Edge{Limit: r.limit, Inside: t.Edge.Inside}
	}
	return t
}

// softened is a function with an edge as if ln c were known only to within s, times Φ((limit − m)/s): a known cost is
// the limit of an ever surer one, and its smooth neighbours have the slopes that the step itself lacks.
type softened struct {
	Edge
	s, unit float64
}

func (e Edge) soften(s float64) softened {
	return softened{e, s, e.Inside.Traits().unit()}
}

func (r softened) Name() string { return r.Inside.Name() }

func (r softened) Eval(m model.Moments) (score float64, d model.Moments) {
	score, d = r.Inside.Eval(m)
	paid, byLnCost, byWay := withWay(m.MuC, m.Way)
	v, slope := logCDF((r.Limit - paid) / r.s)
	d.MuC -= r.unit * slope / r.s * byLnCost
	d.Way -= r.unit * slope / r.s * byWay
	return score + r.unit*v, d
}

func (r softened) Value(m model.Moments) float64 {
	score, _ := r.Eval(m)
	if r.Inside.Traits().Unit == 0 {
		return math.Exp(score)
	}
	return score
}

func (r softened) Traits() Traits { return r.Inside.Traits() }
