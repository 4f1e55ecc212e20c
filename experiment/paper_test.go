package experiment

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"farsight/internal/testkit"
)

// paperRuns are the runs behind docs/research/results.md and docs/research/paper.md, condensed.
const paperRuns = "../docs/results/paper.runs.gz"

// Shipped runs are of an engine before this one, and holding others against them says so. What closed forms find is
// still the same to a ten-thousandth, though their later points differ by what last digits grow to.
func TestShippedRunsComeOutAgain(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	if info, err := os.Stat(paperRuns); err != nil || info.Size() > 5e6 {
		t.Fatalf("%v; at most 5 MB", err)
	}
	kept, err := Read(paperRuns)
	testkit.OK(t, err)
	spec, err := Load(filepath.Join("..", "examples", "paper.toml"))
	testkit.OK(t, err)
	again := map[[2]string]bool{
		{"dropwave, half the budget", "ei"}: true, {"dropwave, half the budget", "pbgi-d"}: true, {"push, half the budget", "ei-puc-cc"}: true, {"ackley", "ei-pes"}: !testing.Short(),
	}
	var jobs []Job
	want := 0
	for _, j := range spec.Jobs() {
		if j.Replication == 1 && again[[2]string{j.Problem.Label(), j.Policy.Label()}] {
			jobs = append(jobs, j)
			want++
		}
	}
	dir := t.TempDir()
	testkit.OK(t, Run(context.Background(), jobs, Settings{Dir: dir}))
	runs, err := Read(dir)
	testkit.OK(t, err)
	a := CheckAgain(runs, kept)
	if a.Same != 0 || len(a.Different) != want || want < 3 || !slices.Equal(a.Engines, []int{6}) {
		t.Errorf("of %d runs %d are the same to the bit, %d are not shipped, engines %v: %+v", want, a.Same, a.Unknown, a.Engines, a.Different)
	}
	for _, r := range runs {
		at := slices.IndexFunc(kept, func(k Record) bool { return k.Problem == r.Problem && k.Policy == r.Policy && k.Seed == r.Seed })
		if math.Abs(r.Best-kept[at].Best) > 1e-4 {
			t.Errorf("%s on %s finds %v, kept %v", r.Policy, r.Problem, r.Best, kept[at].Best)
		}
	}
}

// The table behind docs/research/results.md, a row for each setting and a column
// for each policy, holds the regrets of the runs that ship.
func TestResultsAreThoseShipped(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	records, err := Read(paperRuns)
	testkit.OK(t, err)
	s, err := Summarise(records)
	testkit.OK(t, err)
	file, err := os.Open("../docs/results/tables/paper-results.csv")
	testkit.OK(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	testkit.OK(t, err)
	cells := map[[2]string]string{} // by setting and policy
	for _, row := range rows[1:] {
		for i, policy := range rows[0] {
			cells[[2]string{row[0], policy}] = row[i]
		}
	}
	compared := 0
	for _, p := range s.Problems {
		for _, q := range p.Policies {
			if got, want := cells[[2]string{p.Problem, q.Policy}], q.Final.String(); got != want {
				t.Errorf("%s on %s is %s, paper-results.csv says %q", q.Policy, p.Problem, want, got)
			}
			compared++
		}
	}
	if compared < 80 {
		t.Errorf("%d policies on problems", compared)
	}
}
