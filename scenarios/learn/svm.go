package learn

import (
	"context"
	"fmt"
	"math"
)

// SVMLearner trains support vector machines for regression, with a Gaussian
// kernel (Vapnik's ε-SVR): errors up to ε cost nothing, larger ones C each, and
// of all functions that are as good the flattest is taken. Features and target
// are standardised.
//
//	symbol    code        meaning
//	C, γ, ε   svmSettings price of an error, narrowness of the kernel, errors that are free
//	K         kernel      exp(−γ‖x − x'‖²)
//	α, α*     alpha, star how much a row pulls the prediction up, and down; one of them is 0
//	β         beta        α − α*; the prediction is Σ β K + b
//	F         dual.error  Σ β K − y
//	τ         Tolerance   by how much the conditions of the optimum may be missed
//
// The dual, min ½βᵀKβ − yᵀβ + εΣ(α + α*) with Σβ = 0 and 0 ≤ α, α* ≤ C, is
// solved two variables at a time (SMO), chosen to second order as in LIBSVM
// (Fan, Chen and Lin, "Working set selection using second order information",
// 2005). The harder the errors are pressed (large C, small ε, τ), the more steps
// that takes.

// svmSettings of a training.
type svmSettings struct {
	C         float64
	Gamma     float64 // γ
	Epsilon   float64 // ε, in standard deviations of the target
	Tolerance float64 // τ, in the same unit
}

// Limits of the settings.
const (
	least, most = 1e-9, 1e9
	maxSteps    = 20_000 // of one training
	maxRows     = 4000   // their kernel takes 128 MB
)

// SVMLearner trains support vector machines of the settings that a problem tunes.
var SVMLearner = &Learner{
	Kind: "svm", Name: "a support vector machine", training: "training support vector machines",
	Tunables: []tunable{
		{name: "C", Low: least, High: most, Default: 1},
		{name: "gamma", Low: least, High: most, Default: 0.1},
		{name: "epsilon", Low: 0, High: most, Default: 0.1},
		{name: "tolerance", Low: least, High: most, Default: 1e-3},
	},
	Rows: maxRows,
	train: func(ctx context.Context, t Table, v []float64, _ uint64) (Model, error) {
		return trainSVM(ctx, t, svmSettings{C: v[0], Gamma: v[1], Epsilon: v[2], Tolerance: v[3]})
	},
}

func (s svmSettings) check() error {
	for _, c := range []struct {
		name  string
		v     float64
		least float64
	}{{"C", s.C, least}, {"gamma", s.Gamma, least}, {"epsilon", s.Epsilon, 0}, {"tolerance", s.Tolerance, least}} {
		if !(c.v >= c.least && c.v <= most) {
			return fmt.Errorf("%s must be between %v and %v, not %v", c.name, c.least, float64(most), c.v)
		}
	}
	return nil
}

// svmModel is a trained support vector machine.
type svmModel struct {
	scale    scaling
	gamma    float64
	vectors  []float64 // standardised support vectors, one after the other
	beta     []float64 // β of each
	bias     float64   // b
	mean, sd float64   // of the target
	steps    int
	work     int64
}

// Work is what training took, counted in visits: a feature of a row for every
// entry of the kernel, and a row three times a step, to choose either partner
// and to follow.
func (m *svmModel) Work() int64 { return m.work }

// converged says whether the conditions of the optimum were met, to within the
// tolerance, before the steps ran out.
func (m *svmModel) converged() bool { return m.steps < maxSteps }

// Predict is the machine's prediction at x.
func (m *svmModel) Predict(x []float64) float64 {
	p := len(x)
	row := make([]float64, p)
	m.scale.apply(row, x)
	sum := m.bias
	for k, beta := range m.beta {
		sum += float64(beta * kernel(m.gamma, row, m.vectors[k*p:(k+1)*p]))
	}
	return m.mean + float64(m.sd*sum)
}

// trainSVM solves the dual. Equal tables and settings give equal machines: nothing
// is drawn. A context that ends stops it between two steps.
func trainSVM(ctx context.Context, t Table, s svmSettings) (*svmModel, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := t.shape(); err != nil {
		return nil, err
	}
	n, p := t.Rows(), len(t.Columns)
	if n > maxRows {
		return nil, fmt.Errorf("the table has %d rows; a support vector machine learns from at most %d", n, maxRows)
	}
	m := &svmModel{gamma: s.Gamma}
	var rows []float64
	m.scale, rows = standardise(t)
	m.mean, m.sd = moments(t.Y)
	if m.sd == 0 {
		return m, nil // nothing to learn but the mean; it took no work to see it
	}
	y := make([]float64, n)
	for i, v := range t.Y {
		y[i] = (v - m.mean) / m.sd
	}
	d := newDual(rows, y, s)
	for m.steps < maxSteps && d.step() {
		if m.steps++; m.steps%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	m.bias, m.work = d.bias(), d.work
	for i := range n {
		if beta := d.beta[i]; beta != 0 {
			m.beta = append(m.beta, beta)
			m.vectors = append(m.vectors, rows[i*p:(i+1)*p]...)
		}
	}
	return m, nil
}

// kernel is exp(−γ‖a − b‖²).
func kernel(gamma float64, a, b []float64) float64 {
	var squares float64
	for j, v := range a {
		d := v - b[j]
		squares += float64(d * d)
	}
	// Rounded, so that the last bits of exp, which differ between machines, do not decide which pair is taken next.
	return float64(float32(math.Exp(-float64(gamma * squares))))
}
