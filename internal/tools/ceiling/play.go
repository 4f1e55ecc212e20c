package ceiling

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"farsight/policy"
)

// play is the expected improvement of a policy by the end of the budget: it decides in every state
// that it can reach.
func (p problem) play(ctx context.Context, q policy.Policy, budget float64, set settings) (float64, error) {
	q, err := q.Fill("")
	if err != nil {
		return 0, err
	}
	r := player{p: p, policy: q, budget: budget}
	r.nodes, r.prob = shown(set.filled().Nodes)
	b, best := p.first()
	return r.play(ctx, nil, memory{}, b, best, budget, p.seenFirst())
}

type player struct {
	p           problem
	policy      policy.Policy
	budget      float64
	nodes, prob []float64
}

// memory is what a policy remembers of its last decision, as a journal keeps it.
type memory struct {
	record      []byte
	then        policy.Situation
	value, cost float64
}

func (r player) play(ctx context.Context, looks []look, m memory, b belief, best, left float64, seen uint) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	s, err := r.p.situation(looks, left, r.budget)
	if err != nil {
		return 0, err
	}
	// A closed form finds the best of a few choices with little effort, too.
	s.Light = !r.policy.Kind().Ahead
	d := r.policy.Kind().Start(r.policy)
	if m.record != nil {
		d.Recall(m.record, m.then)
		d.Observed(m.value, m.cost, 0)
	}
	decision, _, err := d.Decide(ctx, s)
	if err != nil || decision == nil {
		return 0, err // it stops
	}
	i := r.p.axis().Chosen(decision.U)
	if r.p.costs[i] > left*(1+2*tolerance) {
		return 0, fmt.Errorf("%s: looks at a choice of cost %g, %g is left", r.policy.Name, r.p.costs[i], left)
	}
	record, err := json.Marshal(d.Record(*decision))
	if err != nil {
		return 0, err
	}
	left -= r.p.costs[i]
	if seen>>i&1 == 1 { // a second look shows nothing new
		return r.play(ctx, looks, memory{record, s, valueAt(r.p, looks, i), r.p.costs[i]}, b, best, left, seen)
	}
	seen |= 1 << i
	v := b.gain(i, best)
	if !r.p.more(left, seen) {
		return v, nil
	}
	for k, z := range r.nodes {
		y := b.mean[i] + b.sd(i)*z
		after := append(append([]look(nil), looks...), look{i, y})
		rest, err := r.play(ctx, after, memory{record, s, y, r.p.costs[i]}, b.look(i, y), math.Max(best, y), left, seen)
		if err != nil {
			return 0, err
		}
		v += r.prob[k] * rest
	}
	return v, nil
}

// valueAt is what a choice that was looked at has shown.
func valueAt(p problem, looks []look, i int) float64 {
	for _, l := range looks {
		if l.at == i {
			return l.value
		}
	}
	return p.seen[i]
}
