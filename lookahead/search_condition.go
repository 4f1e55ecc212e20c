package lookahead

import (
	"math"

	"farsight/internal/linalg"
)

// The covariance update of a point depends on the places of the points before it on the path, not
// on their fantasies: the branches of a node, which are much alike, need the same one again and
// again.

// keptConditions is how many a stage keeps: more are seldom asked for before other
// roots are.
const keptConditions = 24

// conditioned is what candidates look like once one of them is evaluated.
type conditioned struct {
	path, candidate, number int       // after which one it was evaluated, and the number of this
	rF, rC                  []float64 // R_{·,s}
	varF, sdF, varC, sdC    []float64
	lift, rrC               float64
}

// remember makes space for what was conditioned on.
func (g *greedy) remember(stride, kept int, r *scratch) {
	g.past, g.oldest = make([][]conditioned, g.l.steps-1), make([]int, g.l.steps-1)
	for s := range g.past {
		g.past[s] = make([]conditioned, kept)
		for i := range g.past[s] {
			take := func() []float64 { return r.Take(stride) }
			g.past[s][i] = conditioned{candidate: -1, rF: take(), rC: take(), varF: take(), sdF: take(), varC: take(), sdC: take()}
		}
		g.show(s, &g.past[s][0])
	}
}

// show has stages s and s+1 see c.
func (g *greedy) show(s int, c *conditioned) {
	v, next := &g.levels[s], &g.levels[s+1]
	v.rF, v.rC = c.rF, c.rC
	next.varF, next.sdF, next.varC, next.sdC, next.path = c.varF, c.sdF, c.varC, c.sdC, c.number
}

// condition prepares the variances of stage s+1, candidate i evaluated at s,
// and returns how far a fantasy lifts the incumbent, and R_ii of the cost.
func (g *greedy) condition(s, i int) (lift, rrC float64) {
	path := g.levels[s].path
	g.levels[s+1].way = g.t.waysFrom(i)
	for n := range g.past[s] {
		// Where the cost follows the objective, columns are not what they were.
		if c := &g.past[s][n]; c.candidate == i && c.path == path && g.t.beta == 0 {
			g.show(s, c)
			return c.lift, c.rrC
		}
	}
	c := &g.past[s][g.oldest[s]]
	g.oldest[s] = (g.oldest[s] + 1) % len(g.past[s])
	g.conditions++
	c.path, c.candidate, c.number = path, i, g.conditions
	g.show(s, c)
	c.lift, c.rrC = g.afresh(s, i)
	return c.lift, c.rrC
}

// afresh is condition without the cache.
func (g *greedy) afresh(s, i int) (lift, rrC float64) {
	t, v, next := g.t, &g.levels[s], &g.levels[s+1]
	rrF := math.Sqrt(v.varF[i] + t.f.p.noise)
	g.column(v.rF, &t.f, s, i, false)
	linalg.Shrink(v.rF[:t.size], 1/rrF, next.varF, next.sdF, v.varF, t.f.p.floor)
	if t.beta != 0 {
		rrC = g.conditionLinked(s, i)
	} else if !t.known {
		rrC = math.Sqrt(v.varC[i] + t.c.p.noise)
		g.column(v.rC, &t.c, s, i, true)
		linalg.Shrink(v.rC[:t.size], 1/rrC, next.varC, next.sdC, v.varC, t.c.p.floor)
	}
	return t.f.p.lift(v.varF[i], rrF), rrC
}

// shift writes mu + r·z.
func shift(dst, mu, r []float64, z float64, n int) {
	linalg.Blend(dst[:n], 1, mu, z, r)
}

// column computes R_{·,s}·R_ii for the candidate i chosen at stage s:
//
//	R_{·,s} = (cov(·,i) − Σ_{j<s} R_{·,j} R_{i,j}) / R_ii
func (g *greedy) column(dst []float64, cols *columns, s, i int, cost bool) {
	t := g.t
	dst = dst[:t.size]
	copy(dst, cols.row(t, i))
	for j := range s {
		r := g.levels[j].rF
		if cost && t.beta != 0 {
			r = g.levels[j].rG
		} else if cost {
			r = g.levels[j].rC
		}
		linalg.Axpy(dst, -r[i], r[:t.size])
	}
}
