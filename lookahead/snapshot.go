package lookahead

import (
	"fmt"
	"math"
	"slices"

	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Kind says why a node has no children worth looking at, if it has none.
type Kind int

const (
	// KindOpen is an inner node that continues.
	KindOpen Kind = iota
	// KindExhausted is a node without remaining budget: it and all below it are worth nothing.
	KindExhausted
	// KindTruncated is a leaf with budget left: the horizon ends here.
	KindTruncated
	// KindStopped is a node that costs more than it brings at the price of budget: it and
	// everything below it are skipped.
	KindStopped
)

var kindNames = [...]string{KindOpen: "open", KindExhausted: "exhausted", KindTruncated: "truncated", KindStopped: "stopped"}

// String is the kind in a word.
func (k Kind) String() string {
	if k >= 0 && int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", int(k))
}

// Snapshot is a scenario tree as a value to draw: parents come before their
// children, stage by stage, siblings in the order of their fantasies.
type Snapshot struct {
	Nodes     []NodeView
	Value     float64 // Q_N at the root
	Price     float64 // λ
	Steps     int     // N
	Rule      fantasy.Rule
	Fantasies string // per stage, as in "4,4,2"
}

// NodeView is what one node decides, what led to it and what it sees. Below an
// exhausted node it is what would be seen there.
type NodeView struct {
	Parent int   // index into Nodes; −1 at the root
	Stage  int   // 0 at the root
	Path   []int // fantasy indices from the root
	Kind   Kind

	X     model.Unit // decision point
	Point []float64  // the same in the caller's units

	Y, Cost float64 // the fantasy that led here; NaN at the root
	Best    float64 // incumbent as imagined here
	Budget  float64 // remaining budget as imagined here, before the way
	Way     float64 // what it costs to get to X from the point before; 0 where moving is free

	Mean, Sd             float64 // posterior of f at X
	MeanLnCost, SdLnCost float64 // posterior of ln c at X; Sd 0 where the cost is known

	Value       float64 // Q₁ of the decision here, less λ times its spending
	Spending    float64 // E[min(c, b)] here; 0 without a price
	Subtree     float64 // value of the subtree, given that this node is reached; of a stopped one what it would be
	Probability float64 // of reaching it
}

// Snapshot describes the tree node by node, for the state and the base samples
// it was maximised on. point maps the unit cube to the caller's units; nil
// means that they are the same.
func (t *Tree) Snapshot(s State, f fantasy.Samples, rule fantasy.Rule, point func(model.Unit) []float64) (Snapshot, error) {
	e, err := NewEvaluator(s, f)
	if err != nil {
		return Snapshot{}, err
	}
	if len(t.X) != e.Nodes()*e.d {
		return Snapshot{}, fmt.Errorf("a tree of %d coordinates does not fit fantasies %s in dimension %d: take the snapshot with the base samples of its maximisation", len(t.X), f, e.d)
	}
	if point == nil {
		point = func(u model.Unit) []float64 { return u }
	}
	l := e.layout
	out := Snapshot{Value: e.inspect(t.X), Price: e.lambda, Steps: l.steps, Rule: rule, Fantasies: f.String(), Nodes: make([]NodeView, l.nodes)}
	for k := range out.Nodes {
		x := slices.Clone(t.X[k*e.d : k*e.d+e.d])
		v := NodeView{
			Parent: l.parent[k], Stage: l.stage[k], Path: l.path(k), Kind: e.kind(k),
			X: x, Point: point(slices.Clone(x)), Y: math.NaN(), Cost: math.NaN(),
			Best: e.best[k], Budget: e.arrived(k), Way: e.wayTo(k), Mean: e.f.Mu[k], Sd: e.f.Sd[k],
			Value: e.rewardNode[k], Probability: l.weight[k],
		}
		if k > 0 {
			v.Y, v.Cost = e.fantasyF[k], e.cost[k]
		}
		if e.lambda > 0 && !e.dead[k] {
			v.Spending = e.spent[k].Value
		}
		if e.c != nil {
			v.MeanLnCost, v.SdLnCost = e.lnMean[k], e.lnSd[k]
		} else {
			v.MeanLnCost = math.Log(e.known(x))
		}
		out.Nodes[k] = v
	}
	// Subtree_k = Value_k + Σ_children weight·max(0, Subtree), leaves first.
	for k := l.nodes - 1; k >= 0; k-- {
		n := &out.Nodes[k]
		n.Subtree += n.Value
		if n.Parent >= 0 && n.Subtree > 0 {
			out.Nodes[n.Parent].Subtree += f[n.Stage-1].Weight[l.edge[k]] * n.Subtree
		}
	}
	return out, nil
}

// kind of node k in the tree just inspected.
func (e *Evaluator) kind(k int) Kind {
	switch {
	case e.dead[k]:
		return KindExhausted
	case e.off[k]:
		return KindStopped
	case e.layout.count[k] == 0:
		return KindTruncated
	}
	return KindOpen
}

// Imagine returns the posterior as imagined at a node: s.Pair conditioned on
// every fantasy along the node's path. Its moments along a line are the curves
// to draw.
func Imagine(s State, snap Snapshot, node int) (*model.Pair, error) {
	if node < 0 || node >= len(snap.Nodes) {
		panic(fmt.Sprintf("lookahead: node %d of a tree with %d", node, len(snap.Nodes)))
	}
	n := &snap.Nodes[node]
	if n.Parent < 0 {
		return s.Pair, nil
	}
	pair, err := Imagine(s, snap, n.Parent)
	if err != nil {
		return nil, err
	}
	pair, err = pair.Condition(snap.Nodes[n.Parent].X, n.Y, math.Log(n.Cost))
	if err != nil {
		return nil, fmt.Errorf("imagine node %v: %w", n.Path, err)
	}
	return pair, nil
}
