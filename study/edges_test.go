package study

import (
	"context"
	"math"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// failing is a source of a function that cannot be measured everywhere; an
// evaluation costs 1, failed or not.
type failing struct {
	scenarios.Code
	value func(scenarios.Point) float64
	fails func(scenarios.Point) bool
}

func (s failing) Evaluate(_ context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	if s.fails(x) {
		return scenarios.Evaluation{Value: math.NaN(), Cost: 1}, nil
	}
	return scenarios.Evaluation{Value: s.value(x), Cost: 1}, nil
}

// edge is one run on such a function: its rows, how many failed, the longest
// succession of failures in one region, and what its best falls short of.
type edge struct {
	rows            []Row
	failed, longest int
	short           float64
}

// top is the best value of a function on a grid of what can be measured.
func (s failing) top(d int) float64 {
	const n = 200
	best, x := math.Inf(-1), make(scenarios.Point, d)
	for i := range n + 1 {
		for j := range n + 1 {
			if x[0] = float64(i) / n; d > 1 {
				x[1] = float64(j) / n
			} else if j > 0 {
				break
			}
			if !s.fails(x) {
				best = math.Max(best, s.value(x))
			}
		}
	}
	return best
}

func (s failing) run(t *testing.T, name string, d int, seed uint64, initial []scenarios.Point) edge {
	t.Helper()
	p := &scenarios.Problem{Name: "edge", Source: s, Budget: 12, Initial: scenarios.Initial{X: initial}}
	for i := range d {
		p.Parameters = append(p.Parameters, scenarios.Parameter{Name: string(rune('x' + i)), High: 1})
	}
	st, err := New(t.Context(), p, policy.Must(name), Settings{Seed: seed})
	testkit.OK(t, err)
	for st.stop == Running {
		testkit.OK(t, st.Step(t.Context()))
	}
	e, row := edge{rows: st.rows, short: s.top(d) - st.bestValue()}, []Row(nil)
	for _, r := range st.rows {
		if r.Initial {
			continue
		}
		if !r.Failed || len(row) > 0 && apart(row[0].U, r.U) > 0.3*math.Sqrt(float64(d)) {
			row = nil
		}
		if r.Failed {
			row = append(row, r)
			e.failed, e.longest = e.failed+1, max(e.longest, len(row))
		}
	}
	return e
}

func apart(a, b model.Unit) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum)
}

// again counts the evaluations made within a tenth of the range (times √d) of
// two failures that no success was nearer to than they were to each other, and
// not on the near half of the way from a success to them.
func (e edge) again() (n int) {
	root := math.Sqrt(float64(len(e.rows[0].U)))
	for i, r := range e.rows {
		if r.Initial {
			continue
		}
		success, near := math.Inf(1), []model.Unit(nil)
		for _, q := range e.rows[:i] {
			if d := apart(q.U, r.U); !q.Failed {
				success = math.Min(success, d)
			} else if d < 0.09*root { // a wall's foot is soft
				near = append(near, q.U)
			}
		}
		two := false
		for j, a := range near {
			for _, b := range near[:j] {
				alone := !slices.ContainsFunc(e.rows[:i], func(q Row) bool { return !q.Failed && math.Min(apart(q.U, a), apart(q.U, b)) <= apart(a, b) })
				two = two || alone && success > 1.2*math.Min(apart(a, r.U), apart(b, r.U))
			}
		}
		if two {
			n++
		}
	}
	return n
}

// edges are functions that rise to where everything fails.
func edges() map[string]struct {
	d int
	failing
} {
	type of = struct {
		d int
		failing
	}
	out := map[string]of{}
	for name, f := range map[string]func(x float64) float64{
		"line": func(x float64) float64 { return x }, "square": func(x float64) float64 { return x * x },
		"waves": func(x float64) float64 { return x + 0.2*math.Sin(9*x) },
		"peak":  func(x float64) float64 { return math.Exp(-(x - 0.85) * (x - 0.85) / 0.05) },
	} {
		for at, e := range map[string]float64{" to 0.6": 0.6, " to 0.76": 0.76, " to 0.9": 0.9} {
			out[name+at] = of{1, failing{value: func(x scenarios.Point) float64 { return f(x[0]) }, fails: func(x scenarios.Point) bool { return x[0] > e }}}
		}
	}
	out["plane"] = of{2, failing{
		value: func(x scenarios.Point) float64 { return x[0] + 0.3*math.Sin(5*x[1]) },
		fails: func(x scenarios.Point) bool { return x[0] > 0.8 }}}
	out["corner"] = of{2, failing{
		value: func(x scenarios.Point) float64 { return x[0] + x[1] - 0.5*(x[0]-0.7)*(x[0]-0.7) },
		fails: func(x scenarios.Point) bool { return x[0]+x[1] > 1.5 }}}
	return out
}

// Where values rise to an edge beyond which everything fails, the edge is found
// from the side that works: never five failures in a row, hardly any where it
// failed twice before, and a best next to the edge.
func TestEdgesAreFoundFromTheSideThatWorks(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	names := []string{"ei", "pbgi-d", "2-b-ms-ei", "far"}
	names = names[:testkit.SweepSize(2, 3, 4)]
	for _, name := range names {
		runs, failed, again, longest, short := 0, 0, 0, 0, 0.0
		for what, c := range edges() {
			seeds := uint64(3)
			if name == "far" || policy.Must(name).Tree() { // each takes as long as ten of the others
				if seeds = 1; !testkit.SweepAll() && !slices.Contains([]string{"line to 0.6", "line to 0.9", "peak to 0.76", "plane", "corner"}, what) {
					continue
				}
			}
			for seed := range seeds {
				e := c.run(t, name, c.d, seed, nil)
				runs, failed, again, longest = runs+1, failed+e.failed, again+e.again(), max(longest, e.longest)
				short += e.short
				if e.longest >= 5 || e.again() > 2 {
					t.Errorf("%s, %s, seed %d: %d failures in a row, %d where it had failed twice", name, what, seed, e.longest, e.again())
				}
			}
		}
		t.Logf("%s: %d runs of 12 evaluations, %d failed, %d where it had failed twice, at most %d in a row; short of the best by %.4f", name, runs, failed, again, longest, short/float64(runs))
		// Half of all evaluations failed where nothing but the process of success was asked.
		if failed > 5*runs || again > runs/10 || short > 0.02*float64(runs) {
			t.Errorf("%s: %d runs, %d failures, %d where it had failed twice, short of the best by %.4f", name, runs, failed, again, short/float64(runs))
		}
	}
}

// A failure beside the optimum does not hide it, nor do failures that have
// nothing to do with the place.
func TestFailuresBesideTheOptimum(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	hill := func(x scenarios.Point) float64 { return math.Exp(-(x[0] - 0.5) * (x[0] - 0.5) / 0.02) }
	for what, fails := range map[string]func(scenarios.Point) bool{
		"a pocket beside it":        func(x scenarios.Point) bool { return math.Abs(x[0]-0.55) < 0.03 },
		"a band on the way":         func(x scenarios.Point) bool { return math.Abs(x[0]-0.3) < 0.08 },
		"one in four, at no places": func(x scenarios.Point) bool { return math.Mod(math.Abs(math.Sin(x[0]*1e4)*1e4), 1) < 0.25 },
	} {
		short := 0.0
		const seeds = 6
		for seed := range uint64(seeds) {
			short += failing{value: hill, fails: fails}.run(t, "ei", 1, seed, nil).short / seeds
		}
		if short > 0.01 {
			t.Errorf("%s: short of the best by %.4f", what, short)
		}
	}
}
