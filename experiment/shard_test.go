package experiment

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

// A shard has as many runs of each problem and policy as any other, or one more; all shards together
// have every run once. A shard does its runs replication by replication.
func TestShardsAreOneWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s Spec
		for i := range rapid.IntRange(1, 5).Draw(t, "problems") {
			s.Problems = append(s.Problems, ProblemSpec{Name: fmt.Sprint("problem ", i), replications: rapid.IntRange(1, 12).Draw(t, "replications")})
		}
		names := []string{"ei", "4-b-ms-ei", "random", "2-b-ms-ei", "ei-puc"}
		for _, name := range names[:rapid.IntRange(1, len(names)).Draw(t, "policies")] {
			s.Policies = append(s.Policies, PolicySpec{Name: name})
		}
		jobs := s.Jobs()
		n := rapid.IntRange(1, 70).Draw(t, "shards")
		taken := make([]int, len(jobs))
		most, least := 0, len(jobs)
		cells := map[[2]string][]int{}
		for i := range n {
			part := Shard{i + 1, n}.part(jobs)
			most, least = max(most, len(part)), min(least, len(part))
			last := 0
			for _, k := range part {
				taken[k]++
				if jobs[k].Replication < last {
					t.Fatalf("shard %d does replication %d after %d", i+1, jobs[k].Replication, last)
				}
				last = jobs[k].Replication
				key := [2]string{jobs[k].Problem.Label(), jobs[k].Policy.Label()}
				if cells[key] == nil {
					cells[key] = make([]int, n)
				}
				cells[key][i]++
			}
		}
		for k, times := range taken {
			if times != 1 {
				t.Fatalf("run %d is %d times in %d shards", k, times, n)
			}
		}
		if most-least > 1 {
			t.Fatalf("shards have %d to %d runs", least, most)
		}
		for key, counts := range cells {
			if slices.Max(counts)-slices.Min(counts) > 1 {
				t.Fatalf("of %v shards have %v runs", key, counts)
			}
		}
		if all := (Shard{}).part(jobs); len(all) != len(jobs) {
			t.Fatalf("without shards %d of %d runs are done", len(all), len(jobs))
		}
	})
}

// paperSeconds are the seconds of processor time that a run of examples/paper.toml takes: means of a
// few replications on a Xeon of 2.96 GHz, in the order of its policies; ei-pes takes what ei-pc does.
var paperSeconds = map[string][]float64{
	"dropwave":                  {0.09, 0.12, 0.13, 0.16, 0.16, 0.15, 0.30, 0.38, 0.25, 0.26},
	"alpine1":                   {0.26, 0.47, 0.34, 0.37, 0.37, 0.39, 0.70, 0.82, 0.56, 0.93},
	"ackley":                    {0.23, 0.28, 0.22, 0.17, 0.17, 0.21, 0.52, 0.59, 0.33, 0.67},
	"shekel5":                   {0.75, 0.91, 0.86, 0.87, 0.87, 0.87, 1.70, 1.81, 1.33, 1.75},
	"dropwave, half the budget": {0.03, 0.04, 0.04, 0.04, 0.04, 0.05, 0.12, 0.14, 0.09, 0.12},
	"push":                      {0.42, 0.59, 0.54, 0.63, 0.63, 0.58, 1.53, 1.48, 0.87, 1.24},
	"push, half the budget":     {0.13, 0.22, 0.19, 0.18, 0.18, 0.21, 0.46, 0.53, 0.27, 0.47},
	"forest":                    {0.94, 1.34, 1.18, 1.51, 1.51, 1.38, 1.55, 1.70, 1.57, 1.72},
}

// meanSeconds are what runs of the jobs' kinds take on average.
func meanSeconds(jobs []Job) []float64 {
	policies := map[*PolicySpec]int{}
	seconds := make([]float64, len(jobs))
	for k, j := range jobs {
		if _, ok := policies[j.Policy]; !ok {
			policies[j.Policy] = len(policies)
		}
		seconds[k] = paperSeconds[j.Problem.Label()][policies[j.Policy]]
	}
	return seconds
}

// unevenness is the slowest shard's time, in terms of their mean.
func unevenness(seconds []float64, n int, part func(i int) []int) float64 {
	slowest, sum := 0.0, 0.0
	for i := range n {
		shard := 0.0
		for _, k := range part(i) {
			shard += seconds[k]
		}
		slowest, sum = max(slowest, shard), sum+shard
	}
	return slowest / (sum / float64(n))
}

// everyNth is the i-th of n shards that would take every n-th run.
func everyNth(runs, n, i int) (part []int) {
	for k := i; k < runs; k += n {
		part = append(part, k)
	}
	return part
}

// The paper's experiment on up to 64 machines: the slowest takes a tenth more than the mean at most.
func TestShardsTakeEquallyLong(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	s, err := Load(filepath.Join("..", "examples", "paper.toml"))
	testkit.OK(t, err)
	jobs := s.Jobs()
	seconds := meanSeconds(jobs)
	rows := map[[2]any][]int{} // runs of a replication of a problem: what it draws may make all of them long
	for k, j := range jobs {
		row := [2]any{j.Problem, j.Replication}
		rows[row] = append(rows[row], k)
	}
	if want := slices.Sorted(maps.Keys(paperSeconds)); len(want) != len(s.Problems) {
		t.Fatalf("seconds are known of %q, the experiment has %d problems", want, len(s.Problems))
	}
	for _, n := range testkit.SweepSize([]int{2, 16, 64}, []int{2, 3, 7, 10, 16, 31, 40, 64}, []int{2, 3, 7, 10, 16, 24, 31, 40, 50, 64}) {
		parts := make([][]int, n)
		for i := range parts {
			parts[i] = Shard{i + 1, n}.part(jobs)
		}
		now := unevenness(seconds, n, func(i int) []int { return parts[i] })
		if now > 1.1 {
			t.Errorf("of %d shards the slowest takes %.3f times as long as the mean", n, now)
		}
		shard := make([]int, len(jobs))
		for i, part := range parts {
			for _, k := range part {
				shard[k] = i
			}
		}
		most := 0
		for _, runs := range rows {
			count := make([]int, n)
			for _, k := range runs {
				count[shard[k]]++
			}
			most = max(most, slices.Max(count))
		}
		if fair := (len(s.Policies) + n - 1) / n; most > fair+1 {
			t.Errorf("of the %d runs of a replication one of %d shards has %d", len(s.Policies), n, most)
		}
		every := unevenness(seconds, n, func(i int) []int { return everyNth(len(jobs), n, i) })
		t.Logf("%d shards: %.3f; every n-th run would be %.3f", n, now, every)
	}
}

// BenchmarkShards is the slowest shard of the paper's experiment in terms of their mean, where a run takes what the
// evaluations it made say: a replication whose costs are low makes many, and decisions with many take longer.
//
//	go test ./experiment -run '^$' -bench Shards -benchtime 1x
func BenchmarkShards(b *testing.B) {
	s, err := Load(filepath.Join("..", "examples", "paper.toml"))
	testkit.OK(b, err)
	jobs := s.Jobs()
	seconds := secondsAsMade(b, jobs)
	longest, all := slices.Max(seconds), 0.0
	for _, took := range seconds {
		all += took
	}
	for _, n := range []int{2, 10, 16, 24, 40, 50, 64} {
		b.Run(fmt.Sprint("shards=", n), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(unevenness(seconds, n, func(i int) []int { return Shard{i + 1, n}.part(jobs) }), "slowest/mean")
				b.ReportMetric(unevenness(seconds, n, func(i int) []int { return everyNth(len(jobs), n, i) }), "every-nth")
				b.ReportMetric(unevenness(seconds, n, foreknown(jobs, seconds, n)), "foreknown")
				b.ReportMetric(max(1, longest/(all/float64(n))), "at-least") // whoever deals them out
			}
		})
	}
}

// secondsAsMade are what the runs of the jobs took: what such runs take on average, times how many more evaluations
// this one made than they do, to the power of 1.5.
func secondsAsMade(b *testing.B, jobs []Job) []float64 {
	b.Helper()
	made, mean := map[string]float64{}, map[string]float64{}
	run := func(problem, policy string, replication int) string {
		return fmt.Sprint(problem, "\n", policy, "\n", replication)
	}
	err := scanCondensed(filepath.Join("..", "docs", "results", "paper.runs.gz"), func(r Record) error {
		made[run(r.Problem, r.Policy, r.Replication)] = float64(r.Evaluations)
		return nil
	})
	testkit.OK(b, err)
	power := func(j Job) float64 {
		n, ok := made[run(j.Problem.Label(), j.Policy.Label(), j.Replication)]
		if !ok {
			b.Fatalf("replication %d of %s by %s is not among the runs that ship", j.Replication, j.Problem.Label(), j.Policy.Label())
		}
		return math.Pow(n, 1.5)
	}
	count := map[string]float64{}
	for _, j := range jobs {
		kind := run(j.Problem.Label(), j.Policy.Label(), 0)
		mean[kind] += power(j)
		count[kind]++
	}
	seconds := meanSeconds(jobs)
	for k, j := range jobs {
		kind := run(j.Problem.Label(), j.Policy.Label(), 0)
		seconds[k] *= power(j) / (mean[kind] / count[kind])
	}
	return seconds
}

// foreknown deals the replications of each problem and policy out from the longest to the shortest, back and forth, as
// only who knew could do how long all policies' runs of a replication together will take.
func foreknown(jobs []Job, seconds []float64, n int) func(i int) []int {
	together := map[[2]any]float64{}
	row := func(k int) [2]any { return [2]any{jobs[k].Problem, jobs[k].Replication} }
	for k, took := range seconds {
		together[row(k)] += took
	}
	parts := make([][]int, n)
	for c, runs := range cellsOf(jobs) {
		slices.SortStableFunc(runs, func(a, b int) int { return cmp.Compare(together[row(b)], together[row(a)]) })
		for i, k := range runs {
			at := i % n
			if i/n%2 == 1 {
				at = n - 1 - at
			}
			at = (at + 37*c) % n // no shard always begins
			parts[at] = append(parts[at], k)
		}
	}
	return func(i int) []int { return parts[i] }
}

// A directory that was begun when shards took every n-th run is finished: what is there is not done
// again, whichever shard did it.
func TestShardsGoOnWhereOthersBegan(t *testing.T) {
	t.Parallel()
	s := small(t)
	jobs := s.Jobs()
	whole, dir := t.TempDir(), t.TempDir()
	testkit.OK(t, Run(context.Background(), jobs, Settings{Dir: whole}))
	for i := range 3 {
		var part []Job
		for k := i; k < len(jobs)/2; k += 3 {
			part = append(part, jobs[k])
		}
		begun := t.TempDir()
		testkit.OK(t, Run(context.Background(), part, Settings{Dir: begun}))
		testkit.OK(t, os.Rename(filepath.Join(begun, "results.jsonl"), filepath.Join(dir, Shard{i + 1, 3}.file())))
	}
	done := 0
	for i := range 3 {
		err := Run(context.Background(), jobs, Settings{Dir: dir, Shard: Shard{i + 1, 3}, Progress: func(Progress) { done++ }})
		testkit.OK(t, err)
	}
	if want := len(jobs) - len(jobs)/2; done != want {
		t.Errorf("%d runs were done, %d were missing", done, want)
	}
	if !equal(results(t, dir), results(t, whole)) {
		t.Error("it ended with other results than one run")
	}
}
