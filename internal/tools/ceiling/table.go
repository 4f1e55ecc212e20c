package ceiling

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"farsight/internal/stats"
	"farsight/internal/workers"
	"farsight/policy"
)

// Contestant is a policy, or a plan with exact expectations.
type Contestant struct {
	Policy policy.Policy
	Plan   *Plan // nil: the policy
}

// Names of the contestants: a policy's own, with its options where two share it.
func (r Run) Names() []string {
	same := map[string]int{}
	for _, c := range r.Contestants {
		same[c.Policy.ID()]++
	}
	var out []string
	for _, c := range r.Contestants {
		switch {
		case c.Plan != nil:
			out = append(out, c.Plan.String())
		case same[c.Policy.ID()] > 1:
			out = append(out, c.Policy.String())
		default:
			out = append(out, c.Policy.ID())
		}
	}
	return out
}

// end is the expected improvement on a problem by the end of the budget.
func (c Contestant) end(ctx context.Context, p problem, budget float64, set settings) (float64, error) {
	if c.Plan != nil {
		return p.follow(*c.Plan, budget, set), nil
	}
	return p.play(ctx, c.Policy, budget, set)
}

// Run says what is compared: problems of numbers that follow one another, each
// with every budget.
type Run struct {
	settings
	Problems    int
	First       uint64
	Budgets     []float64 // in median costs
	Contestants []Contestant
	Workers     int // 0: GOMAXPROCS, and never more; the result does not depend on it
	Progress    func(done, total int)
}

// Table is the result.
type Table struct {
	Run
	Optimum []float64 // for each budget: the mean over problems
	Rows    []row     // one a contestant
}

// row is one contestant: the share of the optimum's improvement that it reaches,
// all problems taken together, with a 95 % interval over problems.
type row struct {
	Share []stats.Summary // for each budget
	All   stats.Summary   // over all of them
	Worst float64         // share on any problem and budget
}

// mostStates of a problem that dynamic programming still visits within minutes.
const mostStates = 3e8

// Table computes it.
func (r Run) Table(ctx context.Context) (Table, error) {
	r.settings = r.filled()
	if n := r.Points + r.seen; r.Points < 1 || r.seen < 1 || n > 30 || r.Nodes < 1 || r.Nodes > 50 || !(r.Spread >= 1) {
		return Table{}, fmt.Errorf("%d points beside %d seen, %d nodes, spread %v: use 1 to 29 points, 1 to 50 nodes and a spread from 1", r.Points, r.seen, r.Nodes, r.Spread)
	}
	problems := make([]problem, r.Problems)
	for i := range problems {
		problems[i] = drawProblem(r.First+uint64(i), r.settings)
		for _, b := range r.Budgets {
			if problems[i].states(b, r.Nodes) > mostStates {
				return Table{}, fmt.Errorf("problem %d with budget %v has more than %.0g states: take fewer points, fewer nodes or a smaller budget", r.First+uint64(i), b, float64(mostStates))
			}
		}
	}
	// ends[k][i] with k = 0 the optimum, i running over problems and budgets.
	ends := make([][]float64, 1+len(r.Contestants))
	for k := range ends {
		ends[k] = make([]float64, r.Problems*len(r.Budgets))
	}
	err := r.each(ctx, func(ctx context.Context, k, i int) (err error) {
		p, b := problems[i/len(r.Budgets)], r.Budgets[i%len(r.Budgets)]
		if k == 0 {
			ends[0][i] = p.optimum(b, r.settings)
			return nil
		}
		ends[k][i], err = r.Contestants[k-1].end(ctx, p, b, r.settings)
		return err
	})
	if err != nil {
		return Table{}, err
	}
	return r.condense(ends), nil
}

// each does all work, in any order, and stops at the first error.
func (r Run) each(ctx context.Context, work func(ctx context.Context, k, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	items := r.Problems * len(r.Budgets)
	total, done := items*(1+len(r.Contestants)), 0
	var mu sync.Mutex
	each := make([]struct{}, min(workers.Count(r.Workers), runtime.GOMAXPROCS(0)))
	workers.Share(each, total, func(_ struct{}, j int) {
		if ctx.Err() != nil {
			return
		}
		if err := work(ctx, j/items, j%items); err != nil {
			cancel(err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		done++
		if r.Progress != nil {
			r.Progress(done, total)
		}
	})
	return context.Cause(ctx)
}

// condense makes shares of ends.
func (r Run) condense(ends [][]float64) Table {
	t := Table{Run: r, Optimum: make([]float64, len(r.Budgets))}
	for i, v := range ends[0] {
		t.Optimum[i%len(r.Budgets)] += v / float64(r.Problems)
	}
	for k := range r.Contestants {
		row := row{Worst: math.Inf(1)}
		all, of := make([]float64, r.Problems), make([]float64, r.Problems)
		for j := range r.Budgets {
			a, b := make([]float64, r.Problems), make([]float64, r.Problems)
			for i := range r.Problems {
				a[i], b[i] = ends[k+1][i*len(r.Budgets)+j], ends[0][i*len(r.Budgets)+j]
				all[i] += a[i]
				of[i] += b[i]
				if b[i] > 0 {
					row.Worst = math.Min(row.Worst, a[i]/b[i])
				}
			}
			row.Share = append(row.Share, share(a, b))
		}
		row.All = share(all, of)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// share is r = Σa/Σb with a 95 % interval from the residuals a − rb.
func share(a, b []float64) stats.Summary {
	sumA, sumB, n := 0.0, 0.0, float64(len(a))
	for i := range a {
		sumA += a[i]
		sumB += b[i]
	}
	s := stats.Summary{N: len(a), Mean: sumA / sumB, Low: math.Inf(-1), High: math.Inf(1)}
	if n < 2 {
		return s
	}
	v := 0.0
	for i := range a {
		e := a[i] - s.Mean*b[i]
		v += e * e
	}
	half := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * math.Sqrt(v*n/(n-1)) / sumB
	s.Low, s.High = s.Mean-half, s.Mean+half
	return s
}
