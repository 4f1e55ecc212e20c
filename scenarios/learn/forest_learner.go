package learn

import (
	"context"
)

// ForestLearner grows forests of the settings that a problem tunes.
var ForestLearner = &Learner{
	Kind: "forest", Name: "a forest", training: "training random forests",
	Tunables: []tunable{
		{name: "n_estimators", Low: 1, High: maxTrees, Default: defaultTrees, Whole: true},
		{name: "max_depth", Low: 1, High: 1000, Default: defaultMaxDepth, Whole: true},
		{name: "max_features", Low: 1e-6, High: 1, Default: defaultMaxFeatures},
		{name: "min_samples_leaf", Low: 1, High: maxTableRows, Default: defaultMinLeaf, Whole: true},
	},
	train: func(ctx context.Context, t Table, v []float64, seed uint64) (Model, error) {
		return GrowForest(ctx, t, ForestSettings{Trees: int(v[0]), maxDepth: int(v[1]), maxFeatures: v[2], MinLeaf: int(v[3]), Seed: seed})
	},
}

// CrossValidateForest judges forests on rows they were not grown from. 0 folds mean
// DefaultFolds. The seed decides the folds, the settings' seed the forests.
func CrossValidateForest(ctx context.Context, t Table, s ForestSettings, folds int, seed uint64) (Result, error) {
	return crossValidate(ctx, t, folds, seed, func(ctx context.Context, part Table, fold int) (Model, error) {
		own := s // each fold's forest draws for itself
		own.Seed = foldSeed(s.Seed, fold)
		return GrowForest(ctx, part, own)
	})
}
