package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
)

// LogisticLearner trains logistic regressions by stochastic gradient descent:
// the chance that the target of a row is in the upper half of the table's is
// 1/(1 + exp(−(w·x + b))), and w and b minimise
//
//	J(w, b) = mean of −ln(chance of what is so) + λ‖w‖²/2
//
// over the rows trained on. Features are standardised.
//
//	symbol  code          meaning
//	x, y    row, label    standardised features of a row; 1 in the upper half, else 0
//	w, b    weights       b is the last of them
//	η       LearningRate  length of a step along the gradient
//	λ       L2            strength of the penalty
//
// The descent takes Epochs times all rows, each time in another order, a batch
// of them to a step; batches are as equal as they can be, since a few rows left
// over would weigh as much as all others. The penalty's part of a step is taken implicitly,
// w ← (w − η∇)/(1 + ηλ), which is the same to first order and never overshoots,
// however large ηλ is. Nothing ends early: what a training costs is decided by
// epochs and Batch, what it is worth by all four.

// logisticSettings of a training.
type logisticSettings struct {
	learningRate float64 // η
	l2           float64 // λ
	batch        int     // rows of a step at most: an epoch has as few steps as that allows, equally large ones
	epochs       int     // passes over all rows
	seed         uint64  // of the order of the rows
}

// Limits of the settings.
const (
	maxRate   = 1e3
	maxL2     = 1e6
	maxEpochs = 100_000
)

// LogisticLearner trains logistic regressions of the settings that a problem tunes.
var LogisticLearner = &Learner{
	Kind: "logistic", Name: "a logistic regression", training: "training logistic regressions",
	Tunables: []tunable{
		{name: "learning_rate", Low: 1e-9, High: maxRate, Default: 0.1},
		{name: "l2", Low: 0, High: maxL2, Default: 1e-3},
		{name: "batch_size", Low: 1, High: maxTableRows, Default: 20, Whole: true},
		{name: "epochs", Low: 1, High: maxEpochs, Default: 100, Whole: true},
	},
	label: aboveMedian,
	train: func(ctx context.Context, t Table, v []float64, seed uint64) (Model, error) {
		return trainLogistic(ctx, t, logisticSettings{learningRate: v[0], l2: v[1], batch: int(v[2]), epochs: int(v[3]), seed: seed})
	},
}

// logisticModel is a trained logistic regression.
type logisticModel struct {
	scale   scaling
	weights []float64 // w, then b
	work    int64
}

// Work is what training took, counted in weights: as many as there are for every
// row whose chance is computed, again for its part of a gradient, and for every
// step.
func (m *logisticModel) Work() int64 { return m.work }

// Predict is the chance that the target at x is in the upper half.
func (m *logisticModel) Predict(x []float64) float64 {
	row := make([]float64, len(x))
	m.scale.apply(row, x)
	return chance(score(m.weights, row))
}

// trainLogistic descends. The table's target must be 0 or 1. A context that ends stops
// it between two epochs.
func trainLogistic(ctx context.Context, t Table, s logisticSettings) (*logisticModel, error) {
	switch {
	case !(s.learningRate > 0 && s.learningRate <= maxRate):
		return nil, fmt.Errorf("the learning rate must be above 0 and at most %v, not %v", float64(maxRate), s.learningRate)
	case !(s.l2 >= 0 && s.l2 <= maxL2):
		return nil, fmt.Errorf("the penalty must be between 0 and %v, not %v", float64(maxL2), s.l2)
	case s.batch < 1:
		return nil, fmt.Errorf("a step needs at least 1 row, not %d", s.batch)
	case s.epochs < 1 || s.epochs > maxEpochs:
		return nil, fmt.Errorf("the number of passes must be between 1 and %d, not %d", maxEpochs, s.epochs)
	}
	if err := t.shape(); err != nil {
		return nil, err
	}
	for i, y := range t.Y {
		if y != 0 && y != 1 {
			return nil, fmt.Errorf("the target of row %d is %v; a logistic regression predicts 0 or 1", i+1, y)
		}
	}
	scale, rows := standardise(t)
	m := &logisticModel{scale: scale, weights: make([]float64, len(t.Columns)+1)}
	d := descent{weights: m.weights, gradient: make([]float64, len(m.weights)), rows: rows, labels: t.Y}
	n := t.Rows()
	steps := (n + s.batch - 1) / s.batch
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	rng := rand.New(rand.NewPCG(s.seed, 0x6c6f676973746963)) // "logistic"
	for range s.epochs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for k := range steps {
			d.step(order[k*n/steps:(k+1)*n/steps], s)
		}
	}
	m.work = d.work
	return m, nil
}

// descent is a training in progress.
type descent struct {
	weights, gradient []float64
	rows, labels      []float64
	work              int64
}

// step goes down the gradient of a batch.
func (d *descent) step(batch []int, s logisticSettings) {
	w, p := d.weights, len(d.weights)-1
	d.slope(batch)
	// w ← (w − η∇)/(1 + ηλ); b has no penalty.
	rate, shrink := s.learningRate, 1/(1+float64(s.learningRate*s.l2))
	for j, g := range d.gradient[:p] {
		w[j] = float64((w[j] - float64(rate*g)) * shrink)
	}
	w[p] -= float64(rate * d.gradient[p])
	d.work += int64(len(w)) * int64(2*len(batch)+1)
}

// slope is the gradient of the mean loss of a batch, without the penalty:
// mean of (chance − y)·(x, 1).
func (d *descent) slope(batch []int) {
	w, p, g := d.weights, len(d.weights)-1, d.gradient
	clear(g)
	share := 1 / float64(len(batch))
	for _, i := range batch {
		row := d.rows[i*p : (i+1)*p]
		e := float64((chance(score(w, row)) - d.labels[i]) * share)
		for j, x := range row {
			g[j] += float64(e * x)
		}
		g[p] += e
	}
}

// score is w·x + b.
func score(w, x []float64) float64 {
	sum := w[len(x)]
	for j, v := range x {
		sum += float64(w[j] * v)
	}
	return sum
}

// chance is 1/(1 + exp(−s)).
func chance(s float64) float64 { return 1 / (1 + math.Exp(-s)) }
