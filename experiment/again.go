package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"farsight/internal/sanitize"
)

// Again says whether runs that were done again came out the same to the bit.
type Again struct {
	Groups    []againGroup
	Different []againDifference
	Same      int
	Unknown   int   // runs that nobody kept, which cannot be checked
	Engines   []int // of kept runs, where it is not that of the run done again
}

// againGroup counts the runs of a policy on a problem.
type againGroup struct {
	Problem, Policy string
	Runs, Same      int
}

// againDifference is a run that did not come out the same.
type againDifference struct {
	Problem, Policy string
	Seed            uint64
	What            string
}

// CheckAgain holds runs against those that were kept, run by run, in the order of
// problems, policies and seeds.
func CheckAgain(runs, kept []Record) Again {
	type key struct {
		problem, policy string
		seed            uint64
	}
	have := map[key]Record{}
	for _, r := range kept {
		have[key{r.Problem, r.Policy, r.Seed}] = r
	}
	var out Again
	sorted := slices.SortedFunc(slices.Values(runs), func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.Problem, b.Problem), cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Seed, b.Seed))
	})
	for _, r := range sorted {
		k, ok := have[key{r.Problem, r.Policy, r.Seed}]
		if !ok {
			out.Unknown++
			continue
		}
		if n := len(out.Groups); n == 0 || out.Groups[n-1].Problem != r.Problem || out.Groups[n-1].Policy != r.Policy {
			out.Groups = append(out.Groups, againGroup{Problem: r.Problem, Policy: r.Policy})
		}
		g := &out.Groups[len(out.Groups)-1]
		g.Runs++
		if r.Engine != k.Engine && !slices.Contains(out.Engines, k.Engine) {
			out.Engines = append(out.Engines, k.Engine)
		}
		if what := differsFrom(r, k); what != "" {
			out.Different = append(out.Different, againDifference{r.Problem, r.Policy, r.Seed, what})
			continue
		}
		g.Same++
		out.Same++
	}
	return out
}

// differsFrom says in what a run differs from the one that was kept.
func differsFrom(r, kept Record) string {
	if r.Engine != kept.Engine {
		return fmt.Sprintf("computed by engine %d, kept of engine %d", r.Engine, kept.Engine)
	}
	if r.Settings != kept.Settings {
		return fmt.Sprintf("it was run otherwise (%q, kept %q)", sanitize.Text(r.Settings), sanitize.Text(kept.Settings))
	}
	if what := kept.Definition.differences(r.Definition); len(what) > 0 {
		return "its definition differs: " + strings.Join(what, ", ")
	}
	switch {
	case r.bits() == kept.bits():
		return ""
	case r.Evaluations != kept.Evaluations:
		return fmt.Sprintf("%d evaluations, kept %d", r.Evaluations, kept.Evaluations)
	case r.Best != kept.Best:
		return fmt.Sprintf("best value %v, kept %v", r.Best, kept.Best)
	}
	return "the same best value by other evaluations"
}
