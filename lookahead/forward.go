package lookahead

import (
	"math"

	"farsight/internal/elementary"
	"farsight/internal/simd"
)

// forward fills in what each node sees, stage by stage (docs/trees.md, "The tree as one
// function").
func (e *Evaluator) forward(x []float64) {
	l := e.layout
	e.best[0], e.budget[0], e.own[0] = e.root.Best, e.root.Budget, false
	byCoordinate(e.cols, x, e.d)
	e.f.Expect(x)
	if e.c != nil {
		e.c.Expect(x)
	}
	total := 0.0
	for s := range l.steps {
		e.live = e.live[:0]
		if e.way != nil {
			e.walk(s, x)
		}
		for k := l.first[s]; k < l.first[s+1]; k++ {
			e.dead[k] = e.budget[k] <= e.end
			e.off[k] = e.dead[k]
			e.reward[k], e.rewardNode[k] = 0, 0
			if e.dead[k] {
				total += e.lost(k)
			}
			if !e.dead[k] || e.whole {
				e.live = append(e.live, k)
			}
		}
		e.see(x, s)
		e.improve(l.first[s], l.first[s+1])
		for _, k := range e.live {
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
		if s+1 < l.steps {
			e.branch(s, x)
		}
	}
	e.value = total
	if e.lambda > 0 {
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

// see computes the moments at the live nodes of stage s; consecutive ones are seen
// together.
func (e *Evaluator) see(x []float64, s int) {
	live := e.live
	for i := 0; i < len(live); {
		j := i + 1
		for j < len(live) && live[j] == live[j-1]+1 {
			j++
		}
		e.f.See(live[i], live[j-1]+1, x, e.cols, s)
		if e.c != nil {
			e.c.See(live[i], live[j-1]+1, x, e.cols, s)
		}
		i = j
	}
	if e.beta != 0 {
		e.together()
	}
}

// improve computes h(u) and Φ(ζ) at the nodes from up to to, with
// u = (μ_f − f*)/σ_f and ζ = (ln b − μ_c)/σ_c; those that are dead come along with
// any number.
func (e *Evaluator) improve(from, to int) {
	if len(e.live) == 0 {
		return
	}
	g, u, spare, dead := &e.gain, e.u[:to-from], e.spare[:to-from], e.dead[from:to]
	mu, sd, best := e.f.Mu[from:to], e.f.Sd[from:to], e.best[from:to]
	for i := range u {
		if u[i] = 0; !dead[i] {
			u[i] = (mu[i] - best[i]) / sd[i]
		}
	}
	simd.Normal(g.h[from:to], g.cdf[from:to], g.pdf[from:to], u)
	if e.c == nil || math.IsInf(e.root.Budget, 1) {
		return
	}
	budget, mu, sd := e.budget[from:to], e.lnMean[from:to], e.lnSd[from:to]
	for i, b := range budget {
		if u[i] = 1; !dead[i] {
			u[i] = b
		}
	}
	zeta := g.zeta[from:to]
	simd.Log(zeta, u)
	for i := range zeta {
		if !dead[i] {
			zeta[i] = (zeta[i] - mu[i]) / sd[i]
		}
	}
	simd.Normal(spare, g.chance[from:to], g.normal[from:to], zeta)
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
		w = elementary.Exp(e.weight.LogWeight(x[k*e.d:k*e.d+e.d], nil))
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

// branch hands the fantasies of stage s to its children.
func (e *Evaluator) branch(s int, x []float64) {
	l := e.layout
	for k := l.first[s]; k < l.first[s+1]; k++ {
		ended := e.dead[k] && !e.whole
		cost, lnCost := 0.0, 0.0
		if e.c == nil && !ended {
			cost = e.known(x[k*e.d : k*e.d+e.d])
			lnCost = elementary.Log(cost)
		}
		f, rise := e.f.Mu[k], e.f.RR[k]
		if e.f.Noisy {
			rise = e.f.Lift(e.f.Sd[k]*e.f.Sd[k], rise)
		}
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
	if e.c != nil && len(e.live) > 0 {
		from, to := l.first[s+1], l.first[s+2]
		simd.Exp(e.cost[from:to], e.fantasyC[from:to])
	}
	for j := l.first[s+1]; j < l.first[s+2]; j++ {
		k := l.parent[j]
		if e.budget[j] = 0; !e.dead[k] || e.whole {
			e.budget[j] = e.budget[k] - e.cost[j]
		}
	}
}
