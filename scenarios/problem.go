package scenarios

import (
	"context"
	"fmt"
	"math"

	"farsight/internal/plain"
	"farsight/model"
)

// Problem is everything a study needs to know of what is optimised and what
// looking costs. It is a value: reading it has no effects, and only Source can
// reach outside (a command), which its user must allow.
type Problem struct {
	Name        string // short, as typed on the command line
	Title       string // one line, as shown on top of a screen
	Note        string // what a newcomer should know
	Constructed bool   // a teaching example built to make its point; shown as such

	Parameters []Parameter
	Minimise   bool   // the objective is minimised; studies negate it inside
	ValueUnit  string // of the objective and of the cost, for labels; may be empty
	CostUnit   string

	Source    Source          // how a point is evaluated; nil when a person measures
	KnownCost model.KnownCost // non-nil: the cost is a known function of the unit-cube point
	Theorem   *Theorem1       // non-nil: not a box at all but the arms of theorem 1; the fields below are unused

	Budget        float64
	ChargeInitial bool // the initial design is charged to the budget
	Initial       Initial

	Objective ModelSettings
	Cost      ModelSettings

	Policies []PolicyDefault // defaults for named policies; flags win over them
	Compare  []string        // the two policies an explorer opens with
	Optimum  *Optimum        // what is known of the best value, nil if nothing

	Dir string // where relative file names and commands start from; "": the current directory

	knownCost *Formula // what KnownCost computes, for Format
}

// IsManual tells whether a person measures: there is nothing to call.
func (p *Problem) IsManual() bool { return p.Source == nil && p.Theorem == nil }

// EvaluatedBy says in a few words how a point is evaluated: "expressions",
// "surrogates of the 48 rows of runs.csv (Gaussian processes)", …
func (p *Problem) EvaluatedBy() string {
	switch s := p.Source.(type) {
	case *Expression:
		return "expressions"
	case *Table:
		kind := "Gaussian processes"
		if s.Surrogate == SurrogateForest {
			kind = "random forests"
		}
		return fmt.Sprintf("surrogates of the %d rows of %s (%s)", len(s.X), tableName(s.File), kind)
	case *Command:
		return "the command " + s.String()
	case *Push:
		return fmt.Sprintf("a simulated push, target (%.4g, %.4g)", s.Target.X, s.Target.Y)
	case *Forest:
		return fmt.Sprintf("training random forests on the %d rows of %s", s.Data.Rows(), tableName(s.File))
	case *Draw:
		return fmt.Sprintf("functions drawn from the models' priors, seed %d", s.Seed)
	case nil:
		if p.Theorem == nil {
			return "a person"
		}
	}
	return "code"
}

// SourceKind is the source in one word, as journals of studies note it.
func (p *Problem) SourceKind() string {
	switch p.Source.(type) {
	case *Command:
		return "command"
	case *Table:
		return "table"
	case *Push:
		return "push"
	case *Forest:
		return "forest"
	case *Draw:
		return "draw"
	}
	return "expression"
}

// tableName shows a file's name; none means a table that ships with Farsight.
func tableName(file string) string {
	if file == "" {
		return "a generated table"
	}
	return plain.Text(file)
}

// Source evaluates one point given in problem units. Value is in the problem's
// own sign. Sources that know the truth without paying also implement Truth.
// All are safe for concurrent use.
type Source interface {
	Evaluate(ctx context.Context, x []float64) (Evaluation, error)
}

// Truth is implemented by sources whose functions can be drawn: built-ins,
// expressions and surrogates, not commands or people.
type Truth interface {
	Truth(x []float64) (value, cost float64, err error)
}

// Evaluation is what measuring one point revealed.
type Evaluation struct {
	Value float64
	Cost  float64
}

// Initial is the design a study starts from: given points (with or without
// their measurements), or Sobol points drawn by the study's seed.
type Initial struct {
	X     [][]float64 // problem units
	Value []float64   // NaN or absent: evaluated by Source
	Cost  []float64
	Sobol int // number of scrambled Sobol points when X is empty; 0: 2(d+1)
}

// ModelSettings says how one Gaussian process is obtained. The objective's is
// that of the maximised value: Parse has negated the mean of a minimised one.
// The cost's is that of ln c.
type ModelSettings struct {
	Fixed    *model.Hyper // original units, lengthscales on the unit cube; nil: MAP fit
	Priors   model.Preset
	NoiseMin float64 // standardised variance; 0: the preset's
	NoiseMax float64
}

// PolicyDefault holds a problem's defaults for one policy.
type PolicyDefault struct {
	Policy    string // base name: "b-ms-ei", "pbgi", …
	Steps     int    // N; 0: unset
	Rule      string // "tree", "path", "gauss-hermite"; "": unset
	Fantasies string // "4,4,2" or, for gauss-hermite, "9x3,5x1"; "": unset
	Effort    string // "quick", "standard", "thorough", "paper"
	Schedule  string // "off", "paper", "reference"
}

// Optimum is what is known of the best value, in the problem's own sign.
type Optimum struct {
	Value float64
	X     []float64 // problem units; nil if unknown
}

// Parameter is one named input.
type Parameter struct {
	Name, Unit, Note string
	Low, High        float64
	Log              bool    // scaled logarithmically; Low > 0
	Integer          bool    // whole numbers only
	Step             float64 // > 0: a grid Low, Low+Step, …
}

// ToUnit maps a value in problem units to [0,1].
func (p Parameter) ToUnit(v float64) float64 {
	if p.Log {
		return (math.Log(v) - math.Log(p.Low)) / (math.Log(p.High) - math.Log(p.Low))
	}
	return (v - p.Low) / (p.High - p.Low)
}

// FromUnit maps u in [0,1] to problem units, on the parameter's grid if it has
// one, and never outside its bounds.
func (p Parameter) FromUnit(u float64) float64 {
	// Converted products are not fused with the sums: a point is the same on its way to the cube and back whether the
	// compiler inlines this or not.
	v := p.Low + float64(u*(p.High-p.Low))
	if p.Log {
		v = math.Exp(math.Log(p.Low) + float64(u*(math.Log(p.High)-math.Log(p.Low))))
	}
	return p.Snap(v)
}

// Snap moves v to the nearest allowed value: inside the bounds and on the grid.
func (p Parameter) Snap(v float64) float64 {
	switch {
	case p.Integer:
		v = math.Round(v)
		v = math.Max(math.Ceil(p.Low), math.Min(math.Floor(p.High), v))
	case p.Step > 0:
		k := math.Round((v - p.Low) / p.Step)
		last := math.Floor((p.High-p.Low)/p.Step + 1e-9)
		v = p.Low + float64(p.Step*math.Max(0, math.Min(last, k)))
	}
	return math.Max(p.Low, math.Min(p.High, v))
}

// Dim is the number of parameters.
func (p *Problem) Dim() int { return len(p.Parameters) }

// ToUnit maps a point in problem units to the unit cube.
func (p *Problem) ToUnit(x []float64) []float64 {
	u := make([]float64, len(p.Parameters))
	for i, par := range p.Parameters {
		u[i] = par.ToUnit(x[i])
	}
	return u
}

// FromUnit maps a unit-cube point to problem units, on the parameters' grids.
func (p *Problem) FromUnit(u []float64) []float64 {
	x := make([]float64, len(p.Parameters))
	for i, par := range p.Parameters {
		x[i] = par.FromUnit(u[i])
	}
	return x
}

// CheckPoint says which parameter of x is not a number inside its bounds.
func (p *Problem) CheckPoint(x []float64) error {
	if len(x) != len(p.Parameters) {
		return fmt.Errorf("a point of %s has %d parameters, not %d", p.Name, len(p.Parameters), len(x))
	}
	for i, par := range p.Parameters {
		if math.IsNaN(x[i]) || x[i] < par.Low || x[i] > par.High {
			return fmt.Errorf("%s = %v is outside [%v, %v]", par.Name, x[i], par.Low, par.High)
		}
	}
	return nil
}

// Sign is +1 when the objective is maximised and −1 when it is minimised.
func (p *Problem) Sign() float64 {
	if p.Minimise {
		return -1
	}
	return 1
}
