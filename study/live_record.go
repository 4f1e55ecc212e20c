package study

import (
	"encoding/json"
	"math"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/model"
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

	Price     float64    `json:"price,omitempty"`      // PBGI's λ for this decision …
	NextPrice float64    `json:"next_price,omitempty"` // … and for the next one
	Schedule  *scheduled `json:"schedule,omitempty"`
	Objective *hyper     `json:"objective,omitempty"` // what the models were
	Cost      *hyper     `json:"cost,omitempty"`
	Tree      []float64  `json:"tree,omitempty"` // its decision points, unit cube, node-major
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
	X           []float64 `json:"x"` // problem units
	Acquisition *float64  `json:"acquisition,omitempty"`
}

// scheduled is the fantasy budget when the decision was made.
type scheduled struct {
	Left  float64 `json:"left"`
	Least float64 `json:"least"`
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

// maxTree is the largest tree a record keeps, in coordinates. A decision after
// a larger one starts without it.
const maxTree = 20_000

// newRecord describes the decision d of the run s.
func newRecord(s *Study, d *Decision, w why) record {
	rec := record{
		Why: w, Acquisition: finite(d.Acquisition), Mean: d.Expect.MuF, Sd: d.Expect.SdF,
		MeanLnCost: d.Expect.MuC, SdLnCost: d.Expect.SdC, Fits: d.Fits, Horizon: d.Horizon, Refilled: d.Refilled,
		Price: d.Lambda, Objective: hyperOf(s.pair.Objective), Cost: hyperOf(s.pair.LogCost),
	}
	if r := d.RunnerUp; r != nil {
		rec.RunnerUp = &rival{r.X, finite(r.Acquisition)}
	}
	if s.memory.pbgid != nil {
		rec.NextPrice = s.memory.pbgid.Lambda
	}
	if c := s.memory.scheduler; c.Filled {
		rec.Schedule = &scheduled{c.Left, c.Least}
	}
	if d.Tree != nil && len(d.Tree.Nodes)*s.problem.Dim() <= maxTree {
		for _, n := range d.Tree.Nodes {
			rec.Tree = append(rec.Tree, n.X...)
		}
	}
	return rec
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
		case journal.Told, journal.BudgetChanged:
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
	m := &r.memory
	if c := rec.Schedule; c != nil {
		m.scheduler = lookahead.Scheduler{Filled: true, Left: c.Left, Least: c.Least} // its Rule is the policy's
	}
	if rec.NextPrice > 0 {
		m.pbgid = &acquisition.PBGID{PBGI: acquisition.PBGI{Lambda: rec.NextPrice}}
	}
	for _, row := range r.rows[known:] {
		if row.Counted && !row.Initial {
			m.observed(r.Study, row)
		}
	}
	if r.previous = r.fixed(rec, known); r.previous == nil || len(rec.Tree) == 0 || m.warm == nil {
		return
	}
	step := 0
	for _, row := range r.rows[:known] {
		if !row.Initial {
			step++
		}
	}
	if state, f, ok := r.planned(rec, r.previous, step); ok {
		m.tree, _ = lookahead.Remember(state, f, rec.Tree) // nil: no warm start
	}
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
	set.Objective.Fixed = &h
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

// planned is what the tree of a decision was maximised on.
func (r *liveRun) planned(rec record, pair *model.Pair, step int) (lookahead.State, lookahead.Fantasies, bool) {
	if !r.policy.Lookahead() {
		return lookahead.State{}, nil, false
	}
	shape, err := r.policy.shape()
	if err != nil {
		return lookahead.State{}, nil, false
	}
	f, err := shape.Draw(mix(r.settings.Seed, saltFantasies, step), r.policy.Large)
	if err != nil {
		return lookahead.State{}, nil, false
	}
	return lookahead.State{Pair: pair, Budget: rec.Horizon, Best: pair.Incumbent()}, f, true
}

// remind completes the decision at the pending point with what its record
// knows: nothing of it is computed again but the tree's values.
func (r *liveRun) remind(rec record) {
	d := r.decision
	d.Horizon, d.Refilled, d.Lambda = rec.Horizon, rec.Refilled, rec.Price
	if rec.Acquisition != nil {
		d.Acquisition = *rec.Acquisition
	}
	if v := rec.RunnerUp; v != nil && len(v.X) == r.problem.Dim() {
		d.RunnerUp = &Choice{X: v.X, U: r.problem.ToUnit(v.X), Acquisition: math.NaN()}
		if v.Acquisition != nil {
			d.RunnerUp.Acquisition = *v.Acquisition
		}
	}
	state, f, ok := r.planned(rec, r.pair, r.step)
	if !ok || len(rec.Tree) == 0 {
		return
	}
	rule, _ := lookahead.ParseFantasyRule(r.policy.Rule) // planned read it
	snap, err := (&lookahead.Tree{X: rec.Tree}).Snapshot(state, f, rule, r.problem.FromUnit)
	if err == nil {
		d.Tree = &snap
	}
}
