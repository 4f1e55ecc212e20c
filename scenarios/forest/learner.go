package forest

import (
	"context"

	"farsight/scenarios/learn"
)

// Learner grows forests of the settings that a problem tunes.
var Learner = &learn.Learner{
	Kind: "forest", Name: "a forest", Training: "training random forests",
	Tunables: []learn.Tunable{
		{Name: "n_estimators", Low: 1, High: maxTrees, Default: defaultTrees, Whole: true},
		{Name: "max_depth", Low: 1, High: 1000, Default: defaultMaxDepth, Whole: true},
		{Name: "max_features", Low: 1e-6, High: 1, Default: defaultMaxFeatures},
		{Name: "min_samples_leaf", Low: 1, High: learn.MaxRows, Default: defaultMinLeaf, Whole: true},
	},
	Train: func(ctx context.Context, t learn.Table, v []float64, seed uint64) (learn.Model, error) {
		return Train(ctx, t, Settings{Trees: int(v[0]), MaxDepth: int(v[1]), MaxFeatures: v[2], MinLeaf: int(v[3]), Seed: seed})
	},
}

// CrossValidate judges forests on rows they were not grown from. 0 folds mean
// learn.DefaultFolds. The seed decides the folds, the settings' seed the forests.
func CrossValidate(ctx context.Context, t learn.Table, s Settings, folds int, seed uint64) (learn.Result, error) {
	return learn.CrossValidate(ctx, t, folds, seed, func(ctx context.Context, part learn.Table, fold int) (learn.Model, error) {
		own := s // each fold's forest draws for itself
		own.Seed = learn.FoldSeed(s.Seed, fold)
		return Train(ctx, part, own)
	})
}
