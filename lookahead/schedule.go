package lookahead

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"farsight/acquisition"
	"farsight/model"
)

// Schedule says when the fantasy budget is recomputed. A few steps cannot spend a large remaining
// budget, and every plan looks affordable; the fantasy budget, which the base policy would spend in
// N steps, makes costs matter again.
type Schedule int

const (
	// ScheduleOff plans with the true remaining budget.
	ScheduleOff Schedule = iota
	// SchedulePaper subtracts each real cost from the fantasy budget and
	// refills it once nothing is left.
	SchedulePaper
	// ScheduleReference is the authors' code: it refills once what is left is
	// no more than the smallest cost of the last rollout.
	ScheduleReference
)

var scheduleNames = [...]string{ScheduleOff: "off", SchedulePaper: "paper", ScheduleReference: "reference"}

// String is the schedule's name in problem files and flags.
func (s Schedule) String() string {
	if s >= 0 && int(s) < len(scheduleNames) {
		return scheduleNames[s]
	}
	return fmt.Sprintf("Schedule(%d)", int(s))
}

// ParseSchedule is the inverse of String.
func ParseSchedule(name string) (Schedule, error) {
	if s := slices.Index(scheduleNames[:], name); s >= 0 {
		return Schedule(s), nil
	}
	return 0, fmt.Errorf("unknown budget schedule %q: use off, paper or reference", name)
}

// Scheduler carries the fantasy budget from one decision to the next. It is a
// plain value: copy it to keep it, compare or encode it as it is. Call Next
// before each decision and Paid after each evaluation that counted.
type Scheduler struct {
	Rule   Schedule
	Filled bool    // a rollout has been made
	Left   float64 // of the fantasy budget, after the real costs paid since
	Least  float64 // smallest cost of the last rollout
}

// ScheduleStep is one step of the rollout behind a fantasy budget.
type ScheduleStep struct {
	X       model.Unit
	Y, Cost float64 // Cost is all it would take, the way there included
}

// PlannedBudget is the budget to plan with, and where it came from.
type PlannedBudget struct {
	Budget   float64
	Refilled bool           // a new rollout was made for this decision
	Rollout  []ScheduleStep // it, if so
}

// Next returns the budget for the next decision: the true remaining budget if scheduling is off,
// else the fantasy budget, recomputed first if the rule requires it, and never more than the
// remaining budget. initial is the whole budget, steps N, search how the points of a rollout are
// found. If the context ends, the error is the context's and s is unchanged.
func (s *Scheduler) Next(ctx context.Context, p *model.Pair, remaining, initial float64, steps int, search acquisition.Settings) (PlannedBudget, error) {
	if s.Rule == ScheduleOff || !(remaining > 0) {
		return PlannedBudget{Budget: remaining}, nil
	}
	if s.Filled && !s.empty() {
		s.Left = math.Min(s.Left, remaining)
		return PlannedBudget{Budget: s.Left}, nil
	}
	roll, err := scheduleRollout(ctx, p, remaining, initial, steps, search)
	if err != nil {
		return PlannedBudget{}, err
	}
	total, least := 0.0, math.Inf(1)
	for _, f := range roll {
		total += f.Cost
		least = math.Min(least, f.Cost)
	}
	s.Filled, s.Left, s.Least = true, math.Min(total, remaining), least
	return PlannedBudget{Budget: s.Left, Refilled: true, Rollout: roll}, nil
}

func (s *Scheduler) empty() bool {
	if s.Rule == ScheduleReference {
		return s.Left <= s.Least
	}
	return s.Left <= 0
}

// Paid subtracts the cost of a real evaluation.
func (s *Scheduler) Paid(cost float64) {
	if s.Filled {
		s.Left -= cost
	}
}

// scheduleRollout plays the base policy EI-PUC-CC for the given number of steps on
// fantasies: maximise, draw y and ln z from the posterior, condition, repeat.
// The cooling exponent of each step is ν = max(0, remaining after the
// fantasies)/initial. The seed of the search is also that of the draws.
func scheduleRollout(ctx context.Context, p *model.Pair, remaining, initial float64, steps int, search acquisition.Settings) ([]ScheduleStep, error) {
	rng := rand.New(rand.NewPCG(search.Seed, 0xb0d9e7))
	best := p.Incumbent()
	var ws model.Workspace
	out := make([]ScheduleStep, 0, steps)
	for i := range steps {
		nu := 1.0 // of a budget without end, all remains
		if !math.IsInf(initial, 1) {
			nu = math.Max(0, remaining) / initial
		}
		r, err := acquisition.Maximise(ctx, p, acquisition.NewEIPUCCC(best, nu), search)
		search.Seed++
		if err == nil && r.Cancelled {
			err = ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("budget schedule, step %d of %d: %w", i+1, steps, err)
		}
		x := r.Best.X
		m := p.Moments(&ws, x)
		y := m.MuF + math.Sqrt(m.SdF*m.SdF+p.Objective.Hyper().Noise)*rng.NormFloat64()
		lnz := m.MuC
		if p.LogCost != nil {
			lnz = p.LnCost(m, y, rng.NormFloat64())
		}
		step := ScheduleStep{X: x, Y: y, Cost: math.Exp(lnz) + m.Way}
		out = append(out, step)
		remaining -= step.Cost
		best = math.Max(best, y)
		if i+1 == steps {
			break
		}
		if p, err = p.Condition(x, y, lnz); err != nil {
			return nil, fmt.Errorf("budget schedule, step %d of %d: %w", i+1, steps, err)
		}
		if p.Objective.Noisy() {
			best = p.Incumbent()
		}
	}
	return out, nil
}
