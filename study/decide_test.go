package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
)

// bounded is a problem whose known cost bounds what can be bought by straight and curved edges.
const bounded = `name = "bounded"
budget = %g
[[parameter]]
name = "x"
low = 0
high = 1
[[parameter]]
name = "y"
low = 0
high = 1
[objective]
goal = "maximise"
expression = "sin(7*x + %d) + cos(9*y - x) + x*y"
[cost]
expression = "%s"
known = true
`

// On a problem with a known cost no decision lies below the best affordable point of a grid of 101 × 101, or 201 × 201.
func TestDecisionsBeatAffordableGrid(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	var grid []model.Unit
	side := testkit.SweepSize(100, 100, 200)
	for i := range side + 1 {
		for j := range side + 1 {
			grid = append(grid, []float64{float64(i) / float64(side), float64(j) / float64(side)})
		}
	}
	costs := []string{"1 + 9*x", "0.1 + 9*((x - 0.3)^2 + (y - 0.8)^2)", "exp(2*x - 3*y)"}
	decisions := 0
	seeds, limit := testkit.SweepSize(3, 6, 6), testkit.SweepSize(2, 4, 8) // one or two for each cost
	for seed := range seeds {
		p, err := problemfile.Parse("bounded.toml", fmt.Appendf(nil, bounded, []float64{20, 10, 5, 8, 4, 12}[seed], seed, costs[seed%len(costs)]), "")
		testkit.OK(t, err)
		for _, policy := range []string{"ei", "log-ei", "ei-puc", "ei-puc-cc"} {
			for _, s := range replayOf(t, p, policy, Settings{Seed: uint64(seed), Limit: limit}).Snapshots {
				if s.Decision == nil {
					continue
				}
				decisions++
				now, _ := s.situation()
				f := acquisition.Within(s.Policy.Kind().Function(s.Policy, now, s.Decision.policy()), s.Money.Left)
				var ws acquisition.Workspace
				got := acquisition.Score(s.Pair(), f, &ws, s.Decision.U)
				over, err := acquisition.MaximiseOver(s.Pair(), f, grid)
				testkit.OK(t, err)
				if got < over.Best.Score-1e-6 {
					t.Errorf("seed %d, %s, step %d: %g at %v, the grid has %g at %v", seed, policy, s.Step, got, s.Decision.U, over.Best.Score, over.Best.X)
				}
			}
		}
	}
	if decisions < seeds*limit {
		t.Errorf("only %d decisions were looked at", decisions)
	}
}

// A plan of one step maximises exactly Q₁: at its decision OneStep is the value
// the policy saw there, and nowhere is it larger.
func TestOneStepIsWhatAPlanOfOneStepMaximises(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	q, err := policy.Parse("1-b-ms-ei")
	testkit.OK(t, err)
	s, err := New(context.Background(), p, q, Settings{})
	testkit.OK(t, err)
	testkit.OK(t, s.Decide(context.Background()))
	snap := s.Snapshot()
	d := snap.Decision
	if got := snap.OneStep([]model.Unit{d.U})[0]; math.Abs(got-d.Acquisition) > 1e-9*d.Acquisition {
		t.Errorf("at the decision %v, but the policy saw %v", got, d.Acquisition)
	}
	for i, v := range snap.OneStep(Line(d.U, model.Axis{}, 201)) {
		if v > d.Acquisition*(1+1e-6) {
			t.Errorf("point %d of 200 is worth %v, more than the decision's %v", i, v, d.Acquisition)
		}
	}
	snap.Policy.Name = "ei"
	if snap.OneStep([]model.Unit{d.U}) != nil {
		t.Error("a policy that does not plan has a plan's last step")
	}
}

// Numbers that no model can square are refused by name, wherever they come from, with advice.
func TestTooLargeNumbersAreRefused(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "ei")
	ask(t, l)
	seq := l.State().Seq
	for _, v := range []float64{1e300, -1e300, 1e154} {
		if _, err := l.Tell(seq, Answer{Value: v, Cost: 1}); err == nil || !strings.Contains(err.Error(), "value") || !strings.Contains(err.Error(), "--failed") {
			t.Errorf("told %v: %v", v, err)
		}
	}
	for _, z := range []float64{1e300, 1e-300} {
		if _, err := l.Tell(seq, Answer{Value: 1, Cost: z}); err == nil || !strings.Contains(err.Error(), "cost") {
			t.Errorf("told a cost of %v: %v", z, err)
		}
	}
	if l.State().Seq != seq {
		t.Error("something was recorded")
	}
	tell(t, l, Answer{Value: math.NaN(), Failed: true, Cost: 1})

	p := crowded(4, true)
	x := scenarios.Point{0.5, 0.5, 0.5}
	s, err := New(context.Background(), p, policy.Must("ei"), Settings{})
	testkit.OK(t, err)
	if err := s.observe(x, scenarios.Evaluation{Value: 1e300, Cost: 1}); err == nil || !strings.Contains(err.Error(), "value 1e+300") {
		t.Errorf("observed 1e300: %v", err)
	}
	p.Initial.Value[2] = -1e300
	if _, err := New(context.Background(), p, policy.Must("ei"), Settings{}); err == nil || !strings.Contains(err.Error(), "initial point 3") {
		t.Errorf("begun with -1e300: %v", err)
	}
}

// At the ends of the ranges decisions are made: no panic, no loop.
func TestDecisionsAtTheEndsOfTheRanges(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, scale := range []float64{1, model.MaxOutput, 1e-150, 1e-300} {
		for _, length := range []float64{model.ScaleRange.Least, model.ScaleRange.Most, 0} {
			p := crowded(6, false)
			for i := range p.Initial.Value {
				p.Initial.Value[i] *= scale / 4
			}
			if length > 0 {
				p.Objective.Fixed = &model.Hyper{Variance: min(max(scale*scale, 1e-305), 1e305), Scale: []float64{length, length, length}}
				p.Cost.Fixed = &model.Hyper{Mean: model.LogCostMeanRange.Most, Variance: 1, Scale: []float64{length, length, length}}
			}
			for _, name := range []string{"ei", "ei-puc", "2-b-ms-ei"} {
				s, err := New(context.Background(), p, policy.Must(name), Settings{})
				testkit.OK(t, err)
				if err := s.Decide(context.Background()); err != nil {
					t.Logf("values of %v, lengthscale %v, %s: %v", scale, length, name, err)
				}
			}
		}
	}
	if _, err := New(context.Background(), crowded(4, true), policy.Must("ei"), Settings{Limit: MaxLimit + 1}); err == nil {
		t.Error("a limit beyond the most was taken")
	}
}

// crowded is a problem with a thousand measured points: what asks take longest over. A fixed process leaves out the
// fits, so that decisions are met, too.
func crowded(n int, fixed bool) *scenarios.Problem {
	rng := rand.New(rand.NewPCG(7, 8))
	p := &scenarios.Problem{Name: "crowded", Budget: 100}
	for _, name := range []string{"a", "b", "c"} {
		p.Parameters = append(p.Parameters, scenarios.Parameter{Name: name, High: 1})
	}
	for range n {
		x := scenarios.Point{rng.Float64(), rng.Float64(), rng.Float64()}
		p.Initial.X = append(p.Initial.X, x)
		p.Initial.Value = append(p.Initial.Value, math.Sin(7*x[0])+x[1]*x[2]+0.1*rng.NormFloat64())
		p.Initial.Cost = append(p.Initial.Cost, 1+x[1])
	}
	if fixed {
		p.Objective.Fixed = &model.Hyper{Variance: 1, Scale: []float64{0.4, 0.4, 0.4}, Noise: 1e-2}
		p.Cost.Fixed = &model.Hyper{Variance: 0.1, Scale: []float64{1, 1, 1}, Noise: 1e-3}
	}
	return p
}

// A decision that nobody waits for any more ends soon, whatever it is at. How soon is logged; the bound is generous,
// and far below the minute a fit to so many points takes.
func TestDecisionsEndWhenCancelled(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	n, delays := testkit.SweepSize(300, 600, 1000), []time.Duration{50 * time.Millisecond, 600 * time.Millisecond}
	if testing.Short() {
		delays = delays[:1]
	}
	for _, fixed := range []bool{false, true} {
		p := crowded(n, fixed)
		for _, name := range []string{"ei", "ei-puc", "4-b-ms-ei", policy.Recommended()} {
			for _, after := range delays {
				s, err := New(context.Background(), p, policy.Must(name), Settings{})
				testkit.OK(t, err)
				ctx, cancel := context.WithTimeout(context.Background(), after)
				start := time.Now()
				err = s.Decide(ctx)
				took := time.Since(start)
				cancel()
				if err == nil {
					t.Logf("fixed %t, %s: decided within %v", fixed, name, took)
					continue
				}
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("fixed %t, %s, given up after %v: %v", fixed, name, after, err)
				}
				t.Logf("fixed %t, %s: given up after %v, ended %v later", fixed, name, after, took-after)
				if took-after > 20*time.Second {
					t.Errorf("fixed %t, %s: ended %v after it was given up", fixed, name, took-after)
				}
			}
		}
	}
}

// A decision that was cancelled half-way and is made again is the one that
// would have been made at once, fantasy budget and all, and telling how far it
// is changes nothing.
func TestCancelledDecisionCanBeMadeAgain(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	p, err := builtin.Load("dropwave", 0)
	testkit.OK(t, err)
	q := policy.Must("b-ms-ei steps=3 effort=quick")
	at := func(progress func(float64)) *Study {
		st, err := New(t.Context(), p, q, Settings{Progress: progress})
		testkit.OK(t, err)
		return st
	}
	plain := at(nil)
	testkit.OK(t, plain.Decide(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	last, ended := 0.0, false
	again := at(func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress went from %v to %v", last, share)
		}
		last, ended = share, share == 1
		cancel()
	})
	if err := again.Decide(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled at %v of the way: error %v", last, err)
	}
	if kept, _ := json.Marshal(again.decider.Record(policy.Decision{})); string(kept) != "{}" {
		t.Error("the cancelled decision left a fantasy budget behind")
	}
	last = 0
	testkit.OK(t, again.Decide(t.Context()))
	if !ended {
		t.Errorf("progress ended at %v", last)
	}
	want, got := plain.Snapshot().Decision, again.Snapshot().Decision
	if !reflect.DeepEqual(want.U, got.U) || want.Acquisition != got.Acquisition || want.Horizon != got.Horizon || want.Refilled != got.Refilled || !reflect.DeepEqual(want.Rollout, got.Rollout) {
		t.Errorf("made again: %v, value %v, budget %v, refilled %v; made at once: %v, %v, %v, %v",
			got.U, got.Acquisition, got.Horizon, got.Refilled, want.U, want.Acquisition, want.Horizon, want.Refilled)
	}
	if !want.Refilled || want.Rollout == nil {
		t.Error("the test needs a decision that fills the fantasy budget")
	}
}
