package study

import (
	"context"
	"math"
	"time"

	"farsight/acquisition"
	"farsight/model"
	"farsight/policy"
	"farsight/study/journal"
)

// Draw is a pair of functions drawn from the posterior of a start state.
type Draw struct {
	start *StartState
	pair  *model.Pair // they were drawn from
	world *drawnFunctions
	light bool // policies use less effort; the first draw measures their time
}

// Played is the result of a policy on a draw.
type Played struct {
	// best is the value at the end, in the problem's own sign: the best or, if values
	// are noisy, the true value at the recommended point. NaN: nothing was affordable.
	best float64
	// Gain is the improvement if values are noisy, else the sum of the improvements
	// expected of every evaluation within the remaining budget, by the processes the
	// functions were drawn from. Its mean over draws is that of the improvement, for
	// any policy, and its spread is far smaller.
	Gain float64
	// Luck is the improvement beyond the expected one: of the first two evaluations,
	// the next three, and all others. Its mean is 0. It is not known if values are
	// noisy.
	Luck      [3]float64
	Decisions int
	Time      time.Duration // of all decisions
}

// Play runs a policy on the draw until its budget ends it. Evaluations that exceed
// the budget do not count, whatever the study's own rule is, so that no policy gains
// by spending more.
func (d *Draw) Play(ctx context.Context, q policy.Policy) (Played, error) {
	o := d.start
	q, err := Filled(q, o.run.problem)
	if err != nil {
		return Played{}, err
	}
	p := *o.run.problem
	visit := d.world.source()
	visit.noise = o.noise()
	p.Source, p.Noise.Simulated = visit, 0 // the noise is the draw's own
	if p.Noise.Sd > 0 && o.pair == nil {
		p.Noise.Sd = visit.noise
	}
	st := *o.run
	st.problem, st.policy, st.decider = &p, q, q.Kind().Start(q)
	st.rows = st.rows[:len(st.rows):len(st.rows)]
	st.fits = nil
	st.pair, st.belief, st.previous, st.decision, st.stop = nil, nil, nil, nil, Running
	st.settings.Workers, st.settings.Progress, st.settings.Light = 1, nil, d.light // the draws are parallel already
	for _, x := range o.design {
		e, err := p.Source.Evaluate(ctx, x)
		if err != nil {
			return Played{}, err
		}
		if p.ChargeInitial && !st.budget.Affordable(e.Cost) {
			return Played{best: st.bestValue()}, nil // there is nothing left to decide on
		}
		if err := st.addInitial(x, e); err != nil {
			return Played{}, err
		}
	}
	before, err := judged(ctx, visit, &st)
	if err != nil {
		return Played{}, err
	}
	step, start := st.step, time.Now()
	if err := st.Run(ctx); err != nil {
		return Played{}, err
	}
	out := Played{Decisions: max(st.step-step, 1), Time: time.Since(start)}
	if out.best, err = judged(ctx, visit, &st); err != nil {
		return Played{}, err
	}
	if visit.noise > 0 {
		out.Gain = p.Sign() * (out.best - before)
		return out, nil
	}
	out.Gain, out.Luck = d.gain(&st)
	return out, nil
}

// judged returns the value of a run's result, after a fit if values are noisy.
func judged(ctx context.Context, v *drawnSource, st *Study) (float64, error) {
	if v.noise > 0 {
		if err := st.fit(ctx); err != nil {
			return 0, err
		}
	}
	s := st.Snapshot()
	return s.judged(v), nil
}

// judged returns the best value or, if values are noisy, the true value at the
// recommended point.
func (s *Snapshot) judged(v *drawnSource) float64 {
	if v.noise == 0 {
		return s.Best
	}
	return v.Value(s.Rows[s.Offered()].U)
}

// noise returns the standard deviation of the noise of drawn values: the problem's,
// or else the fitted one.
func (o *StartState) noise() float64 {
	p := o.run.problem
	switch {
	case p.Noise.Simulated > 0:
		return p.Noise.Simulated
	case o.pair != nil && o.pair.Objective.Noisy():
		return math.Sqrt(o.pair.Objective.Hyper().Noise)
	case o.pair == nil && p.Noise.Sd > 0 && p.Objective.Fixed != nil: // else its unit is not that of draws
		return p.Noise.Sd
	case o.pair == nil && p.Noise.Declared():
		return assumedNoise
	}
	return 0
}

// assumedNoise is the noise of values declared noisy before any is known, in standard
// deviations of the objective.
const assumedNoise = 0.1

// stage returns the part of a run that its n-th decision belongs to.
func stage(n int) int {
	switch {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	}
	return 2
}

// gain sums Q₁ over a run's decisions, by the processes the functions were drawn
// from; luck is by how much the improvements were larger.
func (d *Draw) gain(st *Study) (total float64, luck [3]float64) {
	known := len(d.start.run.rows)
	rows, sign := st.rows[known:], st.problem.Sign()
	points := make([]model.Unit, len(rows))
	y, lnz := make([]float64, len(rows)), make([]float64, len(rows))
	for i, r := range rows {
		points[i], y[i], lnz[i] = r.U, sign*r.Y, math.Log(r.Cost)
	}
	moments := make([]model.Moments, len(rows))
	for i, m := range sequence(d.pair.Objective, points, y) {
		moments[i].MuF, moments[i].SdF = m.mean, m.sd
	}
	if d.pair.Known != nil {
		for i, u := range points {
			moments[i].MuC = math.Log(d.pair.Known(u))
		}
	} else {
		for i, m := range sequence(d.pair.LogCost, points, lnz) {
			moments[i].MuC, moments[i].SdC = m.mean, m.sd
		}
	}
	budget, best := d.start.run.budget, incumbent(d.start.pair, sign*d.start.run.bestValue())
	decided := 0
	for i, r := range rows {
		if !r.Initial {
			decided++
			// One that did not fit counts, too: it could have.
			rule := acquisition.Q1{Best: best, BudgetLeft: budget.Left(), Tolerance: journal.Tolerance * budget.Total}
			moments[i].Way = r.Move
			expected, improved := rule.Value(moments[i]), 0.0
			if r.Counted {
				improved = math.Max(y[i]-best, 0)
			}
			total += expected
			luck[stage(decided)] += improved - expected
		}
		if !r.Counted {
			continue
		}
		if !r.Initial || st.problem.ChargeInitial {
			budget = budget.Pay(r.Taken())
		}
		if math.IsNaN(best) || y[i] > best {
			best = y[i]
		}
	}
	return total, luck
}
