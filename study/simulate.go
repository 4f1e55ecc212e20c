package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"farsight/internal/seed"
	"farsight/internal/sobol"
	"farsight/internal/stats"
	"farsight/internal/workers"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// MaxDraws is as many as make a mean's standard error a three-hundredth of the
// standard deviation.
const MaxDraws = 100_000

// Simulation is how policies fare on functions drawn from what is believed of
// a problem after its initial design: was it luck?
type Simulation struct {
	Policies []policy.Policy
	Draws    int
	Final    [][]float64 // final best by policy and draw, the problem's own sign
}

// Summary of one policy's final bests.
func (s Simulation) Summary(policy int) stats.Summary { return stats.Summarise(s.Final[policy]) }

// Difference summarises policy a minus policy b on the same draws.
func (s Simulation) Difference(a, b int) stats.Summary { return stats.Paired(s.Final[a], s.Final[b]) }

// Simulate draws objective and cost from the problem's own posterior given its
// initial data, draws times, and runs every policy on each. It is parallel,
// and deterministic by the seed; a policy's results do not depend on which
// others are run. progress, if not nil, is called with the number of draws done.
func Simulate(ctx context.Context, p *scenarios.Problem, policies []policy.Policy, draws int, s Settings, progress func(done int)) (Simulation, error) {
	if draws < 1 || draws > MaxDraws {
		return Simulation{}, fmt.Errorf("%d draws: at least one is needed, and %d are the most", draws, MaxDraws)
	}
	first, err := New(ctx, p, policy.Must("random"), s)
	if err != nil {
		return Simulation{}, err
	}
	if err := first.fit(ctx); err != nil {
		return Simulation{}, err
	}
	sim := Simulation{Draws: draws, Final: make([][]float64, len(policies))}
	for i, q := range policies {
		q, err := Filled(q, p)
		if err != nil {
			return Simulation{}, err
		}
		sim.Policies = append(sim.Policies, q)
		sim.Final[i] = make([]float64, draws)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var wg workers.Group
	var mu sync.Mutex
	done := 0
	workers := s.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range workers {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= draws || ctx.Err() != nil {
					return
				}
				if err := sim.draw(ctx, p, first, i, s); err != nil {
					cancel(fmt.Errorf("draw %d: %w", i+1, err))
					return
				}
				if progress != nil {
					mu.Lock()
					done++
					progress(done)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return sim, context.Cause(ctx)
}

// draw runs all policies on the i-th pair of functions.
func (sim Simulation) draw(ctx context.Context, p *scenarios.Problem, first *Study, i int, s Settings) error {
	world, err := newWorld(p, first.pair, seed.Of(s.Seed, seed.Draw, i), nil)
	if err != nil {
		return err
	}
	for k, q := range sim.Policies {
		copied := *p
		visit := world.source()
		copied.Source = visit
		copied.Initial = given(first.rows)
		// The noise is the draw's own, as its functions are.
		visit.noise, copied.Noise.Simulated = p.Noise.Simulated, 0
		if f := first.pair.Objective; f.Noisy() && visit.noise == 0 {
			visit.noise = math.Sqrt(f.Hyper().Noise)
		}
		run := s
		run.Workers = 1 // the draws are parallel already
		st, err := New(ctx, &copied, q, run)
		if err != nil {
			return err
		}
		if err := st.Run(ctx); err != nil {
			return err
		}
		if sim.Final[k][i], err = visit.judged(ctx, st); err != nil {
			return err
		}
	}
	return nil
}

// judged is the value of what a run offers at its end: the best, or of noisy
// values what is there where the best is believed.
func (v *visit) judged(ctx context.Context, st *Study) (float64, error) {
	if v.noise == 0 {
		return st.bestValue(), nil
	}
	if err := st.fit(ctx); err != nil {
		return 0, err
	}
	s := st.Snapshot()
	var ws model.Workspace
	mean, _ := v.pair.Objective.Predict(&ws, s.Rows[s.Offered()].U)
	return v.problem.Sign() * mean, nil
}

// given is an initial design that has been measured.
func given(rows []Row) scenarios.Initial {
	var in scenarios.Initial
	for _, r := range rows {
		in.X, in.Value, in.Cost, in.Sd = append(in.X, r.X), append(in.Value, r.Y), append(in.Cost, r.Cost), append(in.Sd, r.Sd)
	}
	return in
}

// world is a pair of functions drawn from a posterior: jointly at many points
// that cover the cube, and in between, where little is left to chance, one
// value after another.
type world struct {
	problem *scenarios.Problem
	pair    *model.Pair
	seed    uint64
}

const (
	worldPoints = 128  // in one dimension; twice as many in more
	worldNoise  = 1e-8 // of the variance: a drawn function is exact
)

// newWorld draws at points that cover the cube, and at those of also.
func newWorld(p *scenarios.Problem, pair *model.Pair, seed uint64, also []model.Unit) (*world, error) {
	d := scenarios.Width(p.Parameters)
	points := make([]model.Unit, 0, 2*worldPoints)
	if d == 1 {
		points = append(points, Line(model.Unit{0}, model.Axis{}, worldPoints+1)...)
	} else {
		seq := sobol.New(d, seed)
		for range 2 * worldPoints {
			u := make(model.Unit, d)
			seq.Next(u)
			pair.Choices.Snap(u)
			points = append(points, u)
		}
	}
	points = append(points, also...)
	rng := rand.New(rand.NewPCG(seed, 1))
	drawn := func(g *model.GP) (*model.GP, error) {
		f, err := g.Sample(points, rng)
		if err != nil {
			return nil, err
		}
		h := g.Hyper()
		h.Noise = worldNoise * h.Variance
		return model.New(points, f, h)
	}
	w := &world{problem: p, pair: &model.Pair{Known: pair.Known, Choices: pair.Choices}, seed: seed}
	var err error
	if w.pair.Objective, err = drawn(pair.Objective); err != nil {
		return nil, err
	}
	if pair.Known == nil {
		w.pair.LogCost, err = drawn(pair.LogCost)
	}
	return w, err
}

// source evaluates the world for one run: what the run has seen of it stays.
func (w *world) source() *visit { return &visit{world: w, pair: w.pair} }

type visit struct {
	scenarios.Code
	*world
	pair  *model.Pair
	noise float64 // sd of what is added to values
	seen  int     // evaluations so far
}

// Evaluate draws the value and the cost at x given everything seen so far. The
// randomness belongs to the place, so that two runs that go to the same place
// first find the same there.
func (v *visit) Evaluate(_ context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	u := v.problem.ToUnit(x)
	key := v.seed
	for i, c := range u {
		key = seed.Of(key^math.Float64bits(c), seed.Draw, i)
	}
	rng := rand.New(rand.NewPCG(key, 2))
	var ws model.Workspace
	m := v.pair.Moments(&ws, u)
	y, lnz := m.MuF+m.SdF*rng.NormFloat64(), m.MuC+m.SdC*rng.NormFloat64()
	next, err := v.pair.Condition(u, y, lnz)
	if err != nil {
		return scenarios.Evaluation{}, err
	}
	v.pair = next
	e := scenarios.Evaluation{Value: v.problem.Sign() * y, Cost: math.Exp(lnz)}
	e = noised(v.noise, v.seed, v.seen, e)
	v.seen++
	return e, nil
}
