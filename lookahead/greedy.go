package lookahead

import (
	"math"

	"farsight/internal/lanes"
)

// greedy chooses trees whose points are candidates of a table, top-down: at
// every node the few candidates of largest Q₁ are tried with their own greedy
// subtrees, and the best kept. It is one worker's workspace.
type greedy struct {
	l      *layout
	t      *table
	levels []level
	picks  [][]int // per stage: the chosen candidate of every node
	beam   []int   // trials per node of each stage
	held   []int   // candidate a node must also try, or −1; nil: none
}

// level is what the nodes of one stage see of all candidates on the path
// being explored.
type level struct {
	muF, sdF, varF []float64
	muC, sdC, varC []float64
	rF, rC         []float64 // column R_{·,s} of the point chosen at this stage
	trial          []int
	score          []float64
}

func newGreedy(l *layout, stride int) *greedy {
	g := &greedy{l: l, levels: make([]level, l.steps), picks: make([][]int, l.steps), beam: make([]int, l.steps)}
	for s := range g.levels {
		b := make([]float64, 8*stride)
		take := func() []float64 {
			v := b[:stride:stride]
			b = b[stride:]
			return v
		}
		g.levels[s] = level{
			muF: take(), sdF: take(), varF: take(), muC: take(), sdC: take(), varC: take(), rF: take(), rC: take(),
			trial: make([]int, 0, 16), score: make([]float64, 0, 16),
		}
		g.picks[s] = make([]int, l.nodes)
	}
	return g
}

// setBeam says how many candidates a node of each stage tries.
func (g *greedy) setBeam(at func(stage int) int) {
	for s := range g.beam {
		g.beam[s] = at(s)
	}
}

// tree chooses the subtree below a given root candidate and returns the
// tree's value; choices are in picks[0]. held, if not nil, names for each node
// a candidate that is always tried, so that the value cannot fall below that
// of the held tree.
func (g *greedy) tree(t *table, root State, candidate int, held []int) float64 {
	g.t, g.held = t, held
	g.begin()
	return g.try(0, 0, candidate, root.Best, root.Budget, held != nil, g.picks[0])
}

// begin sets stage 0 to the base posterior, which nobody writes to.
func (g *greedy) begin() {
	t, v := g.t, &g.levels[0]
	v.muF, v.varF, v.sdF = t.f.mu, t.f.v, t.f.sd
	v.muC, v.varC, v.sdC = t.c.mu, t.c.v, t.c.sd
}

// q1 is EI·Φ(ζ) of candidate i as seen at stage s.
func (g *greedy) q1(v *level, i int, best, budget, lnBudget float64) float64 {
	ei := v.sdF[i] * nearlyEI((v.muF[i]-best)/v.sdF[i])
	if g.t.known {
		return ei * affordable(g.t.cost[i], budget)
	}
	return ei * nearlyCDF((lnBudget-v.muC[i])/v.sdC[i])
}

// choose returns the value of the best subtree found for node k of stage s,
// writing its choices to dst.
func (g *greedy) choose(s, k int, best, budget float64, holding bool, dst []int) float64 {
	if budget <= Exhausted {
		return 0
	}
	v := &g.levels[s]
	if s == g.l.steps-1 {
		i, value := g.argmax(v, best, budget, g.heldAt(k, holding))
		dst[k] = i
		return value
	}
	g.shortlist(v, best, budget, g.beam[s], g.heldAt(k, holding))
	bestValue, mine := math.Inf(-1), g.picks[s]
	own := dst
	for n, i := range v.trial {
		// The first trial writes in place; later ones only if they win.
		if n == 0 {
			bestValue = g.try(s, k, i, best, budget, holding && i == g.held[k], own)
			continue
		}
		value := g.try(s, k, i, best, budget, holding && i == g.held[k], mine)
		if value > bestValue {
			bestValue = value
			g.copySubtree(own, mine, s, k)
		}
	}
	return bestValue
}

func (g *greedy) heldAt(k int, holding bool) int {
	if holding {
		return g.held[k]
	}
	return -1
}

// try is the value of choosing candidate i at node k and going on greedily.
func (g *greedy) try(s, k, i int, best, budget float64, holding bool, dst []int) float64 {
	dst[k] = i
	if budget <= Exhausted {
		return 0
	}
	t, v := g.t, &g.levels[s]
	value := g.q1(v, i, best, budget, math.Log(budget))
	if s == g.l.steps-1 {
		return value
	}
	next := &g.levels[s+1]
	// Column R_{·,s}: (cov(·,i) − Σ_{j<s} R_{·,j} R_{i,j}) / R_ii
	rrF := math.Sqrt(v.varF[i] + t.f.p.noise)
	g.column(v.rF, &t.f, s, i, rrF, false)
	shrink(next.varF, next.sdF, v.varF, v.rF[:t.size], t.f.p.floor)
	rrC := 0.0
	if !t.known {
		rrC = math.Sqrt(v.varC[i] + t.c.p.noise)
		g.column(v.rC, &t.c, s, i, rrC, true)
		shrink(next.varC, next.sdC, v.varC, v.rC[:t.size], t.c.p.floor)
	}
	first, count := g.l.child[k], g.l.count[k]
	for j := first; j < first+count; j++ {
		zf, zc := g.l.zf[j], g.l.zc[j]
		y := v.muF[i] + rrF*zf
		cost := 0.0
		if t.known {
			cost = t.cost[i]
		} else {
			cost = math.Exp(v.muC[i] + rrC*zc)
		}
		left := budget - cost
		if left <= Exhausted {
			g.fill(s+1, j, i, dst)
			continue
		}
		shift(next.muF, v.muF, v.rF, zf, t.size)
		if !t.known {
			shift(next.muC, v.muC, v.rC, zc, t.size)
		}
		w := g.l.weight[j] / g.l.weight[k]
		value += w * g.choose(s+1, j, math.Max(best, y), left, holding, dst)
	}
	return value
}

// shrink writes the variances v − r², not below floor, and their roots.
func shrink(dst, sd, v, r []float64, floor float64) {
	dst, sd, v = dst[:len(r)], sd[:len(r)], v[:len(r)]
	for c, a := range r {
		t := v[c] - a*a
		if t < floor {
			t = floor
		}
		dst[c], sd[c] = t, math.Sqrt(t)
	}
}

// shift writes mu + r·z.
func shift(dst, mu, r []float64, z float64, n int) {
	dst, mu, r = dst[:n], mu[:n], r[:n]
	for c, m := range mu {
		dst[c] = m + r[c]*z
	}
}

// column computes R_{·,s} for the candidate i chosen at stage s.
func (g *greedy) column(dst []float64, cols *columns, s, i int, rr float64, cost bool) {
	t := g.t
	dst = dst[:t.size]
	copy(dst, cols.row(t, i))
	for j := range s {
		r := g.levels[j].rF
		if cost {
			r = g.levels[j].rC
		}
		lanes.Axpy(dst, -r[i], r[:t.size])
	}
	inv := 1 / rr
	for c := range dst {
		dst[c] *= inv
	}
}

// argmax is the candidate of largest Q₁. Bounds spare most of the special
// functions: EI ≤ σφ(0) + max(μ − f*, 0), and Φ ≤ 1.
func (g *greedy) argmax(v *level, best, budget float64, held int) (int, float64) {
	lnB := math.Log(budget)
	at, value := 0, -1.0
	if held >= 0 {
		at, value = held, g.q1(v, held, best, budget, lnB)
	}
	for i, sd := range v.sdF[:g.t.size] {
		d := v.muF[i] - best
		if 0.39894229*sd+max(d, 0) <= value {
			continue
		}
		ei := sd * nearlyEI(d/sd)
		if ei <= value {
			continue
		}
		if g.t.known {
			ei *= affordable(g.t.cost[i], budget)
		} else {
			ei *= nearlyCDF((lnB - v.muC[i]) / v.sdC[i])
		}
		if ei > value {
			at, value = i, ei
		}
	}
	return at, math.Max(value, 0)
}

// apart is how far two trials of one node must be from each other, so that a
// beam does not spend itself on one mode.
const apart = 0.04

// shortlist fills v.trial with the held candidate and those of largest Q₁, at
// least apart from each other, beam in number.
func (g *greedy) shortlist(v *level, best, budget float64, beam, held int) {
	v.trial, v.score = v.trial[:0], v.score[:0]
	lnB := math.Log(budget)
	if held >= 0 {
		v.trial, v.score = append(v.trial, held), append(v.score, math.Inf(1))
		beam++
		if beam == 1 {
			return
		}
	}
	worst := -1.0
	for i, sd := range v.sdF[:g.t.size] {
		d := v.muF[i] - best
		if 0.39894229*sd+max(d, 0) <= worst || i == held {
			continue
		}
		q := g.q1(v, i, best, budget, lnB)
		if q <= worst {
			continue
		}
		g.insert(v, i, q, beam)
		if len(v.trial) == beam {
			worst = v.score[beam-1]
		}
	}
}

// insert keeps v.trial sorted by score, and of two candidates of one mode only
// the better.
func (g *greedy) insert(v *level, i int, q float64, beam int) {
	p := g.t.point(i)
	for n, o := range v.trial {
		if !math.IsInf(v.score[n], 1) && distance(p, g.t.point(o)) < apart {
			if v.score[n] >= q {
				return
			}
			v.trial = append(v.trial[:n], v.trial[n+1:]...)
			v.score = append(v.score[:n], v.score[n+1:]...)
			break
		}
	}
	if len(v.trial) == beam {
		v.trial, v.score = v.trial[:beam-1], v.score[:beam-1]
	}
	n := len(v.trial)
	v.trial, v.score = append(v.trial, i), append(v.score, q)
	for n > 0 && v.score[n-1] < q {
		v.trial[n], v.score[n] = v.trial[n-1], v.score[n-1]
		n--
	}
	v.trial[n], v.score[n] = i, q
}

// fill gives a dead subtree the candidate i everywhere: it is worth nothing
// now, and refresh may revive it.
func (g *greedy) fill(s, k, i int, dst []int) {
	g.l.eachStage(s, k, func(from, to int) {
		for j := from; j < to; j++ {
			dst[j] = i
		}
	})
}

func (g *greedy) copySubtree(dst, src []int, s, k int) {
	g.l.eachStage(s, k, func(from, to int) { copy(dst[from:to], src[from:to]) })
}
