// Package decided is what a decision was made with, as commands print it with
// --json: the budget that was planned with and the rollout that gave it.
package decided

import (
	"farsight/policy"
	"farsight/scenarios"
)

// Plan is the fantasy budget of a decision and where it comes from.
type Plan struct {
	Budget  float64 `json:"budget"` // planned with
	Step    int     `json:"step"`   // when the rollout was played
	Left    float64 `json:"left"`   // of the true budget then
	Rollout []Step  `json:"rollout"`
}

// Step is one step of the base policy's, imagined.
type Step struct {
	X    []any   `json:"x"`
	Y    float64 `json:"y"`
	Cost float64 `json:"cost"`
}

// PlanOf is the plan of a decision on a problem; nil where it planned with what
// was left.
func PlanOf(p *scenarios.Problem, horizon float64, r *policy.Rollout) *Plan {
	if r == nil {
		return nil
	}
	out := &Plan{Budget: horizon, Step: r.Step, Left: r.Left, Rollout: make([]Step, len(r.Steps))}
	for i, s := range r.Steps {
		out.Rollout[i] = Step{Point(p, p.Nearest(s.X)), p.Sign() * s.Y, s.Cost}
	}
	return out
}

// Point is a point as JSON holds it: numbers, and the names of choices.
func Point(p *scenarios.Problem, x scenarios.Point) []any {
	out := make([]any, len(x))
	for i, v := range x {
		out[i] = p.Parameters[i].Value(v)
	}
	return out
}
