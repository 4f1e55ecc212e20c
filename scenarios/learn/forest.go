package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"farsight/internal/workers"
)

// Random forests for regression: many trees, each grown on
// a bootstrap sample of the rows, each split chosen among a random part of the
// features, and their mean as the prediction (Breiman, "Random forests", 2001).
//
// It has two uses. Tuning a forest's settings on a table is a benchmark problem whose objective is
// the cross-validated R² and whose cost is the work of training (ForestLearner). And a forest is a
// surrogate of a table: its trees' mean and spread at a point are a prediction
// (Forest.PredictMoments).
//
//	symbol  code           meaning
//	B       Trees          trees of a forest
//	k       MaxFeatures    ⌈MaxFeatures·p⌉, features a split is chosen among
//	w       grower.weight  how often the bootstrap drew a row
//	S, N    sum, count     Σw·y and Σw over the rows of a node
//
// Trees are CART's: a split minimises the squares Σw(y − mean)² left in its two sides, which is to
// maximise S₁²/N₁ + S₂²/N₂. Everything else has scikit-learn's defaults: leaves down to one row, no
// pruning.

// Defaults of ForestSettings. Together they are the default forest, whose work is the
// unit of cost.
const (
	defaultTrees       = 100
	defaultMaxDepth    = 16
	defaultMaxFeatures = 1.0
	defaultMinLeaf     = 1
)

// maxTrees bounds the memory a mistyped setting can take.
const maxTrees = 100_000

// ForestSettings of a forest; zero values mean the defaults.
type ForestSettings struct {
	Trees       int
	maxDepth    int     // splits between the root and a leaf
	maxFeatures float64 // part of the features a split is chosen among, in (0, 1]; rounded up to whole features
	MinLeaf     int     // rows a leaf must have, counted as often as the bootstrap drew them
	Seed        uint64
	workers     int // goroutines that grow trees, 0 means 1; the forest does not depend on it
}

func (s ForestSettings) filled() ForestSettings {
	s.Trees = cmp.Or(s.Trees, defaultTrees)
	s.maxDepth = cmp.Or(s.maxDepth, defaultMaxDepth)
	s.maxFeatures = cmp.Or(s.maxFeatures, defaultMaxFeatures)
	s.MinLeaf = cmp.Or(s.MinLeaf, defaultMinLeaf)
	s.workers = cmp.Or(s.workers, 1)
	return s
}

func (s ForestSettings) check() error {
	switch {
	case s.Trees < 1 || s.Trees > maxTrees:
		return fmt.Errorf("a forest has between 1 and %d trees, not %d", maxTrees, s.Trees)
	case s.maxDepth < 1:
		return fmt.Errorf("the depth of a tree must be at least 1, not %d", s.maxDepth)
	case !(s.maxFeatures > 0 && s.maxFeatures <= 1):
		return fmt.Errorf("the part of the features must be above 0 and at most 1, not %v", s.maxFeatures)
	case s.MinLeaf < 1:
		return fmt.Errorf("a leaf must have at least 1 row, not %d", s.MinLeaf)
	case s.workers < 1:
		return fmt.Errorf("at least 1 goroutine must grow trees, not %d", s.workers)
	}
	return nil
}

// Forest is a grown forest. It may be used by several goroutines at once.
type Forest struct {
	features int
	trees    [][]node // each from its root
	work     int64
}

// Work is what training took, counted in visits: a row looked at for a feature
// while a split was sought. It does not depend on the machine.
func (f *Forest) Work() int64 { return f.work }

// Trees is the number of trees.
func (f *Forest) Trees() int { return len(f.trees) }

// GrowForest grows a forest. Equal tables and settings give equal forests. A context
// that ends stops it between two trees.
func GrowForest(ctx context.Context, t Table, s ForestSettings) (*Forest, error) {
	s = s.filled()
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := t.shape(); err != nil {
		return nil, err
	}
	shared := prepare(t, s)
	f := &Forest{features: len(t.Columns), trees: make([][]node, s.Trees)}
	work := make([]int64, s.Trees)
	grow := func(g *grower, b int) { f.trees[b], work[b] = g.grow(uint64(b)) }
	if n := min(s.workers, s.Trees); n == 1 {
		g := newGrower(shared)
		for b := 0; b < s.Trees && ctx.Err() == nil; b++ {
			grow(g, b)
		}
	} else {
		var next atomic.Int64
		var group workers.Group
		for range n {
			group.Go(func() {
				g := newGrower(shared)
				for b := next.Add(1) - 1; b < int64(s.Trees) && ctx.Err() == nil; b = next.Add(1) - 1 {
					grow(g, int(b))
				}
			})
		}
		group.Wait()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, w := range work {
		f.work += w
	}
	return f, nil
}

// Predict is the mean of the trees' predictions at x.
func (f *Forest) Predict(x []float64) float64 {
	f.mustFit(x)
	sum := 0.0
	for _, tree := range f.trees {
		sum += descend(tree, x)
	}
	return sum / float64(len(f.trees))
}

// PredictMoments is the mean and the standard deviation of the trees'
// predictions at x; the latter is 0 for a single tree.
func (f *Forest) PredictMoments(x []float64) (mean, sd float64) {
	f.mustFit(x)
	// Welford's running mean and squares, because a mean far from 0 would
	// swallow the spread.
	squares := 0.0
	for b, tree := range f.trees {
		y := descend(tree, x)
		d := y - mean
		mean += d / float64(b+1)
		squares += float64(d * (y - mean))
	}
	if len(f.trees) == 1 {
		return mean, 0
	}
	return mean, math.Sqrt(squares / float64(len(f.trees)-1))
}

func (f *Forest) mustFit(x []float64) {
	if len(x) != f.features {
		panic(fmt.Sprintf("forest: a point with %d features for a forest of %d", len(x), f.features))
	}
}
