package study

import (
	"context"
	"math"

	"farsight/internal/seed"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/world"
)

// MaxDraws is as many as make a mean's standard error a three-hundredth of the
// standard deviation.
const MaxDraws = 100_000

// Simulator runs policies on functions drawn from what is believed of a problem
// after its initial design.
type Simulator struct {
	Policies []policy.Policy // with what they leave open filled in
	problem  *scenarios.Problem
	first    *Study
	settings Settings
}

// NewSimulator fits the models to the initial design.
func NewSimulator(ctx context.Context, p *scenarios.Problem, policies []policy.Policy, s Settings) (*Simulator, error) {
	first, err := New(ctx, p, policy.Must("random"), s)
	if err != nil {
		return nil, err
	}
	if err := first.fit(ctx); err != nil {
		return nil, err
	}
	sim := &Simulator{problem: p, first: first, settings: s}
	sim.settings.Workers = 1 // draws are parallel already
	for _, q := range policies {
		q, err := Filled(q, p)
		if err != nil {
			return nil, err
		}
		sim.Policies = append(sim.Policies, q)
	}
	return sim, nil
}

// Draw runs all policies on the i-th pair of functions and returns their final
// bests, the problem's own sign. It depends on nothing but the seed and i; several
// may be made at once.
func (sim *Simulator) Draw(ctx context.Context, i int) ([]float64, error) {
	p, first := sim.problem, sim.first
	drawn, err := world.New(p, first.pair, seed.Of(sim.settings.Seed, seed.Draw, i), nil)
	if err != nil {
		return nil, err
	}
	final := make([]float64, len(sim.Policies))
	for k, q := range sim.Policies {
		copied := *p
		visit := drawn.Visit()
		copied.Source = visit
		copied.Initial = given(first.rows)
		// The noise is the draw's own, as its functions are.
		visit.Noise, copied.Noise.Simulated = p.Noise.Simulated, 0
		if f := first.pair.Objective; f.Noisy() && visit.Noise == 0 {
			visit.Noise = math.Sqrt(f.Hyper().Noise)
		}
		st, err := New(ctx, &copied, q, sim.settings)
		if err != nil {
			return nil, err
		}
		if err := st.Run(ctx); err != nil {
			return nil, err
		}
		if final[k], err = judged(ctx, visit, st); err != nil {
			return nil, err
		}
	}
	return final, nil
}

// judged is the value of what a run offers at its end: the best, or of noisy
// values what is there where the best is believed.
func judged(ctx context.Context, v *world.Visit, st *Study) (float64, error) {
	if v.Noise == 0 {
		return st.bestValue(), nil
	}
	if err := st.fit(ctx); err != nil {
		return 0, err
	}
	s := st.Snapshot()
	return v.Value(s.Rows[s.Offered()].U), nil
}

// given is an initial design that has been measured.
func given(rows []Row) scenarios.Initial {
	var in scenarios.Initial
	for _, r := range rows {
		in.X, in.Value, in.Cost, in.Sd = append(in.X, r.X), append(in.Value, r.Y), append(in.Cost, r.Cost), append(in.Sd, r.Sd)
	}
	return in
}
