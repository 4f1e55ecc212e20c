// Package simulation asks whether a replay's result was luck: it runs policies on many
// functions drawn from what is believed of a problem after its initial design.
package simulation

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"farsight/internal/stats"
	"farsight/internal/workers"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// Result is how policies fare on drawn functions.
type Result struct {
	Policies []policy.Policy
	Draws    int
	Final    [][]float64 // final best by policy and draw, the problem's own sign
}

// Summary of one policy's final bests.
func (s Result) Summary(policy int) stats.Summary { return stats.Summarise(s.Final[policy]) }

// Difference summarises policy a minus policy b on the same draws.
func (s Result) Difference(a, b int) stats.Summary { return stats.Paired(s.Final[a], s.Final[b]) }

// Gain is Difference of a maximised objective: how much better a is than b, where
// sign is −1 for one that is minimised.
func (s Result) Gain(a, b int, sign float64) stats.Summary {
	d := s.Difference(a, b)
	if sign < 0 {
		d.Mean, d.Low, d.High = -d.Mean, -d.High, -d.Low
	}
	return d
}

// alike is the share of what the values span below which two count as alike.
const alike = 1e-3

// Compared counts the functions on which policy a ended better than b, worse, and
// alike: to a thousandth of what all final bests span.
func (s Result) Compared(a, b int, sign float64) (better, worse, equal int) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, final := range s.Final {
		if len(final) > 0 {
			lo, hi = math.Min(lo, slices.Min(final)), math.Max(hi, slices.Max(final))
		}
	}
	for k, v := range s.Final[a] {
		switch d := sign * (v - s.Final[b][k]); {
		case math.Abs(d) <= alike*(hi-lo):
			equal++
		case d > 0:
			better++
		default:
			worse++
		}
	}
	return better, worse, equal
}

// Run draws objective and cost from the problem's own posterior given its
// initial data, draws times, and runs every policy on each. It is parallel,
// and deterministic by the seed; a policy's results do not depend on which
// others are run. progress, if not nil, is called with the number of draws done.
func Run(ctx context.Context, p *scenarios.Problem, policies []policy.Policy, draws int, s study.Settings, progress func(done int)) (Result, error) {
	if draws < 1 || draws > MaxDraws {
		return Result{}, fmt.Errorf("%d draws: at least one is needed, and %d are the most", draws, MaxDraws)
	}
	by, err := NewSimulator(ctx, p, policies, s)
	if err != nil {
		return Result{}, err
	}
	sim := Result{Policies: by.Policies, Draws: draws, Final: make([][]float64, len(policies))}
	for i := range sim.Final {
		sim.Final[i] = make([]float64, draws)
	}
	done := 0
	err = Each(ctx, by, 0, draws, s.Workers, func(i int, final []float64) {
		for k, v := range final {
			sim.Final[k][i] = v
		}
		if done++; progress != nil {
			progress(done)
		}
	})
	return sim, err
}

// Each makes the draws from … to−1 on some processors (0: all there are) and hands
// each out as it is made, one at a time, in any order.
func Each(ctx context.Context, by *Simulator, from, to, processors int, each func(i int, final []float64)) error {
	// Draws are made under ctx itself: whoever gave it may share processors whenever it is
	// asked whether it has ended, and a context derived from it is not asked.
	var failed atomic.Pointer[error]
	next := atomic.Int64{}
	next.Store(int64(from))
	var wg workers.Group
	var mu sync.Mutex
	if processors == 0 {
		processors = runtime.GOMAXPROCS(0)
	}
	for range min(processors, max(0, to-from)) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= to || failed.Load() != nil || ctx.Err() != nil {
					return
				}
				final, err := by.Draw(ctx, i)
				if err != nil {
					err = fmt.Errorf("draw %d: %w", i+1, err)
					failed.CompareAndSwap(nil, &err)
					return
				}
				mu.Lock()
				each(i, final)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}
