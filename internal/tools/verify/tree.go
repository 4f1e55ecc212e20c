package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"farsight/acquisition"
	"farsight/internal/golden"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// scenario is what one node of a tree sees, by plain recursion: the posterior
// conditioned on every fantasy along its path.
type scenario struct {
	parent  int // −1: the root
	weight  float64
	pair    *model.Pair
	moments model.Moments
	best    float64
	own     bool // best is the fantasy that led here
	budget  float64
	end     float64 // the budget at which nothing can be bought any more
	cost    float64 // of the fantasy that led here
	q1      float64
	err     error
}

// scenarios returns what each node of the tree sees, in the file's order of
// nodes, and that order rearranged so that parents come first.
func (s *subject) scenarios() (seen []scenario, topDown []int) {
	if s.seen != nil {
		return s.seen, s.topDown
	}
	nodes := s.Tree.Nodes
	s.seen, s.topDown = make([]scenario, len(nodes)), make([]int, len(nodes))
	at := map[string]int{}
	for i, n := range nodes {
		s.topDown[i] = i
		at[fmt.Sprint(n.Path)] = i
	}
	slices.SortStableFunc(s.topDown, func(i, j int) int { return len(nodes[i].Path) - len(nodes[j].Path) })
	for _, i := range s.topDown {
		path := nodes[i].Path
		v := scenario{parent: -1, weight: 1, pair: s.given.pair, best: s.Best, budget: s.BudgetLeft, end: lookahead.State{Budget: s.BudgetLeft}.Exhausted(), err: s.given.err}
		if depth := len(path); depth > 0 {
			samples := s.Tree.BaseSamples[depth-1]
			parent := at[fmt.Sprint(path[:depth-1])]
			v = s.seen[parent].imagine(nodes[parent].X, samples[path[depth-1]])
			v.parent, v.weight = parent, s.seen[parent].weight/float64(len(samples))
		}
		v.look(nodes[i].X)
		s.seen[i] = v
	}
	return s.seen, s.topDown
}

// imagine returns the scenario after the fantasy z of an evaluation at x:
// y = μ_f + √(σ_f² + τ_f²)·z_f, ln c = μ_c + √(σ_c² + τ_c²)·z_c.
func (v scenario) imagine(x []float64, z [2]float64) scenario {
	if v.err != nil {
		return v
	}
	var ws model.Workspace
	draw := func(g *model.GP, z float64) float64 {
		mean, variance := g.Predict(&ws, x)
		return mean + math.Sqrt(variance+g.Hyper().Noise)*z
	}
	y, lnc := draw(v.pair.Objective, z[0]), draw(v.pair.LogCost, z[1])
	next := scenario{best: math.Max(v.best, y), own: y > v.best, cost: math.Exp(lnc), end: v.end}
	next.budget = v.budget - next.cost
	next.pair, next.err = v.pair.Condition(x, y, lnc)
	return next
}

// look fills in what the scenario expects at its decision point.
func (v *scenario) look(x []float64) {
	if v.err != nil {
		return
	}
	var ws model.Workspace
	v.moments = v.pair.Moments(&ws, x)
	if v.budget > v.end {
		v.q1 = acquisition.NewQ1(v.best, v.budget).Value(v.moments)
	}
}

// planned is a tree as the evaluator that plans sees it, in the file's order
// of nodes.
type planned struct {
	value float64
	grads [][]float64
	nodes []lookahead.NodeView
	err   error
}

func plan(b belief, best, budget float64, samples [][][2]float64, paths [][]int, points [][]float64) (p planned) {
	if b.err != nil {
		return planned{err: b.err}
	}
	fantasies := make(fantasy.Samples, len(samples))
	for i, z := range samples {
		fantasies[i] = fantasy.Stage{Z: z, Weight: make([]float64, len(z))}
		for j := range z {
			fantasies[i].Weight[j] = 1 / float64(len(z))
		}
	}
	state := lookahead.State{Pair: b.pair, Budget: budget, Best: best}
	e, err := lookahead.NewEvaluator(state, fantasies)
	if err != nil {
		return planned{err: err}
	}
	d := e.Dim()
	tree := lookahead.Tree{X: make([]float64, e.Nodes()*d)}
	for i, path := range paths {
		copy(tree.X[e.NodeAt(path)*d:], points[i])
	}
	snapshot, err := tree.Snapshot(state, fantasies, fantasy.Sampled, nil)
	if err != nil {
		return planned{err: err}
	}
	grad := make([]float64, len(tree.X))
	p.value = e.Value(tree.X, grad)
	for _, path := range paths {
		k := e.NodeAt(path)
		p.grads = append(p.grads, grad[k*d:(k+1)*d])
		p.nodes = append(p.nodes, snapshot.Nodes[k])
	}
	return p
}

func (s *subject) plan() planned {
	if s.planned == nil {
		var paths [][]int
		var points [][]float64
		for _, n := range s.Tree.Nodes {
			paths, points = append(paths, n.Path), append(points, n.X)
		}
		p := plan(s.given, s.Best, s.BudgetLeft, s.Tree.BaseSamples, paths, points)
		s.planned = &p
	}
	return *s.planned
}

// nodeField names a field of a node in a file.
func nodeField(i int, n golden.Node, field string) string {
	return fmt.Sprintf("field tree.nodes[%d].%s, path %v", i, field, n.Path)
}

// checkConditioned compares what each node sees with posteriors conditioned one
// fantasy after the other.
func checkConditioned(t *tally, s *subject) {
	seen, _ := s.scenarios()
	for i, n := range s.Tree.Nodes {
		if v := &seen[i]; v.err != nil {
			t.cannot(nodeField(i, n, "mu_f"), v.err)
		} else {
			compareNode(t, s, i, n, v.moments, v.best, v.budget)
		}
	}
}

// checkTreeNodes compares it with what the planner's tree sees.
func checkTreeNodes(t *tally, s *subject) {
	p := s.plan()
	for i, n := range s.Tree.Nodes {
		if p.err != nil {
			t.cannot(nodeField(i, n, "mu_f"), p.err)
			continue
		}
		v := p.nodes[i]
		compareNode(t, s, i, n, model.Moments{MuF: v.Mean, SdF: v.Sd, MuC: v.MeanLnCost, SdC: v.SdLnCost}, v.Best, v.Budget)
	}
}

func compareNode(t *tally, s *subject, i int, n golden.Node, m model.Moments, best, budget float64) {
	t.compare(nodeField(i, n, "mu_f"), m.MuF, n.MuF, rounding*s.Hyper.StdScale[0])
	t.compare(nodeField(i, n, "s_f"), m.SdF, n.SdF, 0)
	t.compare(nodeField(i, n, "mu_c"), m.MuC, n.MuC, rounding*s.Hyper.StdScale[1])
	t.compare(nodeField(i, n, "s_c"), m.SdC, n.SdC, 0)
	t.compare(nodeField(i, n, "best"), best, n.Best, rounding*s.Hyper.StdScale[0])
	t.compare(nodeField(i, n, "budget"), budget, n.Budget, rounding*math.Abs(s.BudgetLeft))
}

// checkTreeImprovements compares the value of each node by itself, computed
// both ways.
func checkTreeImprovements(t *tally, s *subject) {
	seen, _ := s.scenarios()
	p := s.plan()
	for i, n := range s.Tree.Nodes {
		if err := errors.Join(seen[i].err, p.err); err != nil {
			t.cannot(nodeField(i, n, "q1"), err)
			continue
		}
		t.tail(nodeField(i, n, "q1"), seen[i].q1, n.Q1)
		t.tail(nodeField(i, n, "q1"), p.nodes[i].Value, n.Q1)
	}
}

func checkTreeValue(t *tally, s *subject) {
	if p := s.plan(); p.err != nil {
		t.cannot("field tree.value", p.err)
	} else {
		t.tail("field tree.value", p.value, s.Tree.Value)
	}
}

// checkRecordedGradient compares every gradient with what the record leaves of
// it; see recordedGradients for what that is.
func checkRecordedGradient(t *tally, s *subject) {
	grads, err := s.recordedGradients()
	for i, n := range s.Tree.Nodes {
		compareNodeGradient(t, i, n, grads, err)
	}
}

// checkTreeGradient compares the gradient Farsight plans with, at the nodes
// where the recorded one is complete.
func checkTreeGradient(t *tally, s *subject) {
	p := s.plan()
	for i, n := range s.Tree.Nodes {
		if s.recordedWhole(i) {
			compareNodeGradient(t, i, n, p.grads, p.err)
		}
	}
}

func compareNodeGradient(t *tally, i int, n golden.Node, grads [][]float64, err error) {
	switch {
	case n.Grad == nil: // the reference does not vouch for it
	case err != nil:
		t.cannot(nodeField(i, n, "grad"), err)
	default:
		t.vector(nodeField(i, n, "grad"), grads[i], n.Grad, 0)
	}
}

// checkRaceValue compares the value of the reference's best tree.
func checkRaceValue(t *tally, r *golden.Race) {
	p := plan(newBelief(r.Data, &r.Hyper), slices.Max(r.Y), r.BudgetLeft, r.BaseSamples, r.Paths, r.Points)
	if p.err != nil {
		t.cannot("field value", p.err)
		return
	}
	t.tail("field value", p.value, r.Value)
}
