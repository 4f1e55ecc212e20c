package experiment

import (
	"cmp"
	"fmt"
	"slices"
)

// Shard is one of several machines' part. Zero: all there is.
type Shard struct{ Index, Count int }

// ParseShard reads "2/8".
func ParseShard(text string) (Shard, error) {
	var s Shard
	var rest string
	if n, _ := fmt.Sscanf(text+" .", "%d/%d %s", &s.Index, &s.Count, &rest); n != 3 || rest != "." || s.Count < 1 || s.Index < 1 || s.Index > s.Count {
		return Shard{}, fmt.Errorf("shard %q: use i/n with 1 ≤ i ≤ n, such as 2/8", text)
	}
	return s, nil
}

func (s Shard) file() string {
	if s.Count == 0 {
		return "results.jsonl"
	}
	return fmt.Sprintf("results-%d-of-%d.jsonl", s.Index, s.Count)
}

// part are the shard's runs, in the order they are done.
//
// A policy on a problem takes about as long in every replication, another one a
// hundred times as long. So replications are dealt out, of one problem and policy
// after another, and whose turn it is goes on between them: of each a shard has as
// many as any other, or one more.
func (s Shard) part(jobs []Job) []int {
	cells := map[[2]string]int{}
	of := make([]int, len(jobs))
	var steps []int // planned ahead, by cell
	for k, j := range jobs {
		key := [2]string{j.Problem.Label(), j.Policy.Label()}
		c, ok := cells[key]
		if !ok {
			c = len(cells)
			cells[key] = c
			steps = append(steps, j.Policy.steps())
		}
		of[k] = c
	}
	all := make([]int, len(jobs))
	for k := range all {
		all[k] = k
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(of[a], of[b]) })
	mine := all[:0]
	for at, k := range all {
		if s.Count == 0 || at%s.Count == s.Index-1 {
			mine = append(mine, k)
		}
	}
	// Replication by replication, so that what is there of an unfinished experiment
	// compares; the longest first, so that no worker is left alone with one.
	slices.SortFunc(mine, func(a, b int) int {
		return cmp.Or(cmp.Compare(jobs[a].Replication, jobs[b].Replication), cmp.Compare(steps[of[b]], steps[of[a]]), cmp.Compare(a, b))
	})
	return mine
}

// steps is how far the policy plans ahead, which is what takes longest; 0 where
// that is not known.
func (p PolicySpec) steps() int {
	q, err := p.policy()
	if err != nil {
		return 0
	}
	if q, err = q.Fill(""); err != nil {
		return 0
	}
	return q.Steps()
}
