package lookahead

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"farsight/internal/linalg"
)

// greedy chooses trees whose points are candidates of a table, top-down: at
// every node a few candidates are tried with their own greedy subtrees, and the
// best kept. It is one worker's workspace.
type greedy struct {
	l      *layout
	t      *table
	levels []level
	picks  [][]int // per stage: the chosen candidate of every node
	beam   []int   // trials per node of each stage
	held   []int   // candidate a node must also try, or −1; nil: none
	end    float64 // the budget of an exhausted node
	lambda float64 // the price of budget
	branch linalg.Branch

	past       [][]conditioned // by stage, what was conditioned on there
	oldest     []int           // of each
	conditions int             // so far

	plain bool      // the subtree is one that judges
	grown int       // trials right after the root that are grown when a tree is chosen again
	scout []int     // those trials
	base  []float64 // the moments of ln c at stage 0, where it follows the objective
	foresight
}

// level is what the nodes of one stage see of all candidates on the path
// being explored.
type level struct {
	muF, sdF, varF []float64
	muC, sdC, varC []float64
	rF, rC         []float64 // column R_{·,s} of the point chosen at this stage
	way            []float64 // to each, from the point chosen before; nil: moving is free
	path           int       // the number of what was conditioned on last
	trial          []int
	score          []float64
	linkedLevel    // empty unless the cost follows the objective
}

// mostTrials is room enough for the trials of a node.
const mostTrials = 64

// newGreedy makes the workspace for trees of candidates of a table of that stride, of which kept
// conditionings a stage are cached.
func newGreedy(l *layout, stride, kept int, r *scratch) *greedy {
	g := &greedy{l: l, levels: make([]level, l.steps), picks: make([][]int, l.steps), beam: make([]int, l.steps)}
	g.branch.Limit = r.Take(stride)
	for s := range g.levels {
		b := r.Take(2 * stride)
		g.levels[s] = level{muF: b[:stride:stride], muC: b[stride:], trial: make([]int, 0, mostTrials), score: make([]float64, 0, mostTrials)}
		g.picks[s] = make([]int, l.nodes)
	}
	g.foresight = newForesight(r.Take, stride)
	g.remember(stride, kept, r)
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
	if g.held != nil && g.l.nodes <= ownPoints {
		g.sendScouts()
	}
	g.picks[0][0] = candidate
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
	lift, rrC := g.condition(0, candidate)
	budget, _ := g.after(&g.levels[0], candidate, root.Budget, 0)
	return g.follow(0, 0, g.l.child[0]+j, candidate, root.Best, budget, lift, rrC, g.held != nil, dst)
}

// begin sets stage 0 to the base posterior, which is read-only.
func (g *greedy) begin() {
	t, v := g.t, &g.levels[0]
	v.muF, v.varF, v.sdF = t.f.mu, t.f.v, t.f.sd
	v.muC, v.varC, v.sdC = t.c.mu, t.c.v, t.c.sd
	if t.beta != 0 {
		g.beginLinked()
	}
	v.way, v.path = t.first, t.changes
}

// offer is what an evaluation of a candidate promises as it is seen on a path.
type offer struct {
	ei, u, h         float64 // the improvement weighed, u = (μ_f − f*)/σ_f and h(u)
	mu, sd, variance float64 // of ln c, unless it is known
	rho              float64 // correlation of value and ln c
	way              float64 // what the way there costs
}

// offered writes what candidate i promises at the nodes that see v.
func (g *greedy) offered(o *offer, v *level, i int, best float64) {
	sd := v.sdF[i]
	*o = offer{u: (v.muF[i] - best) / sd}
	o.h = nearlyEI(o.u)
	o.ei = g.t.weighed(sd*o.h, i)
	if v.way != nil {
		o.way = v.way[i]
	}
	if !g.t.known {
		o.mu, o.sd, o.variance, o.rho = v.muC[i], v.sdC[i], v.varC[i], g.t.correlation(sd, v.sdC[i])
	}
}

// worth is EI·Φ(ζ)·w of candidate i within a budget of which the way is paid, less
// what way and spending are worth; or something that is at most beat if it is.
func (g *greedy) worth(i int, o *offer, budget, lnBudget, beat float64) float64 {
	q := o.ei
	if g.t.known {
		q *= affordable(g.t.cost[i], budget)
	} else if gap := lnBudget - o.mu; o.rho == 0 {
		q *= nearlyCDF(gap / o.sd)
	} else {
		q *= nearlyFits(o.rho, o.u, o.h, gap, o.sd)
	}
	if g.lambda == 0 || q <= beat {
		return q
	}
	return q - g.lambda*(o.way+g.spending(i, o, budget, lnBudget))
}

// spending is E[min(c, b)] of candidate i.
func (g *greedy) spending(i int, o *offer, budget, lnBudget float64) float64 {
	if g.t.known {
		return min(g.t.cost[i], budget)
	}
	return nearlySpending(math.Exp(o.mu+o.variance/2), o.sd, (lnBudget-o.mu)/o.sd, budget)
}

// reward is the value of candidate i at the nodes that see v.
func (g *greedy) reward(v *level, i int, best, budget, lnBudget float64) float64 {
	var o offer
	g.offered(&o, v, i, best)
	return g.rewardOf(v, i, &o, budget, lnBudget)
}

// rewardOf is reward of what candidate i promises.
func (g *greedy) rewardOf(v *level, i int, o *offer, budget, lnBudget float64) float64 {
	left, lnLeft := g.after(v, i, budget, lnBudget)
	if v.way != nil && left <= g.end {
		return -g.lambda * budget // all of it goes into the way
	}
	return g.worth(i, o, left, lnLeft, math.Inf(-1))
}

// lnBudget is the logarithm q1 asks for; known costs need none.
func (g *greedy) lnBudget(budget float64) float64 {
	if g.t.known {
		return 0
	}
	return math.Log(budget)
}

// choose returns the value of the best subtree found for node k of stage s,
// which is no leaf and has a budget, writing its choices to dst. Trials are judged
// by the plain trees below them, and only the best is grown with trials of its own:
// time adds up stage by stage, where trials within trials would multiply it. Only
// right after the root, when a tree is chosen again, several are grown.
func (g *greedy) choose(s, k int, best, budget float64, holding bool, dst []int) float64 {
	v, lnB := &g.levels[s], g.lnBudget(budget)
	g.shortlist(v, s, k, best, budget, lnB, g.beamAt(s, holding), g.heldAt(k, holding))
	growing, grown, plain := !g.plain && s < g.l.steps-2, 1, g.plain
	if g.whole(s, holding) {
		grown = g.grown
	}
	value := math.Inf(-1)
	try := func(n int) float64 {
		i := v.trial[n]
		tried := g.try(s, k, i, best, budget, g.reward(v, i, best, budget, lnB), holding && i == g.held[k], g.picks[s])
		if tried > value {
			value = tried
			g.copySubtree(dst, g.picks[s], s, k)
		}
		return tried
	}
	if len(v.trial) == 1 {
		try(0)
		return value
	}
	g.plain = true
	for n := range v.trial {
		v.score[n] = try(n)
	}
	if g.plain = plain; !growing {
		return value
	}
	value = math.Inf(-1)
	for range min(grown, len(v.trial)) {
		n := floats.MaxIdx(v.score)
		try(n)
		v.score[n] = math.Inf(-1)
	}
	return value
}

// whole reports whether several trials of stage s are grown: they are the first decisions
// after the root of a tree that is chosen again.
func (g *greedy) whole(s int, holding bool) bool {
	return holding && !g.plain && s == 1 && s < g.l.steps-2 && g.l.nodes <= ownPoints
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
			lnc += t.beta * math.Sqrt(v.varF[i]+t.f.p.noise) * zf
			linalg.Blend(v.rC[:t.size], t.beta*zf, v.rF, zc, v.rG)
			zc = 1
		}
		cost = math.Exp(lnc)
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

// leaf is the candidate of largest reward on the branch (zf, zc) that leaves v; next has its
// standard deviations; −1 if there is a price and none is worth it. Of equals the held one is
// taken, then the first. Bounds spare most of the special functions; they are sharp from the start
// because the most promising candidate is evaluated first.
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
	b := g.onBranch(v.muF, v.rF, next.sdF, zf, best)
	if !t.known && t.beta >= 0 {
		b.MuC, b.RC, b.SdC, b.ZC, b.LnBudget = v.muC, v.rC, next.sdC, zc, lnB
		g.charge(b, next.varC, budget)
	}
	first := false // then a candidate before it need only be as good
	if i := b.Begin(); i != held {
		if q := g.leafQ1(v, next, i, zf, zc, best, budget, lnB, value); q > max(value, 0) {
			at, value, first = i, q, true
		}
	}
	b.Refine(value)
	for i := 0; ; i++ {
		if i = g.above(b, i, value); i == t.size {
			break
		}
		if first && i == at {
			continue
		}
		beat := value
		if first && i < at {
			beat = math.Nextafter(value, 0)
		}
		if q := g.leafQ1(v, next, i, zf, zc, best, budget, lnB, beat); q > beat {
			at, value, first = i, q, false
		}
	}
	return at, math.Max(value, 0)
}

// onBranch prepares the bounds of Q₁, as if all were affordable and nothing
// were weighed.
func (g *greedy) onBranch(mu, r, sd []float64, z, best float64) *linalg.Branch {
	b := &g.branch
	b.MuF, b.RF, b.SdF, b.ZF, b.Best, b.Bounds, b.MuC = mu, r, sd[:g.t.size], z, best, nearlyBounds, nil
	return b
}

// leafQ1 is the reward of candidate i on a branch, or something that is at most
// value if it is.
func (g *greedy) leafQ1(v, next *level, i int, zf, zc, best, budget, lnB, value float64) float64 {
	sd := next.sdF[i]
	o := offer{u: (v.muF[i] + v.rF[i]*zf - best) / sd}
	o.h = nearlyEI(o.u)
	if o.ei = g.t.weighed(sd*o.h, i); o.ei <= value {
		return -1
	}
	if next.way != nil {
		if budget, lnB = g.after(next, i, budget, lnB); budget <= g.end {
			return 0
		}
		o.way = next.way[i]
	}
	if !g.t.known {
		o.mu, o.sd, o.variance, o.rho = v.muC[i]+v.rC[i]*zc, next.sdC[i], next.varC[i], g.t.correlation(sd, next.sdC[i])
	}
	return g.worth(i, &o, budget, lnB, value)
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
