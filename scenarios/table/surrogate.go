package table

import (
	"context"
	"fmt"
	"math"
	"slices"

	"farsight/internal/workers"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/learn"
)

// The kinds of surrogate a table can become.
const (
	GP     = "gp"     // a Gaussian process: smooth, passes through its rows
	Forest = "forest" // a random forest: takes jumps and many rows, blunts peaks
)

// surrogateTrees is the number of trees of a forest: twice the usual, because
// the spread of the trees enters the cost.
const surrogateTrees = 200

// fitRows is the number of rows hyperparameters are fitted to. A fit costs
// their cube at every step; a larger table lends evenly spaced rows to the fit
// and then conditions the process on all of them.
const fitRows = 300

// surrogate predicts one column of a table over the unit cube.
type surrogate interface {
	predict(ws *model.Workspace, u []float64) (mean, variance float64)
}

type process struct{ *model.GP }

func (p process) predict(ws *model.Workspace, u []float64) (mean, variance float64) {
	return p.Predict(ws, u)
}

type trees struct{ *learn.Forest }

func (t trees) predict(_ *model.Workspace, u []float64) (mean, variance float64) {
	mean, sd := t.PredictMoments(u)
	return mean, sd * sd
}

// surrogates answer for a table; the value is that of the maximised objective.
type surrogates struct {
	value   surrogate
	logCost surrogate // nil when the cost is known
}

// grow makes the surrogates: forests from the rows, processes from the rows and
// the saved hyperparameters if they belong to these rows.
func (t *Source) grow(ctx context.Context) (s surrogates, err error) {
	u, y, lnz := t.columns()
	saved := Fit{}
	if t.Fit != nil && !t.Stale {
		saved = *t.Fit
	}
	one := func(y []float64, hyper *model.Hyper) (surrogate, error) {
		switch {
		case t.Surrogate == Forest:
			f, err := learn.GrowForest(ctx, forestTable(u[:len(y)], y), learn.ForestSettings{Trees: surrogateTrees})
			return trees{f}, err
		case hyper != nil:
			h := *hyper
			h.Scale = scenarios.Choices(t.Parameters).Spread(len(u[0]), h.Scale)
			g, err := model.New(u[:len(y)], y, h)
			return process{g}, err
		}
		g, err := fitProcess(ctx, u[:len(y)], y, fitRows, scenarios.Choices(t.Parameters))
		return process{g}, err
	}
	var costErr error
	var wg workers.Group
	if lnz != nil {
		wg.Go(func() { s.logCost, costErr = one(lnz, saved.Cost) })
	}
	s.value, err = one(y, saved.Objective)
	wg.Wait()
	switch {
	case err != nil:
		return s, fmt.Errorf("fit a surrogate to the %d values of the table: %w", len(y), err)
	case costErr != nil:
		return s, fmt.Errorf("fit a surrogate to the %d costs of the table: %w", len(lnz), costErr)
	}
	return s, nil
}

// columns are the rows on the unit cube, those that failed last, the maximised
// value of the others, and ln cost of all (nil when the cost is known).
func (t *Source) columns() (u []model.Unit, y, lnz []float64) {
	for _, x := range slices.Concat(t.X, t.Failed) {
		u = append(u, scenarios.ToUnit(t.Parameters, x))
	}
	for _, v := range t.Value {
		y = append(y, t.sign()*v)
	}
	for _, z := range t.Paid {
		lnz = append(lnz, math.Log(z))
	}
	return u, y, lnz
}

// fitProcess fits a process to at most the given number of rows and conditions
// it on all.
func fitProcess(ctx context.Context, u []model.Unit, y []float64, rows int, choices model.Choices) (*model.GP, error) {
	if len(y) <= rows {
		return model.FitContext(ctx, u, y, model.Settings{Choices: choices})
	}
	partU, partY := make([]model.Unit, rows), make([]float64, rows)
	for i := range rows {
		k := i * len(y) / rows
		partU[i], partY[i] = u[k], y[k]
	}
	part, err := model.FitContext(ctx, partU, partY, model.Settings{Choices: choices})
	if err != nil {
		return nil, err
	}
	return model.New(u, y, part.Hyper())
}

// forestTable turns rows into the columns a forest is grown from.
func forestTable(u []model.Unit, y []float64) learn.Table {
	t := learn.Table{Y: y, Target: "y"}
	for j := range u[0] {
		column := make([]float64, len(u))
		for i := range u {
			column[i] = u[i][j]
		}
		t.Columns = append(t.Columns, column)
		t.Features = append(t.Features, fmt.Sprintf("u%d", j+1))
	}
	return t
}

// findBest maximises the surrogate of the value over the points that can be
// evaluated, from the rows.
func (t *Source) findBest() (scenarios.Optimum, error) {
	if t.Fit != nil && !t.Stale {
		return t.Fit.Optimum, nil
	}
	s, err := t.surrogates(context.Background())
	if err != nil {
		return scenarios.Optimum{}, err
	}
	var ws model.Workspace
	at := func(u model.Unit) float64 {
		v, _ := s.value.predict(&ws, u)
		return v
	}
	var slope func(u model.Unit, grad []float64) float64
	if g, ok := s.value.(process); ok {
		dvar := make([]float64, scenarios.Width(t.Parameters))
		slope = func(u model.Unit, grad []float64) float64 {
			v, _ := g.PredictGrad(&ws, u, grad, dvar)
			return v
		}
	}
	rows, _, _ := t.columns()
	best := scenarios.Highest(t.Parameters, t.Region, rows, at, slope)
	return scenarios.Optimum{Value: t.sign() * best.Value, X: best.X}, nil
}
