package lookahead

import (
	"math"

	"farsight/model"
)

// With movement costs a tree plans a route: the movement cost w from the parent's point to the
// node's is known once both are, and is paid first,
//
//	b_k = b − w(x_parent, x_k),  Q₁ = EI·Φ((ln b_k − μ_c)/σ_c),  spending = w + E[min(c, b_k)]
//
// so that the budgets of an evaluator are those after the way. The root's way
// begins where the last evaluation was made.

// route is the part of an evaluator for movement costs.
type route struct {
	way        model.Way // nil: moving is free
	from       model.Unit
	ways       []float64 // to each node
	dFrom, dTo []float64
}

func newRoute(p *model.Pair, nodes, d int) route {
	if !p.Moves() {
		return route{}
	}
	return route{way: p.Way, from: p.At, ways: make([]float64, nodes), dFrom: make([]float64, d), dTo: make([]float64, d)}
}

// leave is where the way to node k begins.
func (e *Evaluator) leave(k int, x []float64) []float64 {
	if p := e.layout.parent[k]; p >= 0 {
		return x[p*e.d : p*e.d+e.d]
	}
	return e.from
}

// walk pays the ways to the nodes of stage s.
func (e *Evaluator) walk(s int, x []float64) {
	for k := e.layout.first[s]; k < e.layout.first[s+1]; k++ {
		e.ways[k] = e.way.Price(e.leave(k, x), x[k*e.d:k*e.d+e.d], nil, nil)
		e.budget[k] -= e.ways[k]
	}
}

// wayTo is what the way to node k costs.
func (e *Evaluator) wayTo(k int) float64 {
	if e.way == nil {
		return 0
	}
	return e.ways[k]
}

// arrived is the budget before the move to node k.
func (e *Evaluator) arrived(k int) float64 {
	if e.way == nil {
		return e.budget[k]
	}
	return e.budget[k] + e.ways[k]
}

// lost is the value of a node whose movement cost takes the whole budget: 0, and less with a price.
func (e *Evaluator) lost(k int) float64 {
	if e.way == nil || e.lambda == 0 || !(e.arrived(k) > 0) {
		return 0
	}
	e.rewardNode[k] = -e.lambda * e.arrived(k)
	e.reward[k] = e.layout.weight[k] * e.rewardNode[k]
	return e.reward[k]
}

// wayAdjoint adds the slopes of the way to node k, whose budget owes all that it
// ever will: w̄ = −b̄ − weight·λ.
func (e *Evaluator) wayAdjoint(k int, x, grad []float64) {
	bar := -e.budBar[k]
	if e.lambda > 0 && !(e.c == nil && e.spent[k].MuC == 0) { // of a known cost that does not fit all is spent, whatever the way
		bar -= e.layout.weight[k] * e.lambda
	}
	if bar == 0 {
		return
	}
	e.way.Price(e.leave(k, x), x[k*e.d:k*e.d+e.d], e.dFrom, e.dTo)
	for c, v := range e.dTo {
		grad[k*e.d+c] += bar * v
	}
	if p := e.layout.parent[k]; p >= 0 {
		for c, v := range e.dFrom {
			grad[p*e.d+c] += bar * v
		}
	}
}

// ways between the candidates of a table.
type ways struct {
	way    model.Way
	first  []float64 // to each, from where the last evaluation was made
	rows   []float64 // stride×stride; of row i the first walked[i]
	walked []int
}

func newWays(e *Evaluator, capacity int, r *scratch) ways {
	if e.way == nil {
		return ways{}
	}
	return ways{e.way, r.Take(capacity), r.Take(capacity * capacity), make([]int, capacity)}
}

// walk fills in the ways to the candidates from i on.
func (t *table) walk(from int, e *Evaluator) {
	if t.way == nil {
		return
	}
	for i := from; i < t.size; i++ {
		t.first[i], t.walked[i] = t.way.Price(e.from, t.point(i), nil, nil), 0
	}
}

// forget drops the ways to all but the first candidates.
func (w *ways) forget(size int) {
	for i, n := range w.walked {
		w.walked[i] = min(n, size)
	}
}

// waysFrom are the ways from candidate i to all; nil where moving is free.
func (t *table) waysFrom(i int) []float64 {
	if t.way == nil {
		return nil
	}
	row := t.rows[i*t.stride : i*t.stride+t.size]
	if t.walked[i] == t.size {
		return row // and nothing is written: tables that are filled are shared
	}
	for j := t.walked[i]; j < t.size; j++ {
		row[j] = t.way.Price(t.point(i), t.point(j), nil, nil)
	}
	t.walked[i] = t.size
	return row
}

// after is the budget left after the move to candidate i, and its logarithm if requested.
func (g *greedy) after(v *level, i int, budget, lnBudget float64) (float64, float64) {
	if v.way == nil {
		return budget, lnBudget
	}
	budget -= v.way[i]
	if g.t.known || budget <= 0 {
		return budget, math.Inf(-1)
	}
	return budget, math.Log(budget)
}
