package study

import (
	"encoding/json"
	"math"

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
	Fits        float64  `json:"fits"`
	Horizon     float64  `json:"horizon"`
	Refilled    bool     `json:"refilled,omitempty"`
	RunnerUp    *rival   `json:"runner_up,omitempty"`

	Price     float64 `json:"price,omitempty"`     // λ of policies that have one
	Objective *hyper  `json:"objective,omitempty"` // what the models were
	Cost      *hyper  `json:"cost,omitempty"`
	Noisy     bool    `json:"noisy,omitempty"`     // values were taken for noisy
	NoiseMet  bool    `json:"noise_met,omitempty"` // the fitted noise met its ceiling

	raw []byte // the whole, with what the policy keeps besides
}

// why says how a suggestion came about, where it is not the policy's first
// choice.
type why string

const (
	whyRunnerUp why = "runner-up" // the first choice is near a skipped point
	whyElse     why = "elsewhere" // so is the runner-up: the best of points spread elsewhere
	whySpread   why = "spread"    // no evaluation has told anything of the objective yet
)

type rival struct {
	X           scenarios.Point `json:"x"`
	Acquisition *float64        `json:"acquisition,omitempty"`
}

// hyper is model.Hyper as the journal spells it.
type hyper struct {
	Mean     float64   `json:"mean"`
	Variance float64   `json:"variance"`
	Scale    []float64 `json:"lengthscale"`
	Noise    float64   `json:"noise"`
}

func hyperOf(g *model.GP) *hyper {
	if g == nil {
		return nil
	}
	h := hyper(g.Hyper())
	return &h
}

// newRecord describes the decision d of the run s: one object with what is
// common to all policies and what this one keeps besides.
func newRecord(s *Study, d *Decision, w why) ([]byte, error) {
	rec := record{
		Why: w, Acquisition: finite(d.Acquisition), Mean: d.Expect.MuF, Sd: d.Expect.SdF,
		MeanLnCost: d.Expect.MuC, SdLnCost: d.Expect.SdC, Fits: d.Fits, Horizon: d.Horizon, Refilled: d.Refilled,
		Price: d.Price, Objective: hyperOf(s.pair.Objective), Cost: hyperOf(s.pair.LogCost),
		Noisy: s.pair.Objective.Noisy(), NoiseMet: s.pair.Objective.Crowded(),
	}
	if r := d.RunnerUp; r != nil {
		rec.RunnerUp = &rival{r.X, finite(r.Acquisition)}
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
		line int
		asks []journal.Ask // before it
	}
	var asks []journal.Ask
	var steps []step
	for _, e := range events {
		switch b := e.Body.(type) {
		case journal.Asked:
			if b.Design == 0 {
				asks = append(asks, journal.Ask{Asked: b, Seq: e.Seq, Time: e.Time})
			}
		case journal.Told, journal.BudgetChanged, journal.Amended, journal.Set:
			steps = append(steps, step{e.Seq, asks})
		case journal.Skipped:
			steps = append(steps, step{e.Seq, asks})
			if n := len(asks); n > 0 && asks[n-1].Seq == b.Seq {
				asks = asks[: n-1 : n-1] // what an undo brings back must not be written over
			}
		case journal.Undone:
			// After a loss it may name another line, or none.
			if n := len(steps); n > 0 && steps[n-1].line == b.Seq {
				asks = steps[n-1].asks
				asks = asks[:len(asks):len(asks)]
				steps = steps[:n-1]
			}
		}
	}
	return asks
}

// recall restores what the policy remembered of its last decision and what it
// has paid and seen since.
func (r *liveRun) recall(events []journal.Event) {
	asks := decisions(events)
	if len(asks) == 0 {
		return
	}
	last := asks[len(asks)-1]
	rec, ok := recordOf(&last)
	if !ok {
		return
	}
	known := 0 // rows the decision knew
	for known < len(r.lines) && r.lines[known] < last.Seq {
		known++
	}
	r.previous = r.fixed(rec, known)
	r.decider.Recall(rec.raw, r.then(r.previous, known))
	for _, row := range r.rows[known:] {
		if row.Counted && !row.Initial {
			r.decider.Observed(r.problem.Sign()*row.Y, row.Cost)
		}
	}
}

// then is the situation of a decision on the first n rows, by the models it
// had.
func (r *liveRun) then(pair *model.Pair, n int) policy.Situation {
	s := r.situation()
	s.Pair, s.Step, s.Seen = pair, 0, seen(r.rows[:n], r.problem.Sign())
	if pair != nil {
		s.Best = pair.Incumbent()
	}
	for _, row := range r.rows[:n] {
		if !row.Initial {
			s.Step++
		}
	}
	return s
}

// fixed are the models of a decision on the first n rows, without a fit; nil if
// they cannot be had.
func (r *liveRun) fixed(rec record, n int) *model.Pair {
	if rec.Objective == nil || rec.Cost == nil && r.problem.KnownCost == nil {
		return nil
	}
	first := *r.Study
	first.rows = r.rows[:n]
	set := model.PairSettings{Known: r.problem.KnownCost}
	h := model.Hyper(*rec.Objective)
	set.Objective.Fixed, set.Objective.Noisy = &h, rec.Noisy
	if rec.Cost != nil {
		c := model.Hyper(*rec.Cost)
		set.Cost.Fixed = &c
	}
	pair, err := model.FitPair(first.data(), set, nil)
	if err != nil {
		return nil
	}
	return pair
}

// remind completes the decision at the pending point with what its record
// knows: nothing of it is computed again but the tree's values.
func (r *liveRun) remind(rec record) {
	d := r.decision
	d.Horizon, d.Refilled, d.Price = rec.Horizon, rec.Refilled, rec.Price
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
		d.Tree = rebuild(r.policy, r.then(r.pair, len(r.rows)), rec.Horizon, rec.raw)
	}
}
