package study

import (
	"context"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/internal/stats"
	"farsight/internal/testkit"
	"farsight/internal/workers"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// imagining is how the points that are out enter the choice of the next one.
type imagining int

const (
	blind    imagining = iota // not at all
	means                     // they come out at the means
	averaged                  // they come out in several ways, and what the policy sees is averaged
)

// ways is how many outcomes are averaged.
const ways = 8

// rounds runs a policy that chooses size points at a time, measures them, and
// only then chooses again. It returns the best value found.
func rounds(p *scenarios.Problem, q policy.Policy, size int, how imagining, candidates []model.Unit) float64 {
	ctx := context.Background()
	st, err := New(ctx, p, q, Settings{Seed: 1, Workers: 1})
	if err != nil {
		panic(err)
	}
	for st.stop == Running {
		if err := st.fit(ctx); err != nil {
			panic(err)
		}
		var out []scenarios.Point
		for range size {
			st.pending = &pendingOutcomes{pair: st.pair, best: math.Inf(-1), steps: len(out)}
			var us []model.Unit
			var ws model.Workspace
			for _, x := range out {
				u := p.ToUnit(x)
				m := st.pair.Moments(&ws, u)
				us = append(us, u)
				st.pending.cost += expectedCost(m)
				if how != blind {
					st.pending.best = math.Max(st.pending.best, m.MuF)
				}
			}
			if st.budget.Left() <= st.pending.cost {
				break
			}
			if how == means {
				st.pending.pair = conditionedOnMeans(st.pair, us)
			}
			if how == averaged && len(out) > 0 {
				if x := bestOnAverage(st, us, candidates); x != nil {
					out = append(out, x)
					continue
				}
				break
			}
			if err := st.Decide(ctx); err != nil {
				panic(err)
			}
			if st.decision == nil {
				break
			}
			out = append(out, st.decision.X)
			st.decision = nil
		}
		st.pending = nil
		if len(out) == 0 {
			break
		}
		st.stop = Running // what is out is measured all the same
		for _, x := range out {
			e, err := p.Source.Evaluate(ctx, x)
			if err != nil {
				panic(err)
			}
			if st.stop == Running {
				if err := st.observe(x, e); err != nil {
					panic(err)
				}
			}
		}
	}
	return st.bestValue()
}

// bestOnAverage is the candidate with the largest mean of the policy's function
// over joint outcomes at the points that are out.
func bestOnAverage(st *Study, us []model.Unit, candidates []model.Unit) scenarios.Point {
	sum := make([]float64, len(candidates))
	seq := sobol.New(2*len(us), 17)
	z := make([]float64, 2*len(us))
	for range ways {
		seq.Next(z)
		now := st.situation()
		now.Best = st.incumbent()
		var ws model.Workspace
		pair := st.pair
		for i, u := range us {
			m := pair.Moments(&ws, u)
			y := m.MuF + m.SdF*mathext.NormalQuantile(z[2*i])
			next, err := pair.Condition(u, y, m.MuC+m.SdC*mathext.NormalQuantile(z[2*i+1]))
			if err != nil {
				panic(err)
			}
			pair, now.Best = next, math.Max(now.Best, y)
		}
		now.Pair = pair
		fn := policy.Affordable(now, st.policy.Kind().Function(st.policy, now, nil))
		for i, v := range acquisition.Curve(nil, pair, fn, candidates) {
			sum[i] += v
		}
	}
	best := 0
	for i, v := range sum {
		if v > sum[best] {
			best = i
		}
	}
	if !(sum[best] > 0) {
		return nil
	}
	return st.problem.FromUnit(candidates[best])
}

// drawnProblem has an objective and a cost drawn from processes, and an initial
// design measured on them.
func drawnProblem(d, draw int) *scenarios.Problem {
	p := &scenarios.Problem{Name: "drawn", Budget: 9}
	for i := range d {
		p.Parameters = append(p.Parameters, scenarios.Parameter{Name: fmt.Sprint("x", i), Low: 0, High: 1})
	}
	one := func(variance, scale float64) *model.GP {
		h := model.Hyper{Variance: variance, Noise: 1e-9}
		var far model.Unit
		for range d {
			h.Scale, far = append(h.Scale, scale), append(far, 0)
		}
		g, err := model.New([]model.Unit{far}, []float64{0}, h)
		if err != nil {
			panic(err)
		}
		return g
	}
	w, err := newDrawn(p, &model.Pair{Objective: one(1, 0.1*math.Sqrt(float64(d))), LogCost: one(0.25, 0.4)}, sobol.Seed(3, sobol.Draw, draw), nil)
	if err != nil {
		panic(err)
	}
	p.Source = w.source()
	first, err := New(context.Background(), p, policy.Must("random"), Settings{Seed: uint64(draw)})
	if err != nil {
		panic(err)
	}
	for _, r := range first.rows {
		in := &p.Initial
		in.X, in.Value, in.Cost, in.Sd = append(in.X, r.X), append(in.Value, r.Y), append(in.Cost, r.Cost), append(in.Sd, r.Sd)
	}
	return p
}

// gains are what each way finds beyond the initial design, draw by draw.
func gains(d, draws int, name string, size int, how imagining) []float64 {
	out := make([]float64, draws)
	var candidates []model.Unit
	seq := sobol.New(d, 23)
	for range 1000 * d {
		u := make(model.Unit, d)
		seq.Next(u)
		candidates = append(candidates, u)
	}
	var wg workers.Group
	for part := range 2 {
		wg.Go(func() {
			for i := part; i < draws; i += 2 {
				p := drawnProblem(d, i)
				before := math.Inf(-1)
				for _, y := range p.Initial.Value {
					before = math.Max(before, y)
				}
				out[i] = rounds(p, policy.Must(name), size, how, candidates) - before
			}
		})
	}
	wg.Wait()
	return out
}

// Imagining what is out is worth much; how, little: the numbers are in
// docs/method.md. FARSIGHT_DRAWS=120 makes its table again.
func TestImagining(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("whole runs")
	}
	draws, policies := 48, []string{"ei-pc"}
	n, err := strconv.Atoi(os.Getenv("FARSIGHT_DRAWS"))
	whole := err == nil
	if whole {
		draws, policies = n, []string{"ei-pc", "ei-puc-cc", "2-b-ms-ei effort=quick"}
	}
	for _, d := range testkit.SweepSize([]int{1}, []int{1}, []int{1, 2}) {
		for _, name := range policies {
			seen, unseen := gains(d, draws, name, 3, means), gains(d, draws, name, 3, blind)
			brings := stats.Paired(seen, unseen)
			t.Logf("%d-D %s, %d draws, three at a time: at the means %.3f, not at all %.3f: %.3f ± %.3f", d, name, draws,
				stats.Summarise(seen).Mean, stats.Summarise(unseen).Mean, brings.Mean, brings.Half())
			if brings.Low <= 0 {
				t.Errorf("%d-D %s: knowing what is out brings %.3f ± %.3f", d, name, brings.Mean, brings.Half())
			}
			if !whole {
				continue
			}
			t.Logf("one at a time %.3f", stats.Summarise(gains(d, draws, name, 1, means)).Mean)
			if !policy.Must(name).Tree() {
				average := gains(d, draws, name, 3, averaged)
				more := stats.Paired(average, seen)
				t.Logf("averaged %.3f, more by %.3f ± %.3f", stats.Summarise(average).Mean, more.Mean, more.Half())
			}
		}
	}
}
