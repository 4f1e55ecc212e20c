package experiment

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// Every evaluation of a run is written with its point and what was believed: whoever reads it has the run.
func TestRunsAreWritten(t *testing.T) {
	t.Parallel()
	s := small(t)
	dir := t.TempDir()
	testkit.OK(t, Run(context.Background(), s.Jobs()[:3], Settings{Dir: dir, Workers: 1}))
	records, err := Read(dir)
	if err != nil || len(records) != 3 {
		t.Fatalf("%d runs, %v", len(records), err)
	}
	for _, r := range records {
		n := len(r.Costs)
		if n == 0 || len(r.X) != n || len(r.Models) < n || len(r.X[0]) != r.Dim || len(r.Models[0].Objective.Scale) != r.Dim || r.Models[0].Cost == nil || r.Stop == "" {
			t.Errorf("%s: %d evaluations, %d points, %d models, ended by %q", r.Policy, n, len(r.X), len(r.Models), r.Stop)
		}
	}
	var text bytes.Buffer
	testkit.OK(t, writeRuns(&text, records))
	rows, err := csv.NewReader(&text).ReadAll()
	testkit.OK(t, err)
	at := 1
	for _, r := range records {
		for i, x := range r.X {
			row := rows[at]
			at++
			for k, word := range strings.Fields(row[9]) {
				if v, err := strconv.ParseFloat(word, 64); err != nil || v != x[k] {
					t.Fatalf("%s, evaluation %d: point %q, want %v", r.Policy, i+1, row[9], x)
				}
			}
			if row[11] != exact(r.Costs[i]) || row[7] != r.Stop || row[15] != exact(r.Models[i].Objective.Variance) {
				t.Fatalf("%q", row)
			}
		}
	}
	if at != len(rows) {
		t.Errorf("%d lines, want %d", len(rows), at)
	}
	text.Reset()
	var back []Record
	testkit.OK(t, writeRunsJSON(&text, records))
	if err := json.Unmarshal(text.Bytes(), &back); err != nil || !reflect.DeepEqual(back, records) {
		t.Errorf("as JSON they are other runs (%v)", err)
	}
}

// A run told half the budget is held against the same replication told all of it
// and stopped half-way, and against no other.
func TestCompareKnownBudgets(t *testing.T) {
	t.Parallel()
	optimum := 10.0
	run := func(problem, policy string, seed uint64, budget float64, values ...float64) Record {
		r := Record{Problem: problem, Policy: policy, Settings: "engine 5; problem " + problem + "; policy " + policy, Seed: seed, Budget: budget, Initial: 0, Optimum: &optimum}
		if budget == 4 {
			r.Settings = "engine 5; problem wave budget-share 0.5; policy " + policy
		}
		best := 0.0
		for _, v := range values {
			best = math.Max(best, v)
			r.Costs, r.Values, r.Bests = append(r.Costs, 2), append(r.Values, v), append(r.Bests, best)
		}
		r.Best = best
		return r
	}
	all := []Record{
		run("wave", "a", 1, 8, 1, 2, 9, 9), run("wave", "a", 2, 8, 1, 0, 9.9, 9.99), run("wave", "a", 3, 8, 9, 9, 9, 9),
		run("wave, half", "a", 1, 4, 1, 9), run("wave, half", "a", 2, 4, 9.9, 9.9), run("wave, half", "a", 9, 4, 1, 1),
		run("wave", "b", 1, 8, 1, 2, 3, 4), run("hill", "a", 1, 8, 1, 2, 3, 4),
	}
	got, err := CompareKnownBudgets(all)
	if err != nil || len(got) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	d := got[0]
	// Stopped after two evaluations: regrets 8 and 9; told: 1 and 0.1.
	stopped, told := (math.Log10(8)+math.Log10(9))/2, (math.Log10(1)+math.Log10(0.1))/2
	if d.Problem != "wave" || d.Policy != "a" || d.Share != 0.5 || d.Difference.N != 2 || math.Abs(d.Stopped.Mean-stopped) > 1e-12 || math.Abs(d.Known.Mean-told) > 1e-12 ||
		math.Abs(d.Difference.Mean-(told-stopped)) > 1e-12 || math.Abs(d.Full[len(d.Full)-1].Mean-(math.Log10(1)+math.Log10(0.01))/2) > 1e-12 || d.Part[len(d.Part)-1].Mean != d.Known.Mean {
		t.Errorf("%+v", d)
	}
	if _, err := CompareKnownBudgets(all[6:]); err == nil {
		t.Error("nothing was run with two budgets, and no mistake is said")
	}
	all[3].Settings += " steps 2"
	if _, err := CompareKnownBudgets(all); err == nil {
		t.Error("runs of other settings were mixed")
	}
}

// The other reading of the paper is a problem of its own, with its own label;
// where there is none, that is said.
func TestVariants(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "spec.toml")
	load := func(name, variant string) (Spec, error) {
		text := "replications = 1\n[[problem]]\nname = '" + name + "'\nvariant = '" + variant + "'\n[[problem]]\nname = '" + name + "'\n[[policy]]\nname = 'ei'\n"
		testkit.OK(t, os.WriteFile(file, []byte(text), 0o600))
		return Load(file)
	}
	s, err := load("alpine1", "text")
	testkit.OK(t, err)
	if got := s.Problems[0].Label(); got != "alpine1-text" || s.Problems[1].Label() != "alpine1" {
		t.Errorf("labels %q and %q", got, s.Problems[1].Label())
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	for name, variant := range map[string]string{"dropwave": "text", "alpine1": "code", "alpine1-text": "text"} {
		if _, err := load(name, variant); err == nil || !strings.Contains(err.Error(), "variant") || !strings.Contains(err.Error(), "alpine1 and shekel5") {
			t.Errorf("%s of %s: %v", variant, name, err)
		}
	}
}

// Runs on simulated noise are judged by what is truly there at the point they
// offer: no regret is below zero, and the values are still the measured ones.
func TestNoisyRunsAreJudgedByTheTruth(t *testing.T) {
	t.Parallel()
	j := Job{Problem: &ProblemSpec{Name: "../examples/noisy.toml"}, Policy: &PolicySpec{Name: "ei-puc"}, Replication: 1, seed: 1}
	r, err := j.do(t.Context())
	testkit.OK(t, err)
	luckiest := math.Inf(-1)
	for _, v := range r.Values {
		luckiest = math.Max(luckiest, v)
	}
	if luckiest < 1.1 {
		t.Fatalf("the largest measured value is %v: no luck to be fooled by", luckiest)
	}
	for i, v := range append([]float64{r.Initial, r.Best}, r.Bests...) {
		if !(v <= 1) {
			t.Errorf("%d: a value of %v where the maximum is 1", i, v)
		}
	}
	if r.Best != r.Bests[len(r.Bests)-1] || r.Optimum == nil || *r.Optimum != 1 {
		t.Errorf("best %v of %v, optimum %v", r.Best, r.Bests, r.Optimum)
	}
}
