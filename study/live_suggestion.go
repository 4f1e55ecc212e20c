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
	Line    int // of the journal: its name, should others ask and tell meanwhile
	X       scenarios.Point
	Design  int // 1, 2, …: this point of the initial design; 0: the policy's choice
	Policy  string
	Why     string    // in words, where it is not the policy's first choice; else ""
	As      string    // whose it is; "": whoever asks
	Asked   time.Time // when
	Expires time.Time // when it may be given up; zero: never
	// What the policy expects there; nil for the initial design.
	Expected *Expectation
	Horizon  float64         // the budget planned with; 0 for the initial design
	Rollout  *policy.Rollout // behind it where it is a fantasy budget; else nil
	Models   *Models         // what was believed; nil for the initial design
}

// Expectation is a prediction in the problem's own terms, with 95 % intervals.
type Expectation struct {
	Value, ValueLow, ValueHigh float64
	Cost, CostLow, CostHigh    float64 // median and interval
	CostMean                   float64 // what the budget reserves for it, beside the move
	Move                       float64 // what the way there costs, which is known
	Reserved                   float64 // what suggestions asked for before it, and still out, are expected to cost
	Success                    float64 // chance that it does not fail; 1 where nothing had failed
	Acquisition                float64 // NaN if the policy has none
}

// suggestion turns an ask into the problem's terms.
func (p present) suggestion(a journal.Ask) Suggestion {
	out := Suggestion{Line: a.Seq, X: a.X, Design: a.Design, Policy: a.Policy, As: a.As, Asked: a.Time, Expires: a.Expires}
	rec, ok := recordOf(&a)
	if !ok {
		return out
	}
	near, nears := "near a skipped point", "near skipped points"
	if len(rec.Out) > 0 {
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
		out.Why = "no evaluation has told anything of the objective yet: this is a point away from the others"
		return out
	}
	switch {
	case rec.Beside > 0:
		out.add(fmt.Sprintf("nearly where line %d is, which is pending: nothing farther away is worth as much", rec.Beside))
	case rec.Repeats > 0:
		out.add(fmt.Sprintf("nearly where line %d was measured: values are noisy, and another one here is worth more than elsewhere", rec.Repeats))
	}
	out.Expected = rec.expectation(p.problem)
	out.Expected.Reserved = p.reserved(rec)
	out.Horizon, out.Rollout = rec.Horizon, policy.RecordedRollout(rec.raw, scenarios.Width(p.problem.Parameters))
	out.Models = recordedModels(p.problem, rec.Objective, rec.Cost)
	return out
}

// add adds to why it is suggested.
func (s *Suggestion) add(why string) {
	if s.Why != "" {
		s.Why += "; "
	}
	s.Why += why
}

// reserved is what suggestions that were out when a decision was made, and still
// are, are expected to cost.
func (p present) reserved(rec record) float64 {
	sum, all := 0.0, true
	for _, line := range rec.Out {
		a, stands := p.state.Standing(line)
		if all = all && stands; stands {
			sum += p.toPay(a)
		}
	}
	if all {
		return rec.Reserved // as the decision had it, by its models
	}
	return sum
}

// toPay is what a suggestion is expected to take from the budget, by its own
// record or, where that expects nothing, by what evaluations cost so far.
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

// FitsIn is the chance that the cost fits what is left now beside Reserved, the
// move paid. The interval of ln c is ln median ± 1.96 sd.
func (e *Expectation) FitsIn(left float64) float64 {
	m := model.Moments{MuC: math.Log(e.Cost), SdC: math.Log(e.CostHigh/e.CostLow) / BandWidth, Way: e.Move}
	return Fits(m, left-e.Reserved)
}

// expectation is what was expected when the record was made; Reserved is of that
// time.
func (rec record) expectation(p *scenarios.Problem) *Expectation {
	sign, sd := p.Sign(), rec.Sd
	if rec.Noisy && rec.Objective != nil {
		sd = math.Sqrt(sd*sd + rec.Objective.Noise) // of what is measured, not of what is there
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
