package study

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"farsight/internal/sobol"
	"farsight/internal/stats"
	"farsight/internal/workers"
	"farsight/policy"
	"farsight/scenarios"
)

// Simulation holds the results of policies on many functions drawn from the posterior
// after a problem's initial design: was a replay's result luck?
type Simulation struct {
	Policies []policy.Policy
	Draws    int
	Final    [][]float64 // final best by policy and draw, the problem's own sign
}

// Summary of one policy's final bests.
func (s Simulation) Summary(policy int) stats.Summary { return stats.Summarise(s.Final[policy]) }

// Difference summarises policy a minus policy b on the same draws.
func (s Simulation) Difference(a, b int) stats.Summary { return stats.Paired(s.Final[a], s.Final[b]) }

// Gain returns how much better a is than b; sign is −1 for a minimised objective.
func (s Simulation) Gain(a, b int, sign float64) stats.Summary {
	d := s.Difference(a, b)
	if sign < 0 {
		d.Mean, d.Low, d.High = -d.Mean, -d.High, -d.Low
	}
	return d
}

// alikeShare is the share of the range of values below which two count as equal.
const alikeShare = 1e-3

// Compared counts the functions on which policy a ended better than b, worse, and
// equal: to a thousandth of the range of all final bests.
func (s Simulation) Compared(a, b int, sign float64) (better, worse, equal int) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, final := range s.Final {
		if len(final) > 0 {
			lo, hi = math.Min(lo, slices.Min(final)), math.Max(hi, slices.Max(final))
		}
	}
	for k, v := range s.Final[a] {
		switch d := sign * (v - s.Final[b][k]); {
		case math.Abs(d) <= alikeShare*(hi-lo):
			equal++
		case d > 0:
			better++
		default:
			worse++
		}
	}
	return better, worse, equal
}

// Simulate draws objective and cost from the problem's own posterior given its
// initial data, draws times, and runs every policy on each. It is parallel,
// and deterministic by the seed; a policy's results do not depend on which
// others are run. progress, if not nil, is called with the number of draws done.
func Simulate(ctx context.Context, p *scenarios.Problem, policies []policy.Policy, draws int, s Settings, progress func(done int)) (Simulation, error) {
	if draws < 1 || draws > MaxDraws {
		return Simulation{}, fmt.Errorf("%d draws: at least one is needed, and %d are the most", draws, MaxDraws)
	}
	by, err := NewSimulator(ctx, p, policies, s)
	if err != nil {
		return Simulation{}, err
	}
	sim := Simulation{Policies: by.policies, Draws: draws, Final: make([][]float64, len(policies))}
	for i := range sim.Final {
		sim.Final[i] = make([]float64, draws)
	}
	done := 0
	err = by.Each(ctx, 0, draws, s.Workers, func(i int, final []float64) {
		for k, v := range final {
			sim.Final[k][i] = v
		}
		if done++; progress != nil {
			progress(done)
		}
	})
	return sim, err
}

// Each makes the draws from … to−1 on some processors (0: all) and passes each to a
// function, one at a time, in any order.
func (sim *Simulator) Each(ctx context.Context, from, to, processors int, each func(i int, final []float64)) error {
	// Draws use ctx itself, not a derived context: the caller's ctx.Err may yield the
	// processor.
	var failed atomic.Pointer[error]
	next := atomic.Int64{}
	next.Store(int64(from))
	var wg workers.Group
	var mu sync.Mutex
	if processors == 0 {
		processors = runtime.GOMAXPROCS(0)
	}
	for range min(processors, max(0, to-from)) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= to || failed.Load() != nil || ctx.Err() != nil {
					return
				}
				final, err := sim.draw(ctx, i)
				if err != nil {
					err = fmt.Errorf("draw %d: %w", i+1, err)
					failed.CompareAndSwap(nil, &err)
					return
				}
				mu.Lock()
				each(i, final)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// MaxDraws is the largest number of draws: a mean's standard error is then a
// three-hundredth of the standard deviation.
const MaxDraws = 100_000

// Simulator runs policies on functions drawn from the posterior after a problem's
// initial design.
type Simulator struct {
	policies []policy.Policy // with all options filled in
	problem  *scenarios.Problem
	first    Snapshot // after the initial design
	settings Settings
}

// NewSimulator fits the models to the initial design.
func NewSimulator(ctx context.Context, p *scenarios.Problem, policies []policy.Policy, s Settings) (*Simulator, error) {
	first, err := New(ctx, p, policy.Must("random"), s) // which is quick to decide
	if err != nil {
		return nil, err
	}
	if err := first.Decide(ctx); err != nil {
		return nil, err
	}
	sim := &Simulator{problem: p, first: first.Snapshot(), settings: s}
	sim.settings.Workers = 1 // draws are parallel already
	for _, q := range policies {
		q, err := Filled(q, p)
		if err != nil {
			return nil, err
		}
		sim.policies = append(sim.policies, q)
	}
	return sim, nil
}

// draw runs all policies on the i-th pair of functions and returns their final
// bests, in the problem's own sign. It depends on the seed and i alone and can run
// concurrently.
func (sim *Simulator) draw(ctx context.Context, i int) ([]float64, error) {
	p, pair := sim.problem, sim.first.Pair()
	drawn, err := newDrawn(p, pair, sobol.Seed(sim.settings.Seed, sobol.Draw, i), nil)
	if err != nil {
		return nil, err
	}
	final := make([]float64, len(sim.policies))
	for k, q := range sim.policies {
		copied := *p
		visit := drawn.source()
		copied.Source = visit
		copied.Initial = given(sim.first.Rows)
		// The noise is the draw's own, as its functions are.
		visit.noise, copied.Noise.Simulated = p.Noise.Simulated, 0
		if f := pair.Objective; f.Noisy() && visit.noise == 0 {
			visit.noise = math.Sqrt(f.Hyper().Noise)
		}
		st, err := New(ctx, &copied, q, sim.settings)
		if err != nil {
			return nil, err
		}
		if err := st.Run(ctx); err != nil {
			return nil, err
		}
		end := st.Snapshot()
		final[k] = end.judged(visit)
	}
	return final, nil
}

// given returns rows as a measured initial design.
func given(rows []Row) scenarios.Initial {
	var in scenarios.Initial
	for _, r := range rows {
		in.X, in.Value, in.Cost, in.Sd = append(in.X, r.X), append(in.Value, r.Y), append(in.Cost, r.Cost), append(in.Sd, r.Sd)
	}
	return in
}
