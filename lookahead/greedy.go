package lookahead

import (
	"math"

	"farsight/internal/elementary"
	"farsight/internal/scratch"
	"farsight/internal/simd"
	"farsight/lookahead/nearly"
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
	last   int     // candidate of the last leaf
	end    float64 // the budget of an exhausted node
	lambda float64 // the price of money
	branch simd.Branch

	begun     bool // the root is conditioned on: lift and rrC are its own
	lift, rrC float64

	commits bool      // trials are judged by plain subtrees, and the best is then grown
	plain   bool      // the subtree is one that judges
	base    []float64 // the moments of ln c at stage 0, where it follows the objective
}

// level is what the nodes of one stage see of all candidates on the path
// being explored.
type level struct {
	muF, sdF, varF []float64
	muC, sdC, varC []float64
	rF, rC         []float64 // column R_{·,s} of the point chosen at this stage
	way            []float64 // to each, from the point chosen before; nil: moving is free
	trial          []int
	score          []float64
	linkedLevel    // empty unless the cost follows the objective
}

func newGreedy(l *layout, stride int, r *scratch.Memory) *greedy {
	g := &greedy{l: l, levels: make([]level, l.steps), picks: make([][]int, l.steps), beam: make([]int, l.steps)}
	for s := range g.levels {
		b := r.Take(8 * stride)
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
	value := g.root(t, root, candidate, held)
	for j := range g.l.count[0] {
		value += g.branchAt(j, root, candidate, g.picks[0])
	}
	return value
}

// root begins a tree, of which each branch can then be chosen by itself, and
// returns what its root is worth.
func (g *greedy) root(t *table, root State, candidate int, held []int) float64 {
	g.t, g.held, g.end, g.lambda = t, held, root.Exhausted(), root.Price
	g.begin()
	g.begun, g.picks[0][0] = false, candidate
	if root.Budget <= g.end {
		return 0
	}
	return g.reward(&g.levels[0], candidate, root.Best, root.Budget, g.lnBudget(root.Budget))
}

// branchAt chooses the j-th branch at the root, writes it to dst and returns what
// it adds to the tree's value.
func (g *greedy) branchAt(j int, root State, candidate int, dst []int) float64 {
	if root.Budget <= g.end || g.l.steps == 1 {
		return 0
	}
	if !g.begun {
		g.lift, g.rrC = g.condition(0, candidate)
		g.begun = true
	}
	budget, _ := g.after(&g.levels[0], candidate, root.Budget, 0)
	return g.follow(0, 0, g.l.child[0]+j, candidate, root.Best, budget, g.lift, g.rrC, g.held != nil, dst)
}

// begin sets stage 0 to the base posterior, which nobody writes to.
func (g *greedy) begin() {
	t, v := g.t, &g.levels[0]
	v.muF, v.varF, v.sdF = t.f.mu, t.f.v, t.f.sd
	v.muC, v.varC, v.sdC = t.c.mu, t.c.v, t.c.sd
	if t.beta != 0 {
		g.beginLinked()
	}
	v.way = t.first
}

// q1 is EI·Φ(ζ)·w of candidate i as seen at stage s.
func (g *greedy) q1(v *level, i int, best, budget, lnBudget float64) float64 {
	if budget, lnBudget = g.after(v, i, budget, lnBudget); v.way != nil && budget <= g.end {
		return 0
	}
	ei := g.t.weighed(v.sdF[i]*nearly.EI((v.muF[i]-best)/v.sdF[i]), i)
	if g.t.known {
		return ei * affordable(g.t.cost[i], budget)
	}
	if g.t.beta != 0 {
		u := (v.muF[i] - best) / v.sdF[i]
		return ei * g.fits(u, nearly.EI(u), lnBudget-v.muC[i], v.sdF[i], v.sdC[i])
	}
	return ei * nearly.CDF((lnBudget-v.muC[i])/v.sdC[i])
}

// reward is q1 less what the spending is worth.
func (g *greedy) reward(v *level, i int, best, budget, lnBudget float64) float64 {
	q := g.q1(v, i, best, budget, lnBudget)
	if g.lambda == 0 {
		return q
	}
	left, lnLeft := g.after(v, i, budget, lnBudget)
	if v.way == nil {
		return q - g.lambda*g.spending(v, i, left, lnLeft)
	}
	if left <= g.end {
		return -g.lambda * budget // all of it goes into the way
	}
	return q - g.lambda*(v.way[i]+g.spending(v, i, left, lnLeft))
}

// lnBudget is the logarithm q1 asks for; known costs need none.
func (g *greedy) lnBudget(budget float64) float64 {
	if g.t.known {
		return 0
	}
	return elementary.Log(budget)
}

// choose returns the value of the best subtree found for node k of stage s,
// which is no leaf and has a budget, writing its choices to dst.
func (g *greedy) choose(s, k int, best, budget float64, holding bool, dst []int) float64 {
	v, lnB := &g.levels[s], g.lnBudget(budget)
	g.shortlist(v, best, budget, lnB, g.beamAt(s, holding), g.heldAt(k, holding))
	judging := g.commits && !g.plain && len(v.trial) > 1 && s < g.l.steps-2
	g.plain = g.plain || judging
	bestValue, at := math.Inf(-1), 0
	own, mine := dst, g.picks[s]
	for n, i := range v.trial {
		if math.IsInf(v.score[n], 1) {
			v.score[n] = g.reward(v, i, best, budget, lnB)
		}
		// The first trial writes in place; later ones only if they win.
		if n == 0 {
			bestValue = g.try(s, k, i, best, budget, v.score[n], holding && i == g.held[k], own)
			continue
		}
		value := g.try(s, k, i, best, budget, v.score[n], holding && i == g.held[k], mine)
		if value > bestValue {
			bestValue, at = value, n
			g.copySubtree(own, mine, s, k)
		}
	}
	if !judging {
		return bestValue
	}
	g.plain = false
	i := v.trial[at]
	return g.try(s, k, i, best, budget, v.score[at], holding && i == g.held[k], own)
}

// beamAt is how many trials a node of stage s makes beside the one it holds.
func (g *greedy) beamAt(s int, holding bool) int {
	switch {
	case !g.plain:
		return g.beam[s]
	case holding:
		return 0
	}
	return 1
}

func (g *greedy) heldAt(k int, holding bool) int {
	if holding {
		return g.held[k]
	}
	return -1
}

// try is the value of choosing candidate i, whose Q₁ is q, at node k and going
// on greedily.
func (g *greedy) try(s, k, i int, best, budget, q float64, holding bool, dst []int) float64 {
	dst[k] = i
	value := q
	if s == g.l.steps-1 {
		return value
	}
	budget, _ = g.after(&g.levels[s], i, budget, 0)
	lift, rrC := g.condition(s, i)
	first, count := g.l.child[k], g.l.count[k]
	for j := first; j < first+count; j++ {
		value += g.follow(s, k, j, i, best, budget, lift, rrC, holding, dst)
	}
	return value
}

// follow chooses the subtree at the child j of node k, where candidate i was
// chosen and its way is paid, and returns what it adds to the value of k.
func (g *greedy) follow(s, k, j, i int, best, budget, lift, rrC float64, holding bool, dst []int) float64 {
	t, v, next := g.t, &g.levels[s], &g.levels[s+1]
	zf, zc := g.l.zf[j], g.l.zc[j]
	best = math.Max(best, v.muF[i]+lift*zf)
	cost := 0.0
	if t.known {
		cost = t.cost[i]
	} else {
		lnc := v.muC[i] + rrC*zc
		if t.beta != 0 {
			lnc += t.beta * math.Sqrt(v.varF[i]+t.f.p.Noise) * zf
			simd.Blend(v.rC[:t.size], t.beta*zf, v.rF, zc, v.rG)
			zc = 1
		}
		cost = elementary.Exp(lnc)
	}
	left := budget - cost
	if left <= g.end {
		g.fill(s+1, j, i, dst)
		return 0
	}
	w := g.l.weight[j] / g.l.weight[k]
	if s+1 == g.l.steps-1 {
		leaf, gain := g.leaf(v, next, zf, zc, best, left, g.heldAt(j, holding))
		if leaf < 0 { // it stops there
			leaf = i
		}
		dst[j] = leaf
		return w * gain
	}
	shift(next.muF, v.muF, v.rF, zf, t.size)
	if !t.known {
		shift(next.muC, v.muC, v.rC, zc, t.size)
	}
	return w * math.Max(g.choose(s+1, j, best, left, holding, dst), 0)
}

// condition prepares the variances of stage s+1, candidate i evaluated at s,
// and returns how far a fantasy lifts the incumbent, and R_ii of the cost.
func (g *greedy) condition(s, i int) (lift, rrC float64) {
	t, v, next := g.t, &g.levels[s], &g.levels[s+1]
	next.way = t.waysFrom(i)
	rrF := math.Sqrt(v.varF[i] + t.f.p.Noise)
	g.column(v.rF, &t.f, s, i, false)
	simd.Shrink(v.rF[:t.size], 1/rrF, next.varF, next.sdF, v.varF, t.f.p.Floor)
	if t.beta != 0 {
		rrC = g.conditionLinked(s, i)
	} else if !t.known {
		rrC = math.Sqrt(v.varC[i] + t.c.p.Noise)
		g.column(v.rC, &t.c, s, i, true)
		simd.Shrink(v.rC[:t.size], 1/rrC, next.varC, next.sdC, v.varC, t.c.p.Floor)
	}
	return t.f.p.Lift(v.varF[i], rrF), rrC
}

// shift writes mu + r·z.
func shift(dst, mu, r []float64, z float64, n int) {
	simd.Blend(dst[:n], 1, mu, z, r)
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
		simd.Axpy(dst, -r[i], r[:t.size])
	}
}

// leaf is the candidate of largest reward on the branch (zf, zc) that leaves v;
// next has its standard deviations; −1 if money has a price and none is worth
// it. Of equals the held one is taken, then the first. Bounds spare most of the
// special functions; they are sharp from the start because the last leaf's
// choice, which is seldom far from this one's, is looked at first.
func (g *greedy) leaf(v, next *level, zf, zc, best, budget float64, held int) (int, float64) {
	t := g.t
	lnB := g.lnBudget(budget)
	at, value := 0, -1.0
	if g.lambda > 0 {
		at, value = -1, 0
	}
	if held >= 0 {
		at, value = held, max(value, g.leafQ1(v, next, held, zf, zc, best, budget, lnB, -1))
	}
	hinted := false // then a candidate before the hint need only be as good
	if h := g.last; h < t.size && h != held {
		if q := g.leafQ1(v, next, h, zf, zc, best, budget, lnB, value); q > max(value, 0) {
			at, value, hinted = h, q, true
		}
	}
	b := g.onBranch(v.muF, v.rF, next.sdF, zf, best)
	if !t.known && t.beta >= 0 {
		b.MuC, b.RC, b.SdC, b.ZC, b.LnBudget = v.muC, v.rC, next.sdC, zc, lnB
		g.charge(b, next.varC, budget)
	}
	for i := 0; ; i++ {
		if i = b.Above(i, value); i == t.size {
			break
		}
		beat := value
		if hinted && i < at {
			beat = math.Nextafter(value, 0)
		}
		if q := g.leafQ1(v, next, i, zf, zc, best, budget, lnB, beat); q > beat {
			at, value, hinted = i, q, false
		}
	}
	if at >= 0 {
		g.last = at
	}
	return at, math.Max(value, 0)
}

// onBranch prepares the bounds of Q₁, as if all were affordable and nothing
// were weighed.
func (g *greedy) onBranch(mu, r, sd []float64, z, best float64) *simd.Branch {
	b := &g.branch
	b.MuF, b.RF, b.SdF, b.ZF, b.Best, b.Bounds, b.MuC = mu, r, sd[:g.t.size], z, best, nearly.Bounds, nil
	return b
}

// leafQ1 is the reward of candidate i on a branch, or something that is at most
// value if it is.
func (g *greedy) leafQ1(v, next *level, i int, zf, zc, best, budget, lnB, value float64) float64 {
	sd := next.sdF[i]
	ei := g.t.weighed(sd*nearly.EI((v.muF[i]+v.rF[i]*zf-best)/sd), i)
	if ei <= value {
		return -1
	}
	if next.way != nil {
		if budget, lnB = g.after(next, i, budget, lnB); budget <= g.end {
			return 0
		}
	}
	if g.lambda > 0 {
		return g.leafReward(v, next, i, ei, zf, zc, best, budget, lnB, value)
	}
	if g.t.known {
		return ei * affordable(g.t.cost[i], budget)
	}
	if g.t.beta != 0 {
		return g.linkedLeaf(v, next, i, zf, best, lnB-(v.muC[i]+v.rC[i]*zc))
	}
	return ei * nearly.CDF((lnB-(v.muC[i]+v.rC[i]*zc))/next.sdC[i])
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
