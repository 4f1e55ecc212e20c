package study

import (
	"context"
	"math"

	"farsight/acquisition"
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
	set := lookahead.Settings{Effort: effort, Seed: mix(s.settings.Seed, saltSearch, s.step), Workers: s.settings.Workers}
	if tell := s.settings.Progress; tell != nil {
		set.Progress = func(p lookahead.Progress) { tell(float64(p.Done) / float64(max(1, p.Total))) }
	}
	if w := s.memory.warm; w != nil {
		set.Warm = s.memory.tree.WarmStart(w.y, w.lnz, fantasies)
	}
	var scheduler lookahead.Scheduler
	var next lookahead.Planned
	var state lookahead.State
	var tree *lookahead.Tree
	// What is left of a fantasy budget may buy nothing while the true one still
	// can: it is then refilled, and at last the true budget is planned with. Only
	// if that buys nothing is nothing affordable.
	for _, h := range []func(context.Context) (lookahead.Scheduler, lookahead.Planned, error){s.horizon, s.refill, s.truth} {
		if scheduler, next, err = h(ctx); err != nil {
			return nil, Running, err
		}
		state = lookahead.State{Pair: s.pair, Budget: next.Budget, Best: s.incumbent()}
		if next.Budget < s.budget.Left() {
			// One step ahead is quickly seen: if that is worthless, so is the tree.
			if tree, err = lookahead.Maximise(ctx, state, nil, lookahead.Settings{Effort: lookahead.Quick, Seed: set.Seed, Workers: set.Workers}); err != nil {
				return nil, Running, err
			}
			if s.worthless(tree) && !tree.Cancelled {
				continue
			}
		}
		if tree, err = lookahead.Maximise(ctx, state, fantasies, set); err != nil {
			return nil, Running, err
		}
		if tree.Cancelled {
			return nil, Running, ctx.Err()
		}
		if !s.worthless(tree) || next.Budget >= s.budget.Left() {
			break
		}
	}
	if s.worthless(tree) {
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

// worthless tells whether no point within a tree's budget is worth anything.
func (s *Study) worthless(t *lookahead.Tree) bool {
	return t.Nothing || t.Value <= negligible*math.Sqrt(s.pair.Objective.Hyper().Variance)
}

// refill is horizon with a fantasy budget drawn anew.
func (s *Study) refill(ctx context.Context) (lookahead.Scheduler, lookahead.Planned, error) {
	kept := s.memory.scheduler
	defer func() { s.memory.scheduler = kept }()
	s.memory.scheduler.Filled = false
	return s.horizon(ctx)
}

// truth is the budget that is truly left, with the fantasy one used up.
func (s *Study) truth(context.Context) (lookahead.Scheduler, lookahead.Planned, error) {
	return lookahead.Scheduler{Schedule: s.memory.scheduler.Schedule}, lookahead.Planned{Budget: s.budget.Left(), Refilled: true}, nil
}

// horizon is the budget the tree plans with: what is left, or the fantasy
// budget where scheduling is on, with the scheduler as it is afterwards.
func (s *Study) horizon(ctx context.Context) (lookahead.Scheduler, lookahead.Planned, error) {
	scheduler := s.memory.scheduler
	schedule, err := lookahead.ParseSchedule(s.policy.Schedule)
	if err != nil {
		return scheduler, lookahead.Planned{}, err
	}
	scheduler.Schedule = schedule
	search := acquisition.Settings{Seed: mix(s.settings.Seed, saltSchedule, s.step), Workers: s.settings.Workers}
	next, err := scheduler.Next(ctx, s.pair, s.budget.Left(), s.budget.Total, s.policy.Steps, search)
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
