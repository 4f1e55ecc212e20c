package lookahead

import (
	"math"
	"slices"
)

// shortlist fills v.trial with what node k of stage s tries: the candidate it
// holds, if any, the one of largest Q₁, and either the scouts or those ranked first one
// step ahead, beam in number, apart from each other: a beam must not spend itself on one
// mode.
func (g *greedy) shortlist(v *level, s, k int, best, budget, lnB float64, beam, held int) {
	v.trial, v.score = v.trial[:0], v.score[:0]
	if held >= 0 {
		v.trial, v.score = append(v.trial, held), append(v.score, math.Inf(1))
	}
	if beam == 0 {
		return
	}
	if i := g.most(v, best, budget, lnB); i != held {
		v.trial, v.score = append(v.trial, i), append(v.score, math.Inf(1))
	}
	if beam == 1 {
		return
	}
	if g.whole(s, held >= 0) {
		for _, i := range g.scout {
			if !slices.Contains(v.trial, i) {
				v.trial, v.score = append(v.trial, i), append(v.score, 0)
			}
		}
		return
	}
	rank := g.foresee(v, s, k, best, budget, lnB)
	wanted := len(v.trial) + beam - 1
	for i, q := range rank {
		if len(v.trial) < wanted || q > v.score[wanted-1] {
			g.insert(v, i, q, wanted)
		}
	}
}

// most is the candidate of largest reward, of equals the first.
func (g *greedy) most(v *level, best, budget, lnB float64) int {
	b := g.onBranch(v.muF, v.muF, v.sdF, 0, best)
	if !g.t.known && g.t.beta >= 0 {
		b.MuC, b.RC, b.SdC, b.ZC, b.LnBudget = v.muC, v.muC, v.sdC, 0, lnB
		g.charge(b, v.varC, budget)
	}
	at := b.Begin()
	value := g.reward(v, at, best, budget, lnB)
	b.Refine(value)
	for i := 0; ; i++ {
		if i = g.above(b, i, value); i == g.t.size {
			return at
		}
		if q := g.reward(v, i, best, budget, lnB); q > value || q == value && i < at {
			at, value = i, q
		}
	}
}

// insert keeps v.trial sorted by score, and of two candidates of one mode only
// the better.
func (g *greedy) insert(v *level, i int, q float64, wanted int) {
	p := g.t.point(i)
	for n, o := range v.trial {
		if o == i {
			return
		}
		if !math.IsInf(v.score[n], 1) && distance(p, g.t.point(o)) < apart {
			if v.score[n] >= q {
				return
			}
			v.trial = append(v.trial[:n], v.trial[n+1:]...)
			v.score = append(v.score[:n], v.score[n+1:]...)
			break
		}
	}
	if len(v.trial) == wanted {
		v.trial, v.score = v.trial[:wanted-1], v.score[:wanted-1]
	}
	n := len(v.trial)
	v.trial, v.score = append(v.trial, i), append(v.score, q)
	for n > 0 && v.score[n-1] < q {
		v.trial[n], v.score[n] = v.trial[n-1], v.score[n-1]
		n--
	}
	v.trial[n], v.score[n] = i, q
}

// One step ahead does not show what three steps are good for: with budget for two
// good evaluations and three to make, the first should be a cheap one. So where a tree
// is chosen again, the first decisions after the root are sought among candidates that
// are spread over all.

// scoutsTried is how many of them are tried.
const scoutsTried = 16

// sendScouts chooses candidates that are spread over all, each as far as possible
// from those before.
func (g *greedy) sendScouts() {
	t, far := g.t, g.rank[:g.t.size]
	for i := range far {
		far[i] = math.Inf(1)
	}
	g.scout = g.scout[:0]
	for at := 0; len(g.scout) < scoutsTried && far[at] > 0; {
		g.scout = append(g.scout, at)
		next := 0
		for i := range far {
			if far[i] = min(far[i], distance(t.point(i), t.point(at))); far[i] > far[next] {
				next = i
			}
		}
		at = next
	}
}

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
	g.aim(v, best, budget, lnB)
	learns := !t.known && t.beta == 0 // of costs; where they follow the objective that is left out
	for n, j := range g.target {
		g.column(g.colF[n], &t.f, s, j, false)
		if learns {
			g.column(g.colC[n], &t.c, s, j, true)
		}
	}
	rank := g.rank[:t.size]
	for i := range rank {
		rank[i] += g.opened(v, k, i, best, budget, learns)
	}
	return rank
}

// aim chooses the targets, and writes what every candidate is worth to rank.
func (g *greedy) aim(v *level, best, budget, lnB float64) {
	var at [len(targetBudgets)][targetsEach]int
	var top [len(targetBudgets)][targetsEach]float64
	var o offer
	ln := [len(targetBudgets)]float64{lnB}
	for n, share := range targetBudgets[1:] {
		ln[n+1] = g.lnBudget(budget * share)
	}
	for i := range g.t.size {
		g.offered(&o, v, i, best)
		for n, share := range targetBudgets {
			q := g.rewardOf(v, i, &o, budget*share, ln[n])
			if n == 0 {
				g.rank[i] = q
			}
			if m := targetsEach - 1; q > top[n][m] {
				for ; m > 0 && q > top[n][m-1]; m-- {
					top[n][m], at[n][m] = top[n][m-1], at[n][m-1]
				}
				top[n][m], at[n][m] = q, i
			}
		}
	}
	g.target = g.target[:0]
	for n := range top {
		for m, q := range top[n] {
			if q > 0 && !slices.Contains(g.target, at[n][m]) {
				g.target = append(g.target, at[n][m])
			}
		}
	}
}

// opened is Σ_z w·max_{j ∈ T} Q₁(j | i, z) at node k.
func (g *greedy) opened(v *level, k, i int, best, budget float64, learns bool) float64 {
	t := g.t
	budget, _ = g.after(v, i, budget, 0)
	if budget <= g.end || t.known && budget-t.cost[i] <= g.end {
		return 0
	}
	rrF := math.Sqrt(v.varF[i] + t.f.p.noise)
	lift := t.f.p.lift(v.varF[i], rrF)
	rrC := 0.0
	if learns {
		rrC = math.Sqrt(v.varC[i] + t.c.p.noise)
	} else if !t.known {
		rrC = v.sdC[i]
	}
	for n, j := range g.target {
		r := g.colF[n][i] / rrF
		g.r[n], g.sd[n] = r, math.Sqrt(max(v.varF[j]-r*r, t.f.p.floor))
		if g.rc[n], g.sdC[n] = 0, 0; learns {
			r := g.colC[n][i] / rrC
			g.rc[n], g.sdC[n] = r, math.Sqrt(max(v.varC[j]-r*r, t.c.p.floor))
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
	t, top, lnLeft := g.t, 0.0, math.NaN() // a logarithm that is seldom needed
	for n, j := range g.target {
		sd := g.sd[n]
		o := offer{u: (v.muF[j] + g.r[n]*zf - best) / sd}
		if o.u < hopeless {
			continue
		}
		o.h = nearlyEI(o.u)
		if o.ei = t.weighed(sd*o.h, j); o.ei <= top {
			continue
		}
		if math.IsNaN(lnLeft) {
			lnLeft = g.lnBudget(left)
		}
		b, lnB := left, lnLeft
		if ways != nil {
			if b -= ways[j]; b <= g.end {
				continue
			}
			o.way, lnB = ways[j], g.lnBudget(b)
		}
		if !t.known {
			o.mu, o.sd = v.muC[j]+g.rc[n]*zc, g.sdC[n]
			o.variance = o.sd * o.sd
		}
		top = max(top, g.worth(j, &o, b, lnB, top))
	}
	return top
}
