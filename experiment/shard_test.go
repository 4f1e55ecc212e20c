package experiment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A shard has as many runs of each problem and policy as any other, or one more; all shards together
// have every run once. A shard does its runs replication by replication.
func TestShardsAreOneWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s Spec
		for i := range rapid.IntRange(1, 5).Draw(t, "problems") {
			s.Problems = append(s.Problems, ProblemSpec{Name: fmt.Sprint("problem ", i), Replications: rapid.IntRange(1, 12).Draw(t, "replications")})
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

// A directory that was begun when shards took every n-th run is finished: what is there is not done
// again, whichever shard did it.
func TestShardsGoOnWhereOthersBegan(t *testing.T) {
	t.Parallel()
	s := small(t)
	jobs := s.Jobs()
	whole, dir := t.TempDir(), t.TempDir()
	if err := Run(context.Background(), jobs, Settings{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		var part []Job
		for k := i; k < len(jobs)/2; k += 3 {
			part = append(part, jobs[k])
		}
		begun := t.TempDir()
		if err := Run(context.Background(), part, Settings{Dir: begun}); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(begun, "results.jsonl"), filepath.Join(dir, Shard{i + 1, 3}.file())); err != nil {
			t.Fatal(err)
		}
	}
	done := 0
	for i := range 3 {
		err := Run(context.Background(), jobs, Settings{Dir: dir, Shard: Shard{i + 1, 3}, Progress: func(Progress) { done++ }})
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := len(jobs) - len(jobs)/2; done != want {
		t.Errorf("%d runs were done, %d were missing", done, want)
	}
	if !equal(results(t, dir), results(t, whole)) {
		t.Error("it ended with other results than one run")
	}
}
