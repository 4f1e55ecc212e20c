package record

import (
	"math"
	"strconv"

	"farsight/model"
)

// Data is what the charts of a recording are drawn from, for other programs.
// Points are in the problem's units, values in its own sign. docs/export.md
// explains the fields.
type Data struct {
	Problem  ProblemData   `json:"problem"`
	Seed     uint64        `json:"seed"`
	Policies []PolicyData  `json:"policies,omitempty"`
	Theorem  []TheoremData `json:"theorem,omitempty"`
}

// ProblemData is what the problem says of itself.
type ProblemData struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Constructed bool            `json:"constructed"`
	Minimise    bool            `json:"minimise"`
	Budget      Number          `json:"budget"`
	ValueUnit   string          `json:"value_unit"`
	CostUnit    string          `json:"cost_unit"`
	Parameters  []ParameterData `json:"parameters"`
}

// ParameterData is one parameter.
type ParameterData struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
	Low  Number `json:"low"`
	High Number `json:"high"`
	Log  bool   `json:"log"`
	// Choices are the names of a categorical parameter, whose numbers 0, 1, …
	// stand in points.
	Choices []string `json:"choices,omitempty"`
}

// PolicyData is one policy's replay.
type PolicyData struct {
	Policy      string           `json:"policy"`
	Title       string           `json:"title"`
	Details     string           `json:"details"`
	Stop        string           `json:"stop"` // "" while it goes on
	Evaluations []EvaluationData `json:"evaluations"`
	Steps       []StepData       `json:"steps"`
}

// EvaluationData is one evaluation, named as in farsight replay --json.
type EvaluationData struct {
	Step        int      `json:"step"` // 0: of the initial design
	X           []Number `json:"x"`
	Y           Number   `json:"y"` // null: failed
	Cost        Number   `json:"cost"`
	Remaining   Number   `json:"remaining"`
	Best        Number   `json:"best"`
	Counted     bool     `json:"counted"`
	Acquisition Number   `json:"acquisition"`
	Move        Number   `json:"move,omitempty"` // what the way there took beside the cost
}

// StepData is what a policy believes and wants after some evaluations.
type StepData struct {
	Step      int         `json:"step"`
	Best      Number      `json:"best"`
	Remaining Number      `json:"remaining"`
	Next      *ChoiceData `json:"next"`
	RunnerUp  *ChoiceData `json:"runner_up"`
	Slice     SliceData   `json:"slice"`

	Joint *model.Following `json:"joint,omitempty"` // where the cost is found to follow the value
}

// ChoiceData is a point a policy considers.
type ChoiceData struct {
	X           []Number `json:"x"`
	Acquisition Number   `json:"acquisition"`
}

// SliceData is the curves of a step along one parameter through a point.
type SliceData struct {
	Parameter   string        `json:"parameter"`
	Through     []Number      `json:"through"`
	X           []Number      `json:"x"`
	Objective   ObjectiveData `json:"objective"`
	Cost        CostData      `json:"cost"`
	Acquisition []Number      `json:"acquisition"`
}

// ObjectiveData is the posterior of the objective with its 95 % interval, and
// the truth where it is known.
type ObjectiveData struct {
	Mean []Number `json:"mean"`
	Low  []Number `json:"low"`
	High []Number `json:"high"`
	True []Number `json:"true"`
}

// CostData is the same of the cost.
type CostData struct {
	Median []Number `json:"median"`
	Low    []Number `json:"low"`
	High   []Number `json:"high"`
	True   []Number `json:"true"`
}

// TheoremData is one exact point of theorem 1's curves.
type TheoremData struct {
	Part    int    `json:"part"`
	Policy  string `json:"policy"`
	Epsilon Number `json:"epsilon"`
	Delta   Number `json:"delta"`
	Value   Number `json:"value_policy"`
	Other   Number `json:"value_other"`
	Ratio   Number `json:"ratio"`
	Bound   Number `json:"ratio_bound"`
	Ahead   Number `json:"value_b_ms_ei"`
}

// Number is null in JSON, and empty in CSV, where it is not finite.
type Number float64

// MarshalJSON writes all digits.
func (n Number) MarshalJSON() ([]byte, error) {
	if s := n.String(); s != "" {
		return []byte(s), nil
	}
	return []byte("null"), nil
}

func (n Number) String() string {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func numbers(v []float64) []Number {
	if v == nil {
		return nil
	}
	out := make([]Number, len(v))
	for i := range v {
		out[i] = Number(v[i])
	}
	return out
}
