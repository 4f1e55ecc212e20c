package study

import (
	"context"
	"math"

	"farsight/lookahead"
)

// negligible is the value of a tree, in standard deviations of the objective's
// prior, below which no point within the budget is worth anything: Q ≡ 0.
const negligible = 1e-9

// planAhead maximises B-MS-EI's scenario tree.
func (s *Study) planAhead(ctx context.Context) (*Decision, Stop, error) {
	shape, err := s.policy.shape()
	if err != nil {
		return nil, Running, err
	}
	fantasies, err := shape.Draw(mix(s.settings.Seed, saltFantasies, s.step), s.policy.Large)
	if err != nil {
		return nil, Running, err
	}
	effort, err := lookahead.ParseEffort(s.policy.Effort)
	if err != nil {
		return nil, Running, err
	}
	scheduler, next, err := s.horizon(ctx)
	if err != nil {
		return nil, Running, err
	}
	state := lookahead.State{Pair: s.pair, Budget: next.Budget, Best: s.incumbent()}
	set := lookahead.Settings{Effort: effort, Seed: mix(s.settings.Seed, saltSearch, s.step), Workers: s.settings.Workers}
	if tell := s.settings.Progress; tell != nil {
		set.Progress = func(p lookahead.Progress) { tell(float64(p.Done) / float64(max(1, p.Total))) }
	}
	if w := s.memory.warm; w != nil {
		set.Warm = s.memory.tree.WarmStart(w.y, w.lnz, fantasies)
	}
	tree, err := lookahead.Maximise(ctx, state, fantasies, set)
	if err != nil {
		return nil, Running, err
	}
	if tree.Cancelled {
		return nil, Running, ctx.Err()
	}
	if tree.Nothing || tree.Value <= negligible*math.Sqrt(s.pair.Objective.Hyper().Variance) {
		return nil, NothingAffordable, nil
	}
	// Kept only now: a decision that was cancelled can be made again, and is the
	// same.
	s.memory.tree, s.memory.scheduler = tree.Memory, scheduler
	d := s.decision0(tree.Root, tree.Value)
	d.Horizon, d.Refilled = next.Budget, next.Refilled
	if tree.RunnerUp != nil {
		c := s.choice(tree.RunnerUp, tree.RunnerVal)
		d.RunnerUp = &c
	}
	snap, err := tree.Snapshot(state, fantasies, shape.Rule, s.problem.FromUnit)
	if err != nil {
		return nil, Running, err
	}
	d.Tree = &snap
	return d, Running, nil
}

// horizon is the budget the tree plans with: what is left, or the fantasy
// budget where scheduling is on, with the scheduler as it is afterwards.
func (s *Study) horizon(ctx context.Context) (lookahead.Scheduler, lookahead.Planned, error) {
	scheduler := s.memory.scheduler
	schedule, err := lookahead.ParseSchedule(s.policy.Schedule)
	if err != nil {
		return scheduler, lookahead.Planned{}, err
	}
	scheduler.Rule = schedule
	next, err := scheduler.Next(ctx, s.pair, s.budget.Left(), s.budget.Total, s.policy.Steps, mix(s.settings.Seed, saltSchedule, s.step))
	return scheduler, next, err
}

// Plan returns what the tree of this moment was maximised on, so that a view
// can compute more from it: the curve Q_N(x), the value of other horizons. It
// reports false for policies that do not plan and before there is a model.
func (s *Snapshot) Plan() (lookahead.State, lookahead.Fantasies, bool) {
	if s.Pair == nil || s.BestRow < 0 || !s.Policy.Lookahead() {
		return lookahead.State{}, nil, false
	}
	shape, err := s.Policy.shape()
	if err != nil {
		return lookahead.State{}, nil, false
	}
	f, err := shape.Draw(mix(s.Seed, saltFantasies, s.Step), s.Policy.Large)
	if err != nil {
		return lookahead.State{}, nil, false
	}
	budget := s.Money.Left
	if s.Decision != nil {
		budget = s.Decision.Horizon
	}
	return lookahead.State{Pair: s.Pair, Budget: budget, Best: s.Problem.Sign() * s.Best}, f, true
}
