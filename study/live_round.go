package study

import (
	"math"
	"slices"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/model"
	"farsight/scenarios"
)

// Suggestions are rounded: a person turns a knob to three digits, not to sixteen.
// The rounded point is the one that is judged, shown and saved. Replays do not
// round.

// digitsOf returns the digits of a new study's suggestions where the problem gives
// none; 0: no rounding.
func digitsOf(p *scenarios.Problem) int {
	if p.IsManual() || p.Permission() != nil { // a person or a program measures
		return scenarios.DefaultDigits
	}
	return 0
}

// rounded returns the nearest point that can be set.
func (r *liveRun) rounded(x scenarios.Point) scenarios.Point {
	return r.problem.Rounded(x, r.state.Created.Digits, nil)
}

// roundChoice returns a policy's choice rounded to a point that still fits the
// budget.
func (r *liveRun) roundChoice(c Choice) Choice {
	var ws model.Workspace
	fits := func(x scenarios.Point) bool { return Fits(r.pair.Moments(&ws, r.problem.ToUnit(x)), r.left()) > 0 }
	if !fits(c.X) {
		fits = nil // nor does the choice itself
	}
	x := r.problem.Rounded(c.X, r.state.Created.Digits, fits)
	if same(x, c.X) {
		return c
	}
	return Choice{X: x, U: r.problem.ToUnit(x), Acquisition: math.NaN()}
}

// round returns the policy's decision at the rounded point, with its value there.
func (r *liveRun) round(d *Decision) *Decision {
	c := r.roundChoice(d.Choice)
	if same(c.X, d.X) {
		return d
	}
	e := r.decisionOf(c)
	e.RunnerUp, e.Horizon, e.Refilled, e.Rollout, e.Price, e.Judged = d.RunnerUp, d.Horizon, d.Refilled, d.Rollout, d.Price, d.Judged
	if d.Tree != nil {
		e.Tree, e.Acquisition = r.treeAt(d, e.U)
	} else {
		e.Acquisition = r.valueAt(d, e.U)
	}
	return e
}

// treeAt returns the tree of a decision with another root, and its value; NaN if
// there is none.
func (r *liveRun) treeAt(d *Decision, u model.Unit) (*lookahead.Snapshot, float64) {
	plan := r.policy.Kind().Plan
	if plan == nil {
		return nil, math.NaN()
	}
	state, f, ok := plan(r.policy, r.situation(), d.Horizon, d.Price)
	if !ok {
		return nil, math.NaN()
	}
	x := append([]float64(nil), u...)
	for _, n := range d.Tree.Nodes[1:] {
		x = append(x, n.X...)
	}
	tree, err := (&lookahead.Tree{X: x}).Snapshot(state, f, d.Tree.Rule, pointOf(r.problem))
	if err != nil {
		return nil, math.NaN()
	}
	return &tree, tree.Value
}

// valueAt returns the acquisition function near a decision; NaN if the policy has
// none.
func (r *liveRun) valueAt(d *Decision, u model.Unit) float64 {
	now, kind, us := r.situation(), r.policy.Kind(), []model.Unit{u}
	if kind.Curve != nil {
		if curve := kind.Curve(r.policy, now, d.policy(), us); curve != nil {
			return curve[0]
		}
	}
	if kind.Function == nil {
		return math.NaN()
	}
	return acquisition.Curve(nil, now.Pair, kind.Function(r.policy, now, d.policy()), us)[0]
}

// measuredExactly reports whether a rounded point has an exact value already.
func (r *liveRun) measuredExactly(x scenarios.Point) bool {
	if r.state.Created.Digits == 0 || r.problem.Noise.Declared() || varies(r.rows) {
		return false
	}
	return slices.ContainsFunc(r.rows, func(row Row) bool { return row.Counted && !row.Failed && same(row.X, x) })
}
