package study

import (
	"fmt"
	"math"
	"strconv"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Suggestions that are out while another is chosen: somebody measures them, and
// the next one is chosen as if they had come out as expected, and away from them.

// imagined is what a decision takes the suggestions that are out for.
type imagined struct {
	asks    []journal.Ask
	lines   []int           // of the asks
	moments []model.Moments // at their points, by what is known
	pair    *model.Pair     // the models given that they come out at the means
	best    float64         // the incumbent, then
	cost    float64         // what they are expected to take from the budget
	steps   int             // how many steps they, and those dropped, are ahead of the rows
}

// into lets a policy decide as if everything that is out had been measured.
func (o *imagined) into(s *policy.Situation) {
	if o.pair != nil {
		s.Pair, s.Best = o.pair, math.Max(s.Best, o.best)
	}
	s.Left = math.Max(0, s.Left-o.cost)
	s.Step += o.steps
}

// expectedCost is E[c] = exp(m + s²/2).
func expectedCost(m model.Moments) float64 { return math.Exp(m.MuC + m.SdC*m.SdC/2) }

// outRadius is within what distance of a point that is out, on the unit cube, others
// count for less: beside it they would tell the same.
const outRadius = 0.04

// believed are models given that the functions are at the means at some points: what
// is believed stays, how surely does not. Noise is left out, be it there or only the
// least that a model allows, for else what is out would be worth measuring again
// at once; and points near those count for less. nil if it cannot be had.
func believed(p *model.Pair, us []model.Unit) *model.Pair {
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
	return p.Away(us, outRadius)
}

// imagine notes what is out, which needs the models if there is anything to fit
// them to. It is nil where no suggestion was ever held.
func (r *liveRun) imagine(out []journal.Ask) *imagined {
	o := &imagined{best: math.Inf(-1), asks: out}
	for _, k := range r.state.Skips {
		if k.Ask.Holds() {
			o.steps++ // the step it was made for is gone
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
	o.pair = r.standing(believed(r.pair, us))
	return o
}

// usualCost is what a point is taken to cost without models: what is known, or
// what was paid so far on average; 0 where nothing was.
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

// isOut tells whether a point is one that somebody has been asked for.
func (r *liveRun) isOut(x []float64) bool {
	for _, a := range r.state.Asks {
		if readSame(a.X, x) {
			return true
		}
	}
	return false
}

// WaitError says that there is nothing to ask until something that is out is
// told or skipped. The study has not ended.
type WaitError struct {
	Out  int     // suggestions that are out
	Cost float64 // what they are expected to cost
	Left float64 // of the budget, before they are paid
	Stop Stop    // why, by the policy; Running: they use up the budget
}

func (e *WaitError) Error() string {
	are := fmt.Sprintf("%d pending suggestions are", e.Out)
	if e.Out == 1 {
		are = "1 pending suggestion is"
	}
	s := fmt.Sprintf("%s expected to cost %s of the %s left", are, short(e.Cost), short(e.Left))
	switch e.Stop {
	case Running:
	case NothingAffordable:
		s += ", and the rest buys no other point that is worth anything"
	default:
		s += ", and if they come out as expected no other point is worth measuring"
	}
	return s + "; tell or skip one"
}

// wait is why there is nothing to ask while suggestions are out.
func (r *liveRun) wait(stop Stop) error {
	e := &WaitError{Out: len(r.state.Asks), Left: r.budget.Left(), Stop: stop}
	if r.out != nil {
		e.Cost = r.out.cost
	}
	return e
}

// gone tells whether what is out uses up the budget.
func (r *liveRun) gone() bool {
	return r.out != nil && len(r.out.asks) > 0 && r.budget.Left()-r.out.cost <= r.budget.Total*journal.Tolerance
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
