package study

import (
	"errors"
	"math"

	"farsight/lookahead"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// Stop is the reason why a run ended; "" while it continues.
type Stop = policy.Stop

// The reasons, in the paper's words.
const (
	Running                = policy.Running
	Unaffordable      Stop = "unaffordable"           // the chosen point exceeded the budget; its row does not count
	NothingAffordable      = policy.NothingAffordable // no point fits the remaining budget; no row
	NothingToGain          = policy.NothingToGain     // no point that fits improves anything; no row
	GridExhausted     Stop = "every point evaluated"  // of a grid, with exact values
	BudgetSpent       Stop = "budget spent"
	OverBudget        Stop = "over budget"       // a live study's last evaluation did not fit, and counts
	Limit             Stop = "limit"             // the requested number of evaluations
	StoppingRule           = policy.StoppingRule // the policy's own
)

// StopWords returns the reason in words for people; the codes are for programs.
func StopWords(s Stop) string {
	switch s {
	case Unaffordable:
		return "the last evaluation did not fit"
	case NothingAffordable:
		return "too little is left"
	}
	return string(s)
}

// Row is one evaluation. Values are in the problem's own sign and units.
type Row struct {
	X         scenarios.Point
	U         model.Unit
	Y         float64 // NaN for a failed evaluation
	Cost      float64
	Move      float64 // movement cost, charged beside the cost; 0 of the initial design
	Sd        float64 // standard deviation of the value's noise; 0: not given
	Initial   bool    // part of the initial design
	Counted   bool    // within the budget; an uncounted row has no other effect
	Failed    bool
	Free      bool    // measured before the study and not charged
	Outside   bool    // of bounds that were set later: it is charged, but the models ignore it and it is not the best
	Remaining float64 // budget left after it
	Best      float64 // best counted value after it
	// Acquisition is the acquisition function's value at the point when it was chosen;
	// NaN for the initial design.
	Acquisition float64
}

// Taken returns what the evaluation takes from the budget, if it counts and is charged.
func (r Row) Taken() float64 { return r.Cost + r.Move }

// Choice is a point that a policy considers, with its acquisition value.
type Choice struct {
	X           scenarios.Point
	U           model.Unit
	Acquisition float64
}

// Decision is the next point and why.
type Decision struct {
	Choice
	RunnerUp *Choice       // the best mode elsewhere; nil if there is none
	Expect   model.Moments // of the maximised objective and of ln c at the point
	Weighed  model.Moments // the same as the policy weighed them; where values are noisy they differ
	Fits     float64       // chance that its cost fits what is left
	Success  float64       // chance that it succeeds; 1 where nothing has failed
	Tree     *lookahead.Snapshot
	// Budget the tree was planned with: the fantasy budget where scheduling is
	// on, else what is left.
	Horizon  float64
	Refilled bool            // the fantasy budget was recomputed for this decision
	Rollout  *policy.Rollout // that the fantasy budget comes from; nil: none
	Price    float64         // λ of policies that have one; else 0
	// Judged are the verdicts of playouts on the roots, the best first; empty without
	// playouts.
	Judged []lookahead.Verdict
}

// Money is the budget as a view shows it.
type Money struct {
	Total, Spent, Left float64
	Moves              float64 // movement costs, included in Spent
	Fantasy            float64 // NaN where scheduling is off
	Refilled           bool
}

// Snapshot is a run after one step: all that a view or an export needs. It is a
// copy; what it points to never changes.
type Snapshot struct {
	Problem *scenarios.Problem
	Policy  policy.Policy
	Seed    uint64

	Step        int // rows after the initial design
	Evaluations int // those within the budget: N_B so far
	Rows        []Row
	Best        float64         // best counted value, the problem's own sign; NaN before any
	BestRow     int             // −1 before any
	Recommended *Recommendation // where values are noisy, once there is a model; else nil
	Money       Money
	Stop        Stop
	NoiseMet    bool // of live studies: the data look noisier than the model allows; see NoiseAdvice

	// Fitted are the models' hyperparameters; nil before there is a model.
	Fitted *model.Fitted
	belief *cachedPair // the models
	// Decision is the next point; nil when the run has stopped.
	Decision *Decision
	pending  *pendingOutcomes // assumed outcomes of Pending; nil: there are none
	// Pending are the other pending suggestions of a live study.
	Pending []Choice
}

// Band is a posterior at a list of points: mean and a 95 % interval.
type Band struct {
	Mean, Low, High []float64
}

// z95 is the half-width of a 95 % interval in standard deviations.
const z95 = 1.959963984540054

// BandWidth is the width of a Band in standard deviations.
const BandWidth = 2 * z95

// Objective returns the posterior of the objective at unit-cube points, in the
// problem's own sign.
func (s *Snapshot) Objective(us []model.Unit) Band {
	return objectiveBand(s.Pair(), s.Problem.Sign(), us)
}

// objectiveBand returns the posterior of the objective under a pair, with the
// problem's sign.
func objectiveBand(p *model.Pair, sign float64, us []model.Unit) Band {
	mean, variance := p.Objective.PredictEach(us)
	return band(len(us), func(i int) (middle, lo, hi float64) {
		m, h := mean[i], z95*math.Sqrt(variance[i])
		return sign * m, sign*m - h, sign*m + h
	})
}

// Cost returns the posterior of the cost: its median and a 95 % interval.
func (s *Snapshot) Cost(us []model.Unit) Band { return costBand(s.Pair(), us) }

// Success returns the chance that an evaluation succeeds, at unit-cube points; nil
// before the first failure.
func (s *Snapshot) Success(us []model.Unit) []float64 {
	p := s.Pair()
	if p == nil || p.Success == nil {
		return nil
	}
	out := make([]float64, len(us))
	for i, u := range us {
		out[i] = p.Success.Chance(u)
	}
	return out
}

// Allowed reports at which unit-cube points the problem's constraints hold; nil
// without constraints.
func (s *Snapshot) Allowed(us []model.Unit) []bool {
	if s.Problem.Region == nil {
		return nil
	}
	out := make([]bool, len(us))
	for i, u := range us {
		out[i] = s.Problem.Region.Allows(u)
	}
	return out
}

// costBand returns the posterior of the cost under a pair.
func costBand(p *model.Pair, us []model.Unit) Band {
	if p.LogCost != nil && p.Link == nil { // the objective is not needed
		mean, variance := p.LogCost.PredictEach(us)
		return band(len(us), func(i int) (middle, lo, hi float64) {
			m, h := mean[i], z95*math.Sqrt(variance[i])
			return math.Exp(m), math.Exp(m - h), math.Exp(m + h)
		})
	}
	moments := p.MomentsEach(us)
	return band(len(us), func(i int) (middle, lo, hi float64) {
		m := moments[i]
		return math.Exp(m.MuC), math.Exp(m.MuC - z95*m.SdC), math.Exp(m.MuC + z95*m.SdC)
	})
}

// Imagined returns both posteriors at a node of the decision's tree, conditioned on
// the fantasies that lead there.
func (s *Snapshot) Imagined(node int, us []model.Unit) (objective, cost Band, err error) {
	state, _, ok := s.Plan()
	if !ok || s.Decision == nil || s.Decision.Tree == nil {
		return Band{}, Band{}, errors.New("this decision has no scenario tree")
	}
	p, err := lookahead.Imagine(state, *s.Decision.Tree, node)
	if err != nil {
		return Band{}, Band{}, err
	}
	return objectiveBand(p, s.Problem.Sign(), us), costBand(p, us), nil
}

func band(n int, at func(i int) (middle, lo, hi float64)) Band {
	b := Band{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range n {
		b.Mean[i], b.Low[i], b.High[i] = at(i)
	}
	return b
}

// Line returns n unit-cube points along one parameter through u.
func Line(u model.Unit, axis model.Axis, n int) []model.Unit {
	out := make([]model.Unit, n)
	for i := range out {
		p := append(model.Unit(nil), u...)
		axis.Set(p, float64(i)/float64(max(1, n-1)))
		out[i] = p
	}
	return out
}
