package study

import (
	"math"

	"farsight/scenarios"
	"farsight/study/journal"
)

// liveRun is the run that a journal's state amounts to.
type liveRun struct {
	*Study
	state journal.State
	lines []int // of the rows
}

// run rebuilds the rows and the budget; the policy's memory is recall's.
func (p present) run() (*liveRun, error) {
	// Live studies end by their budget alone.
	s, err := newStudy(p.problem, p.policy, Settings{Seed: p.state.Created.Seed, Limit: math.MaxInt})
	if err != nil {
		return nil, err
	}
	r := &liveRun{Study: s, state: p.state}
	s.budget.Total = p.state.Budget
	for _, e := range p.state.Evaluations {
		row := s.row(e.X, scenarios.Evaluation{Value: e.Value, Cost: e.Cost, Sd: e.Sd})
		row.Initial = e.Design > 0
		r.lines = append(r.lines, e.Seq)
		if !row.Initial {
			s.step++
		}
		if !e.Counted {
			row.Remaining, row.Best = s.budget.Left(), s.bestValue()
			s.rows = append(s.rows, row)
			continue
		}
		if r.charges(row) {
			s.budget = s.budget.Pay(e.Cost)
		}
		if !row.Initial {
			s.counted++
		}
		s.count(row)
	}
	return r, nil
}

// charges tells whether a row that counts is paid from the budget.
func (r *liveRun) charges(row Row) bool { return !row.Initial || r.state.Created.ChargeInitial }

// designNext is the point of the initial design to measure next, counted from
// 1; 0 if none is left. One that is not charged is measured whatever is left.
func (r *liveRun) designNext() int {
	left := r.state.DesignLeft()
	if len(left) == 0 || r.state.Created.ChargeInitial && r.spent() != Running {
		return 0
	}
	return left[0]
}

// spent says whether the budget has ended the study: it is gone, or the last
// evaluation did not fit it.
func (r *liveRun) spent() Stop {
	if n := len(r.rows); n > 0 && !r.rows[n-1].Counted {
		return Unaffordable
	}
	return r.Study.ended()
}

// ended says why there is nothing to ask, as far as the budget knows.
func (r *liveRun) ended() Stop {
	if r.state.Pending != nil || r.designNext() > 0 {
		return Running
	}
	return r.spent()
}

// overview is the run with all that needs no model.
func (p present) overview(events []journal.Event) (*liveRun, error) {
	r, err := p.run()
	if err != nil {
		return nil, err
	}
	r.stop = r.ended()
	r.acquisitions(events)
	return r, nil
}

// acquisitions puts into the rows what the policy saw in each point when it
// suggested it.
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
