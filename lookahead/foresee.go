package lookahead

import (
	"math"

	"farsight/lookahead/nearly"
)

// An evaluation that gains nothing by itself may open what follows: it tells which
// way is uphill, or leaves money for the right place. Ranked by Q₁ it is never
// tried. So the candidates of an inner node are ranked one step ahead, with the
// node's own outcomes,
//
//	Q₁(i) + Σ_z w·max_{j ∈ T} Q₁(j | i, z)
//
// where T are the few candidates that are worth most now, with the whole budget, a
// half and a quarter of it. Trees decide among those that are ranked first.

// targetBudgets are the shares of the budget with which targets are sought, and
// targetsEach how many with each.
var targetBudgets = [...]float64{1, 0.5, 0.25}

const (
	targetsEach = 2
	mostTargets = len(targetBudgets) * targetsEach
	// hopeless is where h(u) is a ten-millionth: it opens nothing.
	hopeless = -5.0
)

// foresight is one worker's workspace for such ranks.
type foresight struct {
	target     []int
	colF, colC [mostTargets][]float64 // covariances of all candidates with each target, on the path
	r, sd, rc  [mostTargets]float64   // of each target, once a candidate is evaluated
	sdC        [mostTargets]float64
	rank       []float64
}

func newForesight(take func(int) []float64, stride int) foresight {
	f := foresight{target: make([]int, 0, mostTargets), rank: take(stride)}
	for n := range mostTargets {
		f.colF[n], f.colC[n] = take(stride), take(stride)
	}
	return f
}

// foresee ranks all candidates at node k of stage s.
func (g *greedy) foresee(v *level, s, k int, best, budget, lnB float64) []float64 {
	t := g.t
	g.aim(v, best, budget)
	learns := !t.known && t.beta == 0 // of costs; where they follow the objective that is left out
	for n, j := range g.target {
		g.column(g.colF[n], &t.f, s, j, false)
		if learns {
			g.column(g.colC[n], &t.c, s, j, true)
		}
	}
	rank := g.rank[:t.size]
	for i := range rank {
		rank[i] = g.reward(v, i, best, budget, lnB) + g.opened(v, k, i, best, budget, learns)
	}
	return rank
}

// aim chooses the targets.
func (g *greedy) aim(v *level, best, budget float64) {
	g.target = g.target[:0]
	for _, share := range targetBudgets {
		b := budget * share
		lnB := g.lnBudget(b)
		var at [targetsEach]int
		top := [targetsEach]float64{}
		for i := range g.t.size {
			if q := g.reward(v, i, best, b, lnB); q > top[targetsEach-1] {
				n := targetsEach - 1
				for ; n > 0 && q > top[n-1]; n-- {
					top[n], at[n] = top[n-1], at[n-1]
				}
				top[n], at[n] = q, i
			}
		}
		for n, q := range top {
			if q > 0 {
				g.addTarget(at[n])
			}
		}
	}
}

func (g *greedy) addTarget(i int) {
	for _, j := range g.target {
		if i == j {
			return
		}
	}
	g.target = append(g.target, i)
}

// opened is Σ_z w·max_{j ∈ T} Q₁(j | i, z) at node k.
func (g *greedy) opened(v *level, k, i int, best, budget float64, learns bool) float64 {
	t := g.t
	budget, _ = g.after(v, i, budget, 0)
	if budget <= g.end || t.known && budget-t.cost[i] <= g.end {
		return 0
	}
	rrF := math.Sqrt(v.varF[i] + t.f.p.Noise)
	lift := t.f.p.Lift(v.varF[i], rrF)
	rrC := 0.0
	if learns {
		rrC = math.Sqrt(v.varC[i] + t.c.p.Noise)
	} else if !t.known {
		rrC = v.sdC[i]
	}
	for n, j := range g.target {
		r := g.colF[n][i] / rrF
		g.r[n], g.sd[n] = r, math.Sqrt(max(v.varF[j]-r*r, t.f.p.Floor))
		if g.rc[n], g.sdC[n] = 0, 0; learns {
			r := g.colC[n][i] / rrC
			g.rc[n], g.sdC[n] = r, math.Sqrt(max(v.varC[j]-r*r, t.c.p.Floor))
		} else if !t.known {
			g.sdC[n] = v.sdC[j]
		}
	}
	var ways []float64
	if v.way != nil {
		ways = t.waysFrom(i)
	}
	sum := 0.0
	for c := g.l.child[k]; c < g.l.child[k]+g.l.count[k]; c++ {
		zf, zc := g.l.zf[c], g.l.zc[c]
		left := budget
		if t.known {
			left -= t.cost[i]
		} else {
			left -= math.Exp(v.muC[i] + rrC*zc)
		}
		if left <= g.end {
			continue
		}
		sum += g.l.weight[c] / g.l.weight[k] * g.nextGain(v, max(best, v.muF[i]+lift*zf), left, zf, zc, ways)
	}
	return sum
}

// nextGain is the largest reward of a target once a candidate is evaluated.
func (g *greedy) nextGain(v *level, best, left, zf, zc float64, ways []float64) float64 {
	t, top, lnLeft := g.t, 0.0, 0.0
	if !t.known {
		lnLeft = math.Log(left)
	}
	for n, j := range g.target {
		sd := g.sd[n]
		u := (v.muF[j] + g.r[n]*zf - best) / sd
		if u < hopeless {
			continue
		}
		q := t.weighed(sd*nearly.EI(u), j)
		if q <= top {
			continue
		}
		b, lnB := left, lnLeft
		if ways != nil {
			if b -= ways[j]; b <= g.end {
				continue
			}
			if !t.known {
				lnB = math.Log(b)
			}
		}
		spent := 0.0
		if t.known {
			q *= affordable(t.cost[j], b)
			spent = min(t.cost[j], b)
		} else {
			mu, sdC := v.muC[j]+g.rc[n]*zc, g.sdC[n]
			zeta := (lnB - mu) / sdC
			if q *= nearly.CDF(zeta); g.lambda > 0 && q > top {
				spent = nearly.Spending(math.Exp(mu+sdC*sdC/2), sdC, zeta, b)
			}
		}
		if g.lambda > 0 {
			if ways != nil {
				spent += ways[j]
			}
			q -= g.lambda * spent
		}
		top = max(top, q)
	}
	return top
}
