package experiment

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/gonum/stat"

	"farsight/internal/sanitize"
	"farsight/internal/stats"
)

// Shares are the parts of the budget at which regret is reported.
var Shares = []float64{0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

// Summary is a set of runs, condensed.
type Summary struct {
	Problems []ProblemSummary
}

// ProblemSummary is all policies on one problem.
type ProblemSummary struct {
	Problem  string
	Budget   float64
	Regret   bool // the numbers are log10 regrets; otherwise best values
	Policies []PolicySummary
	Best     string // the closed form with the lowest mean regret
}

// PolicySummary is one policy on one problem.
type PolicySummary struct {
	Policy string
	Ahead  bool            // it looks beyond the next evaluation
	Final  stats.Summary   // log10 regret at the full budget (or the best value)
	Curve  []stats.Summary // the same at Shares
	// Against are the paired differences to the best closed form, on the
	// replications both have; zero for that policy itself.
	Against              stats.Summary
	Evaluations          stats.Summary
	Seconds, Median, P95 float64            // per decision; Seconds is their mean; NaN of condensed runs
	Costs                []float64          // of all evaluations; none of condensed runs
	values               map[uint64]float64 // by seed
}

// Summarise condenses runs. Runs of one policy on one problem that differ in
// their settings are not mixed: that is an error.
func Summarise(records []Record) (Summary, error) {
	if len(records) == 0 {
		return Summary{}, fmt.Errorf("no complete runs")
	}
	groups, problems := map[[2]string][]Record{}, map[string]Record{}
	var order []string
	seen := map[string]bool{}
	for _, r := range records {
		k := [2]string{r.Problem, r.Policy}
		if g := groups[k]; len(g) > 0 {
			if err := mixes(g[0], r); err != nil {
				return Summary{}, err
			}
		}
		if first, ok := problems[r.Problem]; !ok {
			problems[r.Problem] = r
		} else if err := mixesProblem(first, r); err != nil {
			return Summary{}, err
		}
		groups[k] = append(groups[k], r)
		if !seen[r.Problem] {
			seen[r.Problem] = true
			order = append(order, r.Problem)
		}
	}
	var s Summary
	for _, problem := range order {
		s.Problems = append(s.Problems, summariseProblem(problem, groups))
	}
	return s, nil
}

// mixes complains about two runs of one policy on one problem whose settings
// differ.
func mixes(a, b Record) error {
	if a.Settings == b.Settings && a.Budget == b.Budget {
		if what := a.Definition.differences(b.Definition); a.Definition != nil && b.Definition != nil && len(what) > 0 {
			return mixed(b, what)
		}
		return nil
	}
	return fmt.Errorf("%s on %s was run with different settings, which must not be mixed:\n  %s, budget %g\n  %s, budget %g\nreport their directories apart, or name one of them with as = \"…\"",
		sanitize.Text(b.Policy), sanitize.Text(b.Problem), sanitize.Text(a.Settings), a.Budget, sanitize.Text(b.Settings), b.Budget)
}

// mixesProblem complains about runs of two policies on one problem that was not the same for both.
func mixesProblem(a, b Record) error {
	if a.Definition == nil || b.Definition == nil {
		return nil
	}
	if what := problemOnly(a.Definition).differences(problemOnly(b.Definition)); len(what) > 0 {
		return mixed(b, what)
	}
	return nil
}

func mixed(r Record, what []string) error {
	return fmt.Errorf("%s on %s: these results are of different definitions, which must not be mixed: %s; report their directories apart, or name one of them with as = \"…\"",
		sanitize.Text(r.Policy), sanitize.Text(r.Problem), strings.Join(what, ", "))
}

func summariseProblem(problem string, groups map[[2]string][]Record) ProblemSummary {
	p := ProblemSummary{Problem: problem, Regret: true}
	var names []string
	for k := range groups {
		if k[0] == problem {
			names = append(names, k[1])
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return compareRanks(rankOf(groups[[2]string{problem, a}][0]), rankOf(groups[[2]string{problem, b}][0]))
	})
	for _, n := range names {
		runs := groups[[2]string{problem, n}]
		sort.Slice(runs, func(i, j int) bool { return runs[i].Seed < runs[j].Seed })
		p.Budget = runs[0].Budget
		p.Regret = p.Regret && runs[0].Optimum != nil
	}
	for _, n := range names {
		runs := groups[[2]string{problem, n}]
		q := summarisePolicy(n, runs, p.Regret)
		q.Ahead = rankOf(runs[0]).ahead
		p.Policies = append(p.Policies, q)
	}
	p.compare()
	return p
}

func summarisePolicy(name string, runs []Record, regret bool) PolicySummary {
	q := PolicySummary{Policy: name, values: map[uint64]float64{}}
	value := func(r Record, best float64) float64 {
		if regret {
			return r.logRegret(best)
		}
		return best
	}
	var final, evaluations, seconds []float64
	for _, r := range runs {
		v := value(r, r.Best)
		final, evaluations = append(final, v), append(evaluations, float64(r.Evaluations))
		q.values[r.Seed] = v
		seconds = append(seconds, r.Timing.Decisions...)
		if !r.isCondensed() {
			q.Costs = append(q.Costs, r.Costs...)
		}
	}
	q.Final, q.Evaluations = stats.Summarise(final), stats.Summarise(evaluations)
	for _, share := range Shares {
		var at []float64
		for _, r := range runs {
			at = append(at, value(r, r.bestAt(share)))
		}
		q.Curve = append(q.Curve, stats.Summarise(at))
	}
	q.Seconds, q.Median, q.P95 = stat.Mean(seconds, nil), stats.Quantile(seconds, 0.5), stats.Quantile(seconds, 0.95)
	return q
}

// compare finds the best closed form and the paired differences to it.
func (p *ProblemSummary) compare() {
	best := -1
	for i, q := range p.Policies {
		if q.Ahead {
			continue
		}
		better := best < 0 || p.Regret && q.Final.Mean < p.Policies[best].Final.Mean || !p.Regret && q.Final.Mean > p.Policies[best].Final.Mean
		if better {
			best = i
		}
	}
	if best < 0 {
		return
	}
	base := p.Policies[best]
	p.Best = base.Policy
	for i := range p.Policies {
		p.Policies[i].Against = pairedInOrder(p.Policies[i].values, base.values)
	}
}

// pairedInOrder summarises the differences on common seeds, in their order, so that sums are the same every time.
func pairedInOrder(a, b map[uint64]float64) stats.Summary {
	var x, y []float64
	for _, seed := range slices.Sorted(maps.Keys(a)) {
		if v, ok := b[seed]; ok {
			x, y = append(x, a[seed]), append(y, v)
		}
	}
	return stats.Paired(x, y)
}
