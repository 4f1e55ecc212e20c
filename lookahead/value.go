package lookahead

import (
	"math"

	"farsight/acquisition"
)

// forward fills in what each node sees, stage by stage (docs/trees.md,
// "Value"), then what all are worth.
func (e *Evaluator) forward(x []float64) {
	l := e.layout
	e.best[0], e.budget[0], e.own[0] = e.root.Best, e.root.Budget, false
	byCoordinate(e.cols, x, e.d)
	// What the data say does not depend on what is imagined: where no node was
	// exhausted in the tree before, or rows are remembered, that of all is computed
	// in one go.
	ahead := e.whole || !e.ended || e.f.remembers()
	if ahead {
		e.know(0, l.nodes, x)
	}
	e.ended = false
	for s := range l.steps {
		if e.way != nil {
			e.walk(s, x)
		}
		some := e.see(s, x, ahead)
		if s+1 < l.steps {
			e.branch(s, x, some)
		}
	}
	e.improve()
	if e.value = e.earn(x); e.lambda > 0 {
		e.value = e.stop()
	}
}

// byCoordinate turns points of dimension d, one after the other, into their
// coordinates.
func byCoordinate(dst, x []float64, d int) {
	n := len(x) / d
	for c := range d {
		for k, row := 0, dst[c*n:c*n+n]; k < n; k++ {
			row[k] = x[k*d+c]
		}
	}
}

// know computes the posterior at the nodes from up to to.
func (e *Evaluator) know(from, to int, x []float64) {
	for _, b := range e.all {
		b.know(from, to, x, e.cols)
	}
}

// see computes the moments at the nodes of stage s that have a budget, or at all nodes with ahead,
// and reports whether there are any; consecutive ones are computed together.
func (e *Evaluator) see(s int, x []float64, ahead bool) (some bool) {
	first, end := e.layout.first[s], e.layout.first[s+1]
	for k := first; k < end; k++ {
		e.dead[k] = e.budget[k] <= e.end
		e.off[k] = e.dead[k]
		e.ended = e.ended || e.dead[k]
	}
	for from, to := e.run(first, end); from < to; from, to = e.run(to, end) {
		if !ahead {
			e.know(from, to, x)
		}
		for _, b := range e.all {
			b.see(from, to, s)
		}
		if e.beta != 0 {
			e.together(from, to)
		}
		some = true
	}
	return some
}

// run is the first run of nodes from up to end that are seen.
func (e *Evaluator) run(from, end int) (int, int) {
	if e.whole {
		return from, end
	}
	return firstRun(e.dead, from, end)
}

// improve computes h(u) and Φ(ζ) at all nodes, with u = (μ_f − f*)/σ_f and
// ζ = (ln b − μ_c)/σ_c; those that are dead come along with any number.
func (e *Evaluator) improve() {
	g, u, dead := &e.gain, e.u, e.dead
	mu, sd, best := e.f.Mu, e.f.Sd, e.best
	for i := range u {
		if u[i] = 0; !dead[i] {
			u[i] = (mu[i] - best[i]) / sd[i]
		}
	}
	for i, v := range u {
		g.h[i], g.cdf[i], g.pdf[i] = acquisition.ReducedEI(v)
	}
	if e.c == nil || math.IsInf(e.root.Budget, 1) {
		return
	}
	mu, sd = e.lnMean, e.lnSd
	for i, b := range e.budget {
		if u[i] = 1; !dead[i] {
			u[i] = b
		}
	}
	zeta := g.zeta
	for i := range zeta {
		if zeta[i] = math.Log(u[i]); !dead[i] {
			zeta[i] = (zeta[i] - mu[i]) / sd[i]
		}
		g.chance[i], g.normal[i] = acquisition.CDFPDF(zeta[i])
	}
}

// earn computes what each node is worth, and returns the sum.
func (e *Evaluator) earn(x []float64) float64 {
	l, total := e.layout, 0.0
	for s := range l.steps {
		for k := l.first[s]; k < l.first[s+1]; k++ {
			if e.dead[k] {
				e.reward[k], e.rewardNode[k] = 0, 0
				total += e.lost(k)
			}
		}
		for k := l.first[s]; k < l.first[s+1]; k++ {
			if e.dead[k] {
				continue
			}
			e.rewardNode[k] = e.q1(k, x)
			if e.lambda > 0 {
				e.rewardNode[k] -= e.lambda * e.spend(k, x)
			}
			e.reward[k] = l.weight[k] * e.rewardNode[k]
			total += e.reward[k]
		}
	}
	return total
}

// q1 is EI·Φ(ζ)·w at node k, of what improve has computed.
func (e *Evaluator) q1(k int, x []float64) float64 {
	g := &e.gain
	if e.c == nil {
		g.chance[k], g.zeta[k], g.normal[k] = affordable(e.known(x[k*e.d:k*e.d+e.d]), e.budget[k]), 0, 0
	} else if math.IsInf(e.root.Budget, 1) {
		g.chance[k], g.zeta[k], g.normal[k] = 1, 0, 0
	}
	w := 1.0
	if e.weight != nil {
		w = math.Exp(e.weight.LogWeight(x[k*e.d:k*e.d+e.d], nil))
		g.chance[k] *= w
		g.normal[k] *= w
	}
	if e.follows(k) {
		q := e.linkedQ1(k, w)
		g.chance[k] = q / math.Max(e.f.Sd[k]*g.h[k], math.SmallestNonzeroFloat64)
		return q
	}
	return e.q(k)
}

// affordable is 1 if a known cost fits the budget, else 0.
func affordable(cost, budget float64) float64 {
	if cost <= budget*(1+1e-9) {
		return 1
	}
	return 0
}

// branch hands the fantasies of stage s to its children; some reports whether any of
// its nodes was seen.
func (e *Evaluator) branch(s int, x []float64, some bool) {
	l := e.layout
	for k := l.first[s]; k < l.first[s+1]; k++ {
		ended := e.dead[k] && !e.whole
		cost, lnCost := 0.0, 0.0
		if e.c == nil && !ended {
			cost = e.known(x[k*e.d : k*e.d+e.d])
			lnCost = math.Log(cost)
		}
		f, rise := e.f.Mu[k], e.f.lift(e.f.Sd[k]*e.f.Sd[k], e.f.RR[k])
		for j := l.child[k]; j < l.child[k]+l.count[k]; j++ {
			if ended {
				e.fantasyC[j], e.best[j], e.own[j] = 0, e.best[k], false
				continue
			}
			e.fantasyF[j] = f + float64(e.f.RR[k]*l.zf[j])
			y := f + float64(rise*l.zf[j])
			e.own[j] = y > e.best[k]
			e.best[j] = max(y, e.best[k])
			if e.c == nil {
				e.fantasyC[j], e.cost[j] = lnCost, cost
				continue
			}
			e.fantasyC[j] = e.c.Mu[k] + float64(e.c.RR[k]*l.zc[j])
			if e.beta != 0 {
				e.fantasyC[j] += float64(e.beta * e.fantasyF[j])
			}
		}
	}
	if e.c != nil && some {
		from, to := l.first[s+1], l.first[s+2]
		for j := from; j < to; j++ {
			e.cost[j] = math.Exp(e.fantasyC[j])
		}
	}
	for j := l.first[s+1]; j < l.first[s+2]; j++ {
		k := l.parent[j]
		if e.budget[j] = 0; !e.dead[k] || e.whole {
			e.budget[j] = e.budget[k] - e.cost[j]
		}
	}
}
