package simulation

import (
	"context"
	"math"

	"farsight/internal/sobol"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
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
	first    study.Snapshot // after the initial design
	settings study.Settings
}

// NewSimulator fits the models to the initial design.
func NewSimulator(ctx context.Context, p *scenarios.Problem, policies []policy.Policy, s study.Settings) (*Simulator, error) {
	first, err := study.New(ctx, p, policy.Must("random"), s) // which is quick to decide
	if err != nil {
		return nil, err
	}
	if err := first.Decide(ctx); err != nil {
		return nil, err
	}
	sim := &Simulator{problem: p, first: first.Snapshot(), settings: s}
	sim.settings.Workers = 1 // draws are parallel already
	for _, q := range policies {
		q, err := study.Filled(q, p)
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
	p, pair := sim.problem, sim.first.Pair()
	drawn, err := world.New(p, pair, sobol.Seed(sim.settings.Seed, sobol.Draw, i), nil)
	if err != nil {
		return nil, err
	}
	final := make([]float64, len(sim.Policies))
	for k, q := range sim.Policies {
		copied := *p
		visit := drawn.Visit()
		copied.Source = visit
		copied.Initial = given(sim.first.Rows)
		// The noise is the draw's own, as its functions are.
		visit.Noise, copied.Noise.Simulated = p.Noise.Simulated, 0
		if f := pair.Objective; f.Noisy() && visit.Noise == 0 {
			visit.Noise = math.Sqrt(f.Hyper().Noise)
		}
		st, err := study.New(ctx, &copied, q, sim.settings)
		if err != nil {
			return nil, err
		}
		if err := st.Run(ctx); err != nil {
			return nil, err
		}
		end := st.Snapshot()
		final[k] = end.Judged(visit)
	}
	return final, nil
}

// given is an initial design that has been measured.
func given(rows []study.Row) scenarios.Initial {
	var in scenarios.Initial
	for _, r := range rows {
		in.X, in.Value, in.Cost, in.Sd = append(in.X, r.X), append(in.Value, r.Y), append(in.Cost, r.Cost), append(in.Sd, r.Sd)
	}
	return in
}
