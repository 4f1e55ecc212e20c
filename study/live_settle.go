package study

import (
	"math"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/model"
	"farsight/scenarios"
)

// What is suggested can be set: a person turns a knob to three digits, not to
// sixteen. The rounded point is the one that is judged, shown and kept. Replays
// round nothing, for there nobody sets anything.

// digitsOf is how precisely the parameters of a new study can be set where the
// problem says nothing: 0, as precisely as numbers are, where nobody sets them.
func digitsOf(p *scenarios.Problem) int {
	if p.IsManual() || p.Permission() != nil { // a person or a program measures
		return scenarios.DefaultDigits
	}
	return 0
}

// rounded is the point nearest x that can be set.
func (r *liveRun) rounded(x scenarios.Point) scenarios.Point {
	return r.problem.Rounded(x, r.state.Created.Digits, nil)
}

// settled is a policy's choice where it can be set and may still be paid, or the
// choice itself if it is that already.
func (r *liveRun) settled(c Choice) Choice {
	var ws model.Workspace
	payable := func(x scenarios.Point) bool { return Fits(r.pair.Moments(&ws, r.problem.ToUnit(x)), r.left()) > 0 }
	if !payable(c.X) {
		payable = nil // it is as good as the others
	}
	x := r.problem.Rounded(c.X, r.state.Created.Digits, payable)
	if same(x, c.X) {
		return c
	}
	return Choice{X: x, U: r.problem.ToUnit(x), Acquisition: math.NaN()}
}

// settle is the policy's decision where it can be set, judged anew.
func (r *liveRun) settle(d *Decision) *Decision {
	c := r.settled(d.Choice)
	if same(c.X, d.X) {
		return d
	}
	e := r.decisionOf(c)
	e.RunnerUp, e.Horizon, e.Refilled, e.Rollout, e.Price, e.Judged = d.RunnerUp, d.Horizon, d.Refilled, d.Rollout, d.Price, d.Judged
	if d.Tree != nil {
		e.Tree, e.Acquisition = r.rooted(d, e.U)
	} else {
		e.Acquisition = r.worth(d, e.U)
	}
	return e
}

// rooted is the tree of a decision with another root, and what it is worth;
// NaN if it cannot be had.
func (r *liveRun) rooted(d *Decision, u model.Unit) (*lookahead.Snapshot, float64) {
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

// worth is what the policy sees in a point near its decision; NaN where it has no
// number for it.
func (r *liveRun) worth(d *Decision, u model.Unit) float64 {
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

// measuredExactly tells whether a point that can be set has its value already, exactly:
// measuring it again would tell nothing.
func (r *liveRun) measuredExactly(x scenarios.Point) bool {
	if r.state.Created.Digits == 0 || r.problem.Noise.Declared() || r.varies() {
		return false
	}
	for _, row := range r.rows {
		if row.Counted && !row.Failed && same(row.X, x) {
			return true
		}
	}
	return false
}
