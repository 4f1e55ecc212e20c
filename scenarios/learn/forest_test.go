package learn

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

func TestEqualSeedsGiveEqualForests(t *testing.T) {
	t.Parallel()
	table := Example()
	s := ForestSettings{Trees: 20, maxFeatures: 0.3, Seed: 5}
	train := func(s ForestSettings) *Forest {
		f, err := GrowForest(t.Context(), table, s)
		testkit.OK(t, err)
		return f
	}
	a, again := train(s), train(s)
	s.workers = 3
	parallel := train(s)
	s.Seed++
	other := train(s)
	if !reflect.DeepEqual(a, again) || !reflect.DeepEqual(a, parallel) {
		t.Error("equal seeds gave different forests")
	}
	if reflect.DeepEqual(a.trees, other.trees) {
		t.Error("different seeds gave equal forests")
	}
	more := s
	more.Seed--
	more.Trees = 30
	if !reflect.DeepEqual(a.trees, train(more).trees[:20]) {
		t.Error("more trees must leave the first ones as they were")
	}
}

// naive tries every split of every feature by filtering the rows and returns the
// squares the best one leaves.
func naive(table Table, rows []int, weight []int32, minLeaf int) float64 {
	squares := func(rows []int) (sse, n float64) {
		var s float64
		for _, i := range rows {
			n += float64(weight[i])
			s += float64(weight[i]) * table.Y[i]
		}
		for _, i := range rows {
			d := table.Y[i] - s/n
			sse += float64(weight[i]) * d * d
		}
		return sse, n
	}
	best, _ := squares(rows)
	for j := range table.Columns {
		for _, i := range rows {
			var left, right []int
			for _, k := range rows {
				if table.Columns[j][k] <= table.Columns[j][i] {
					left = append(left, k)
				} else {
					right = append(right, k)
				}
			}
			if len(right) == 0 {
				continue
			}
			l, nl := squares(left)
			r, nr := squares(right)
			if nl < float64(minLeaf) || nr < float64(minLeaf) {
				continue
			}
			best = min(best, l+r)
		}
	}
	return best
}

func TestStumpsAreTheBestSplits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 25).Draw(t, "n")
		p := rapid.IntRange(1, 4).Draw(t, "p")
		table := Table{Target: "y"}
		small := rapid.IntRange(0, 6) // few values, so that many are equal
		for range p {
			column := make([]float64, n)
			for i := range column {
				column[i] = float64(small.Draw(t, "x"))
			}
			table.Columns = append(table.Columns, column)
			table.Features = append(table.Features, "x")
		}
		for range n {
			table.Y = append(table.Y, float64(rapid.IntRange(-9, 9).Draw(t, "y")))
		}
		s := ForestSettings{Trees: 1, maxDepth: 1, MinLeaf: rapid.IntRange(1, 4).Draw(t, "minLeaf"), Seed: rapid.Uint64().Draw(t, "seed")}
		g := newGrower(prepare(table, s.filled()))
		tree, _ := g.grow(0)

		var rows []int
		for i, w := range g.weight {
			if w > 0 {
				rows = append(rows, i)
			}
		}
		got, x := 0.0, make([]float64, p)
		for _, i := range rows {
			table.row(x, i)
			d := table.Y[i] - descend(tree, x)
			got += float64(g.weight[i]) * d * d
		}
		if want := naive(table, rows, g.weight, s.MinLeaf); math.Abs(got-want) > 1e-9*(1+want) {
			t.Errorf("squares of the stump %v, of the best split %v", got, want)
		}
	})
}

// A deep tree reproduces every row it was grown on, if no two rows are equal.
func TestDeepTreesFitTheirRows(t *testing.T) {
	t.Parallel()
	table := Example()
	g := newGrower(prepare(table, ForestSettings{maxDepth: 1000, maxFeatures: 0.2}.filled()))
	for b := range uint64(5) {
		tree, work := g.grow(b)
		if work == 0 {
			t.Error("no work counted")
		}
		x := make([]float64, len(table.Columns))
		for i, w := range g.weight {
			if table.row(x, i); w > 0 && math.Abs(descend(tree, x)-table.Y[i]) > 1e-12 {
				t.Fatalf("tree %d predicts %v for row %d, which is %v", b, descend(tree, x), i, table.Y[i])
			}
		}
	}
}

// A leaf predicts the mean of the rows that descend to it, at any depth.
func TestLeavesAreMeansOfTheirRows(t *testing.T) {
	t.Parallel()
	table := Example()
	x := make([]float64, len(table.Columns))
	for depth := 1; depth < 12; depth++ {
		g := newGrower(prepare(table, ForestSettings{maxDepth: depth, maxFeatures: 0.3, MinLeaf: 1 + depth%3}.filled()))
		tree, _ := g.grow(uint64(depth))
		sum, count := map[float64]float64{}, map[float64]float64{}
		for i, w := range g.weight {
			table.row(x, i)
			leaf := descend(tree, x)
			sum[leaf] += float64(w) * table.Y[i]
			count[leaf] += float64(w)
		}
		for leaf := range sum {
			if count[leaf] > 0 && math.Abs(sum[leaf]/count[leaf]-leaf) > 1e-10 {
				t.Errorf("depth %d: a leaf predicts %v, its rows' mean is %v", depth, leaf, sum[leaf]/count[leaf])
			}
		}
	}
}

func depthOf(tree []node, at int32) int {
	if tree[at].feature < 0 {
		return 0
	}
	return 1 + max(depthOf(tree, tree[at].left), depthOf(tree, tree[at].left+1))
}

func TestSettingsBoundTheTrees(t *testing.T) {
	t.Parallel()
	table := Example()
	for _, depth := range []int{1, 2, 5} {
		f, err := GrowForest(t.Context(), table, ForestSettings{Trees: 10, maxDepth: depth})
		testkit.OK(t, err)
		for _, tree := range f.trees {
			if got := depthOf(tree, 0); got != depth {
				t.Errorf("depth %d, want %d", got, depth)
			}
		}
	}
	g := newGrower(prepare(table, ForestSettings{MinLeaf: 20}.filled()))
	tree, _ := g.grow(0)
	leaves := map[float64]int32{}
	x := make([]float64, len(table.Columns))
	for i, w := range g.weight {
		table.row(x, i)
		leaves[descend(tree, x)] += w
	}
	for value, count := range leaves {
		if count < 20 {
			t.Errorf("the leaf %v has %d rows", value, count)
		}
	}
	// ⌈MaxFeatures·p⌉
	for _, c := range []struct {
		part float64
		want int
	}{{0.01, 1}, {0.1, 1}, {0.1001, 2}, {0.3, 3}, {0.7, 7}, {0.95, 10}, {1, 10}} {
		if got := prepare(table, ForestSettings{maxFeatures: c.part}.filled()).tries; got != c.want {
			t.Errorf("%v of 10 features are %d, want %d", c.part, got, c.want)
		}
	}
}

// With one feature tried at a time, a node whose rows differ in one feature
// alone must still find it.
func TestSplitsLookOnWhereRowsAreEqual(t *testing.T) {
	t.Parallel()
	n := 40
	table := Table{Target: "y", Features: make([]string, 20), Columns: make([][]float64, 20)}
	for j := range table.Columns {
		table.Columns[j] = make([]float64, n)
	}
	for i := range n {
		table.Columns[13][i] = float64(i)
		table.Y = append(table.Y, float64(i))
	}
	g := newGrower(prepare(table, ForestSettings{maxFeatures: 0.05, maxDepth: 1000}.filled()))
	tree, work := g.grow(0)
	rows := 0
	for _, w := range g.weight {
		if w > 0 {
			rows++
		}
	}
	if len(tree) != 2*rows-1 {
		t.Errorf("%d nodes for %d different rows", len(tree), rows)
	}
	// Only the varying feature is visited: rows × levels at most.
	if work < int64(rows) || work > int64(rows*rows) {
		t.Errorf("work %d", work)
	}
}

func TestForestPredictions(t *testing.T) {
	table := Example()
	f, err := GrowForest(t.Context(), table, ForestSettings{Trees: 50, maxFeatures: 0.5})
	testkit.OK(t, err)
	x := make([]float64, len(table.Columns))
	for i := range 20 {
		table.row(x, i)
		each := make([]float64, f.Trees())
		sum := 0.0
		for b, tree := range f.trees {
			each[b] = descend(tree, x)
			sum += each[b]
		}
		mean, squares := sum/50, 0.0
		for _, y := range each {
			squares += (y - mean) * (y - mean)
		}
		gotMean, gotSD := f.PredictMoments(x)
		if math.Abs(f.Predict(x)-mean) > 1e-12 || math.Abs(gotMean-mean) > 1e-12 || math.Abs(gotSD-math.Sqrt(squares/49)) > 1e-12 {
			t.Errorf("row %d: %v and %v ± %v, want %v ± %v", i, f.Predict(x), gotMean, gotSD, mean, math.Sqrt(squares/49))
		}
		if gotMean < slices.Min(table.Y) || gotMean > slices.Max(table.Y) {
			t.Errorf("row %d: %v lies outside the targets", i, gotMean)
		}
	}
	one, err := GrowForest(t.Context(), table, ForestSettings{Trees: 1})
	testkit.OK(t, err)
	if mean, sd := one.PredictMoments(x); mean != one.Predict(x) || sd != 0 {
		t.Errorf("a single tree predicts %v ± %v", mean, sd)
	}
	if n := testing.AllocsPerRun(10, func() { f.Predict(x); f.PredictMoments(x) }); n != 0 {
		t.Errorf("a prediction allocates %v times", n)
	}
	defer func() {
		if recover() == nil {
			t.Error("a point of the wrong length must panic")
		}
	}()
	f.Predict(x[:3])
}

// Only a tree itself is allocated, nothing per node.
func TestGrowingAllocatesOncePerTree(t *testing.T) {
	g := newGrower(prepare(Example(), ForestSettings{maxFeatures: 0.3}.filled()))
	g.grow(0)
	if n := testing.AllocsPerRun(20, func() { g.grow(1) }); n > 1 {
		t.Errorf("a tree takes %v allocations", n)
	}
}

// Shifting and scaling the target does the same to the predictions.
func TestPredictionsFollowTheTargetsScale(t *testing.T) {
	t.Parallel()
	table := Example()
	scaled := table
	scaled.Y = make([]float64, len(table.Y))
	for i, y := range table.Y {
		scaled.Y[i] = 4*y + 1024
	}
	s := ForestSettings{Trees: 10, maxFeatures: 0.5}
	a, errA := GrowForest(t.Context(), table, s)
	b, errB := GrowForest(t.Context(), scaled, s)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	x := make([]float64, len(table.Columns))
	for i := range table.Rows() {
		table.row(x, i)
		if p, q := a.Predict(x), b.Predict(x); math.Abs(4*p+1024-q) > 1e-6 {
			t.Fatalf("row %d: %v becomes %v", i, p, q)
		}
	}
}
