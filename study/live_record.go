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

// record is the decision behind a suggestion as its line in the journal holds it:
// enough to show it again, and to restore the policy's state for the next one.
type record struct {
	Why         why      `json:"why,omitempty"`
	Acquisition *float64 `json:"acquisition,omitempty"`
	Mean        float64  `json:"mean"` // of the maximised objective
	Sd          float64  `json:"sd"`
	MeanLnCost  float64  `json:"mean_ln_cost"`
	SdLnCost    float64  `json:"sd_ln_cost"`
	Move        float64  `json:"move,omitempty"`    // movement cost
	Fits        float64  `json:"fits"`              // with the budget left then; views use the budget left now
	Success     *float64 `json:"success,omitempty"` // nil: nothing had failed
	Horizon     float64  `json:"horizon"`
	Refilled    bool     `json:"refilled,omitempty"`
	RunnerUp    *rival   `json:"runner_up,omitempty"`

	// If suggestions were pending: their lines, their expected cost, and the step it
	// was made for.
	Pending  []int   `json:"out,omitempty"`
	Reserved float64 `json:"reserved,omitempty"`
	Step     *int    `json:"step,omitempty"`

	Beside  int `json:"beside,omitempty"`  // line of a pending suggestion nearby; 0: none
	Repeats int `json:"repeats,omitempty"` // line of a noisy value nearby; 0: none

	Price     float64        `json:"price,omitempty"`     // λ of policies that have one
	Objective *processRecord `json:"objective,omitempty"` // the models
	Cost      *processRecord `json:"cost,omitempty"`
	Joint     *linkRecord    `json:"joint,omitempty"`     // the joint model
	Noisy     bool           `json:"noisy,omitempty"`     // values counted as noisy
	NoiseMet  bool           `json:"noise_met,omitempty"` // they looked noisier than the model allows

	raw []byte // the whole, with the policy's own fields
}

// why is the reason for a suggestion that is not the policy's first choice.
type why string

const (
	whyRunnerUp why = "runner-up" // the first choice is near a skipped point
	whyElse     why = "elsewhere" // so is the runner-up: the best of points spread elsewhere
	whySpread   why = "spread"    // no value is known yet
	whyKnown    why = "known"     // the rounded first choice was measured already: the choice given its exact value
)

type rival struct {
	X           scenarios.Point `json:"x"`
	Acquisition *float64        `json:"acquisition,omitempty"`
}

// newRecord describes the decision d of the run s: one object with the fields of all
// policies and those of this one.
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
	if o := s.pending; o != nil {
		step := s.step + o.steps
		rec.Pending, rec.Reserved, rec.Step = o.lines, o.cost, &step
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
// points of the initial design. If it cannot be read, the policy starts without
// state.
func recordOf(a *journal.Ask) (rec record, ok bool) {
	if a == nil || a.Design > 0 || len(a.Decision) == 0 || json.Unmarshal(a.Decision, &rec) != nil {
		return record{}, false
	}
	rec.raw = a.Decision
	return rec, true
}

// decisions lists the policy's suggestions that were neither skipped nor withdrawn by
// an undo of what they were based on.
func decisions(events []journal.Event) []journal.Ask {
	type step struct {
		line    int
		asks    []journal.Ask // before it
		pending int
	}
	var asks []journal.Ask
	var steps []step
	pending := 0 // line of the suggestion without an owner, until something is told
	for _, e := range events {
		switch e.Body.(type) {
		case journal.Told, journal.BudgetChanged, journal.Amended, journal.Set, journal.Skipped:
			steps = append(steps, step{e.Seq, asks, pending})
		}
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
			if !slices.ContainsFunc(asks, func(a journal.Ask) bool { return a.Seq == b.Answers && a.Holds() }) {
				pending = 0
			}
		case journal.Amended:
			if b.Decides() { // a suggestion based on a wrong number, and not measured, is withdrawn
				asks = without(asks, func(a journal.Ask) bool { return a.Seq == pending })
			}
		case journal.Set:
			asks = nil // another policy or problem starts without state
		case journal.Skipped:
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

// without returns a copy without some, because an undo restores the original.
func without(asks []journal.Ask, drop func(journal.Ask) bool) []journal.Ask {
	return slices.DeleteFunc(slices.Clone(asks), drop)
}

// last returns the last decision and its record; false if there is none.
func last(events []journal.Event) (journal.Ask, record, bool) {
	asks := decisions(events)
	if len(asks) == 0 {
		return journal.Ask{}, record{}, false
	}
	a := asks[len(asks)-1]
	rec, ok := recordOf(&a)
	return a, rec, ok
}

// recall restores the policy's state from its last decision.
func (r *liveRun) recall(ctx context.Context, events []journal.Event) {
	a, rec, ok := last(events)
	if !ok {
		return
	}
	known := r.known(a.Seq)
	r.previous = r.fixed(ctx, rec, known)
	then := conditionedOnMeans(r.previous, r.places(rec, events))
	r.decider.Recall(rec.raw, r.then(movedFrom(r.problem, then, after(r.state, a.Seq)), rec, known))
}

// catchUp reports to the policy the outcomes since its last decision, in the order of
// the suggestions; for pending ones the assumed outcomes. Those that the decision
// itself assumed are left out.
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
		if e.Seq > a.Seq && row.Counted && !row.Initial && !slices.Contains(rec.Pending, e.Answers) {
			since = append(since, outcome{e.Order, r.problem.Sign() * row.Y, row.Cost, row.Move})
		}
	}
	if r.pending != nil {
		for k, a := range r.pending.asks {
			if a.Design == 0 && !slices.Contains(rec.Pending, a.Seq) {
				m := r.pending.moments[k]
				since = append(since, outcome{a.Seq, m.MuF, expectedCost(m), m.Way})
			}
		}
	}
	slices.SortStableFunc(since, func(a, b outcome) int { return cmp.Compare(a.order, b.order) })
	for _, o := range since {
		r.decider.Observed(o.value, o.cost, o.way)
	}
}

// known returns the rows that were recorded before a line.
func (r *liveRun) known(line int) []Row {
	var rows []Row
	for k, i := range r.rowOf {
		if r.state.Evaluations[i].Seq < line {
			rows = append(rows, r.rows[k])
		}
	}
	return rows
}

// places returns the points that were pending when the decision of a record was made.
func (r *liveRun) places(rec record, events []journal.Event) []model.Unit {
	var us []model.Unit
	for _, line := range rec.Pending {
		if line < 1 || line > len(events) {
			continue
		}
		if a, ok := events[line-1].Body.(journal.Asked); ok && r.problem.CheckPoint(a.X) == nil {
			us = append(us, r.problem.ToUnit(a.X))
		}
	}
	return us
}

// then returns the situation of a recorded decision, with its rows and models.
func (r *liveRun) then(pair *model.Pair, rec record, known []Row) policy.Situation {
	s := r.situation()
	s.Pair, s.Step, s.Seen = pair, 0, seen(known, r.problem.Sign())
	if pair != nil {
		s.Best, s.Pair = pair.Incumbent(), r.policy.Deciding(pair)
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

// fixed returns the models of a recorded decision without a fit; nil if they cannot
// be rebuilt.
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
	return r.fromLast(pair)
}

// remind completes the decision at the pending point from its record. Only the tree's
// values are recomputed, with the recorded models.
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
