package study

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// record is what an ask keeps of its decision: enough to show it again without
// making it again, and to carry the policy's memory to the next one.
type record struct {
	Why         why      `json:"why,omitempty"`
	Acquisition *float64 `json:"acquisition,omitempty"`
	Mean        float64  `json:"mean"` // of the maximised objective
	Sd          float64  `json:"sd"`
	MeanLnCost  float64  `json:"mean_ln_cost"`
	SdLnCost    float64  `json:"sd_ln_cost"`
	Move        float64  `json:"move,omitempty"`    // what the way there costs
	Fits        float64  `json:"fits"`              // in what was left then: what is shown is judged by what is left now
	Success     *float64 `json:"success,omitempty"` // nil: nothing had failed
	Horizon     float64  `json:"horizon"`
	Refilled    bool     `json:"refilled,omitempty"`
	RunnerUp    *rival   `json:"runner_up,omitempty"`

	// Where suggestions were out when it was made: their lines, what they were
	// expected to cost, and the step it was taken for.
	Out      []int   `json:"out,omitempty"`
	Reserved float64 `json:"reserved,omitempty"`
	Step     *int    `json:"step,omitempty"`

	Beside  int `json:"beside,omitempty"`  // the line of a suggestion that is out nearly there; 0: none
	Repeats int `json:"repeats,omitempty"` // the line of a noisy value nearly there; 0: none

	Price     float64        `json:"price,omitempty"`     // λ of policies that have one
	Objective *processRecord `json:"objective,omitempty"` // what the models were
	Cost      *processRecord `json:"cost,omitempty"`
	Joint     *linkRecord    `json:"joint,omitempty"`     // how ln cost followed the objective
	Noisy     bool           `json:"noisy,omitempty"`     // values were taken for noisy
	NoiseMet  bool           `json:"noise_met,omitempty"` // they looked noisier than the model allows

	raw []byte // the whole, with what the policy keeps besides
}

// why says how a suggestion came about, where it is not the policy's first
// choice.
type why string

const (
	whyRunnerUp why = "runner-up" // the first choice is near a skipped point
	whyElse     why = "elsewhere" // so is the runner-up: the best of points spread elsewhere
	whySpread   why = "spread"    // no evaluation has told anything of the objective yet
	whyKnown    why = "known"     // the first choice, as it can be set, has its value already: the next choice, knowing that
)

type rival struct {
	X           scenarios.Point `json:"x"`
	Acquisition *float64        `json:"acquisition,omitempty"`
}

// newRecord describes the decision d of the run s: one object with what is
// common to all policies and what this one keeps besides.
func newRecord(s *Study, d *Decision, w why, near nearby) ([]byte, error) {
	f := s.pair.Fitted()
	rec := record{
		Beside: near.beside, Repeats: near.repeats,
		Why: w, Acquisition: finite(d.Acquisition), Mean: d.Expect.MuF, Sd: d.Expect.SdF,
		MeanLnCost: d.Expect.MuC, SdLnCost: d.Expect.SdC, Move: d.Expect.Way, Fits: d.Fits, Horizon: d.Horizon, Refilled: d.Refilled,
		Price: d.Price, Objective: recordOfProcess(&f.Objective), Cost: recordOfProcess(f.LogCost), Joint: recordOfLink(s.pair.Link),
		Noisy: f.Noisy, NoiseMet: s.pair.Objective.Crowded(),
	}
	if s.pair.Success != nil {
		rec.Success = &d.Success
	}
	if r := d.RunnerUp; r != nil {
		rec.RunnerUp = &rival{r.X, finite(r.Acquisition)}
	}
	if out := s.out; out != nil {
		step := s.step + out.steps
		rec.Out, rec.Reserved, rec.Step = out.lines, out.cost, &step
	}
	common, err := json.Marshal(rec)
	if err != nil {
		return nil, err
	}
	own := s.decider.Record(*d.policy())
	if own == nil {
		return common, nil
	}
	kept, err := json.Marshal(own)
	if err != nil || len(kept) <= len("{}") {
		return common, err
	}
	return append(append(common[:len(common)-1], ','), kept[1:]...), nil
}

func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// recordOf reads a suggestion's record; false if there is none, as for the
// points of the initial design. One that cannot be read is no loss: decisions
// then start without memory.
func recordOf(a *journal.Ask) (rec record, ok bool) {
	if a == nil || a.Design > 0 || len(a.Decision) == 0 || json.Unmarshal(a.Decision, &rec) != nil {
		return record{}, false
	}
	rec.raw = a.Decision
	return rec, true
}

// decisions lists the policy's suggestions that stand: neither skipped nor
// withdrawn by an undo of what they were based on.
func decisions(events []journal.Event) []journal.Ask {
	type step struct {
		line    int
		asks    []journal.Ask // before it
		pending int
	}
	var asks []journal.Ask
	var steps []step
	pending := 0 // line of the ask in common that nothing was told since
	for _, e := range events {
		switch b := e.Body.(type) {
		case journal.Asked:
			a := journal.Ask{Asked: b, Seq: e.Seq, Time: e.Time}
			if b.Design == 0 {
				asks = append(asks, a)
			}
			if !a.Holds() {
				pending = e.Seq
			}
		case journal.Told:
			steps = append(steps, step{e.Seq, asks, pending})
			if !slices.ContainsFunc(asks, func(a journal.Ask) bool { return a.Seq == b.Answers && a.Holds() }) {
				pending = 0
			}
		case journal.BudgetChanged:
			steps = append(steps, step{e.Seq, asks, pending})
		case journal.Amended:
			steps = append(steps, step{e.Seq, asks, pending})
			if b.Decides() { // what was asked on a wrong number, and not measured, is forgotten
				asks = without(asks, func(a journal.Ask) bool { return a.Seq == pending })
			}
		case journal.Set:
			steps = append(steps, step{e.Seq, asks, pending})
			asks = nil // another policy, or another box: nothing is remembered
		case journal.Skipped:
			steps = append(steps, step{e.Seq, asks, pending})
			asks = without(asks, func(a journal.Ask) bool { return a.Seq == b.Seq })
		case journal.Undone:
			// After a loss it may name another line, or none.
			if n := len(steps); n > 0 && steps[n-1].line == b.Seq {
				since := without(asks, func(a journal.Ask) bool { return a.Seq < b.Seq || !a.Holds() })
				asks, pending = append(slices.Clip(steps[n-1].asks), since...), steps[n-1].pending
				steps = steps[:n-1]
			}
		}
	}
	return asks
}

// without is a list of its own, for what an undo brings back must not be
// written over.
func without(asks []journal.Ask, drop func(journal.Ask) bool) []journal.Ask {
	return slices.DeleteFunc(slices.Clone(asks), drop)
}

// last is the last decision that stands, and its record; false if there is
// none to go on from.
func last(events []journal.Event) (journal.Ask, record, bool) {
	asks := decisions(events)
	if len(asks) == 0 {
		return journal.Ask{}, record{}, false
	}
	a := asks[len(asks)-1]
	rec, ok := recordOf(&a)
	return a, rec, ok
}

// recall restores what the policy remembered of its last decision.
func (r *liveRun) recall(ctx context.Context, events []journal.Event) {
	a, rec, ok := last(events)
	if !ok {
		return
	}
	known := r.known(a.Seq)
	r.previous = r.fixed(ctx, rec, known)
	then := believed(r.previous, r.places(rec, events))
	r.decider.Recall(rec.raw, r.then(standAt(r.problem, then, after(r.state, a.Seq)), rec, known))
}

// catchUp tells the policy what its last decision and others have brought since:
// in the order of the asks, and of those that are out what is imagined. What the
// decision itself had imagined is paid already.
func (r *liveRun) catchUp(events []journal.Event) {
	a, rec, ok := last(events)
	if !ok {
		return
	}
	type outcome struct {
		order            int
		value, cost, way float64
	}
	var since []outcome
	for k, i := range r.rowOf {
		e, row := r.state.Evaluations[i], r.rows[k]
		if e.Seq > a.Seq && row.Counted && !row.Initial && !slices.Contains(rec.Out, e.Answers) {
			since = append(since, outcome{e.Order, r.problem.Sign() * row.Y, row.Cost, row.Move})
		}
	}
	if r.out != nil {
		for k, out := range r.out.asks {
			if out.Design == 0 && !slices.Contains(rec.Out, out.Seq) {
				m := r.out.moments[k]
				since = append(since, outcome{out.Seq, m.MuF, expectedCost(m), m.Way})
			}
		}
	}
	slices.SortStableFunc(since, func(a, b outcome) int { return cmp.Compare(a.order, b.order) })
	for _, o := range since {
		r.decider.Observed(o.value, o.cost, o.way)
	}
}

// known are the rows that were told before a line.
func (r *liveRun) known(line int) []Row {
	var rows []Row
	for k, i := range r.rowOf {
		if r.state.Evaluations[i].Seq < line {
			rows = append(rows, r.rows[k])
		}
	}
	return rows
}

// places are the points that were out when the decision of a record was made.
func (r *liveRun) places(rec record, events []journal.Event) []model.Unit {
	var us []model.Unit
	for _, line := range rec.Out {
		if line < 1 || line > len(events) {
			continue
		}
		if a, ok := events[line-1].Body.(journal.Asked); ok && r.problem.CheckPoint(a.X) == nil {
			us = append(us, r.problem.ToUnit(a.X))
		}
	}
	return us
}

// then is the situation of a decision on the rows known to it, by the models it
// had.
func (r *liveRun) then(pair *model.Pair, rec record, known []Row) policy.Situation {
	s := r.situation()
	s.Pair, s.Step, s.Seen = pair, 0, seen(known, r.problem.Sign())
	if pair != nil {
		s.Best = pair.Incumbent()
	}
	for _, row := range known {
		if !row.Initial {
			s.Step++
		}
	}
	if rec.Step != nil {
		s.Step = *rec.Step
	}
	return s
}

// fixed are the models of a decision on the rows known to it, without a fit; nil
// if they cannot be had.
func (r *liveRun) fixed(ctx context.Context, rec record, known []Row) *model.Pair {
	if rec.Objective == nil || rec.Cost == nil && r.problem.KnownCost == nil {
		return nil
	}
	cost := rec.Cost
	if r.problem.KnownCost != nil {
		cost = nil
	}
	f, err := refitted(rec.Objective, cost, rec.Joint, scenarios.Width(r.problem.Parameters))
	if err != nil {
		return nil
	}
	f.Noisy = rec.Noisy
	pair, err := rebuild(r.problem, r.policy, known, f)
	if err != nil {
		return nil
	}
	return r.standing(pair)
}

// remind completes the decision at the pending point with what its record
// knows: nothing of it is computed again but the tree's values, by the models it
// had.
func (r *liveRun) remind(rec record, pair *model.Pair, known []Row) {
	d := r.decision
	d.Horizon, d.Refilled, d.Rollout, d.Price = rec.Horizon, rec.Refilled, policy.RecordedRollout(rec.raw, len(d.U)), rec.Price
	if rec.Acquisition != nil {
		d.Acquisition = *rec.Acquisition
	}
	if v := rec.RunnerUp; v != nil && len(v.X) == r.problem.Dim() {
		d.RunnerUp = &Choice{X: v.X, U: r.problem.ToUnit(v.X), Acquisition: math.NaN()}
		if v.Acquisition != nil {
			d.RunnerUp.Acquisition = *v.Acquisition
		}
	}
	if rebuild := r.policy.Kind().Recorded; rebuild != nil {
		d.Tree = rebuild(r.policy, r.then(pair, rec, known), rec.Horizon, rec.raw)
	}
}
