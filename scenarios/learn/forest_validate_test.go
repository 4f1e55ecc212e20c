package learn

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

func TestDefaultForestIsTheUnitOfCost(t *testing.T) {
	t.Parallel()
	table := Example()
	validate := func(s ForestSettings) Result {
		r, err := CrossValidateForest(t.Context(), table, s, 0, 3)
		testkit.OK(t, err)
		return r
	}
	unit := validate(ForestSettings{})
	same := validate(ForestSettings{Trees: 100, maxDepth: 16, maxFeatures: 1})
	if got := same.RelativeCost(unit); got != 1 {
		t.Errorf("the default forest costs %v units", got)
	}
	if same.R2 != unit.R2 || same.RMSE != unit.RMSE {
		t.Errorf("%+v and %+v from the same settings", same, unit)
	}
	// Work grows in step with the trees, and almost so with the features (other
	// splits make other trees).
	if got := validate(ForestSettings{Trees: 50}).RelativeCost(unit); math.Abs(got-0.5) > 0.01 {
		t.Errorf("half the trees cost %v units", got)
	}
	if got := validate(ForestSettings{maxFeatures: 0.5}).RelativeCost(unit); got < 0.45 || got > 0.7 {
		t.Errorf("half the features cost %v units", got)
	}
	if a, b := validate(ForestSettings{maxDepth: 1}), validate(ForestSettings{maxDepth: 4}); a.Work >= b.Work || b.Work >= unit.Work {
		t.Errorf("depths 1, 4, 16 take %d, %d, %d visits", a.Work, b.Work, unit.Work)
	}
	if unit.seconds <= 0 {
		t.Errorf("%v seconds", unit.seconds)
	}
	// At depth 1 every tree visits each row it drew once per feature: 160 rows,
	// of which a bootstrap draws 1 − (1 − 1/160)¹⁶⁰ = 63.3 % on average.
	if want, got := 5*100*10*160*0.633, float64(validate(ForestSettings{maxDepth: 1}).Work); math.Abs(got/want-1) > 0.02 {
		t.Errorf("stumps take %v visits, want about %v", got, want)
	}
}

func TestForestSettingsWithMistakes(t *testing.T) {
	t.Parallel()
	table := Example()
	for says, s := range map[string]ForestSettings{
		"between 1 and 100000 trees":      {Trees: -1},
		"between 1 and 100000 trees, not": {Trees: maxTrees + 1},
		"depth of a tree":                 {maxDepth: -2},
		"part of the features":            {maxFeatures: 1.5},
		"part of the features must":       {maxFeatures: math.NaN()},
		"a leaf must":                     {MinLeaf: -1},
		"1 goroutine":                     {workers: -1},
	} {
		if _, err := GrowForest(t.Context(), table, s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", s, err)
		}
	}
	short := table
	short.Y = table.Y[:10]
	if _, err := GrowForest(t.Context(), short, ForestSettings{}); err == nil {
		t.Error("a table with columns of different lengths was used")
	}
	few := table.pick([]int{0, 1, 2, 3, 4, 5, 6, 7, 8})
	for folds, says := range map[int]string{1: "at least 2 folds", -1: "at least 2 folds", 5: "9 rows; 5 folds need at least 10", 4: ""} {
		_, err := CrossValidateForest(t.Context(), few, ForestSettings{Trees: 2}, folds, 1)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%d folds of 9 rows: %v", folds, err)
		}
	}
	// Nine equal targets and one other: some fold has equal ones only.
	flat := table.pick([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	for i := range flat.Y {
		flat.Y[i] = 1
	}
	flat.Y[3] = 2
	if _, err := CrossValidateForest(t.Context(), flat, ForestSettings{Trees: 2}, 5, 1); err == nil || !strings.Contains(err.Error(), "R² has no meaning") {
		t.Errorf("a fold without variation: %v", err)
	}
}

// Whoever loses patience gets the context's error, from one worker or several.
func TestGrowingStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for workers := 1; workers <= 2; workers++ {
		if f, err := GrowForest(ctx, Example(), ForestSettings{workers: workers}); f != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: forest %v, error %v", workers, f != nil, err)
		}
	}
	if _, err := CrossValidateForest(ctx, Example(), ForestSettings{}, 5, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
