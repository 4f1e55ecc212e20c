package problemfile

import (
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/learn"
)

const forestFile = `name = "houses"
budget = 5

[[parameter]]
name = "n_estimators"
low = 1
high = 20
integer = true

[[parameter]]
name = "min_samples_leaf"
low = 1
high = 5
integer = true

[forest]
file = "houses.csv"
target = "price"
folds = 3
seed = 4
`

// houses is a small table: price = 3a − b², with a cell apart.
func houses() string {
	var b strings.Builder
	b.WriteString("# a;b\na;price;b\n")
	for i := range 20 {
		a, c := float64(i%7), float64(i%5)
		b.WriteString(tomlfile.Number(a) + ";" + tomlfile.Number(3*a-c*c) + ";" + tomlfile.Number(c) + "\n")
	}
	return b.String()
}

func loadForest(t *testing.T, csv, toml string) (*scenarios.Problem, error) {
	t.Helper()
	return loadWith(t, "houses", csv, toml)
}

// A table of one's own: the columns, the settings that are no parameters, and
// the three kinds of cost.
func TestForestFile(t *testing.T) {
	t.Parallel()
	p, err := loadForest(t, houses(), forestFile)
	testkit.OK(t, err)
	f := p.Source.(*learn.Source)
	if !slices.Equal(f.Data.Features, []string{"a", "b"}) || f.Data.Rows() != 20 || f.Data.Y[8] != 3*1-3*3 {
		t.Errorf("%+v", f.Data)
	}
	if s := f.Settings([]float64{7, 2}); !slices.Equal(s, []float64{7, 16, 1, 2}) {
		t.Errorf("%+v", s)
	}
	want, err := learn.CrossValidateForest(t.Context(), f.Data, learn.ForestSettings{Trees: 7, MinLeaf: 2, Seed: 4}, 3, 4)
	testkit.OK(t, err)
	unit, err := learn.CrossValidateForest(t.Context(), f.Data, learn.ForestSettings{Seed: 4}, 3, 4)
	testkit.OK(t, err)
	if e := at(t, p, 7, 2); e.Value != want.R2 || e.Cost != want.RelativeCost(unit) {
		t.Errorf("%+v, want %v, %v", e, want.R2, want.RelativeCost(unit))
	}
	formatted, err := Format(p)
	testkit.OK(t, err)
	q, err := Parse("again.toml", formatted, p.Dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, formatted)
	}
	same(t, p, q)
	if a, b := at(t, p, 7, 2), at(t, q, 7, 2); a != b {
		t.Errorf("%+v written and read back is %+v", a, b)
	}
	seconds, err := loadForest(t, houses(), forestFile+"cost = \"seconds\"\n")
	testkit.OK(t, err)
	if e := at(t, seconds, 7, 2); !(e.Cost > 0 && e.Cost < 60) {
		t.Errorf("training took %v s", e.Cost)
	}
	known, err := loadForest(t, houses(), forestFile+"[cost]\nexpression = \"n_estimators\"\nknown = true\n")
	testkit.OK(t, err)
	if e := at(t, known, 7, 2); e.Cost != 7 {
		t.Errorf("a known cost of 7 is %v", e.Cost)
	}
}

func TestForestMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ csv, old, new, want string }{
		{"", `"houses.csv"`, `"none.csv"`, "none.csv: cannot be opened: no such file or directory; a name without a leading / starts from the folder of this file"},
		{"", `"price"`, `"prize"`, `houses.toml:18:10: forest.target: the table has no column "prize"; did you mean "price"?`},
		{"a,price\n1,2\nx,3\n", "", "", `houses.csv:3:1: a: row 2: "x" is not a finite number`},
		{"a,price\n1,2\n2,3\n4,5\n", "", "", `houses.toml:19:9: forest.folds: the table has 3 rows; 3 folds need at least 6`},
		{"", "target = \"price\"\n", "", `houses.toml:16:2: forest.target: is missing`},
		{"", "file = \"houses.csv\"\n", "", `houses.toml:16:2: forest.file: is missing`},
		{"", "file = \"houses.csv\"", "builtin = \"friedman\"", `forest.target: belongs to a file; the built-in table predicts its column y`},
		{"", "file = \"houses.csv\"", "file = \"houses.csv\"\nbuiltin = \"friedman\"", `forest.builtin: choose either file or builtin`},
		{"", "min_samples_leaf", "min_samples_leafs", `houses.toml:11:8: parameter[2].name: a forest has no setting "min_samples_leafs"; did you mean "min_samples_leaf"?`},
		{"", "high = 20\ninteger = true\n", "high = 20\n", `parameter[1].name: n_estimators counts something: add integer = true`},
		{"", "low = 1\nhigh = 20", "low = 0\nhigh = 20", `parameter[1].low: n_estimators must be at least 1`},
		{"", "high = 20", "high = 1e9", `parameter[1].high: n_estimators must be at most 100000`},
		{"", "folds = 3", "folds = 1", `forest.folds: needs a whole number from 2`},
		{"", "seed = 4", "cost = \"work\"\n[cost]\nexpression = \"1\"\nknown = true", `forest.cost: the cost is known from [cost]`},
		{"", "[forest]", "[push]\ntarget = [2, 2]\n[forest]", `choose one way to evaluate a point`},
	} {
		csv := houses()
		if c.csv != "" {
			csv = c.csv
		}
		toml := strings.Replace(forestFile, c.old, c.new, 1)
		if _, err := loadForest(t, csv, toml); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %q gives\n%v\nwant %s", c.csv, c.new, err, c.want)
		}
	}
}

const svmFile = `name = "houses"
budget = 5

[[parameter]]
name = "C"
low = 0.1
high = 10

[[parameter]]
name = "tolerance"
low = 1e-4
high = 0.1
scale = "log"

[svm]
file = "houses.csv"
target = "price"
folds = 4
seed = 2
`

const logisticFile = `name = "houses"
budget = 5

[[parameter]]
name = "epochs"
low = 1
high = 20
integer = true

[logistic]
file = "houses.csv"
target = "price"
`

func TestLearnerMistakes(t *testing.T) {
	t.Parallel()
	many := "a,price\n" + strings.Repeat("1,2\n2,3\n", 2001)
	for _, c := range []struct{ file, csv, old, new, want string }{
		{svmFile, many, "", "", `svm.file: the table has 4002 rows; a support vector machine learns from at most 4000: keep a part of them`},
		{logisticFile, "", "\"epochs\"", "\"max_depth\"", `a logistic regression has no setting "max_depth"; there is learning_rate, l2, batch_size, epochs`},
	} {
		csv := houses()
		if c.csv != "" {
			csv = c.csv
		}
		if _, err := loadWith(t, "houses", csv, strings.Replace(c.file, c.old, c.new, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gives\n%v\nwant %s", c.new, err, c.want)
		}
	}
}
