package scenarios

import (
	"errors"
	"fmt"
	"math"

	"farsight/model"
	"farsight/scenarios/theorem1"
)

// Problem defines what is optimised and what evaluations cost. It is a value: reading it has no
// effects, and only Source can have some (a command), which the user must allow.
type Problem struct {
	Name        string // short, as typed on the command line
	Title       string // one line, as shown on top of a screen
	Note        string // an introduction for newcomers
	Constructed bool   // a teaching example built to make its point; shown as such

	Parameters []Parameter
	Region     *Region // what constraints allow of the box; nil: all of it
	Minimise   bool    // the objective is minimised; studies negate it inside
	ValueUnit  string  // of the objective and of the cost, for labels; may be empty
	CostUnit   string

	Source    Source             // how a point is evaluated; nil when a person measures
	KnownCost model.KnownCost    // non-nil: the cost is a known function of the unit-cube point
	CostText  string             // what KnownCost computes, an expression of the parameters; "": code
	Price     Price              // prior of the cost, if KnownCost is nil
	CostPart  model.KnownCost    // the cost up to a factor that is not known; nil: nothing is known of it
	PartText  string             // what CostPart computes, an expression of the parameters
	Guess     *model.Guess       // prior belief about the optimum's location; nil: none
	Move      *Move              // what it costs to get from the last point to the next; nil: nothing
	Theorem   *theorem1.Instance // non-nil: not a box at all but the arms of theorem 1; the fields below are unused

	Budget        float64
	ChargeInitial bool // the initial design is charged to the budget
	ChargeSaid    bool // the problem says whether it is
	Discard       bool // in live studies, too, what exceeds the budget does not count
	Initial       Initial

	Objective ModelSettings
	Cost      ModelSettings
	Noise     Noise // of measured values

	Policies []PolicyDefault // defaults for named policies; flags win over them
	Compare  []string        // the two policies an explorer opens with
	Optimum  *Optimum        // the best value, nil if it is not known

	Dir string // where relative file names and commands start from; "": the current directory
}

// IsManual reports whether a person measures: there is nothing to call.
func (p *Problem) IsManual() bool { return p.Source == nil && p.Theorem == nil }

// Initial is the design a study starts from: given points (with or without
// their measurements), or Sobol points drawn by the study's seed.
type Initial struct {
	X     []Point
	Value []float64 // NaN or absent: evaluated by Source
	Cost  []float64
	Sd    []float64 // of the values' noise; absent: not known
	Sobol int       // number of scrambled Sobol points when X is empty; 0: 2(d+1)
}

// ModelSettings says how one Gaussian process is obtained. The objective's is
// that of the maximised value: problemfile has negated the mean of a minimised
// one. The cost's is that of ln c.
type ModelSettings struct {
	Fixed    *model.Hyper // original units, lengthscales on the unit cube; nil: MAP fit
	Priors   model.Preset
	NoiseMin float64 // standardised variance; 0: the preset's
	NoiseMax float64
}

// Noise describes the noise of measured values; the zero value is none.
type Noise struct {
	Noisy     bool    // measuring a point again gives another value
	Sd        float64 // the standard deviation of every value that has none of its own; 0: not known
	Simulated float64 // what studies add to the values of the source, as a standard deviation
}

// Declared reports whether values are declared noisy.
func (n Noise) Declared() bool { return n.Noisy || n.Sd > 0 }

// PolicyDefault holds a problem's defaults for one policy.
type PolicyDefault struct {
	Policy  string // base name, such as "b-ms-ei"
	Options string // as policies write them: "steps=2 schedule=off"; what is left out is open
}

// Optimum is the best value, in the problem's own sign.
type Optimum struct {
	Value float64
	X     Point // nil if unknown
}

// Dim is the number of parameters.
func (p *Problem) Dim() int { return len(p.Parameters) }

// ToUnit maps a point in problem units to the unit cube.
func (p *Problem) ToUnit(x Point) model.Unit { return ToUnit(p.Parameters, x) }

// FromUnit maps a unit-cube point to problem units, on the parameters' grids.
func (p *Problem) FromUnit(u model.Unit) Point { return fromUnit(p.Parameters, u) }

// Axes say which coordinates of the unit cube are which parameter's.
func (p *Problem) Axes() []model.Axis { return Axes(p.Parameters) }

// Choices are the axes of categorical parameters; nil if there are none.
func (p *Problem) Choices() model.Choices { return Choices(p.Parameters) }

// CheckPoint says which parameter of x is not a number inside its bounds, or
// which constraint does not hold.
func (p *Problem) CheckPoint(x Point) error {
	if err := p.CheckBounds(x); err != nil {
		return err
	}
	return p.Region.Check(x)
}

// CheckBounds is CheckPoint without the constraints.
func (p *Problem) CheckBounds(x Point) error {
	if len(x) != len(p.Parameters) {
		return fmt.Errorf("a point of %s has %d parameters, not %d", p.Name, len(p.Parameters), len(x))
	}
	for i, par := range p.Parameters {
		if math.IsNaN(x[i]) || x[i] < par.Low || x[i] > par.High {
			return fmt.Errorf("%s = %v is outside [%v, %v]", par.Name, x[i], par.Low, par.High)
		}
		if par.Categorical() && par.Snap(x[i]) != x[i] {
			return errors.New(par.Complain(x[i]))
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
