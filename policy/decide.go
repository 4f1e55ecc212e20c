package policy

import (
	"context"
	"math"

	"farsight/lookahead"
	"farsight/model"
)

// Situation is the input of a decision.
type Situation struct {
	Pair  *model.Pair // what is believed of the objective and of ln c
	Best  float64     // the incumbent f*
	Left  float64     // of the budget
	Total float64     // the whole of it
	Seen  []Seen      // every evaluation that counts, in order

	Seed     uint64 // of the run
	Step     int    // evaluations after the initial design
	Workers  int    // 0: GOMAXPROCS; decisions do not depend on it
	Light    bool   // searched with less effort: policies are compared, and none is followed
	Progress func(share float64)
	// Point maps a point to the problem's units, for trees to be shown in.
	Point func(u model.Unit) []float64
}

// Seen is one evaluation.
type Seen struct {
	Value   float64 // NaN: it failed
	Cost    float64 // with the way there
	Initial bool    // part of the initial design
}

// Cooling is ν = remaining / initial budget.
func (s Situation) Cooling() float64 {
	if s.Total <= 0 {
		return 0
	}
	return s.Left / s.Total
}

// negligible is the value, in standard deviations of the objective's prior, below which a point is
// worth nothing: the size of rounding errors.
const negligible = 1e-9

// Negligible reports whether a value in the objective's units is a rounding error
// beside the objective's scale.
func Negligible(value float64, objective model.Hyper) bool {
	return value <= negligible*math.Sqrt(objective.Variance)
}

// Stop says why there is no decision; "" where there is one.
type Stop string

// Why a policy ends a run.
const (
	Running           Stop = ""
	NothingAffordable Stop = "nothing affordable"   // what is left pays for no point
	NothingToGain     Stop = "nothing left to gain" // no point it pays for is worth choosing
	StoppingRule      Stop = "stopping rule"        // the policy's own
)

// Choice is a point, and what the policy sees in it.
type Choice struct {
	U     model.Unit
	Value float64 // NaN: the policy gives no values
}

// Decision is the next point and how it was found.
type Decision struct {
	Choice
	RunnerUp *Choice // the best mode elsewhere; nil if there is none
	Tree     *lookahead.Snapshot
	// Horizon is the budget that was planned with: the fantasy budget where
	// scheduling is on, else what is left.
	Horizon  float64
	Refilled bool     // the fantasy budget was recomputed
	Rollout  *Rollout // behind the fantasy budget, whenever it was played; nil: there is none
	Price    float64  // λ of policies that have one; else 0
	// Judged are the roots with their values by playouts, the best first.
	Judged []lookahead.Verdict
}

// Decider makes the decisions of one run and remembers what it needs from one
// to the next. A decision that was cancelled changes nothing: made again, it
// is the same.
type Decider interface {
	// Decide chooses the next point, or says why there is none. If ctx ends, the
	// error is its own.
	Decide(ctx context.Context, s Situation) (*Decision, Stop, error)
	// Observed reports the value and cost of the last decision's evaluation, and its movement cost;
	// a NaN value means that the evaluation failed.
	Observed(value, cost, way float64)
	// Record is what a journal keeps beside a decision d, or beside what was asked
	// instead of one (it has no tree then), and beside what is common
	// to all policies, as a value to be written as JSON; nil: nothing.
	Record(d Decision) any
	// Recall restores the memory after the decision of a record, made in the situation then; its
	// Pair is nil if it is not available. An unreadable record is ignored: decisions continue
	// without memory.
	Recall(record []byte, then Situation)
}

// Forgetful is the part of a Decider that remembers nothing.
type Forgetful struct{}

// Observed forgets it.
func (Forgetful) Observed(value, cost, way float64) {}

// Record keeps nothing.
func (Forgetful) Record(d Decision) any { return nil }

// Recall restores nothing.
func (Forgetful) Recall(record []byte, then Situation) {}
