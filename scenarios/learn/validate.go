package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// DefaultFolds is the number of folds the benchmarks use.
const DefaultFolds = 5

// Result of a cross-validation.
type Result struct {
	R2      float64 // 1 − Σ(y − ŷ)²/Σ(y − mean)², the mean over the folds
	RMSE    float64 // √(Σ(y − ŷ)²/n) over all rows
	Work    int64   // of training all folds' models, see Model.Work
	seconds float64 // that training took on this machine at this moment
}

// RelativeCost is the work in units of another result's, which should be that
// of the default settings on the same table and folds.
func (r Result) RelativeCost(unit Result) float64 { return float64(r.Work) / float64(unit.Work) }

// crossValidate parts the rows at random into folds, and predicts each fold by
// a model trained on the others. 0 folds mean DefaultFolds. The seed decides the
// folds.
func crossValidate(ctx context.Context, t Table, folds int, seed uint64, train func(ctx context.Context, part Table, fold int) (Model, error)) (Result, error) {
	if folds == 0 {
		folds = DefaultFolds
	}
	if err := t.Check(); err != nil {
		return Result{}, err
	}
	n := t.Rows()
	switch {
	case folds < 2:
		return Result{}, fmt.Errorf("cross-validation needs at least 2 folds, not %d", folds)
	case n < 2*folds:
		return Result{}, fmt.Errorf("the table has %d rows; %d folds need at least %d", n, folds, 2*folds)
	}
	order := rand.New(rand.NewPCG(seed, 0x666f6c6473)).Perm(n) // "folds"
	var result Result
	var squares float64
	x := make([]float64, len(t.Columns))
	for fold := range folds {
		from, to := fold*n/folds, (fold+1)*n/folds
		training := t.pick(append(append(make([]int, 0, n), order[:from]...), order[to:]...))
		start := time.Now()
		model, err := train(ctx, training, fold)
		if err != nil {
			return Result{}, err
		}
		result.seconds += time.Since(start).Seconds()
		result.Work += model.Work()

		var mean, residual, total float64
		for _, i := range order[from:to] {
			mean += t.Y[i] / float64(to-from)
		}
		for _, i := range order[from:to] {
			t.row(x, i)
			e, d := t.Y[i]-model.Predict(x), t.Y[i]-mean
			residual += float64(e * e)
			total += float64(d * d)
		}
		if total == 0 {
			return Result{}, fmt.Errorf("the target is %v in all %d rows of fold %d, so that R² has no meaning there; use fewer folds or another seed", mean, to-from, fold+1)
		}
		squares += residual
		result.R2 += (1 - residual/total) / float64(folds)
	}
	result.RMSE = math.Sqrt(squares / float64(n))
	return result, nil
}

// foldSeed draws for a fold's model alone.
func foldSeed(seed uint64, fold int) uint64 { return rand.NewPCG(seed, uint64(fold)).Uint64() }
