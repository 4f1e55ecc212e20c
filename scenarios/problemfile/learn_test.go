package problemfile

import (
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios/learn"
)

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

// Learners other than forests read the same fields: a table of one's own, the
// settings that are parameters, and the defaults of the others.
func TestLearnerFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text     string
		learner  *learn.Learner
		at       []float64
		settings []float64
	}{
		{svmFile, learn.SVMLearner, []float64{2, 0.01}, []float64{2, 0.1, 0.1, 0.01}},
		{logisticFile, learn.LogisticLearner, []float64{7}, []float64{0.1, 1e-3, 20, 7}},
	} {
		p, err := loadWith(t, "houses", houses(), c.text)
		testkit.OK(t, err)
		s := p.Source.(*learn.Source)
		if s.Learner != c.learner || !slices.Equal(s.Settings(c.at), c.settings) || s.Kind() != c.learner.Kind {
			t.Errorf("%s: %+v, settings %v", c.learner.Kind, s, s.Settings(c.at))
		}
		want, err := s.Validate(t.Context(), c.settings)
		testkit.OK(t, err)
		unit, err := s.Validate(t.Context(), c.learner.Defaults())
		testkit.OK(t, err)
		if e := at(t, p, c.at...); e.Value != want.R2 || e.Cost != want.RelativeCost(unit) {
			t.Errorf("%s: %+v, want %+v", c.learner.Kind, e, want)
		}
		formatted, err := Format(p)
		testkit.OK(t, err)
		q, err := Parse("again.toml", formatted, p.Dir)
		if err != nil {
			t.Fatalf("%v\n%s", err, formatted)
		}
		same(t, p, q)
	}
}

func TestLearnerMistakes(t *testing.T) {
	t.Parallel()
	many := "a,price\n" + strings.Repeat("1,2\n2,3\n", 2001)
	for _, c := range []struct{ file, csv, old, new, want string }{
		{svmFile, "", "tolerance", "tolerence", `parameter[2].name: a support vector machine has no setting "tolerence"; did you mean "tolerance"?`},
		{svmFile, "", "low = 0.1", "low = 0", `parameter[1].low: C must be at least 1e-09`},
		{svmFile, many, "", "", `svm.file: the table has 4002 rows; a support vector machine learns from at most 4000: keep a part of them`},
		{svmFile, "", "[svm]", "[forest]\nbuiltin = \"friedman\"\n[svm]", `choose one way to evaluate a point`},
		{logisticFile, "", "integer = true", "", `epochs counts something: add integer = true`},
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
