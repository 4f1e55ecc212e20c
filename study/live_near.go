package study

import (
	"context"
	"math"

	"farsight/model"
)

// A suggestion that lies where another one is out, or where a value is known, says
// why; and what is known exactly is not asked for again.

// nearShare is how near two points are the same to a person, in shares of each
// parameter's range.
const nearShare = 0.03

// nearby are the lines of what lies nearly where a suggestion does; 0: nothing does.
type nearby struct{ beside, repeats int }

func (r *liveRun) nearby(u model.Unit) nearby {
	var out nearby
	least := nearShare
	if r.out != nil {
		for _, a := range r.out.asks {
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
		if d := farthest(u, row.U); row.teaches() && !row.Failed && d < least {
			out.repeats, least = r.state.Evaluations[r.rowOf[k]].Seq, d
		}
	}
	return out
}

// farthest is the largest difference of two points in one coordinate.
func farthest(u, v model.Unit) float64 {
	most := 0.0
	for j := range u {
		most = math.Max(most, math.Abs(u[j]-v[j]))
	}
	return most
}

// reconsidered is how many values a decision is made again for.
const reconsidered = 3

// reconsider makes the decision again where the first choice, as it can be set, has
// its value already. A model keeps a little doubt of every value, which makes the best
// one look worth measuring again; the decision then knows that value without doubt.
// Where it finds nothing else the first choice stands, for elsewhere to replace.
func (r *liveRun) reconsider(ctx context.Context) (why, error) {
	out, first := r.out, r.decision
	defer func() { r.out = out }()
	w := why("")
	for range reconsidered {
		d := r.decision
		if r.skipped(d.U) || r.isOut(d.X) || !r.measuredExactly(d.X) {
			return w, nil
		}
		known := imagined{best: math.Inf(-1), pair: r.pair}
		if r.out != nil && r.out.pair != nil {
			known = *r.out
		}
		var ws model.Workspace
		m := known.pair.Moments(&ws, d.U)
		pair, err := known.pair.Imagine(d.U, m.MuF, m.MuC)
		if err != nil {
			break
		}
		known.pair = r.standing(pair.Away([]model.Unit{d.U}, outRadius))
		r.out, r.decision = &known, nil
		if err := r.Decide(ctx); err != nil {
			return "", err
		}
		if r.stop != Running || r.decision == nil {
			break
		}
		r.decision, w = r.settle(r.decision), whyKnown
	}
	if d := r.decision; r.stop != Running || d == nil || r.taken(d.Choice) {
		r.stop, r.decision, w = Running, first, ""
	}
	return w, nil
}
