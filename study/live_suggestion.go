package study

import (
	"fmt"
	"math"
	"time"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Suggestion is a point to measure next.
type Suggestion struct {
	Line    int // of the journal, which identifies it
	X       scenarios.Point
	Design  int // 1, 2, …: this point of the initial design; 0: the policy's choice
	Policy  string
	Why     string // in words, if it is not the policy's first choice
	As      string // owner; "": none
	Asked   time.Time
	Expires time.Time // zero: never
	// Expected is the prediction there; nil for the initial design.
	Expected *Expectation
	Horizon  float64         // the budget planned with; 0 for the initial design
	Rollout  *policy.Rollout // of a fantasy budget; else nil
	Models   *Models         // of the decision; nil for the initial design
}

// Expectation is a prediction in the problem's own terms, with 95 % intervals.
type Expectation struct {
	Value, ValueLow, ValueHigh float64
	Cost, CostLow, CostHigh    float64 // median and interval
	CostMean                   float64 // reserved for it in the budget, beside the move
	Move                       float64 // movement cost, which is known
	Reserved                   float64 // expected cost of earlier suggestions that are still pending
	Success                    float64 // chance that it does not fail; 1 before the first failure
	Acquisition                float64 // NaN if the policy has none
}

// suggestion returns a pending suggestion in the problem's terms.
func (p present) suggestion(a journal.Ask) Suggestion {
	out := Suggestion{Line: a.Seq, X: a.X, Design: a.Design, Policy: a.Policy, As: a.As, Asked: a.Time, Expires: a.Expires}
	rec, ok := recordOf(&a)
	if !ok {
		return out
	}
	near, nears := "near a skipped point", "near skipped points"
	if len(rec.Pending) > 0 {
		near, nears = near+", or pending", nears+", or pending"
	}
	if p.state.Created.Digits > 0 {
		near, nears = near+", or measured already", nears+", or measured already"
	}
	switch rec.Why {
	case whyRunnerUp:
		out.Why = fmt.Sprintf("the policy's first choice is %s: this is its runner-up", near)
	case whyElse:
		out.Why = fmt.Sprintf("the policy's own choices are %s: this is the best of many points elsewhere", nears)
	case whyKnown:
		out.Why = "the policy's first choice has its value already: this is its choice knowing that"
	case whySpread:
		out.Why = "no evaluation has a value yet: this is a point away from the others"
		return out
	}
	switch {
	case rec.Beside > 0:
		out.add(fmt.Sprintf("close to line %d, which is pending: nothing farther away is worth as much", rec.Beside))
	case rec.Repeats > 0:
		out.add(fmt.Sprintf("close to line %d, measured before: values are noisy, and another one here is worth more than elsewhere", rec.Repeats))
	}
	out.Expected = rec.expectation(p.problem)
	out.Expected.Reserved = p.reserved(rec)
	out.Horizon, out.Rollout = rec.Horizon, policy.RecordedRollout(rec.raw, scenarios.Width(p.problem.Parameters))
	out.Models = recordedModels(p.problem, rec.Objective, rec.Cost)
	return out
}

// add adds a reason.
func (s *Suggestion) add(why string) {
	if s.Why != "" {
		s.Why += "; "
	}
	s.Why += why
}

// reserved returns the expected cost of the suggestions that were pending when a
// decision was made and still are.
func (p present) reserved(rec record) float64 {
	sum, all := 0.0, true
	for _, line := range rec.Pending {
		a, stands := p.state.PendingAsk(line)
		if all = all && stands; stands {
			sum += p.toPay(a)
		}
	}
	if all {
		return rec.Reserved // as the decision had it, by its models
	}
	return sum
}

// toPay returns the expected cost of a suggestion, by its record or else by the mean
// cost so far.
func (p present) toPay(a journal.Ask) float64 {
	if a.Design > 0 && !p.state.Created.ChargeInitial {
		return 0
	}
	if rec, ok := recordOf(&a); ok && rec.Objective != nil {
		return rec.expectation(p.problem).CostMean + rec.Move
	}
	r, err := p.run()
	if err != nil {
		return 0
	}
	return r.usualCost(a.X) + p.charged(a.X, &a)
}

// FitsIn returns the chance that the cost fits the remaining budget less Reserved and
// the move. The interval of ln c is ln median ± 1.96 sd.
func (e *Expectation) FitsIn(left float64) float64 {
	m := model.Moments{MuC: math.Log(e.Cost), SdC: math.Log(e.CostHigh/e.CostLow) / BandWidth, Way: e.Move}
	return Fits(m, left-e.Reserved)
}

// expectation returns the recorded prediction; Reserved is of that time.
func (rec record) expectation(p *scenarios.Problem) *Expectation {
	sign, sd := p.Sign(), rec.Sd
	if rec.Noisy && rec.Objective != nil {
		sd = math.Sqrt(sd*sd + rec.Objective.Noise) // of a measurement
	}
	e := &Expectation{
		Value: sign * rec.Mean, ValueLow: sign*rec.Mean - z95*sd, ValueHigh: sign*rec.Mean + z95*sd,
		Cost: math.Exp(rec.MeanLnCost), CostLow: math.Exp(rec.MeanLnCost - z95*rec.SdLnCost), CostHigh: math.Exp(rec.MeanLnCost + z95*rec.SdLnCost),
		CostMean: expectedCost(model.Moments{MuC: rec.MeanLnCost, SdC: rec.SdLnCost}),
		Move:     rec.Move, Reserved: rec.Reserved, Success: 1, Acquisition: math.NaN(),
	}
	if rec.Success != nil {
		e.Success = *rec.Success
	}
	if rec.Acquisition != nil {
		e.Acquisition = *rec.Acquisition
	}
	return e
}

// Foreseen returns the prediction at the suggestion of a line, before it was measured;
// nil without one, as for the initial design.
func (l *Live) Foreseen(line int) *Expectation {
	now, err := l.now()
	events := l.journal.Events()
	if err != nil || line < 1 || line > len(events) {
		return nil
	}
	a, _ := events[line-1].Body.(journal.Asked)
	rec, ok := recordOf(&journal.Ask{Asked: a})
	if !ok || rec.Objective == nil {
		return nil
	}
	return rec.expectation(now.problem)
}
