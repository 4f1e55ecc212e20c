package experiment

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/stats"
)

// KnownBudget compares a policy that is given a part of the budget with itself given all of it and stopped
// half-way: the paper's supplement says that a policy which knows its budget uses it better.
type KnownBudget struct {
	Problem, Policy string
	Share           float64 // of the budget
	Regret          bool    // the numbers are log10 regrets; otherwise best values
	Stopped, Known  stats.Summary
	// Difference is Known minus Stopped, paired by replication.
	Difference stats.Summary
	// Full and Part are the means at Shares of the whole budget and of the part.
	Full, Part []stats.Summary
}

// CompareKnownBudgets compares all policies on all problems that were run with two budgets,
// in the order of the runs.
func CompareKnownBudgets(records []Record) ([]KnownBudget, error) {
	type key struct {
		problem, policy string
		share           float64
	}
	groups, order := map[key]map[uint64]Record{}, []key{}
	for _, r := range records {
		name, share := budgetOf(r.Settings)
		k := key{name, r.Policy, share}
		if groups[k] == nil {
			groups[k], order = map[uint64]Record{}, append(order, k)
		}
		for _, first := range groups[k] {
			if err := mixes(first, r); err != nil {
				return nil, err
			}
			break
		}
		groups[k][r.Seed] = r
	}
	var out []KnownBudget
	for _, k := range order {
		full := groups[key{k.problem, k.policy, 1}]
		if k.share == 1 || full == nil {
			continue
		}
		if t, ok := compareKnownBudget(full, groups[k], k.share); ok {
			t.Problem, t.Policy = k.problem, k.policy
			out = append(out, t)
		}
	}
	if out == nil {
		return nil, errors.New("no problem was run with its whole budget and with a part of it: see budget-share in docs/experiments.md")
	}
	slices.SortStableFunc(out, func(a, b KnownBudget) int { return cmp.Compare(a.Problem, b.Problem) })
	return out, nil
}

// compareKnownBudget compares runs of common seeds.
func compareKnownBudget(full, part map[uint64]Record, share float64) (t KnownBudget, ok bool) {
	t = KnownBudget{Share: share, Regret: true}
	var seeds []uint64
	for _, seed := range slices.Sorted(maps.Keys(part)) {
		if _, both := full[seed]; both {
			seeds = append(seeds, seed)
			t.Regret = t.Regret && full[seed].Optimum != nil
		}
	}
	at := func(runs map[uint64]Record, share float64) []float64 {
		out := make([]float64, len(seeds))
		for i, seed := range seeds {
			r := runs[seed]
			if out[i] = r.bestAt(share); t.Regret {
				out[i] = r.logRegret(out[i])
			}
		}
		return out
	}
	stopped, known := at(full, share), at(part, 1)
	t.Stopped, t.Known, t.Difference = stats.Summarise(stopped), stats.Summarise(known), stats.Paired(known, stopped)
	for _, s := range Shares {
		t.Full, t.Part = append(t.Full, stats.Summarise(at(full, s))), append(t.Part, stats.Summarise(at(part, s)))
	}
	return t, len(seeds) > 0
}

// budgetOf reads which problem was run, and with which part of its budget, from
// what a run depends on.
func budgetOf(settings string) (problem string, share float64) {
	_, rest, _ := strings.Cut(settings, " budget-share ")
	rest, _, _ = strings.Cut(rest, ";")
	rest, _, _ = strings.Cut(rest, " ")
	share, err := strconv.ParseFloat(rest, 64)
	if err != nil {
		share = 1
	}
	return nameIn(settings), share
}
