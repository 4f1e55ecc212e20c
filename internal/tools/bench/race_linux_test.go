package main

import (
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"farsight/internal/golden"
	"farsight/internal/testkit"
	"farsight/lookahead"
)

// What races take on one processor: the least processor time, and the worst ratio of as many optimiser seeds as there
// are rounds, at most seven.
func BenchmarkRace(b *testing.B) {
	f, err := golden.Read("../../golden/testdata/races.json")
	testkit.OK(b, err)
	for _, effort := range []lookahead.Effort{lookahead.Quick, lookahead.Standard, lookahead.Thorough} {
		for _, r := range f.Races {
			samples := raceSamples(r)
			b.Run(fmt.Sprintf("%v/%s/%v", effort, r.Problem, samples), func(b *testing.B) {
				s, err := raceState(r)
				testkit.OK(b, err)
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				took, ratio, seed := time.Duration(math.MaxInt64), math.Inf(1), uint64(0)
				for b.Loop() {
					start := testkit.ThreadTime()
					t, err := lookahead.Maximise(b.Context(), s, samples, lookahead.Settings{Effort: effort, Seed: seed % 7, Workers: 1})
					testkit.OK(b, err)
					took, ratio = min(took, testkit.ThreadTime()-start), min(ratio, t.Value/r.Value)
					seed++
				}
				b.ReportMetric(float64(took)/float64(time.Millisecond), "least-ms")
				b.ReportMetric(ratio, "worst-ratio")
			})
		}
	}
}
