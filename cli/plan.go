package cli

import (
	"farsight/policy"
	"farsight/scenarios"
)

// planJSON is the fantasy budget of a decision and where it comes from.
type planJSON struct {
	Budget  float64       `json:"budget"` // planned with
	Step    int           `json:"step"`   // when the rollout was played
	Left    float64       `json:"left"`   // of the true budget then
	Rollout []plannedStep `json:"rollout"`
}

// plannedStep is one step of the base policy's, imagined.
type plannedStep struct {
	X    []any   `json:"x"`
	Y    float64 `json:"y"`
	Cost float64 `json:"cost"`
}

// planOf is the plan of a decision on a problem; nil where it planned with what
// was left.
func planOf(p *scenarios.Problem, horizon float64, r *policy.Rollout) *planJSON {
	if r == nil {
		return nil
	}
	out := &planJSON{Budget: horizon, Step: r.Step, Left: r.Left, Rollout: make([]plannedStep, len(r.Steps))}
	for i, s := range r.Steps {
		out.Rollout[i] = plannedStep{jsonPoint(p, p.Nearest(s.X)), p.Sign() * s.Y, s.Cost}
	}
	return out
}

// jsonPoint is a point as JSON holds it: numbers, and the names of choices.
func jsonPoint(p *scenarios.Problem, x scenarios.Point) []any {
	out := make([]any, len(x))
	for i, v := range x {
		out[i] = p.Parameters[i].Value(v)
	}
	return out
}
