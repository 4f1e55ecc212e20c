package study

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

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
	n, delays := 1000, []time.Duration{50 * time.Millisecond, 600 * time.Millisecond}
	if testing.Short() {
		n, delays = 300, delays[:1]
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
