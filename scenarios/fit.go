package scenarios

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"

	"farsight/model"
	"farsight/scenarios/forest"
)

// Fit is what was found out of a table and is worth keeping in the problem file
// (SaveFit), so that opening it takes no time: the hyperparameters of the
// processes, and where the surrogate of the value is best.
type Fit struct {
	Checksum  string       // of what the fit depends on, see Table.Checksum
	Objective *model.Hyper // of the maximised value; nil for a forest
	Cost      *model.Hyper // of ln cost; nil for a forest or a known cost
	Optimum   Optimum      // in the problem's own sign and units
}

// Checksum stands for all that the surrogates and their optimum depend on: the
// rows as the problem file reads them, the parameters' ranges, the goal and the
// kind of surrogate. Other columns, names and notes of the table do not matter.
func (t *Table) Checksum() string {
	h := sha256.New()
	number := func(v float64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
		h.Write(b[:])
	}
	flag := func(v bool) {
		if v {
			number(1)
		} else {
			number(0)
		}
	}
	h.Write([]byte(t.Surrogate))
	number(t.sign)
	number(float64(len(t.X)))
	for _, p := range t.parameters {
		number(p.Low)
		number(p.High)
		number(p.Step)
		flag(p.Log)
		flag(p.Integer)
	}
	for _, x := range t.X {
		for _, v := range x {
			number(v)
		}
	}
	for _, v := range t.Value {
		number(v)
	}
	for _, v := range t.Paid {
		number(v)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Fitted returns the surrogates' fit and optimum, computing what is not saved.
func (t *Table) Fitted() (Fit, error) {
	value, logCost, err := t.Surrogates()
	if err != nil {
		return Fit{}, err
	}
	f := Fit{Checksum: t.Checksum()}
	if value != nil {
		h := value.Hyper()
		f.Objective = &h
	}
	if logCost != nil {
		h := logCost.Hyper()
		f.Cost = &h
	}
	f.Optimum, err = t.best()
	return f, err
}

// Quality says how well a surrogate knows a column, in standard deviations of
// that column.
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
func (t *Table) Quality(ctx context.Context) (value, logCost Quality, err error) {
	s, err := t.fit()
	if err != nil {
		return value, logCost, err
	}
	u, y, lnz := t.columns()
	if value, err = quality(ctx, s.value, u, y); err != nil || s.logCost == nil {
		return value, logCost, err
	}
	logCost, err = quality(ctx, s.logCost, u, lnz)
	return value, logCost, err
}

func quality(ctx context.Context, s surrogate, u [][]float64, y []float64) (q Quality, err error) {
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
		r, err := forest.CrossValidate(ctx, forestTable(u, y), forest.Settings{Trees: surrogateTrees}, q.Folds, 0)
		q.LeftOut = r.RMSE / scale
		return q, err
	}
	// Leave-one-out in closed form: y − μ₋ᵢ = αᵢ/(K⁻¹)ᵢᵢ, with variance 1/(K⁻¹)ᵢᵢ.
	f := g.Factor()
	var squares float64
	for i := range y {
		v := 1 / f.Inverse[i*f.N+i]
		e := f.Alpha[i] * v
		squares += e * e
		if math.Abs(e) <= 1.959964*math.Sqrt(v) {
			q.Inside += 1 / n
		}
	}
	q.LeftOut = math.Sqrt(squares/n) / scale
	return q, nil
}
