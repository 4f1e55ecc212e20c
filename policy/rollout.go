package policy

import (
	"encoding/json"
	"math"
	"slices"

	"farsight/lookahead"
	"farsight/model"
)

// Rollout is what the base policy, EI-PUC-CC, would do with what is left: the
// steps whose costs are the fantasy budget of a tree (the paper's section 4.3).
type Rollout struct {
	Step  int     // of the run, when it was played
	Left  float64 // of the true budget then
	Steps []lookahead.ScheduleStep
}

// Cost is what all steps cost.
func (r *Rollout) Cost() float64 {
	sum := 0.0
	for _, s := range r.Steps {
		sum += s.Cost
	}
	return sum
}

// Budget is the fantasy budget it gives: never more than was left.
func (r *Rollout) Budget() float64 { return math.Min(r.Cost(), r.Left) }

// promising is how many times the negligible value a point must bring to end the search for one.
const promising = 1e3

// searchedPoints is up to how many evaluations one is looked for all the same: the
// search may miss a narrow peak, and runs that ship were made with it.
const searchedPoints = 500

// promises reports whether a point of a rollout brings something within the state's
// budget, one step ahead; of few evaluations it does not say.
func promises(s Situation, state lookahead.State, r *Rollout) bool {
	return s.Pair.Objective.Len() > searchedPoints && r != nil && r.promises(s, state)
}

func (r *Rollout) promises(s Situation, state lookahead.State) bool {
	e, err := lookahead.NewEvaluator(state, nil)
	if err != nil {
		return false // the search says what is wrong
	}
	return slices.ContainsFunc(r.Steps, func(at lookahead.ScheduleStep) bool {
		return lookahead.CheckCube(at.X, s.Pair.Dim()) == nil && // else it is not of this study
			!Negligible(e.Value(at.X, nil)/promising, s.Pair.Objective.Hyper())
	})
}

// rolloutRecord is a rollout as a journal spells it.
type rolloutRecord struct {
	Step  int          `json:"step"`
	Left  float64      `json:"left"`
	Steps []stepRecord `json:"steps"`
}

type stepRecord struct {
	X    model.Unit `json:"x"`
	Y    float64    `json:"y"`
	Cost float64    `json:"cost"`
}

func (r *Rollout) MarshalJSON() ([]byte, error) {
	out := rolloutRecord{r.Step, r.Left, make([]stepRecord, len(r.Steps))}
	for i, s := range r.Steps {
		out.Steps[i] = stepRecord(s)
	}
	return json.Marshal(out)
}

func (r *Rollout) UnmarshalJSON(text []byte) error {
	var in rolloutRecord
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*r = Rollout{in.Step, in.Left, make([]lookahead.ScheduleStep, len(in.Steps))}
	for i, s := range in.Steps {
		r.Steps[i] = lookahead.ScheduleStep(s)
	}
	return nil
}

// RecordedRollout returns the rollout in a record, of points with dim coordinates; nil
// without one, as in old records.
func RecordedRollout(record []byte, dim int) *Rollout {
	r, ok := readTree(record)
	if !ok || r.Rollout == nil || len(r.Rollout.Steps) == 0 {
		return nil
	}
	for _, s := range r.Rollout.Steps {
		if len(s.X) != dim {
			return nil
		}
	}
	return r.Rollout
}
