package study

import (
	"math"
	"slices"

	"farsight/scenarios"
	"farsight/study/journal"
)

// liveRun is a run rebuilt from a journal's state.
type liveRun struct {
	*Study
	state  journal.State
	rowOf  []int   // index of each row among the state's evaluations
	common *common // parameters that a batch shares; nil: none
}

// run rebuilds the rows, in the order of the journal, and the budget; recall
// restores the policy's state.
func (p present) run() (*liveRun, error) {
	told := make([]int, len(p.state.Evaluations))
	for i := range told {
		told[i] = i
	}
	return p.runOf(told)
}

// runOf is run with the rows in another order.
func (p present) runOf(order []int) (*liveRun, error) {
	// Live studies end by their budget alone.
	s, err := newStudy(p.problem, p.policy, Settings{Seed: p.state.Created.Seed, Limit: math.MaxInt})
	if err != nil {
		return nil, err
	}
	r := &liveRun{Study: s, state: p.state, rowOf: order}
	s.fits = p.fits
	s.budget.Total = p.state.Budget
	for _, i := range order {
		e := p.state.Evaluations[i]
		row := s.row(e.X, scenarios.Evaluation{Value: e.Value, Cost: e.Cost, Sd: e.Sd})
		row.Initial = e.Design > 0 || e.Free // earlier measurements are no steps of the policy
		row.Move = e.Move
		row.Free, row.Outside = e.Free, s.problem.CheckBounds(e.X) != nil // constraints do not matter here
		if !row.Initial {
			s.step++
		}
		if !e.Counted {
			row.Remaining, row.Best = shownLeft(s.budget), s.bestValue()
			s.rows = append(s.rows, row)
			continue
		}
		if r.charges(e) {
			s.budget = s.budget.Pay(row.Taken())
		}
		if !row.Initial {
			s.counted++
		}
		s.count(row)
	}
	if right := p.state.InOrder(); !slices.Equal(order, right) {
		// In the order of the journal's sum, so that the bits agree.
		s.budget = journal.NewBudget(p.state.Budget)
		for _, i := range right {
			if k := slices.Index(order, i); s.rows[k].Counted && r.charges(p.state.Evaluations[i]) {
				s.budget = s.budget.Pay(s.rows[k].Taken())
			}
		}
	}
	s.at = after(p.state, latest)
	return r, nil
}

// charges reports whether an evaluation that counts is charged to the budget.
func (r *liveRun) charges(e journal.Evaluation) bool {
	return !e.Free && (e.Design == 0 || r.state.Created.ChargeInitial)
}

// designNext returns the next point of the initial design, counted from 1; 0 if all
// are measured or pending. If the design is not charged the budget does not matter.
func (r *liveRun) designNext() int {
	if r.state.Created.ChargeInitial && r.spent() != Running {
		return 0
	}
	for _, i := range r.state.DesignLeft() {
		pending := slices.ContainsFunc(r.state.Asks, func(a journal.Ask) bool { return a.Design == i })
		if !pending && r.problem.CheckPoint(r.state.Created.Design[i-1]) == nil { // bounds may have been set since
			return i
		}
	}
	return 0
}

// spent returns how the budget has ended the study: it is spent or exceeded, or the
// last evaluation did not fit; else Running.
func (r *liveRun) spent() Stop {
	if order := r.state.InOrder(); len(order) > 0 && !r.state.Evaluations[order[len(order)-1]].Counted {
		return Unaffordable
	}
	if r.state.Created.Overshoot == journal.Keep && r.state.Over() > 0 {
		return OverBudget
	}
	return r.Study.ended()
}

// ended returns why there is nothing to suggest, by the budget alone; else Running.
func (r *liveRun) ended() Stop {
	if len(r.state.Asks) > 0 || r.designNext() > 0 {
		return Running
	}
	return r.spent()
}

// overview returns the run with all that needs no model.
func (p present) overview(events []journal.Event) (*liveRun, error) {
	r, err := p.run()
	if err != nil {
		return nil, err
	}
	r.stop = r.ended()
	r.acquisitions(events)
	return r, nil
}

// acquisitions sets the recorded acquisition values of the rows.
func (r *liveRun) acquisitions(events []journal.Event) {
	for i, e := range r.state.Evaluations {
		if e.Answers < 1 || e.Answers > len(events) {
			continue
		}
		a, ok := events[e.Answers-1].Body.(journal.Asked)
		if rec, decided := recordOf(&journal.Ask{Asked: a}); ok && decided && rec.Acquisition != nil {
			r.rows[i].Acquisition = *rec.Acquisition
		}
	}
}
