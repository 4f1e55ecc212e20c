package lookahead

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/acquisition"
	"farsight/model"
)

// schedulePair is a small random study in two dimensions.
func schedulePair(t *testing.T, rng *rand.Rand) *model.Pair {
	t.Helper()
	var data model.Data
	for range 8 {
		x := []float64{rng.Float64(), rng.Float64()}
		data.X, data.Y = append(data.X, x), append(data.Y, math.Sin(6*x[0])+math.Sin(6*x[1]+1))
		data.Cost = append(data.Cost, math.Exp(math.Cos(5*x[0])/2+math.Cos(5*x[1]-1)/2))
	}
	fixed := func(variance float64) model.Settings {
		return model.Settings{Fixed: &model.Hyper{Variance: variance, Scale: []float64{0.3, 0.5}, Noise: 1e-4}}
	}
	p, err := model.FitPair(data, model.PairSettings{Objective: fixed(1.5), Cost: fixed(0.7)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestScheduleNames(t *testing.T) {
	t.Parallel()
	for _, s := range []Schedule{ScheduleOff, SchedulePaper, ScheduleReference} {
		if back, err := ParseSchedule(s.String()); err != nil || back != s {
			t.Errorf("%v reads back as %v, %v", s, back, err)
		}
	}
	if _, err := ParseSchedule("sometimes"); err == nil {
		t.Error("an unknown schedule was accepted")
	}
}

func TestSchedulingOffPlansWithWhatRemains(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(91, 92))
	s := schedulePair(t, rng)
	sch := Scheduler{}
	for _, left := range []float64{7, 2, 0, -1} {
		p, err := sch.Next(t.Context(), s, left, 10, 4, acquisition.Settings{Seed: 1})
		if err != nil || p.Budget != left || p.Refilled || p.Rollout != nil {
			t.Errorf("with %v left: %+v, %v", left, p, err)
		}
		sch.Paid(1)
	}
}

// The two refill rules, followed by hand from their definitions.
func TestRefillRules(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(93, 94))
	s := schedulePair(t, rng)
	for _, rule := range []Schedule{SchedulePaper, ScheduleReference} {
		sch := Scheduler{Rule: rule}
		remaining, left, least := 200.0, 0.0, 0.0
		refills := 0
		for step := range 12 {
			due := step == 0 || (rule == SchedulePaper && left <= 0) || (rule == ScheduleReference && left <= least)
			p, err := sch.Next(t.Context(), s, remaining, 250, 3, acquisition.Settings{Seed: uint64(step)})
			if err != nil {
				t.Fatal(err)
			}
			if p.Refilled != due {
				t.Fatalf("%v, step %d: refilled %v with %v left, smallest fantasy cost %v", rule, step, p.Refilled, left, least)
			}
			if due {
				refills++
				if len(p.Rollout) != 3 {
					t.Fatalf("%v: a rollout of %d steps, want 3", rule, len(p.Rollout))
				}
				left, least = 0, math.Inf(1)
				for _, f := range p.Rollout {
					left += f.Cost
					least = math.Min(least, f.Cost)
				}
			}
			if math.Abs(p.Budget-left) > 1e-12 {
				t.Errorf("%v, step %d: budget %v, want %v", rule, step, p.Budget, left)
			}
			cost := 0.6 * p.Budget
			sch.Paid(cost)
			left -= cost
			remaining -= cost
			if step%5 == 4 { // an evaluation dearer than all that was imagined
				sch.Paid(50)
				left -= 50
				remaining -= 50
			}
		}
		if refills < 2 || refills == 12 {
			t.Errorf("%v: %d refills in 12 decisions", rule, refills)
		}
	}
}

// The fantasy budget is never more than what truly remains, right after a
// refill and later.
func TestFantasyBudgetNeverExceedsTheTrueOne(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(95, 96))
	s := schedulePair(t, rng)
	sch := Scheduler{Rule: SchedulePaper}
	p, err := sch.Next(t.Context(), s, 0.01, 10, 4, acquisition.Settings{Seed: 1})
	if err != nil || !p.Refilled || p.Budget != 0.01 {
		t.Fatalf("%+v, %v", p, err)
	}
	sch = Scheduler{Rule: SchedulePaper, Filled: true, Left: 5, Least: 1}
	if p, err = sch.Next(t.Context(), s, 3, 10, 4, acquisition.Settings{Seed: 1}); err != nil || p.Refilled || p.Budget != 3 {
		t.Errorf("5 imagined, 3 left: %+v, %v", p, err)
	}
	// Spent: nothing to plan with, and nothing to roll out for.
	if p, err = sch.Next(t.Context(), s, 0, 10, 4, acquisition.Settings{Seed: 1}); err != nil || p.Refilled || p.Budget != 0 {
		t.Errorf("nothing left: %+v, %v", p, err)
	}
}

func TestSchedulerIsAValue(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(97, 98))
	s := schedulePair(t, rng)
	a := Scheduler{Rule: ScheduleReference}
	if _, err := a.Next(t.Context(), s, 50, 60, 3, acquisition.Settings{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var b Scheduler
	if err := json.Unmarshal(text, &b); err != nil || a != b {
		t.Fatalf("%+v came back as %+v, %v", a, b, err)
	}
}

func TestRolloutIsReproducibleAndCancellable(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(99, 100))
	s := schedulePair(t, rng)
	for _, p := range []*model.Pair{s, {Objective: s.Objective, Known: func(x model.Unit) float64 { return 1 + x[0] }}} {
		a, err := scheduleRollout(t.Context(), p, 9, 10, 3, acquisition.Settings{Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		b, _ := scheduleRollout(t.Context(), p, 9, 10, 3, acquisition.Settings{Seed: 5})
		other, _ := scheduleRollout(t.Context(), p, 9, 10, 3, acquisition.Settings{Seed: 6})
		for i := range a {
			if a[i].Y != b[i].Y || a[i].Cost != b[i].Cost || !(a[i].Cost > 0) || math.IsNaN(a[i].Y) {
				t.Errorf("step %d: %+v and %+v", i, a[i], b[i])
			}
			if p.Known != nil && math.Abs(a[i].Cost-1-a[i].X[0]) > 1e-12 {
				t.Errorf("known cost %v at %v", a[i].Cost, a[i].X)
			}
		}
		if a[0].Y == other[0].Y {
			t.Error("another seed draws the same fantasy")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sch := Scheduler{Rule: SchedulePaper}
	if _, err := sch.Next(ctx, s, 5, 10, 3, acquisition.Settings{Seed: 1}); !errors.Is(err, context.Canceled) || sch.Filled {
		t.Errorf("cancelled: %v, %+v", err, sch)
	}
}
