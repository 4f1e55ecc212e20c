package study

import (
	"context"
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

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
	if err := s.Observe(x, scenarios.Evaluation{Value: 1e300, Cost: 1}); err == nil || !strings.Contains(err.Error(), "value 1e+300") {
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
