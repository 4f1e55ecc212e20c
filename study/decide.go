package study

import (
	"context"
	"math"

	"farsight/acquisition"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Filled returns a policy with all options filled in, by a problem's defaults first.
func Filled(q policy.Policy, p *scenarios.Problem) (policy.Policy, error) {
	var defaults policy.Options
	for _, d := range p.Policies {
		if d.Policy == q.Name {
			defaults = policy.Options(d.Options)
		}
	}
	return q.Fill(defaults)
}

// situation returns what the policy decides on.
func (s *Study) situation() policy.Situation {
	now := policy.Situation{
		Pair: s.pair, Best: s.incumbent(), Left: s.budget.Left(), Total: s.budget.Total, Seen: seen(s.rows, s.problem.Sign()),
		Seed: s.settings.Seed, Step: s.step, Workers: s.settings.Workers, Light: s.settings.Light, Progress: s.settings.Progress, Point: pointOf(s.problem),
	}
	if s.pending != nil {
		s.pending.into(&now)
	}
	now.Pair = withoutMeasured(s.policy.Deciding(now.Pair), s.problem, s.rows)
	return now
}

// left returns the budget that a decision may spend.
func (s *Study) left() float64 {
	if s.pending == nil {
		return s.budget.Left()
	}
	return math.Max(0, s.budget.Left()-s.pending.cost)
}

// pointOf returns the conversion from the unit cube to a problem's units.
func pointOf(p *scenarios.Problem) func(model.Unit) []float64 {
	return func(u model.Unit) []float64 { return p.Nearest(u) }
}

// seen returns the rows that count, for a policy.
func seen(rows []Row, sign float64) []policy.Seen {
	out := make([]policy.Seen, 0, len(rows))
	for _, r := range rows {
		if r.Counted {
			out = append(out, policy.Seen{Value: sign * r.Y, Cost: r.Taken(), Initial: r.Initial})
		}
	}
	return out
}

// incumbent returns f* of the maximised objective.
func (s *Study) incumbent() float64 { return incumbent(s.pair, s.problem.Sign()*s.bestValue()) }

// decide chooses the next point, or returns why there is none.
func (s *Study) decide(ctx context.Context) (*Decision, Stop, error) {
	now := s.situation()
	d, stop, err := s.decider.Decide(ctx, now)
	if stop == NothingToGain && err == nil && s.policy.Deciding(s.pair) != s.pair && s.pending == nil {
		// What is left pays for knowing better how good the measured points are.
		now.Pair = s.pair
		d, stop, err = s.decider.Decide(ctx, now)
	}
	if err != nil || d == nil {
		return nil, stop, err
	}
	return s.decided(*d), Running, nil
}

// decided returns a policy's decision in the problem's terms.
func (s *Study) decided(d policy.Decision) *Decision {
	out := s.decisionAt(d.U, d.Value)
	out.Tree, out.Horizon, out.Refilled, out.Rollout, out.Price, out.Judged = d.Tree, d.Horizon, d.Refilled, d.Rollout, d.Price, d.Judged
	if r := d.RunnerUp; r != nil {
		c := s.choice(r.U, r.Value)
		out.RunnerUp = &c
	}
	return out
}

// decisionAt returns the decision for unit-cube point u, which is first moved to the
// parameters' grids and to where the constraints hold.
func (s *Study) decisionAt(u model.Unit, value float64) *Decision {
	return s.decisionOf(s.choice(u, value))
}

// decisionOf returns the decision for a point that can be evaluated.
func (s *Study) decisionOf(c Choice) *Decision {
	d := &Decision{Choice: c, Horizon: s.left()}
	var ws model.Workspace
	d.Expect = s.pair.Moments(&ws, d.U)
	d.Weighed = d.Expect
	if pair := s.policy.Deciding(s.pair); pair != s.pair {
		d.Weighed = pair.Moments(&ws, d.U)
	}
	d.Fits, d.Success = Fits(d.Expect, s.left()), 1
	if s.pair.Success != nil {
		d.Success = s.pair.Success.Chance(d.U)
	}
	return d
}

func (s *Study) choice(u model.Unit, value float64) Choice {
	x := s.problem.Nearest(u)
	return Choice{X: x, U: s.problem.ToUnit(x), Acquisition: value}
}

// Fits returns the chance that a cost with these moments, and its move, is at most
// left. Every chance to fit that is shown is computed here.
func Fits(m model.Moments, left float64) float64 {
	if left -= m.Way; left <= 0 {
		return 0
	}
	z := math.Log(left) - m.MuC
	if m.SdC == 0 {
		if z >= -journal.Tolerance {
			return 1
		}
		return 0
	}
	return acquisition.CDF(z / m.SdC)
}
