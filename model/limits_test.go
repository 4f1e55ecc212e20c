package model

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// watched fails where work does not end.
func watched(t interface{ Fatalf(string, ...any) }, what string, work func()) {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		work()
	}()
	timer := time.NewTimer(60 * time.Second)
	defer timer.Stop()
	select {
	case p := <-done:
		if p != nil {
			t.Fatalf("%s: %v", what, p)
		}
	case <-timer.C:
		t.Fatalf("%s does not end", what)
	}
}

// Whatever numbers it is given, the model ends: with a posterior whose moments are numbers, or with an error.
func TestAnyNumbersEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		num := rapid.OneOf(
			rapid.Map(rapid.Uint64(), math.Float64frombits),
			rapid.SampledFrom([]float64{0, 1, 5e-324, 1e-160, 1e-150, 1e-6, 1e6, 1e149, 1e150, -1e150, 1e154, 1e300, math.MaxFloat64, -1e308}),
			rapid.Float64Range(-2, 2),
		)
		n := rapid.IntRange(1, 6).Draw(t, "n")
		data := Data{}
		for i := range n {
			data.X = append(data.X, Unit{float64(i) / 6})
			data.Y = append(data.Y, num.Draw(t, "y"))
			data.Cost = append(data.Cost, num.Draw(t, "cost"))
		}
		hyper := func() *Hyper {
			if rapid.Bool().Draw(t, "fitted") {
				return nil
			}
			return &Hyper{Mean: num.Draw(t, "mean"), Variance: num.Draw(t, "variance"), Scale: []float64{num.Draw(t, "scale")}, Noise: num.Draw(t, "noise")}
		}
		s := PairSettings{Objective: Settings{Fixed: hyper()}, Cost: Settings{Fixed: hyper()}}
		if s.Objective.Fixed == nil && rapid.Bool().Draw(t, "bounds") {
			s.Objective.NoiseMin, s.Objective.NoiseMax = num.Draw(t, "least"), num.Draw(t, "most")
		}
		watched(t, "the fit", func() {
			p, err := FitPair(data, s, nil)
			if err != nil {
				return
			}
			m := p.Moments(new(Workspace), Unit{0.4})
			for _, v := range []float64{m.MuF, m.SdF, m.MuC, m.SdC} {
				if !finite(v) {
					t.Fatalf("%+v with %+v and %+v has the moments %+v", data, s.Objective.Fixed, s.Cost.Fixed, m)
				}
			}
			if _, err := p.Objective.Sample([]Unit{{0.3}, {0.3}}, rand.New(rand.NewPCG(1, 2))); err != nil {
				t.Logf("%v", err)
			}
			if _, err = FitPair(data, s, p); err != nil {
				t.Fatalf("fitted, but not again: %v", err)
			}
		})
	})
}

func TestLargeOutputsAreRefusedByName(t *testing.T) {
	t.Parallel()
	x := []Unit{{0.1}, {0.9}}
	watched(t, "the fit", func() {
		for _, v := range []float64{1e154, 1e300, -1e308} {
			if _, err := Fit(x, []float64{1, v}, Settings{}); err == nil || !strings.Contains(err.Error(), "row 1, field y") {
				t.Errorf("an output of %v: %v", v, err)
			}
		}
		if _, err := Fit(x, []float64{-MaxOutput, MaxOutput}, Settings{}); err != nil {
			t.Errorf("the largest outputs: %v", err)
		}
		for field, h := range map[string]Hyper{
			"scale[0]": {Variance: 1, Scale: []float64{1e-160}, Noise: 1e-4}, "mean": {Mean: 1e308, Variance: 1, Scale: []float64{1}, Noise: 1e-4},
			"variance": {Variance: math.MaxFloat64, Scale: []float64{1}}, "noise": {Variance: 1, Noise: math.MaxFloat64, Scale: []float64{1}},
		} {
			if _, err := New(x, []float64{0, 1}, h); err == nil || !strings.Contains(err.Error(), field) {
				t.Errorf("a %s out of range: %v", field, err)
			}
		}
		fixed := PairSettings{Cost: Settings{Fixed: &Hyper{Mean: 1e4, Variance: 1, Scale: []float64{1}, Noise: 1e-4}}}
		if _, err := FitPair(Data{X: x, Y: []float64{1, 2}, Cost: []float64{1, 2}}, fixed, nil); err == nil || !strings.Contains(err.Error(), "log-cost: hyperparameter mean") {
			t.Errorf("a log-cost of mean 1e4: %v", err)
		}
	})
}
