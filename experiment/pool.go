package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/scenarios/builtin"
)

// Pool compares policies with one of them over many problems at once. On a map the numbers are
// percent of that one's improvement, elsewhere differences of log10 regret (less is better).
type Pool struct {
	Against  string
	Map      bool
	Policies []string    // all but Against: closed forms, then those that plan ahead
	Groups   []PoolGroup // all problems first, then by kind of cost and by worth
	Tallies  []poolTally // one for each policy, Against too
}

// PoolGroup is a set of problems.
type PoolGroup struct {
	Cost     string  // of the map's cells; "": any, or it is no map
	Worth    float64 // of the map's cells; 0: any
	Problem  string  // a single problem that is no cell
	Problems int
	Mean     []stats.Summary // of each policy: the mean over the problems
}

// poolTally counts the problems on which a policy is better or worse than the
// best closed form of each beyond the 95 % interval. The best is chosen on the
// same runs, which flatters it.
type poolTally struct {
	Policy        string
	Mean          stats.Summary
	Better, Worse int
	Problems      int
}

// Chance is how many of the problems would be worse, or better, beyond their
// 95 % intervals if nothing but luck were at work: in the mean, and at most in
// 39 of 40 such counts.
func (t poolTally) Chance() (mean float64, most int) {
	const p = 0.025
	for most < t.Problems && (distuv.Binomial{N: float64(t.Problems), P: p}).CDF(float64(most)) < 1-p {
		most++
	}
	return p * float64(t.Problems), most
}

// NewPool pools the runs in directories of results against a policy, by its
// label.
func NewPool(against string, dirs ...string) (Pool, error) {
	runs, err := gather(dirs...)
	if err != nil {
		return Pool{}, err
	}
	if len(runs) == 0 {
		return Pool{}, fmt.Errorf("no complete runs")
	}
	q := pooling{problems: map[string]map[string]*sample{}, cells: map[string]builtin.Cell{}}
	for key, s := range runs {
		if q.problems[key[0]] == nil {
			q.problems[key[0]] = map[string]*sample{}
		}
		q.problems[key[0]][key[1]] = s
		if c, err := builtin.ParseCell(key[0]); err == nil {
			q.cells[key[0]] = c
		} else if s.first.Optimum == nil {
			return Pool{}, fmt.Errorf("%s: its best value is not known, so that there is no regret to pool", sanitize.Text(key[0]))
		}
	}
	if n := len(q.cells); n > 0 && n < len(q.problems) {
		return Pool{}, fmt.Errorf("%d of %d problems are cells of a map: pool those and the others apart", n, len(q.problems))
	}
	return q.pool(against)
}

// pooling is what a Pool is made from.
type pooling struct {
	problems map[string]map[string]*sample // by problem and policy
	cells    map[string]builtin.Cell       // of problems that are cells
}

func (q pooling) pool(against string) (Pool, error) {
	ranks := map[string]rank{}
	for _, samples := range q.problems {
		for name, s := range samples {
			ranks[name] = rankOf(s.first)
		}
	}
	names := slices.SortedFunc(maps.Keys(ranks), func(a, b string) int { return compareRanks(ranks[a], ranks[b]) })
	if !slices.Contains(names, against) {
		return Pool{}, fmt.Errorf("%q is not among the policies, which are: %s", sanitize.Text(against), sanitize.Text(strings.Join(names, "; ")))
	}
	p := Pool{Against: against, Map: len(q.cells) > 0, Policies: slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == against })}
	problems := slices.SortedFunc(maps.Keys(q.problems), q.compare)
	for _, g := range q.groups(problems) {
		group := PoolGroup{Cost: g.Cost, Worth: g.Worth, Problem: g.Problem}
		members := slices.DeleteFunc(slices.Clone(problems), func(problem string) bool { return !q.within(problem, g) })
		group.Problems = len(members)
		for _, name := range p.Policies {
			mean, _ := q.mean(members, name, func(string) string { return against })
			group.Mean = append(group.Mean, mean)
		}
		p.Groups = append(p.Groups, group)
	}
	for _, name := range names {
		t := poolTally{Policy: name}
		var each []stats.Summary
		t.Mean, each = q.mean(problems, name, func(problem string) string { return q.best(problem, ranks) })
		for _, e := range each {
			t.Problems++
			if e.Low > 0 {
				t.Better++
			}
			if e.High < 0 {
				t.Worse++
			}
		}
		if !p.Map { // of regret less is better
			t.Better, t.Worse = t.Worse, t.Better
		}
		p.Tallies = append(p.Tallies, t)
	}
	return p, nil
}

// compare is the order of problems: cells by theirs, others by name.
func (q pooling) compare(a, b string) int {
	return cmp.Or(compareCells(q.cells[a], q.cells[b]), cmp.Compare(a, b))
}

// groups are all problems, then kinds of cost, each as a whole and by worth; or
// every problem by itself.
func (q pooling) groups(problems []string) []PoolGroup {
	out := []PoolGroup{{}}
	if len(q.cells) == 0 {
		for _, p := range problems {
			out = append(out, PoolGroup{Problem: p})
		}
		return out
	}
	costs, worths := map[string]bool{}, map[float64]bool{}
	for _, c := range q.cells {
		costs[c.Cost()], worths[c.Worth] = true, true
	}
	for _, worth := range slices.Sorted(maps.Keys(worths)) {
		out = append(out, PoolGroup{Worth: worth})
	}
	for _, cost := range slices.Sorted(maps.Keys(costs)) {
		out = append(out, PoolGroup{Cost: cost})
		for _, worth := range slices.Sorted(maps.Keys(worths)) {
			out = append(out, PoolGroup{Cost: cost, Worth: worth})
		}
	}
	return out
}

// within reports whether a problem belongs to a group.
func (q pooling) within(problem string, g PoolGroup) bool {
	c := q.cells[problem]
	return (g.Cost == "" || g.Cost == c.Cost()) && (g.Worth == 0 || g.Worth == c.Worth) && (g.Problem == "" || g.Problem == problem)
}

// best is the closed form with the best mean on a problem.
func (q pooling) best(problem string, ranks map[string]rank) string {
	best, value := "", 0.0
	for _, name := range slices.Sorted(maps.Keys(q.problems[problem])) {
		v := stat.Mean(inOrder(q.problems[problem][name].values), nil)
		if len(q.cells) == 0 {
			v = -v // regret
		}
		if !ranks[name].ahead && (best == "" || v > value) {
			best, value = name, v
		}
	}
	return best
}

// mean is the mean over problems of a policy against what base names on each,
// with its 95 % interval, and the problems' own. Problems without two common
// runs are left out, and those whose base improves on nothing.
//
// Runs of one seed may share their functions, as budgets of one kind of cell do,
// or their initial design. So the interval is made from seeds: what a seed moves
// the mean by, over all problems, is squared as a whole.
func (q pooling) mean(problems []string, policy string, base func(problem string) string) (stats.Summary, []stats.Summary) {
	var means []float64
	var each []stats.Summary
	moves := map[uint64]float64{}
	for _, problem := range problems {
		a, b := q.problems[problem][policy], q.problems[problem][base(problem)]
		if a == nil || b == nil {
			continue
		}
		m, own, ok := influence(a.values, b.values, len(q.cells) > 0)
		if !ok {
			continue
		}
		means = append(means, m)
		each = append(each, interval(m, own))
		for seed, v := range own {
			moves[seed] += v
		}
	}
	if len(means) == 0 {
		return stats.Summary{Mean: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}, nil
	}
	for seed := range moves {
		moves[seed] /= float64(len(means))
	}
	return interval(stat.Mean(means, nil), moves), each
}

// influence is a mean on common seeds, and what each of them moves it by:
//
//	percent: r = Σa/Σb − 1, moved by (a − (1 + r)b)/Σb;  else r = mean(a − b), moved by (a − b − r)/n
//
// times √(n/(n−1)), so that the squares' sum is the squared standard error.
func influence(a, b map[uint64]float64, percent bool) (mean float64, moves map[uint64]float64, ok bool) {
	var seeds []uint64
	for seed := range a {
		if _, both := b[seed]; both {
			seeds = append(seeds, seed)
		}
	}
	slices.Sort(seeds)
	n := float64(len(seeds))
	sumA, sumB := 0.0, 0.0
	for _, s := range seeds {
		sumA += a[s]
		sumB += b[s]
	}
	if n < 2 || percent && !(sumB > 0) {
		return 0, nil, false
	}
	moves = make(map[uint64]float64, len(seeds))
	small := math.Sqrt(n / (n - 1))
	if mean = (sumA - sumB) / n; percent {
		mean = 100 * (sumA/sumB - 1)
	}
	for _, s := range seeds {
		if percent {
			moves[s] = small * 100 * (a[s] - (1+mean/100)*b[s]) / sumB
		} else {
			moves[s] = small * (a[s] - b[s] - mean) / n
		}
	}
	return mean, moves, true
}

// interval is a mean with Student's interval from what seeds move it by.
func interval(mean float64, moves map[uint64]float64) stats.Summary {
	v := 0.0
	for _, m := range inOrder(moves) {
		v += m * m
	}
	half := distuv.StudentsT{Sigma: 1, Nu: float64(len(moves) - 1)}.Quantile(0.975) * math.Sqrt(v)
	return stats.Summary{N: len(moves), Mean: mean, Low: mean - half, High: mean + half}
}
