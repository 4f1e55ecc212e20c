package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// small is an experiment of a second: cheap policies, a quarter of the budget.
func small(t testing.TB) Spec {
	t.Helper()
	s := Spec{
		Replications: 3, FirstSeed: 40,
		Problems: []ProblemSpec{{Name: "dropwave", BudgetShare: 0.1}, {Name: "ackley", BudgetShare: 0.05}},
		Policies: []PolicySpec{{Name: "ei-puc"}, {Name: "random"}, {Name: "2-b-ms-ei-p", Options: "effort=quick"}},
	}
	testkit.OK(t, s.Check())
	return s
}

// results are the runs of a directory as a set, without their timing.
func results(t testing.TB, dirs ...string) []string {
	t.Helper()
	records, err := Read(dirs...)
	testkit.OK(t, err)
	var out []string
	for _, r := range records {
		r.Timing = timing{}
		line, err := json.Marshal(r)
		testkit.OK(t, err)
		out = append(out, string(line))
	}
	sort.Strings(out)
	return out
}

func equal(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }

func TestResumedAndShardedRunsAgree(t *testing.T) {
	t.Parallel()
	s := small(t)
	whole := t.TempDir()
	alone := func(worker int, _ Job) {
		if worker != 0 {
			t.Errorf("one worker was asked for, and worker %d works", worker)
		}
	}
	testkit.OK(t, Run(context.Background(), s.Jobs(), Settings{Dir: whole, Workers: 1, Started: alone}))
	want := results(t, whole)
	if len(want) != 18 {
		t.Fatalf("%d runs, want 18", len(want))
	}

	// Killed at any byte: what is left of the file is resumed.
	data, err := os.ReadFile(filepath.Join(whole, "results.jsonl"))
	testkit.OK(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 4 {
		dir := t.TempDir()
		testkit.OK(t, os.WriteFile(filepath.Join(dir, "results.jsonl"), data[:rng.IntN(len(data))], 0o600))
		testkit.OK(t, Run(context.Background(), s.Jobs(), Settings{Dir: dir}))
		if !equal(results(t, dir), want) {
			t.Error("a resumed experiment ended with other results")
		}
	}

	// Stopped in the middle, then three shards in directories of their own.
	stopped := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	err = Run(ctx, s.Jobs(), Settings{Dir: stopped, Progress: func(p Progress) {
		if p.Done == 5 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped run returned %v", err)
	}
	if n := len(results(t, stopped)); n < 5 || n >= 18 {
		t.Errorf("stopped after 5 runs, %d are on disk", n)
	}
	var dirs []string
	for i := 1; i <= 3; i++ {
		dir := t.TempDir()
		dirs = append(dirs, dir)
		testkit.OK(t, Run(context.Background(), s.Jobs(), Settings{Dir: dir, Shard: Shard{i, 3}}))
	}
	if !equal(results(t, dirs...), want) {
		t.Error("shards ended with other results than one run")
	}
}

// The same replication has the same initial design and cost whatever the
// policy: the pairs are pairs.
func TestReplicationsArePaired(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	s := small(t)
	first := map[string]float64{}
	for _, j := range s.Jobs() {
		r, err := j.do(context.Background())
		testkit.OK(t, err)
		key := r.Problem + string(rune('0'+r.Replication))
		if v, ok := first[key]; ok && v != r.Initial {
			t.Errorf("%s: initial best %v and %v", key, v, r.Initial)
		}
		first[key] = r.Initial
	}
	if first["dropwave, 0.1 of the budget1"] == first["dropwave, 0.1 of the budget2"] {
		t.Error("two replications share their design")
	}
}

func record(problem, policy string, replication int, regret float64) Record {
	opt := 1.0
	bests := []float64{opt - 10*regret, opt - 5*regret, opt - regret}
	return Record{Version: formatVersion, Problem: problem, Policy: policy, Replication: replication, Seed: uint64(replication), Budget: 10, Best: opt - regret,
		Optimum: &opt, Costs: []float64{2, 3, 4}, Values: bests, Bests: bests, Initial: opt - 20*regret, Evaluations: 3}
}

// On synthetic data with a known mean the report's interval covers it: 1000
// experiments of 30 runs, three standard errors of the rate.
func TestReportIntervalCovers(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	const trials, mean = 1000, -1.2
	covered := 0
	for range trials {
		var runs []Record
		for r := 1; r <= 30; r++ {
			runs = append(runs, record("p", "ei", r, math.Pow(10, mean+0.5*rng.NormFloat64())))
		}
		s, err := Summarise(runs)
		testkit.OK(t, err)
		if f := s.Problems[0].Policies[0].Final; f.Low <= mean && mean <= f.High {
			covered++
		}
	}
	rate := float64(covered) / trials
	if se := math.Sqrt(0.95 * 0.05 / trials); math.Abs(rate-0.95) > 3*se {
		t.Errorf("covered %.3f of the time", rate)
	}
}

func TestDifferentSettingsAreNotMixed(t *testing.T) {
	t.Parallel()
	a, b := record("p", "ei", 1, 0.1), record("p", "ei", 2, 0.1)
	b.Settings = "policy ei effort thorough"
	if _, err := Summarise([]Record{a, b}); err == nil || !strings.Contains(err.Error(), "different settings") {
		t.Errorf("mixed settings: %v", err)
	}
	// Old results have no checksums: what a flipped bit made of a letter is not
	// sent to the terminal.
	b.Settings = "eng\x1b[2Jine\x7f"
	if _, err := Summarise([]Record{a, b}); err == nil || strings.ContainsAny(err.Error(), "\x1b\x7f") {
		t.Errorf("damaged settings: %v", err)
	}
}

func TestBadInputIsNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "results.jsonl")
	write := func(text string) {
		t.Helper()
		testkit.OK(t, os.WriteFile(file, []byte(text), 0o600))
	}
	good, err := encode(record("p", "ei", 1, 0.1))
	testkit.OK(t, err)
	write(string(good) + "broken\n" + string(good))
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a broken line: %v", err)
	}
	write(`{"v":99}` + "\n")
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "version 99") {
		t.Errorf("another version: %v", err)
	}
	if _, err := Read(filepath.Join(dir, "absent")); err == nil {
		t.Error("an absent directory was read")
	}
	for text, want := range map[string]string{
		"replications = 0": "replications",
		"replications = 1": "at least one of each",
		"replicatons = 1":  "1:1: replicatons: unknown field; did you mean replications?",
		"replications = 1\n[[problem]]\nname = \"dropwave\"\n[[policy]]\nname = \"ei\"\nsteps = 2":              "6:1: policy[1].steps: unknown field",
		"replications = 1\n[[problem]]\nname = \"dropwave\"\n[[policy]]\nname = \"b-ms-ei\"\neffort = \"lazy\"": "6:10: policy[1].effort",
		"replications = \"": "spec.toml:1",
		"replications = 1\n[[problem]]\nname = \"dropwav\"\n[[policy]]\nname = \"ei\"":                             "dropwav",
		"replications = 1\n[[problem]]\nname = \"dropwave\"\n[[policy]]\nname = \"eii\"":                           "eii",
		"replications = 1\n[[problem]]\nname = \"theorem-1\"\n[[policy]]\nname = \"ei\"":                           "cannot be evaluated",
		"replications = 1\n[[problem]]\nname = \"dropwave\"\n[[policy]]\nname = \"ei\"\n[[policy]]\nname = \"ei\"": "two policies",
	} {
		spec := filepath.Join(dir, "spec.toml")
		testkit.OK(t, os.WriteFile(spec, []byte(text), 0o600))
		if _, err := Load(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want it to name %q", text, err, want)
		}
	}
}

func TestShards(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2"} {
		if _, err := ParseShard(bad); err == nil {
			t.Errorf("shard %q was accepted", bad)
		}
	}
	if s, err := ParseShard("2/8"); err != nil || s != (Shard{2, 8}) {
		t.Errorf("2/8: %v, %v", s, err)
	}
}

// A disk that is full loses the run at hand and nothing else.
func TestFullDiskKeepsWhatIsThere(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no /dev/full to stand for a full disk")
	}
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	testkit.OK(t, err)
	defer f.Close()
	if err := (&store{file: f}).add(record("p", "ei", 1, 0.1)); err == nil {
		t.Error("a run was kept on a full disk")
	}
}

func TestReportFilesAreWritten(t *testing.T) {
	t.Parallel()
	var runs []Record
	for r := 1; r <= 5; r++ {
		for _, q := range []string{"ei", "4-b-ms-ei"} {
			runs = append(runs, record("dropwave", q, r, math.Pow(10, -float64(r)/3)))
		}
	}
	s, err := Summarise(runs)
	testkit.OK(t, err)
	dir := t.TempDir()
	testkit.OK(t, s.Write(dir))
	for name, want := range map[string]string{"report.md": "| 4-b-ms-ei | 5 |", "report.csv": "dropwave,ei,1,5,"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v, want it to hold %q", name, err, want)
		}
	}
}
