package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Live is a study kept in a journal: Farsight suggests, a person or a program
// measures, and every step is on disk before it is acknowledged. Asking costs
// one decision; nothing is replayed but the evaluations' list.
type Live struct {
	journal *journal.Journal
	problem *scenarios.Problem
	policy  Policy
}

// LiveSettings of a new study.
type LiveSettings struct {
	Policy  string // as typed; "": the first the problem compares, else b-ms-ei
	Seed    uint64
	Program string // who made it, for the record
}

// CreateLive starts a study of the problem whose definition is text, in the
// journal at path. Measured points of the initial design are told at once.
func CreateLive(path, name string, text []byte, s LiveSettings) (*Live, error) {
	p, err := scenarios.Parse(name, text, filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	if s.Policy == "" {
		s.Policy = livePolicy(p)
	}
	q, err := ParsePolicy(s.Policy)
	if err != nil {
		return nil, err
	}
	if _, err := newStudy(p, q, Settings{Seed: s.Seed}); err != nil {
		return nil, err
	}
	design, err := InitialDesign(p, s.Seed)
	if err != nil {
		return nil, err
	}
	c := journal.Created{
		Name: p.Name, Problem: string(text), Policy: s.Policy, Seed: s.Seed, Budget: p.Budget,
		ChargeInitial: p.ChargeInitial, Design: design.X, Program: s.Program,
	}
	for _, par := range p.Parameters {
		c.Parameters = append(c.Parameters, par.Name)
	}
	var told []journal.Body
	for i, x := range design.X {
		if y, z := design.Value[i], design.Cost[i]; !math.IsNaN(y) && !math.IsNaN(z) {
			told = append(told, journal.Told{X: x, Value: y, Cost: z, Design: i + 1, Source: "problem file"})
		}
	}
	j, err := journal.Create(path, c, journal.Settings{}, told...)
	if err != nil {
		return nil, err
	}
	return newLive(j)
}

// livePolicy is the policy a study follows unless told otherwise.
func livePolicy(p *scenarios.Problem) string {
	if n := len(p.Compare); n > 0 {
		return p.Compare[n-1]
	}
	return tree
}

// OpenLive opens a study. Notices say what had to be mended.
func OpenLive(path string, s journal.Settings) (*Live, error) {
	j, err := journal.Open(path, s)
	if err != nil {
		return nil, err
	}
	return newLive(j)
}

func newLive(j *journal.Journal) (*Live, error) {
	c := j.State().Created
	p, err := scenarios.Parse(c.Name, []byte(c.Problem), filepath.Dir(j.Path()))
	if err != nil {
		return nil, fmt.Errorf("%s: the problem it was made from cannot be read any more: %w", j.Path(), err)
	}
	q, err := ParsePolicy(c.Policy)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.Path(), err)
	}
	return &Live{journal: j, problem: p, policy: q}, nil
}

// Journal is the study's file.
func (l *Live) Journal() *journal.Journal { return l.journal }

// Problem is what is studied.
func (l *Live) Problem() *scenarios.Problem { return l.problem }

// AllowCommands lets the study's problem run the command it names.
func (l *Live) AllowCommands() { l.problem = l.problem.AllowCommands() }

// record is what an ask keeps of its decision: enough to show it again and to
// carry the policy's memory on.
type record struct {
	Acquisition *float64            `json:"acquisition,omitempty"`
	Mean        float64             `json:"mean"`
	Sd          float64             `json:"sd"`
	MeanLnCost  float64             `json:"mean_ln_cost"`
	SdLnCost    float64             `json:"sd_ln_cost"`
	Fits        float64             `json:"fits"`
	Horizon     float64             `json:"horizon"`
	Lambda      float64             `json:"lambda,omitempty"` // the price for the next decision
	Scheduler   lookahead.Scheduler `json:"scheduler,omitzero"`
}

// Suggestion is the point to measure next.
type Suggestion struct {
	X      []float64 // problem units
	Design int       // 1, 2, …: this point of the initial design; 0: the policy's choice
	Policy string
	// What the policy expects there; absent for the initial design.
	Expected *Expectation
}

// Expectation is a prediction in the problem's own terms, with 95 % intervals.
type Expectation struct {
	Value, ValueLow, ValueHigh float64
	Cost, CostLow, CostHigh    float64 // median and interval
	Fits                       float64 // chance to fit what is left
	Acquisition                float64 // NaN if the policy has none
}

// ErrEnded says that there is nothing left to ask; Stop says why.
type ErrEnded struct{ Stop Stop }

func (e ErrEnded) Error() string {
	return fmt.Sprintf("the study has ended: %s; extend the budget to go on", e.Stop)
}

// Ask returns the pending suggestion, or makes one: the next unmeasured point
// of the initial design, or the policy's choice. It is on disk when Ask
// returns, so that asking again gives the same answer until something is told.
func (l *Live) Ask(ctx context.Context) (Suggestion, error) {
	for {
		state := l.journal.State()
		if state.Pending != nil {
			return l.suggestion(state), nil
		}
		asked, err := l.next(ctx, state)
		if err != nil {
			return Suggestion{}, err
		}
		_, err = l.journal.Append(state.Seq, asked)
		var stale *journal.StaleError
		if errors.As(err, &stale) {
			continue // someone told or asked meanwhile: decide on what is known now
		}
		if err != nil {
			return Suggestion{}, err
		}
		return l.suggestion(l.journal.State()), nil
	}
}

// next decides what to ask in a state.
func (l *Live) next(ctx context.Context, state journal.State) (journal.Asked, error) {
	if left := state.DesignLeft(); len(left) > 0 {
		return journal.Asked{X: state.Created.Design[left[0]-1], Design: left[0]}, nil
	}
	s, err := l.study(state)
	if err != nil {
		return journal.Asked{}, err
	}
	if err := s.Decide(ctx); err != nil {
		return journal.Asked{}, err
	}
	if s.stop != Running {
		return journal.Asked{}, ErrEnded{s.stop}
	}
	d := s.decision
	rec := record{
		Acquisition: finite(d.Acquisition), Mean: d.Expect.MuF, Sd: d.Expect.SdF,
		MeanLnCost: d.Expect.MuC, SdLnCost: d.Expect.SdC, Fits: d.Fits, Horizon: d.Horizon, Scheduler: s.memory.scheduler,
	}
	if s.memory.pbgid != nil {
		rec.Lambda = s.memory.pbgid.Lambda
	}
	raw, err := json.Marshal(rec)
	if err != nil {
		return journal.Asked{}, err
	}
	return journal.Asked{X: d.X, Policy: s.policy.ID(), Decision: raw}, nil
}

func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// suggestion turns the pending ask into the problem's terms.
func (l *Live) suggestion(state journal.State) Suggestion {
	a := state.Pending
	out := Suggestion{X: a.X, Design: a.Design, Policy: a.Policy}
	var r record
	if len(a.Decision) == 0 || json.Unmarshal(a.Decision, &r) != nil {
		return out
	}
	sign := l.problem.Sign()
	e := &Expectation{
		Value: sign * r.Mean, ValueLow: sign*r.Mean - z95*r.Sd, ValueHigh: sign*r.Mean + z95*r.Sd,
		Cost: math.Exp(r.MeanLnCost), CostLow: math.Exp(r.MeanLnCost - z95*r.SdLnCost), CostHigh: math.Exp(r.MeanLnCost + z95*r.SdLnCost),
		Fits: r.Fits, Acquisition: math.NaN(),
	}
	if r.Acquisition != nil {
		e.Acquisition = *r.Acquisition
	}
	out.Expected = e
	return out
}

// study is the run a journal's state amounts to.
func (l *Live) study(state journal.State) (*Study, error) {
	s, err := newStudy(l.problem, l.policy, Settings{Seed: state.Created.Seed})
	if err != nil {
		return nil, err
	}
	s.budget.Total = state.Budget
	for _, e := range state.Evaluations {
		row := s.row(e.X, scenarios.Evaluation{Value: e.Value, Cost: e.Cost})
		row.Initial = e.Design > 0
		charged := e.Counted && (!row.Initial || state.Created.ChargeInitial) || e.Failed
		if charged {
			s.budget = s.budget.Pay(e.Cost)
		}
		if !row.Initial {
			s.step++
		}
		if !e.Counted && !e.Failed {
			row.Remaining, row.Best = s.budget.Left(), s.bestValue()
			s.rows = append(s.rows, row)
			continue
		}
		if !row.Initial && !e.Failed {
			s.counted++
		}
		s.count(row)
	}
	l.recall(s, state)
	return s, nil
}

// recall restores what the policy remembered at its last decision.
func (l *Live) recall(s *Study, state journal.State) {
	events := l.journal.Events()
	paid := 0.0
	for i := len(events) - 1; i >= 0; i-- {
		switch b := events[i].Body.(type) {
		case journal.Told:
			if b.Design == 0 {
				paid += b.Cost
			}
		case journal.Undone, journal.BudgetChanged:
			return // the memory is of another past: begin anew
		case journal.Asked:
			var r record
			if len(b.Decision) == 0 || json.Unmarshal(b.Decision, &r) != nil {
				return
			}
			s.memory.scheduler = r.Scheduler
			s.memory.scheduler.Paid(paid)
			if r.Lambda > 0 {
				s.memory.pbgid = &acquisition.PBGID{PBGI: acquisition.PBGI{Lambda: r.Lambda}}
			}
			return
		}
	}
}

// Answer is a measurement to tell.
type Answer struct {
	X      []float64 // nil: the pending suggestion
	Value  float64
	Cost   float64
	Failed bool
	Source string
	Note   string
}

// Tell records a measurement and returns once it is on disk. expected is the
// Seq of the state the teller acted upon; if others wrote since, the error is
// a *journal.StaleError that says what.
func (l *Live) Tell(expected int, a Answer) (journal.Event, error) {
	state := l.journal.State()
	t := journal.Told{X: a.X, Value: a.Value, Cost: a.Cost, Failed: a.Failed, Source: a.Source, Note: a.Note}
	if a.Failed {
		t.Value = math.NaN()
	}
	if p := state.Pending; p != nil && (a.X == nil || same(a.X, p.X)) {
		t.X, t.Answers, t.Design = p.X, p.Seq, p.Design
	}
	if t.X == nil {
		return journal.Event{}, errors.New("nothing has been asked: name the point, or ask first")
	}
	if err := l.problem.CheckPoint(t.X); err != nil {
		return journal.Event{}, err
	}
	if t.Design == 0 {
		t.Design = designPoint(state, t.X)
	}
	return l.journal.Append(expected, t)
}

// designPoint is the unmeasured point of the initial design at x, or 0.
func designPoint(state journal.State, x []float64) int {
	for _, i := range state.DesignLeft() {
		if same(state.Created.Design[i-1], x) {
			return i
		}
	}
	return 0
}

func same(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Undo takes back the last evaluation or budget change that stands.
func (l *Live) Undo(expected int) (journal.Event, error) {
	seq := l.journal.State().Undoable()
	if seq == 0 {
		return journal.Event{}, errors.New("there is nothing to undo")
	}
	return l.journal.Append(expected, journal.Undone{Seq: seq})
}

// ChangeBudget extends (or with a negative delta reduces) the budget.
func (l *Live) ChangeBudget(expected int, delta float64) (journal.Event, error) {
	return l.journal.Append(expected, journal.BudgetChanged{Delta: delta})
}

// Evaluate measures the suggestion with the problem's own source.
func (l *Live) Evaluate(ctx context.Context, s Suggestion) (scenarios.Evaluation, error) {
	if l.problem.Source == nil {
		return scenarios.Evaluation{}, fmt.Errorf("%s is measured by a person: there is nothing to run", l.problem.Name)
	}
	return l.problem.Source.Evaluate(ctx, s.X)
}

// Snapshot fits the models to the study as it is and returns it as views see
// it, with the pending suggestion as its decision. It changes nothing on disk.
func (l *Live) Snapshot() (Snapshot, error) {
	state := l.journal.State()
	s, err := l.study(state)
	if err != nil {
		return Snapshot{}, err
	}
	if s.best >= 0 {
		if err := s.fit(); err != nil {
			return Snapshot{}, err
		}
		if state.Pending != nil {
			s.decision = s.decision0(l.problem.ToUnit(state.Pending.X), math.NaN())
			if e := l.suggestion(state).Expected; e != nil {
				s.decision.Acquisition = e.Acquisition
			}
		}
	}
	if state.Pending == nil && len(state.DesignLeft()) == 0 {
		s.stop = s.ended()
	}
	return s.Snapshot(), nil
}
