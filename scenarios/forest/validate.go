package forest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// DefaultFolds is the number of folds the benchmark uses.
const DefaultFolds = 5

// Result of a cross-validation.
type Result struct {
	R2      float64 // 1 − Σ(y − ŷ)²/Σ(y − mean)², the mean over the folds
	RMSE    float64 // √(Σ(y − ŷ)²/n) over all rows
	Work    int64   // of training all folds' forests, see Forest.Work
	Seconds float64 // that training took on this machine at this moment
}

// RelativeCost is the work in units of another result's, which should be that
// of the default forest (Settings{}) on the same table and folds.
func (r Result) RelativeCost(unit Result) float64 { return float64(r.Work) / float64(unit.Work) }

// CrossValidate parts the rows at random into folds, and predicts each fold by
// a forest trained on the others. 0 folds mean DefaultFolds. The seed decides
// the folds, the settings' seed the forests.
func CrossValidate(ctx context.Context, t Table, s Settings, folds int, seed uint64) (Result, error) {
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
		own := s // each fold's forest draws for itself
		own.Seed = rand.NewPCG(s.Seed, uint64(fold)).Uint64()
		start := time.Now()
		forest, err := Train(ctx, training, own)
		if err != nil {
			return Result{}, err
		}
		result.Seconds += time.Since(start).Seconds()
		result.Work += forest.Work()

		var mean, residual, total float64
		for _, i := range order[from:to] {
			mean += t.Y[i] / float64(to-from)
		}
		for _, i := range order[from:to] {
			t.Row(x, i)
			e, d := t.Y[i]-forest.Predict(x), t.Y[i]-mean
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
