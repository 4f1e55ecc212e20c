package lookahead

import (
	"cmp"
	"fmt"
	"math"
	"slices"

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
	Price   float64 // λ, what a unit of budget is worth beyond the tree; 0: nothing
}

// exhaustedShare of the initial budget buys nothing: what is left is rounding.
const exhaustedShare = 1e-6

// Exhausted is the budget at or below which a node of trees that start here is
// worth nothing.
func (s State) Exhausted() float64 {
	whole := cmp.Or(s.Initial, s.Budget)
	if !(whole > 0) || math.IsInf(whole, 1) {
		return 0
	}
	return exhaustedShare * whole
}

// Evaluator computes the value of a scenario tree and its exact gradient with
// respect to all decision points. Evaluations do not allocate. It is one
// worker's: Clone shares everything but the workspace.
type Evaluator struct {
	layout *layout
	known  model.KnownCost
	weight model.Weight // of points; nil: none
	f, c   *belief      // c is nil when the cost is known
	all    []*belief    // those there are
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
	priced                       // empty without a price
	linked                       // how the cost follows the objective
	route                        // empty where moving is free
	bestBar, budBar    []float64
	ended              bool // there were exhausted nodes in the tree last computed
	value              float64
	whole              bool      // do not stop at exhausted nodes
	fantasyF, fantasyC []float64 // y on the edge that enters the node
	gain               gains     // how each node's Q₁ came about
	at                 []float64 // the tree last computed
	seen               bool      // there is one, and nothing of it was left out or added
	lnw                []float64 // gradient of one node's ln w
	cols, pull         []float64 // the points and their gradient, coordinate by coordinate
	u                  []float64 // of the nodes, on the way to their gains
}

// gains are Q₁ = σ_f·h·chance in its parts by node, kept for the gradient.
type gains struct {
	h, cdf, pdf  []float64 // of u = (μ_f − f*)/σ_f
	chance       []float64 // Φ(ζ), that the evaluation fits the budget, times the point's weight
	zeta, normal []float64 // ζ and φ(ζ), times the weight; 0 where the cost is known
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
	take := block((17 + 3*e.d) * n)
	e.best, e.budget, e.cost, e.reward, e.rewardNode = take(n), take(n), take(n), take(n), take(n)
	e.bestBar, e.budBar, e.fantasyF, e.fantasyC = take(n), take(n), take(n), take(n)
	e.own, e.dead, e.off = make([]bool, n), make([]bool, n), make([]bool, n)
	e.gain = gains{h: take(n), cdf: take(n), pdf: take(n), chance: take(n), zeta: take(n), normal: take(n)}
	e.at, e.cols, e.pull, e.u, e.lnw = take(n*e.d), take(n*e.d), take(n*e.d), take(n), make([]float64, e.d)
	e.priced = newPriced(e.root.Price, n, e.d)
	e.route = newRoute(e.root.Pair, n, e.d)
	e.f = newBelief(f, e.layout, e.layout.zf)
	e.all = []*belief{e.f}
	if c != nil {
		e.c = newBelief(c, e.layout, e.layout.zc)
		e.all = append(e.all, e.c)
	}
	e.linked = newLinked(e.root.Pair, e.c, n)
}

// count has the work with the processes added up.
func (e *Evaluator) count(work *workMeter) {
	for _, b := range e.all {
		b.work = work
	}
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

// inspect is Value that also follows the fantasies below exhausted nodes, for display.
func (e *Evaluator) inspect(x []float64) float64 {
	e.whole = true
	defer func() { e.whole = false }()
	return e.Value(x, nil)
}
