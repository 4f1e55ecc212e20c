package lookahead

import (
	"math"

	"farsight/acquisition"
	"farsight/internal/linalg"
	"farsight/model"
)

// Where the log-cost follows the objective (model.Link), ln c = g + βf, a tree's
// second process is g: given the value of a fantasy, its log-cost is that of g
// and β times the value, and the two processes are conditioned one by one as
// ever. Only what is read of them at a node is put together.

// linked is the part of an evaluator for costs that depend on the objective.
type linked struct {
	beta   float64         // 0: it does not
	noise  float64         // of values, which is paid for too
	lnMean []float64       // of ln c at each node
	lnSd   []float64       // its standard deviation
	slopes []model.Moments // of each node's Q₁
}

func newLinked(p *model.Pair, c *belief, nodes int) linked {
	switch {
	case c == nil:
		return linked{}
	case p.Link == nil:
		return linked{lnMean: c.Mu, lnSd: c.Sd}
	}
	return linked{
		beta: p.Link.Beta, noise: p.Link.Noise(),
		lnMean: make([]float64, nodes), lnSd: make([]float64, nodes), slopes: make([]model.Moments, nodes),
	}
}

// costOf is the process of a pair that trees condition for the cost; nil if it
// is known.
func costOf(p *model.Pair) *process {
	switch {
	case p.Link != nil:
		return newProcess(p.Link.Own)
	case p.LogCost != nil:
		return newProcess(p.LogCost)
	}
	return nil
}

// follows reports whether it matters at node k that the cost follows: a budget
// without end fits anything.
func (e *Evaluator) follows(k int) bool { return e.beta != 0 && !math.IsInf(e.budget[k], 1) }

// together computes the moments of ln c at the nodes from up to to.
func (e *Evaluator) together(from, to int) {
	b := e.beta
	for k := from; k < to; k++ {
		f, g := e.f.Sd[k], e.c.Sd[k]
		e.lnMean[k] = e.c.Mu[k] + b*e.f.Mu[k]
		e.lnSd[k] = math.Sqrt(g*g + b*b*(f*f+e.noise))
	}
}

// linkedQ1 is E[(f − f*)⁺·1(c ≤ b)]·w at node k; its slopes are kept.
func (e *Evaluator) linkedQ1(k int, w float64) float64 {
	f := e.f.Sd[k]
	m := model.Moments{MuF: e.f.Mu[k], SdF: f, MuC: e.lnMean[k], SdC: e.lnSd[k], Cov: e.beta * f * f}
	q, d := acquisition.LinkedQ1(m, e.best[k], e.budget[k])
	e.slopes[k] = model.Moments{MuF: w * d.MuF, SdF: w * (d.SdF + 2*e.beta*f*d.Cov), MuC: w * d.MuC, SdC: w * d.SdC}
	return w * q
}

// linkedAdjoint adds the local terms of Q₁.
func (e *Evaluator) linkedAdjoint(k int) {
	w, d := e.layout.weight[k], &e.slopes[k]
	e.f.MuBar[k] += w * d.MuF
	e.f.SdBar[k] += w * d.SdF
	e.bestBar[k] -= w * d.MuF
	e.budBar[k] -= w * d.MuC / e.budget[k]
	e.costAdjoint(k, w*d.MuC, w*d.SdC)
}

// costAdjoint adds what is owed to the moments of ln c at node k.
func (e *Evaluator) costAdjoint(k int, mu, sd float64) {
	e.c.MuBar[k] += mu
	if e.beta == 0 {
		e.c.SdBar[k] += sd
		return
	}
	e.f.MuBar[k] += e.beta * mu
	e.c.SdBar[k] += sd * e.c.Sd[k] / e.lnSd[k]
	e.f.SdBar[k] += sd * e.beta * e.beta * e.f.Sd[k] / e.lnSd[k]
}

// linkedLevel is what a stage of a greedy tree keeps of g: ln c is in muC, sdC
// and varC, and in rC what a branch adds to its mean.
type linkedLevel struct{ rG, varG, sdG []float64 }

// beginLinked sets stage 0 to the base posterior of ln c.
func (g *greedy) beginLinked() {
	t, v := g.t, &g.levels[0]
	if g.base == nil {
		g.base = make([]float64, 3*t.stride)
		for s := range g.levels {
			b := make([]float64, 3*t.stride)
			g.levels[s].linkedLevel = linkedLevel{b[:t.stride], b[t.stride : 2*t.stride], b[2*t.stride:]}
		}
	}
	n := t.stride
	v.muC, v.varC, v.sdC, v.varG = g.base[:n], g.base[n:2*n], g.base[2*n:], t.c.v
	for i := range t.size {
		v.muC[i] = t.c.mu[i] + t.beta*t.f.mu[i]
	}
	g.variances(v)
}

// variances puts those of ln c together.
func (g *greedy) variances(v *level) {
	b := g.t.beta * g.t.beta
	for i, f := range v.varF[:g.t.size] {
		v.varC[i] = v.varG[i] + b*(f+g.t.noise)
		v.sdC[i] = math.Sqrt(v.varC[i])
	}
}

// conditionLinked is condition for g; it returns its R_ii.
func (g *greedy) conditionLinked(s, i int) float64 {
	t, v, next := g.t, &g.levels[s], &g.levels[s+1]
	rr := math.Sqrt(v.varG[i] + t.c.p.noise)
	g.column(v.rG, &t.c, s, i, true)
	linalg.Shrink(v.rG[:t.size], 1/rr, next.varG, next.sdG, v.varG, t.c.p.floor)
	g.variances(next)
	return rr
}

// correlation is that of value and ln c at a point of these standard deviations.
func (t *table) correlation(sdF, sdC float64) float64 {
	if t.beta == 0 {
		return 0
	}
	return t.beta * sdF / sdC
}
