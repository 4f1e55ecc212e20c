package forest

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDefaultForestIsTheUnitOfCost(t *testing.T) {
	table := Example()
	validate := func(s Settings) Result {
		r, err := CrossValidate(t.Context(), table, s, 0, 3)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	unit := validate(Settings{})
	same := validate(Settings{Trees: 100, MaxDepth: 16, MaxFeatures: 1})
	if got := same.RelativeCost(unit); got != 1 {
		t.Errorf("the default forest costs %v units", got)
	}
	if same.R2 != unit.R2 || same.RMSE != unit.RMSE {
		t.Errorf("%+v and %+v from the same settings", same, unit)
	}
	// Work grows in step with the trees, and nearly so with the features (other
	// splits make other trees).
	if got := validate(Settings{Trees: 50}).RelativeCost(unit); math.Abs(got-0.5) > 0.01 {
		t.Errorf("half the trees cost %v units", got)
	}
	if got := validate(Settings{MaxFeatures: 0.5}).RelativeCost(unit); got < 0.45 || got > 0.7 {
		t.Errorf("half the features cost %v units", got)
	}
	if a, b := validate(Settings{MaxDepth: 1}), validate(Settings{MaxDepth: 4}); a.Work >= b.Work || b.Work >= unit.Work {
		t.Errorf("depths 1, 4, 16 take %d, %d, %d visits", a.Work, b.Work, unit.Work)
	}
	if unit.Seconds <= 0 {
		t.Errorf("%v seconds", unit.Seconds)
	}
	// At depth 1 every tree visits each row it drew once per feature: 160 rows,
	// of which a bootstrap draws 1 − (1 − 1/160)¹⁶⁰ = 63.3 % on average.
	if want, got := 5*100*10*160*0.633, float64(validate(Settings{MaxDepth: 1}).Work); math.Abs(got/want-1) > 0.02 {
		t.Errorf("stumps take %v visits, want about %v", got, want)
	}
}

// A target that is noise cannot be predicted: R² is about 0 or below.
func TestNoiseIsNotPredicted(t *testing.T) {
	table := Example()
	y := make([]float64, len(table.Y))
	for i := range y {
		y[i] = table.Y[(i+77)%len(y)] // rows are independent, so other rows' targets are noise
	}
	table.Y = y
	r, err := CrossValidate(t.Context(), table, Settings{}, 5, 1)
	if err != nil || r.R2 > 0.1 {
		t.Errorf("R² %v, %v", r.R2, err)
	}
}

func TestTablesWithMistakes(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.csv")
	for name, c := range map[string]struct{ text, target, says string }{
		"empty":             {"", "y", "x.csv: is empty"},
		"header only":       {"a,y\n", "y", "x.csv: has no rows"},
		"missing column":    {"a,b\n1,2\n", "y", `x.csv: has no column "y"; there is a, b`},
		"only a target":     {"y\n1\n2\n", "y", "x.csv: has no column besides the target; add at least one feature"},
		"doubled column":    {"a,a,y\n1,2,3\n", "y", `x.csv:1:3: two columns are called "a"`},
		"nameless column":   {"a,,y\n1,2,3\n", "y", "x.csv:1:3: column 2 has no name; the first line must name the columns"},
		"text in a number":  {"a,y\n1,2\n3,four\n", "y", `x.csv:3:3: y: row 2: "four" is not a finite number`},
		"missing value":     {"a,y\n1,2\n,4\n", "y", `x.csv:3:1: a: row 2: the cell is empty`},
		"no number":         {"a,y\nNaN,2\n", "y", `x.csv:2:1: a: row 1: "NaN" is not a finite number`},
		"constant column":   {"a,b,y\n1,3,2\n2,3,4\n", "y", `x.csv: column "b" is 3 in every row; remove it, it tells no rows apart`},
		"constant target":   {"a,y\n1,5\n2,5\n", "y", `x.csv: the target "y" is 5 in every row; there is nothing to predict`},
		"single row":        {"a,y\n1,5\n", "y", "x.csv: has a single row; there is nothing to learn from it"},
		"short row":         {"a,y\n1\n", "y", "x.csv:2:1: this row has not as many cells as the first line names columns"},
		"quote":             {"a,y\n1,\"2\n", "y", "x.csv:2:6: "},
		"escape in a name":  {"\x1b[2J,y\n1,2\n1,3\n", "y", `x.csv: column "\x1b[2J" is 1 in every row`},
		"many columns":      {strings.Repeat("a,", 256) + "y\n", "y", "x.csv: has 257 columns; at most 256 are read"},
		"long list of them": {"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v\n", "yield", `x.csv: has no column "yield"`},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := read(file, c.target)
		if err == nil {
			t.Errorf("%s: no error but %+v", name, table)
		} else if got := strings.TrimPrefix(err.Error(), dir+string(filepath.Separator)); !strings.HasPrefix(got, c.says) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.says)
		}
	}
	for _, path := range []string{filepath.Join(dir, "none.csv"), dir, filepath.Join(dir, "\x1b[2Jnone.csv")} {
		if _, err := read(path, "y"); err == nil || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: %v", path, err)
		}
	}
	if err := os.WriteFile(file, []byte("\ufeffy, \"a b\"\n1,2\n3, 4e1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	table, err := read(file, "y")
	if err != nil || table.Y[1] != 3 || table.Columns[0][1] != 40 || table.Features[0] != "a b" {
		t.Errorf("%+v, %v", table, err)
	}
}

func TestSettingsWithMistakes(t *testing.T) {
	table := Example()
	for says, s := range map[string]Settings{
		"between 1 and 100000 trees":      {Trees: -1},
		"between 1 and 100000 trees, not": {Trees: MaxTrees + 1},
		"depth of a tree":                 {MaxDepth: -2},
		"part of the features":            {MaxFeatures: 1.5},
		"part of the features must":       {MaxFeatures: math.NaN()},
		"a leaf must":                     {MinLeaf: -1},
		"1 goroutine":                     {Workers: -1},
	} {
		if _, err := Train(t.Context(), table, s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", s, err)
		}
	}
	short := table
	short.Y = table.Y[:10]
	if _, err := Train(t.Context(), short, Settings{}); err == nil {
		t.Error("a table with columns of different lengths was used")
	}
	few := table.pick([]int{0, 1, 2, 3, 4, 5, 6, 7, 8})
	for folds, says := range map[int]string{1: "at least 2 folds", -1: "at least 2 folds", 5: "9 rows; 5 folds need at least 10", 4: ""} {
		_, err := CrossValidate(t.Context(), few, Settings{Trees: 2}, folds, 1)
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
	if _, err := CrossValidate(t.Context(), flat, Settings{Trees: 2}, 5, 1); err == nil || !strings.Contains(err.Error(), "R² has no meaning") {
		t.Errorf("a fold without variation: %v", err)
	}
}

// Whoever loses patience gets the context's error, from one worker or several.
func TestTrainingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for workers := 1; workers <= 2; workers++ {
		if f, err := Train(ctx, Example(), Settings{Workers: workers}); f != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: forest %v, error %v", workers, f != nil, err)
		}
	}
	if _, err := CrossValidate(ctx, Example(), Settings{}, 5, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
