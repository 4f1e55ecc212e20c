package scenarios

import (
	"context"
	"math"
	"slices"
	"sync"

	"farsight/model"
)

// Table is a source made of past evaluations: surrogates of the values and of
// the logarithm of the costs answer for points in between.
type Table struct {
	File      string   // as written in the problem file; "": Builtin
	Builtin   string   // the name of a table that ships with Farsight
	Columns   []string // one a parameter: a column's name, or a formula of columns
	Objective string   // the same for the value …
	CostCell  string   // … and the cost; "" when Cost is known
	Surrogate string   // SurrogateGP or SurrogateForest
	Cost      *Formula // known cost of the parameters; nil: the table's
	Fit       *Fit     // as saved in the problem file; nil: none
	Stale     bool     // Fit belongs to other rows, bounds or settings and is not used

	X     [][]float64 // the rows, in problem units
	Value []float64   // in the problem's own sign
	Paid  []float64   // nil when Cost is known

	parameters []Parameter
	sign       float64 // +1 maximised, −1 minimised
	fit        func() (surrogates, error)
	best       func() (Optimum, error)
	workspaces sync.Pool // of *model.Workspace
}

var (
	_ Source = (*Table)(nil)
	_ Truth  = (*Table)(nil)
)

// ready prepares the fit, which waits for the first evaluation, and the search
// for the best point, which waits for the first regret.
func (t *Table) ready() {
	t.fit = sync.OnceValues(t.grow)
	t.best = sync.OnceValues(t.findBest)
	t.workspaces.New = func() any { return new(model.Workspace) }
}

// Surrogates returns the processes of the maximised value and of ln cost (nil
// when the cost is known) over the unit cube, fitting them if need be. Both are
// nil when the surrogates are forests.
func (t *Table) Surrogates() (value, logCost *model.GP, err error) {
	s, err := t.fit()
	if g, ok := s.value.(process); ok {
		value = g.GP
	}
	if g, ok := s.logCost.(process); ok {
		logCost = g.GP
	}
	return value, logCost, err
}

// Evaluate returns the surrogates' answer at x.
func (t *Table) Evaluate(_ context.Context, x []float64) (Evaluation, error) {
	value, cost, err := t.Truth(x)
	return Evaluation{value, cost}, err
}

// Truth is the surrogate's mean for the value, and for the cost the mean of
// the lognormal, exp(m + s²/2), as the paper's authors compute it; s is the
// spread of the trees when the surrogate is a forest.
func (t *Table) Truth(x []float64) (value, cost float64, err error) {
	s, err := t.fit()
	if err != nil {
		return 0, 0, err
	}
	ws := t.workspaces.Get().(*model.Workspace)
	defer t.workspaces.Put(ws)
	var room [pointRoom]float64
	u := room[:0]
	for i, p := range t.parameters {
		u = append(u, p.ToUnit(x[i]))
	}
	value, _ = s.value.predict(ws, u)
	if t.Cost != nil {
		cost = t.Cost.Eval(x)
	} else {
		m, v := s.logCost.predict(ws, u)
		cost = math.Exp(m + v/2)
	}
	if err := checkValue(value, t.parameters, x); err != nil {
		return 0, 0, err
	}
	if err := checkCost(cost, t.parameters, x); err != nil {
		return 0, 0, err
	}
	return t.sign * value, cost, nil
}

// column is where a number of each row comes from: one column, or a formula of
// several.
type column struct {
	index   int // −1: the formula
	formula *Formula
}

func (c column) of(row []float64) float64 {
	if c.index >= 0 {
		return row[c.index]
	}
	return c.formula.Eval(row)
}

// columnOf resolves the text of a [table] field against the header. A column's
// exact name wins; anything else must be a formula of column names.
func columnOf(text string, header []string) (column, error) {
	if i := slices.Index(header, text); i >= 0 {
		return column{index: i}, nil
	}
	f, err := NewFormula(text, header)
	return column{-1, f}, err
}

// uses tells which columns a field's text speaks of.
func (c column) uses(header []string) []string {
	if c.index >= 0 {
		return header[c.index : c.index+1]
	}
	var used []string
	for _, in := range c.formula.code {
		if in.op == opVariable {
			used = append(used, header[in.at])
		}
	}
	return used
}
