package scenarios

import (
	"context"
	"fmt"
	"math"

	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/model"
)

// Source evaluates points. All sources are safe for concurrent use. Those that know the truth
// without an evaluation also implement Truth, those whose functions were drawn also Drawn.
type Source interface {
	// Evaluate measures one point given in problem units. Value is in the
	// problem's own sign.
	Evaluate(ctx context.Context, x Point) (Evaluation, error)
	// Kind is the source in one word, as journals of studies note it.
	Kind() string
	// EvaluatedBy says in a few words how a point is evaluated: "expressions",
	// "surrogates of the 48 rows of runs.csv (Gaussian processes)", …
	EvaluatedBy() string
	// Text is the source as a problem file holds it; ok is false if it is made
	// of code, which has no text.
	Text() (t Text, ok bool)
	// Best is the best value there is, which may have to be searched for at the
	// first call; nil where nothing is known.
	Best() (*Optimum, error)
	// Permission is what a person must allow before the source evaluates; nil:
	// it reaches nothing outside.
	Permission() *Permission
}

// Truth is implemented by sources whose functions can be drawn: built-ins,
// expressions and surrogates, not commands or people.
type Truth interface {
	Truth(x Point) (value, cost float64, err error)
}

// Drawn is implemented by sources whose functions were drawn from processes that are known exactly.
// ExpectedGain is the expected improvement of an evaluation at x on best within the remaining
// budget, given the evaluations so far (data, on the unit cube, with a maximised objective).
type Drawn interface {
	ExpectedGain(data model.Data, x model.Unit, best, left float64) (float64, error)
}

// Evaluation is the result of one evaluation.
type Evaluation struct {
	Value float64 // NaN: it failed, and has a cost all the same
	Cost  float64
	Sd    float64 // of the value's noise; 0: not known
	Note  string  // a remark, such as why it failed; sanitized
}

// Text is a source as a problem file holds it.
type Text struct {
	Objective, Cost string   // expressions of the sections [objective] and [cost]; "": none
	Columns         []string // one for each parameter, its column in a table; nil: none
	Section         string   // the source's own section, its header included; "": none
	Data            string   // a fingerprint of other data it has read; "": none
}

// Permission is what a person must allow.
type Permission struct {
	Command string        // what would run, as harmless text to show
	Dir     string        // where it would run; "": the current directory
	Given   bool          // it was allowed
	Allow   func() Source // the source with the permission given; call it on a person's word only
}

// Code is what sources made of code have in common: no text, no known best, and
// nothing to allow. They embed it.
type Code struct{}

// Kind returns the kind of all sources made of code.
func (Code) Kind() string { return kindOfCode }

// EvaluatedBy is "code".
func (Code) EvaluatedBy() string { return "code" }

// Text has none.
func (Code) Text() (t Text, ok bool) { return Text{}, false }

// Best is not known.
func (Code) Best() (*Optimum, error) { return nil, nil }

// Permission is not needed.
func (Code) Permission() *Permission { return nil }

// kindOfCode is the kind in journals of everything that is computed at once.
const kindOfCode = "expression"

// EvaluatedBy says in a few words how a point is evaluated.
func (p *Problem) EvaluatedBy() string {
	switch {
	case p.IsManual():
		return "a person"
	case p.Source == nil:
		return Code{}.EvaluatedBy()
	}
	return p.Source.EvaluatedBy()
}

// SourceKind is the source in one word, as journals of studies note it.
func (p *Problem) SourceKind() string {
	if p.Source == nil {
		return kindOfCode
	}
	return p.Source.Kind()
}

// AllowCommands returns a copy of the problem whose command, if it has one,
// may run.
func (p *Problem) AllowCommands() *Problem {
	q := *p
	if permission := p.Permission(); permission != nil {
		q.Source = permission.Allow()
	}
	return &q
}

// Permission is what a person must allow before the problem can be evaluated;
// nil: nothing.
func (p *Problem) Permission() *Permission {
	if p.Source == nil {
		return nil
	}
	return p.Source.Permission()
}

// CommandToAllow is the command that has to be allowed before the problem can
// be evaluated, as text to show; "" if there is none or it is allowed.
func (p *Problem) CommandToAllow() string {
	if permission := p.Permission(); permission != nil && !permission.Given {
		return permission.Command
	}
	return ""
}

// BestKnown is the best value a regret can be measured against: the problem's optimum, or else that
// of its source; nil if neither is known.
func (p *Problem) BestKnown() (*Optimum, error) {
	if p.Optimum != nil || p.Source == nil {
		return p.Optimum, nil
	}
	return p.Source.Best()
}

// CheckValue says where a value is no number.
func CheckValue(v float64, parameters []Parameter, x []float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("the objective at %s is %v, not a finite number", ShowPoint(parameters, x), v)
	}
	if err := model.CheckOutput(v); err != nil {
		return fmt.Errorf("the objective at %s is %v; it %w", ShowPoint(parameters, x), v, err)
	}
	return nil
}

// CheckCost says where a cost is not positive.
func CheckCost(c float64, parameters []Parameter, x []float64) error {
	if math.IsNaN(c) || math.IsInf(c, 0) || c <= 0 {
		return fmt.Errorf("the cost at %s is %v; costs must be finite and above 0", ShowPoint(parameters, x), c)
	}
	if err := model.CheckCost(c); err != nil {
		return fmt.Errorf("the cost at %s is %v; it %w", ShowPoint(parameters, x), c, err)
	}
	return nil
}

// CheckSd says why sd is no standard deviation of a value's noise.
func CheckSd(sd float64) error { return model.CheckSd(sd) }

// TableName shows a file's name; none means a table that ships with Farsight.
func TableName(file string) string {
	if file == "" {
		return "a generated table"
	}
	return sanitize.Text(file)
}

// WriteHyper writes the hyperparameters of a process; a sign of −1 turns the
// mean of a maximised value into that of a minimised objective.
func WriteHyper(w *tomlfile.Writer, h model.Hyper, sign float64) {
	w.Line("mean = %v\nvariance = %v\nlengthscale = %s\nnoise-variance = %v", sign*h.Mean, h.Variance, tomlfile.List(h.Scale, tomlfile.Number), h.Noise)
}
