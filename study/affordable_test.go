package study

import (
	"fmt"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/model"
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
