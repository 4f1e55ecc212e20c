package table

import (
	"context"
	"math"

	"farsight/model"
	"farsight/scenarios/learn"
)

// Quality is how well a surrogate fits a column, in standard deviations of that column.
type Quality struct {
	Own     float64 // root mean square error on the rows it was made from
	LeftOut float64 // the same on rows it was not shown
	Folds   int     // parts in which rows were left out; 0: one row at a time
	Inside  float64 // share of the left-out rows inside their 95 % interval; NaN: no intervals
}

// qualityFolds is the number of parts in which a forest's rows are left out.
const qualityFolds = 10

// Quality judges the surrogates of the value and of ln cost; the latter is the
// zero Quality when the cost is known. Left-out rows are predicted with the
// hyperparameters of all rows.
func (t *Source) Quality(ctx context.Context) (value, logCost Quality, err error) {
	s, err := t.surrogates(ctx)
	if err != nil {
		return value, logCost, err
	}
	u, y, lnz := t.columns()
	if value, err = quality(ctx, s.value, u[:len(y)], y); err != nil || s.logCost == nil {
		return value, logCost, err
	}
	logCost, err = quality(ctx, s.logCost, u, lnz)
	return value, logCost, err
}

func quality(ctx context.Context, s surrogate, u []model.Unit, y []float64) (q Quality, err error) {
	_, scale := model.Standardisation(y)
	var ws model.Workspace
	var own float64
	for i := range u {
		m, _ := s.predict(&ws, u[i])
		own += (m - y[i]) * (m - y[i])
	}
	n := float64(len(y))
	q.Own = math.Sqrt(own/n) / scale
	g, ok := s.(process)
	if !ok {
		q.Folds, q.Inside = min(qualityFolds, len(y)/2), math.NaN()
		r, err := learn.CrossValidateForest(ctx, forestTable(u, y), learn.ForestSettings{Trees: surrogateTrees}, q.Folds, 0)
		q.LeftOut = r.RMSE / scale
		return q, err
	}
	// Leave-one-out in closed form: y − μ₋ᵢ = αᵢ/(K⁻¹)ᵢᵢ, with variance 1/(K⁻¹)ᵢᵢ.
	f := g.Factor()
	var squares float64
	for i := range y {
		v := 1 / f.Inverse.At(i, i)
		e := f.Alpha[i] * v
		squares += e * e
		if math.Abs(e) <= 1.959964*math.Sqrt(v) {
			q.Inside += 1 / n
		}
	}
	q.LeftOut = math.Sqrt(squares/n) / scale
	return q, nil
}
