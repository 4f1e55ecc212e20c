package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Pending suggestions are measured while the next one is chosen: it is chosen as if
// they had come out at the posterior means, and away from them.

// pendingOutcomes holds the assumed outcomes of pending suggestions.
type pendingOutcomes struct {
	asks    []journal.Ask
	lines   []int           // of the asks
	moments []model.Moments // at their points
	pair    *model.Pair     // the models conditioned on the means there
	best    float64         // the incumbent then
	cost    float64         // their expected cost
	steps   int             // by how many steps they, and dropped ones, are ahead of the rows
}

// into lets a policy decide as if all pending suggestions had been measured.
func (o *pendingOutcomes) into(s *policy.Situation) {
	if o.pair != nil {
		s.Pair, s.Best = o.pair, math.Max(s.Best, o.best)
	}
	s.Left = math.Max(0, s.Left-o.cost)
	s.Step += o.steps
}

// expectedCost returns E[c] = exp(m + s²/2).
func expectedCost(m model.Moments) float64 { return math.Exp(m.MuC + m.SdC*m.SdC/2) }

// pendingRadius is the distance on the unit cube within which points count for less
// than others because a pending one is near.
const pendingRadius = 0.04

// conditionedOnMeans returns models conditioned on the posterior means at some
// points, without noise, so that the means stay and the uncertainty vanishes: with
// noise, pending points would be worth measuring again at once. Points near them
// count for less. It is nil if the models cannot be conditioned.
func conditionedOnMeans(p *model.Pair, us []model.Unit) *model.Pair {
	var ws model.Workspace
	for _, u := range us {
		if p == nil {
			return nil
		}
		m := p.Moments(&ws, u)
		next, err := p.Imagine(u, m.MuF, m.MuC)
		if err != nil {
			return nil
		}
		p = next
	}
	if p == nil || len(us) == 0 {
		return p
	}
	return p.Away(us, pendingRadius)
}

// assume returns the assumed outcomes of pending suggestions, by the models if there
// are any. It is nil if no suggestion was ever held.
func (r *liveRun) assume(asks []journal.Ask) *pendingOutcomes {
	o := &pendingOutcomes{best: math.Inf(-1), asks: asks}
	for _, k := range r.state.Skips {
		if k.Ask.Holds() {
			o.steps++ // its step was used
		}
	}
	if len(o.asks) == 0 && o.steps == 0 {
		return nil
	}
	var us []model.Unit
	var ws model.Workspace
	for _, a := range o.asks {
		o.lines = append(o.lines, a.Seq)
		cost := r.usualCost(a.X)
		m := model.Moments{MuF: math.NaN(), MuC: math.Log(cost)}
		if inside := r.problem.CheckPoint(a.X) == nil; inside && r.pair != nil { // bounds may have been set since
			u := r.problem.ToUnit(a.X)
			us = append(us, u)
			m = r.pair.Moments(&ws, u)
			o.best, cost = math.Max(o.best, m.MuF), expectedCost(m)
		}
		m.Way = present{state: r.state, problem: r.problem}.charged(a.X, &a)
		o.moments = append(o.moments, m)
		if a.Design == 0 {
			o.steps++
		}
		if a.Design == 0 || r.state.Created.ChargeInitial {
			o.cost += cost + m.Way
		}
	}
	o.pair = r.fromLast(conditionedOnMeans(r.pair, us))
	return o
}

// usualCost returns the cost of a point without models: the known cost, or the mean
// cost so far; 0 without any.
func (r *liveRun) usualCost(x scenarios.Point) float64 {
	if r.problem.KnownCost != nil && r.problem.CheckPoint(x) == nil {
		return r.problem.KnownCost(r.problem.ToUnit(x))
	}
	sum := 0.0
	for _, row := range r.rows {
		sum += row.Cost
	}
	return sum / math.Max(1, float64(len(r.rows)))
}

// isPending reports whether a point is that of a pending suggestion.
func (r *liveRun) isPending(x []float64) bool {
	return slices.ContainsFunc(r.state.Asks, func(a journal.Ask) bool { return readSame(a.X, x) })
}

// WaitError reports that there is nothing to suggest until a pending suggestion is
// told or skipped. The study has not ended.
type WaitError struct {
	out  int     // number of pending suggestions
	cost float64 // their expected cost
	left float64 // of the budget, before they are paid
	stop Stop    // the policy's reason; Running: they use up the budget
}

func (e *WaitError) Error() string {
	are := fmt.Sprintf("%d pending suggestions are", e.out)
	if e.out == 1 {
		are = "1 pending suggestion is"
	}
	s := fmt.Sprintf("%s expected to cost %s of the %s left", are, short(e.cost), short(e.left))
	switch e.stop {
	case Running:
	case NothingAffordable:
		s += ", and the rest buys no other point that is worth anything"
	default:
		s += ", and if they come out as expected no other point is worth measuring"
	}
	return s + "; tell or skip one"
}

// wait returns why there is nothing to suggest while suggestions are pending.
func (r *liveRun) wait(stop Stop) error {
	e := &WaitError{out: len(r.state.Asks), left: r.budget.Left(), stop: stop}
	if r.pending != nil {
		e.cost = r.pending.cost
	}
	return e
}

// reservesAll reports whether pending suggestions use up the budget.
func (r *liveRun) reservesAll() bool {
	return r.pending != nil && len(r.pending.asks) > 0 && r.budget.Left()-r.pending.cost <= r.budget.Total*journal.Tolerance
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
