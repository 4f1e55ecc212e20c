package scenarios

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"farsight/model"
)

// Table is a source made of past evaluations: Gaussian processes fitted to the
// values and to the logarithm of the costs answer for points in between.
type Table struct {
	File      string   // as written in the problem file
	Columns   []string // one a parameter: a column's name, or a formula of columns
	Objective string   // the same for the value …
	CostCell  string   // … and the cost; "" when Cost is known
	Surrogate string   // "gp"
	Cost      *Formula // known cost of the parameters; nil: the table's

	X     [][]float64 // the rows, in problem units
	Value []float64   // in the problem's own sign
	Paid  []float64   // nil when Cost is known

	parameters []Parameter
	sign       float64 // +1 maximised, −1 minimised
	fit        func() (surrogates, error)
	workspaces sync.Pool // of *model.Workspace
}

// SurrogateGP is the kind of surrogate a table becomes.
const SurrogateGP = "gp"

// surrogates answer for a table; the value is that of the maximised objective.
type surrogates struct {
	value   *model.GP
	logCost *model.GP // nil when the cost is known
}

var (
	_ Source = (*Table)(nil)
	_ Truth  = (*Table)(nil)
)

// ready prepares the fit, which waits for the first evaluation.
func (t *Table) ready() {
	t.fit = sync.OnceValues(t.fitSurrogates)
	t.workspaces.New = func() any { return new(model.Workspace) }
}

// fitRows is the number of rows hyperparameters are fitted to. A fit costs
// their cube at every step; a larger table lends evenly spaced rows to the fit
// and then conditions the process on all of them.
const fitRows = 300

func (t *Table) fitSurrogates() (s surrogates, err error) {
	u := make([][]float64, len(t.X))
	y := make([]float64, len(t.X))
	for i, x := range t.X {
		u[i] = make([]float64, len(x))
		for j, p := range t.parameters {
			u[i][j] = p.ToUnit(x[j])
		}
		y[i] = t.sign * t.Value[i]
	}
	var costErr error
	var wg sync.WaitGroup
	if t.Paid != nil {
		lnz := make([]float64, len(t.Paid))
		for i, z := range t.Paid {
			lnz[i] = math.Log(z)
		}
		wg.Go(func() { s.logCost, costErr = surrogate(u, lnz, fitRows) })
	}
	s.value, err = surrogate(u, y, fitRows)
	wg.Wait()
	switch {
	case err != nil:
		return s, fmt.Errorf("fit a surrogate to the %d values of the table: %w", len(u), err)
	case costErr != nil:
		return s, fmt.Errorf("fit a surrogate to the %d costs of the table: %w", len(u), costErr)
	}
	return s, nil
}

// surrogate fits a process to at most the given number of rows and conditions
// it on all.
func surrogate(u [][]float64, y []float64, rows int) (*model.GP, error) {
	if len(y) <= rows {
		return model.Fit(u, y, model.Settings{})
	}
	partU, partY := make([][]float64, rows), make([]float64, rows)
	for i := range rows {
		k := i * len(y) / rows
		partU[i], partY[i] = u[k], y[k]
	}
	part, err := model.Fit(partU, partY, model.Settings{})
	if err != nil {
		return nil, err
	}
	return model.New(u, y, part.Hyper())
}

// Surrogates returns the processes of the maximised value and of ln cost (nil
// when the cost is known) over the unit cube, fitting them if need be.
func (t *Table) Surrogates() (value, logCost *model.GP, err error) {
	s, err := t.fit()
	return s.value, s.logCost, err
}

// Evaluate returns the surrogates' answer at x.
func (t *Table) Evaluate(_ context.Context, x []float64) (Evaluation, error) {
	value, cost, err := t.Truth(x)
	return Evaluation{value, cost}, err
}

// Truth is the surrogate's mean for the value, and for the cost the mean of
// the lognormal, exp(m + s²/2), as the paper's authors compute it.
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
	value, _ = s.value.Predict(ws, u)
	if t.Cost != nil {
		cost = t.Cost.Eval(x)
	} else {
		m, v := s.logCost.Predict(ws, u)
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
