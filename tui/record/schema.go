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
	Problem  problemData   `json:"problem"`
	Seed     uint64        `json:"seed"`
	Policies []policyData  `json:"policies,omitempty"`
	Theorem  []TheoremData `json:"theorem,omitempty"`
}

// problemData describes the problem.
type problemData struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Constructed bool            `json:"constructed"`
	Minimise    bool            `json:"minimise"`
	Budget      Number          `json:"budget"`
	ValueUnit   string          `json:"value_unit"`
	CostUnit    string          `json:"cost_unit"`
	Parameters  []parameterData `json:"parameters"`
}

// parameterData is one parameter.
type parameterData struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
	Low  Number `json:"low"`
	High Number `json:"high"`
	Log  bool   `json:"log"`
	// Choices are the names of a categorical parameter, whose numbers 0, 1, …
	// stand in points.
	Choices []string `json:"choices,omitempty"`
}

// policyData is one policy's replay.
type policyData struct {
	Policy      string           `json:"policy"`
	Title       string           `json:"title"`
	Details     string           `json:"details"`
	Stop        string           `json:"stop"` // "" while it runs
	Evaluations []evaluationData `json:"evaluations"`
	Steps       []StepData       `json:"steps"`
}

// evaluationData is one evaluation, named as in farsight replay --json.
type evaluationData struct {
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

// StepData is the posterior and the decision after some evaluations.
type StepData struct {
	Step      int         `json:"step"`
	Best      Number      `json:"best"`
	Remaining Number      `json:"remaining"`
	Next      *choiceData `json:"next"`
	RunnerUp  *choiceData `json:"runner_up"`
	Slice     sliceData   `json:"slice"`

	Joint *model.Following `json:"joint,omitempty"` // where the cost is found to follow the value
}

// choiceData is a point a policy considers.
type choiceData struct {
	X           []Number `json:"x"`
	Acquisition Number   `json:"acquisition"`
}

// sliceData is the curves of a step along one parameter through a point.
type sliceData struct {
	Parameter   string        `json:"parameter"`
	Through     []Number      `json:"through"`
	X           []Number      `json:"x"`
	Objective   objectiveData `json:"objective"`
	Cost        costData      `json:"cost"`
	Acquisition []Number      `json:"acquisition"`
}

// objectiveData is the posterior of the objective with its 95 % interval, and
// the truth where it is known.
type objectiveData struct {
	Mean []Number `json:"mean"`
	Low  []Number `json:"low"`
	High []Number `json:"high"`
	True []Number `json:"true"`
}

// costData is the same of the cost.
type costData struct {
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
