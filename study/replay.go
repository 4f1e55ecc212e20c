package study

import (
	"context"
	"fmt"

	"farsight/policy"
	"farsight/scenarios"
)

// Replay is a whole run, step by step: Snapshots[k] is the run after k evaluations,
// with the decision for the next one. The last one has the reason why it stopped.
type Replay struct {
	Policy    policy.Policy
	Snapshots []Snapshot
}

// Last returns the run at its end.
func (r Replay) Last() Snapshot { return r.Snapshots[len(r.Snapshots)-1] }

// NewReplay runs a policy to its end, calling step (if not nil) with every
// snapshot as it is made.
func NewReplay(ctx context.Context, p *scenarios.Problem, q policy.Policy, s Settings, step func(Snapshot)) (Replay, error) {
	st, err := New(ctx, p, q, s)
	if err != nil {
		return Replay{}, err
	}
	r := Replay{Policy: st.policy}
	for {
		if err := st.Decide(ctx); err != nil {
			return r, fmt.Errorf("%s, step %d: %w", st.policy.Title(), st.step, err)
		}
		snap := st.Snapshot()
		r.Snapshots = append(r.Snapshots, snap)
		if step != nil {
			step(snap)
		}
		if st.stop != Running {
			return r, nil
		}
		if err := st.Step(ctx); err != nil {
			return r, fmt.Errorf("%s, step %d: %w", st.policy.Title(), st.step, err)
		}
	}
}
