package lookahead

import (
	"fmt"
	"math"
	"slices"

	"farsight/acquisition"
	"farsight/internal/elementary"
	"farsight/internal/simd"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// State is what a decision starts from: what is believed, what is left and
// what is held.
type State struct {
	Pair    *model.Pair
	Budget  float64 // remaining (or fantasy) budget
	Best    float64 // incumbent f*
	Initial float64 // the budget that what counts as nothing is a share of; 0: Budget
	Price   float64 // λ, what a unit of money is worth beyond the tree; 0: nothing
}

// exhaustedShare of the initial budget buys nothing: what is left is rounding.
const exhaustedShare = 1e-6

// Exhausted is the budget at or below which a node of trees that start here is
// worth nothing.
func (s State) Exhausted() float64 {
	whole := s.initial()
	if !(whole > 0) || math.IsInf(whole, 1) {
		return 0
	}
	return exhaustedShare * whole
}

func (s State) initial() float64 {
	if s.Initial == 0 {
		return s.Budget
	}
	return s.Initial
}

// Evaluator computes the value of a scenario tree and its exact gradient with
// respect to all decision points. Evaluations do not allocate. It is one
// worker's: Clone shares everything but the workspace.
type Evaluator struct {
	layout *layout
	known  model.KnownCost
	weight model.Weight // of points; nil: none
	f, c   *belief      // c is nil when the cost is known
	root   State
	end    float64 // the budget of an exhausted node
	d      int

	best, budget       []float64 // seen by each node, its way paid
	cost               []float64 // fantasy cost paid on the edge that enters the node
	own                []bool    // the incumbent is that of the node's own incoming fantasy
	dead               []bool
	off                []bool    // adds nothing: exhausted, or the tree stops at or above it
	reward             []float64 // probability-weighted
	rewardNode         []float64 // unweighted Q₁, less what the spending is worth
	priced                       // empty where money has no price
	linked                       // how the cost follows the objective
	route                        // empty where moving is free
	bestBar, budBar    []float64
	live               []int // nodes computed in the current stage
	value              float64
	whole              bool      // do not stop at exhausted nodes
	fantasyF, fantasyC []float64 // y on the edge that enters the node
	gain               []gain    // how each node's Q₁ came about
	at                 []float64 // the tree last computed
	seen               bool      // there is one, and nothing of it was left out or added
	lnw                []float64 // gradient of one node's ln w
}

// gain is Q₁ = σ_f·h·chance in its parts, kept for the gradient.
type gain struct {
	h, cdf, pdf  float64 // of u = (μ_f − f*)/σ_f
	chance       float64 // Φ(ζ), that the evaluation fits the budget, times the point's weight
	zeta, normal float64 // ζ and φ(ζ), times the weight; 0 where the cost is known
}

// belief is a process with the workspace a tree needs for it.
type belief struct {
	*process
	k, h, w []float64 // per node rows of length n
	mu, sd  []float64 // moments seen at the node
	rr      []float64 // R_kk
	r       []float64 // R_kj, N per node
	cov     []float64 // between node and ancestor j given the data, all nodes for each j
	slope   []float64 // h between them

	muBar, sdBar, rrBar []float64
	vBar                []float64        // times −2
	rBar, cBar          []float64        // N per node
	kBar                simd.Combination // rows of length n, times h
	pull                []float64        // on the nodes, by one coordinate
	clamped             []bool           // the variance sits on its floor
}

// NewEvaluator prepares trees over the state s with the given base samples.
func NewEvaluator(s State, f fantasy.Samples) (*Evaluator, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	if math.IsNaN(s.Budget) || math.IsNaN(s.Best) || math.IsInf(s.Best, 0) {
		return nil, fmt.Errorf("budget %v and incumbent %v: must be numbers", s.Budget, s.Best)
	}
	if !(s.Price >= 0) || math.IsInf(s.Price, 1) {
		return nil, fmt.Errorf("price of money %v: must be a number, 0 or above", s.Price)
	}
	e := &Evaluator{layout: newLayout(f), known: s.Pair.Known, weight: s.Pair.Weight, root: s, end: s.Exhausted(), d: s.Pair.Dim()}
	e.allocate(newProcess(s.Pair.Objective), costOf(s.Pair))
	return e, nil
}

// Clone returns an evaluator of the same trees with its own workspace.
func (e *Evaluator) Clone() *Evaluator {
	c := &Evaluator{layout: e.layout, known: e.known, weight: e.weight, root: e.root, end: e.end, d: e.d}
	var cost *process
	if e.c != nil {
		cost = e.c.process
	}
	c.allocate(e.f.process, cost)
	return c
}

func (e *Evaluator) allocate(f, c *process) {
	n := e.layout.nodes
	block := make([]float64, 9*n)
	take := func() []float64 {
		s := block[:n:n]
		block = block[n:]
		return s
	}
	e.best, e.budget, e.cost, e.reward, e.rewardNode = take(), take(), take(), take(), take()
	e.bestBar, e.budBar, e.fantasyF, e.fantasyC = take(), take(), take(), take()
	e.own, e.dead, e.off, e.live = make([]bool, n), make([]bool, n), make([]bool, n), make([]int, 0, n)
	e.gain, e.at, e.lnw = make([]gain, n), make([]float64, n*e.d), make([]float64, e.d)
	e.priced = newPriced(e.root.Price, n, e.d)
	e.route = newRoute(e.root.Pair, n, e.d)
	e.f = newBelief(f, e.layout)
	if c != nil {
		e.c = newBelief(c, e.layout)
	}
	e.linked = newLinked(e.root.Pair, e.c, n)
}

func newBelief(p *process, l *layout) *belief {
	n, m, s := p.n, l.nodes, l.steps
	b := &belief{
		process: p,
		k:       make([]float64, m*n), h: make([]float64, m*n), w: make([]float64, m*n),
		mu: make([]float64, m), sd: make([]float64, m), rr: make([]float64, m),
		r: make([]float64, m*s), cov: make([]float64, m*s), slope: make([]float64, m*s), rBar: make([]float64, m*s), cBar: make([]float64, m*s),
		muBar: make([]float64, m), vBar: make([]float64, m), sdBar: make([]float64, m), rrBar: make([]float64, m),
		pull: make([]float64, m), clamped: make([]bool, m),
	}
	b.kBar = simd.Combination{
		N: n, Dst: make([]float64, m*n), Sum: make([]float64, m), A: b.muBar, X: p.alpha, B: b.vBar, W: b.w, H: b.h,
		C: b.cBar, First: l.kin.first, Row: l.kin.node, At: l.kin.pair,
	}
	return b
}

// Nodes is the number of decision points; Dim that of each.
func (e *Evaluator) Nodes() int { return e.layout.nodes }

// Dim is the dimension of a decision point.
func (e *Evaluator) Dim() int { return e.d }

// Weight is the probability of reaching node k.
func (e *Evaluator) Weight(k int) float64 { return e.layout.weight[k] }

// NodeAt is the node a path of fantasy indices leads to.
func (e *Evaluator) NodeAt(path []int) int { return e.layout.at(path) }

// Value returns the value of the tree whose decision points are x (node-major,
// Dim each) and, if grad is not nil, writes its gradient there. Where a max
// ties, the gradient is that of the branch taken.
func (e *Evaluator) Value(x, grad []float64) float64 {
	if len(x) != e.layout.nodes*e.d || (grad != nil && len(grad) != len(x)) {
		panic(fmt.Sprintf("lookahead: tree of %d×%d evaluated with %d coordinates and %d gradient entries", e.layout.nodes, e.d, len(x), len(grad)))
	}
	// A polish begins where its tree was judged.
	if !e.seen || e.whole || !slices.Equal(x, e.at) {
		e.forward(x)
		e.seen = !e.whole
		copy(e.at, x)
	}
	if grad != nil {
		e.reverse(x, grad)
	}
	return e.value
}

// inspect is Value that also follows the fantasies below exhausted nodes, for
// those who want to see what is imagined there.
func (e *Evaluator) inspect(x []float64) float64 {
	e.whole = true
	defer func() { e.whole = false }()
	return e.Value(x, nil)
}

// forward fills in what each node sees, stage by stage (docs/trees.md, "The tree as one
// function").
func (e *Evaluator) forward(x []float64) {
	l := e.layout
	e.best[0], e.budget[0], e.own[0] = e.root.Best, e.root.Budget, false
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
		e.f.see(l, e.live, x, s, l.zf)
		if e.c != nil {
			e.c.see(l, e.live, x, s, l.zc)
			if e.beta != 0 {
				e.together()
			}
		}
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

// q1 is EI·Φ(ζ)·w at node k, with ζ = (ln b − μ_c)/σ_c.
func (e *Evaluator) q1(k int, x []float64) float64 {
	g := &e.gain[k]
	g.h, g.cdf, g.pdf = acquisition.ReducedEI((e.f.mu[k] - e.best[k]) / e.f.sd[k])
	if e.c == nil {
		g.chance, g.zeta, g.normal = affordable(e.known(x[k*e.d:k*e.d+e.d]), e.budget[k]), 0, 0
	} else if math.IsInf(e.budget[k], 1) {
		g.chance, g.zeta, g.normal = 1, 0, 0
	} else {
		g.zeta = (elementary.Log(e.budget[k]) - e.lnMean[k]) / e.lnSd[k]
		g.chance, g.normal = acquisition.CDFPDF(g.zeta)
	}
	w := 1.0
	if e.weight != nil {
		w = elementary.Exp(e.weight.LogWeight(x[k*e.d:k*e.d+e.d], nil))
		g.chance *= w
		g.normal *= w
	}
	if e.follows(k) {
		q := e.linkedQ1(k, w)
		g.chance = q / math.Max(e.f.sd[k]*g.h, math.SmallestNonzeroFloat64)
		return q
	}
	return e.f.sd[k] * g.h * g.chance
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
		cost := 0.0
		if e.c == nil && !ended {
			cost = e.known(x[k*e.d : k*e.d+e.d])
		}
		for j := l.child[k]; j < l.child[k]+l.count[k]; j++ {
			if ended {
				e.budget[j], e.best[j], e.own[j] = 0, e.best[k], false
				continue
			}
			y := e.f.mu[k] + e.f.rr[k]*l.zf[j]
			e.fantasyF[j] = y
			if e.f.noisy {
				y = e.f.mu[k] + e.f.lift(e.f.sd[k]*e.f.sd[k], e.f.rr[k])*l.zf[j]
			}
			e.own[j] = y > e.best[k]
			e.best[j] = math.Max(y, e.best[k])
			if e.c != nil {
				e.fantasyC[j] = e.c.mu[k] + e.c.rr[k]*l.zc[j]
				if e.beta != 0 {
					e.fantasyC[j] += e.beta * e.fantasyF[j]
				}
				cost = elementary.Exp(e.fantasyC[j])
			} else {
				e.fantasyC[j] = elementary.Log(cost)
			}
			e.cost[j] = cost
			e.budget[j] = e.budget[k] - cost
		}
	}
}

// see computes the moments at the live nodes of stage s, conditioned on the
// fantasies along their paths: the whitened residuals are the base samples.
func (b *belief) see(l *layout, live []int, x []float64, s int, z []float64) {
	// Consecutive live nodes are seen together.
	for i := 0; i < len(live); {
		j := i + 1
		for j < len(live) && live[j] == live[j-1]+1 {
			j++
		}
		b.tabulate(l, live[i], live[j-1]+1, x, s)
		i = j
	}
	steps := l.steps
	for _, k := range live {
		row := b.r[k*steps : k*steps+s]
		anc := l.anc[k*steps : k*steps+s+1]
		// μ = μ⁰ + Σ R_kj z_j, v = c_kk − Σ R_kj²
		mu, v := b.mu[k], b.sd[k]
		for j := range row {
			a := anc[j]
			// R_kj = (c_kj − Σ_{i<j} R_ki R_{a_j,i}) / R_{a_j,a_j}
			t := b.cov[j*l.nodes+k]
			ra := b.r[a*steps : a*steps+j]
			for i, v := range ra {
				t -= row[i] * v
			}
			t /= b.rr[a]
			row[j] = t
			mu += t * z[anc[j+1]]
			v -= t * t
		}
		b.clamped[k] = v < b.floor
		if b.clamped[k] {
			v = b.floor
		}
		b.mu[k], b.sd[k], b.rr[k] = mu, math.Sqrt(v), math.Sqrt(v+b.noise)
	}
}

// tabulate computes what the data say of the nodes from up to to of stage s:
// the mean into mu, the variance into sd for now, and the covariances with their
// ancestors.
func (b *belief) tabulate(l *layout, from, to int, x []float64, s int) {
	n, d := b.n, b.d
	k, w := b.k[from*n:to*n], b.w[from*n:to*n]
	b.rows(k, b.h[from*n:to*n], x[from*d:to*d])
	b.solve(w, k, to-from)
	mu, v := b.mu[from:to], b.sd[from:to]
	for i := range mu {
		mu[i], v[i] = b.mean, b.a
	}
	simd.SubtractDots(mu, b.minusAlpha, k)
	simd.SubtractRowDots(v, k, w, n)
	for j := range s {
		cov := b.cov[j*l.nodes : (j+1)*l.nodes]
		for k := from; k < to; k++ {
			a := l.anc[k*l.steps+j]
			q := 0.0
			for c, s := range b.scale {
				t := (x[k*d+c] - x[a*d+c]) * s
				q += t * t
			}
			cov[k] = q
		}
		simd.Pairs(cov[from:to], b.slope[j*l.nodes+from:j*l.nodes+to], b.a)
		// The descendants of a node are next to each other.
		for k := from; k < to; {
			a, first := l.anc[k*l.steps+j], k
			for k < to && l.anc[k*l.steps+j] == a {
				k++
			}
			simd.SubtractDots(cov[first:k], b.w[a*n:a*n+n], b.k[first*n:])
		}
	}
}
