package table

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"farsight/internal/tomlfile"
	"farsight/internal/workers"
	"farsight/model"
	"farsight/scenarios"
)

// Source is a source made of past evaluations: surrogates of the values and of
// the logarithm of the costs answer for points in between.
type Source struct {
	File      string                          // as written in the problem file; "": Builtin
	Builtin   string                          // the name of a table that ships with Farsight
	Columns   []string                        // one a parameter: a column's name, or a formula of columns
	Objective string                          // the same for the value …
	CostCell  string                          // … and the cost; "" when Cost is known
	Surrogate string                          // GP or Forest
	Empty     string                          // what rows with an empty cell are: Missing or Failed; "": mistakes
	Cost      func(x scenarios.Point) float64 // known cost of the parameters; nil: the table's
	Fit       *Fit                            // as saved in the problem file; nil: none
	Stale     bool                            // Fit belongs to other rows, bounds or settings and is not used

	X      []scenarios.Point // the rows that have a value
	Value  []float64         // in the problem's own sign
	Failed []scenarios.Point // rows without one, which teach what they cost
	Paid   []float64         // of X, then of Failed; nil when Cost is known
	Blank  []int             // lines of the file that were left out or failed

	Parameters []scenarios.Parameter
	Region     *scenarios.Region // where the best is looked for; nil: everywhere
	Minimise   bool

	made       workers.Lazy[surrogates]        // at the first evaluation
	best       workers.Lazy[scenarios.Optimum] // at the first regret
	workspaces sync.Pool                       // of *model.Workspace
}

var (
	_ scenarios.Source = (*Source)(nil)
	_ scenarios.Truth  = (*Source)(nil)
)

// sign is +1 when the objective is maximised and −1 when it is minimised.
func (t *Source) sign() float64 {
	if t.Minimise {
		return -1
	}
	return 1
}

// surrogates fits them once. If ctx ends the fit, the next call repeats it.
func (t *Source) surrogates(ctx context.Context) (surrogates, error) {
	return t.made.GetContext(ctx, t.grow)
}

func (t *Source) highest() (scenarios.Optimum, error) { return t.best.Get(t.findBest) }

// Surrogates returns the processes of the maximised value and of ln cost (nil
// when the cost is known) over the unit cube, fitting them if need be. Both are
// nil when the surrogates are forests.
func (t *Source) Surrogates() (value, logCost *model.GP, err error) {
	s, err := t.surrogates(context.Background())
	if g, ok := s.value.(process); ok {
		value = g.GP
	}
	if g, ok := s.logCost.(process); ok {
		logCost = g.GP
	}
	return value, logCost, err
}

// Evaluate returns the surrogates' answer at x.
func (t *Source) Evaluate(ctx context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	value, cost, err := t.truth(ctx, x)
	return scenarios.Evaluation{Value: value, Cost: cost}, err
}

// Truth is the surrogate's mean for the value, and for the cost the mean of
// the lognormal, exp(m + s²/2), as the paper's authors compute it; s is the
// spread of the trees when the surrogate is a forest.
func (t *Source) Truth(x scenarios.Point) (value, cost float64, err error) {
	return t.truth(context.Background(), x)
}

func (t *Source) truth(ctx context.Context, x scenarios.Point) (value, cost float64, err error) {
	s, err := t.surrogates(ctx)
	if err != nil {
		return 0, 0, err
	}
	ws, _ := t.workspaces.Get().(*model.Workspace)
	if ws == nil {
		ws = new(model.Workspace)
	}
	defer t.workspaces.Put(ws)
	var scratch [pointScratch]float64
	u := scratch[:0]
	for i, p := range t.Parameters {
		if p.Categorical() {
			u = scenarios.ToUnit(t.Parameters, x)
			break
		}
		u = append(u, p.ToUnit(x[i]))
	}
	value, _ = s.value.predict(ws, u)
	if t.Cost != nil {
		cost = t.Cost(x)
	} else {
		m, v := s.logCost.predict(ws, u)
		cost = math.Exp(m + v/2)
	}
	if err := scenarios.CheckValue(value, t.Parameters, x); err != nil {
		return 0, 0, err
	}
	if err := scenarios.CheckCost(cost, t.Parameters, x); err != nil {
		return 0, 0, err
	}
	return t.sign() * value, cost, nil
}

// pointScratch is the dimension up to which a truth allocates nothing.
const pointScratch = 16

// Kind is the word of journals.
func (*Source) Kind() string { return "table" }

// EvaluatedBy names the rows and the kind of surrogate.
func (t *Source) EvaluatedBy() string {
	kind := "Gaussian processes"
	if t.Surrogate == Forest {
		kind = "random forests"
	}
	return fmt.Sprintf("surrogates of the %d rows of %s (%s)", len(t.X), scenarios.TableName(t.File), kind)
}

// Text is the section [table], with the fit if there is one.
func (t *Source) Text() (scenarios.Text, bool) {
	var w tomlfile.Writer
	w.Line("\n[table]")
	w.Text("file", t.File)
	w.Text("builtin", t.Builtin)
	w.Text("objective", t.Objective)
	w.Text("cost", t.CostCell)
	w.Text("surrogate", t.Surrogate)
	w.Text("empty", t.Empty)
	if t.Fit != nil {
		t.WriteFit(&w, *t.Fit)
	}
	return scenarios.Text{Columns: t.Columns, Section: w.String(), Data: t.fingerprint()}, true
}

// fingerprint is that of the rows.
func (t *Source) fingerprint() string {
	columns := [][]float64{t.Value, t.Paid}
	for _, x := range slices.Concat(t.X, t.Failed) {
		columns = append(columns, x)
	}
	return scenarios.Fingerprint(columns...)
}

// Best is the best value of the surrogate, or that of the saved fit.
func (t *Source) Best() (*scenarios.Optimum, error) {
	o, err := t.highest()
	return &o, err
}

// Permission is not needed.
func (*Source) Permission() *scenarios.Permission { return nil }
