package study

import (
	"context"
	"math"

	"farsight/model"
)

// A suggestion near a pending one, or near a noisy value, gives a reason; a point
// with an exact value is not suggested again.

// nearShare is the distance below which two points are the same to a person, as a
// share of each parameter's range.
const nearShare = 0.03

// nearby are the lines of the pending suggestion and of the noisy value near a
// suggestion; 0: none.
type nearby struct{ beside, repeats int }

func (r *liveRun) nearby(u model.Unit) nearby {
	var out nearby
	least := nearShare
	if r.pending != nil {
		for _, a := range r.pending.asks {
			if r.problem.CheckPoint(a.X) != nil { // bounds may have been set since
				continue
			}
			if d := farthest(u, r.problem.ToUnit(a.X)); d < least {
				out.beside, least = a.Seq, d
			}
		}
	}
	if !r.pair.Objective.Noisy() {
		return out
	}
	least = nearShare
	for k, row := range r.rows {
		if d := farthest(u, row.U); row.informs() && !row.Failed && d < least {
			out.repeats, least = r.state.Evaluations[r.rowOf[k]].Seq, d
		}
	}
	return out
}

// farthest returns the largest difference of two points in one coordinate.
func farthest(u, v model.Unit) float64 {
	most := 0.0
	for j := range u {
		most = math.Max(most, math.Abs(u[j]-v[j]))
	}
	return most
}

// reconsidered is how often a decision is repeated.
const reconsidered = 3

// reconsider repeats the decision if the rounded first choice has an exact value
// already. The models have a little noise at every value, so the best one can look
// worth measuring again; the new decision is conditioned on that value without noise.
// If it finds nothing else the first choice stays, for elsewhere to replace.
func (r *liveRun) reconsider(ctx context.Context) (why, error) {
	before, first := r.pending, r.decision
	defer func() { r.pending = before }()
	w := why("")
	for range reconsidered {
		d := r.decision
		if r.skipped(d.U) || r.isPending(d.X) || !r.measuredExactly(d.X) {
			return w, nil
		}
		known := pendingOutcomes{best: math.Inf(-1), pair: r.pair}
		if r.pending != nil && r.pending.pair != nil {
			known = *r.pending
		}
		var ws model.Workspace
		m := known.pair.Moments(&ws, d.U)
		pair, err := known.pair.Imagine(d.U, m.MuF, m.MuC)
		if err != nil {
			break
		}
		known.pair = r.fromLast(pair.Away([]model.Unit{d.U}, pendingRadius))
		r.pending, r.decision = &known, nil
		if err := r.Decide(ctx); err != nil {
			return "", err
		}
		if r.stop != Running || r.decision == nil {
			break
		}
		r.decision, w = r.round(r.decision), whyKnown
	}
	if d := r.decision; r.stop != Running || d == nil || r.taken(d.Choice) {
		r.stop, r.decision, w = Running, first, ""
	}
	return w, nil
}
