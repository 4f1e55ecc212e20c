package study

import (
	"context"
	"fmt"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

// The story of examples/second-look.toml: EI-PUC makes two small looks and then
// cannot pay for the second dear one; B-MS-EI makes the two dear ones and ends
// far better, whatever its settings, but for two steps on the paper's schedule.
// FARSIGHT_SWEEP=1 asks all seeds and efforts.
func TestTheSecondLook(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	p, err := problemfile.Load("../examples/second-look.toml")
	testkit.OK(t, err)
	const dear = 4
	seeds, efforts := []uint64{1}, []string{"quick"}
	if testkit.SweepAll() {
		seeds, efforts = []uint64{1, 2, 3, 4, 5}, []string{"quick", "standard", "thorough"}
	}
	for _, seed := range seeds {
		costs, short := paid(t, p, "ei-puc", seed)
		if len(costs) != 3 || costs[0] > dear || costs[1] > dear || costs[2] < dear {
			t.Errorf("seed %d: EI-PUC paid %v", seed, costs)
		}
		for _, effort := range efforts {
			for steps := 2; steps <= 4; steps++ {
				for _, rule := range []string{"tree", "path", "gauss-hermite"} {
					for _, schedule := range []string{"off", "paper"} {
						if steps == 2 && schedule == "paper" {
							continue // its ration does not pay for two dear looks
						}
						q := fmt.Sprintf("b-ms-ei steps=%d rule=%s schedule=%s effort=%s", steps, rule, schedule, effort)
						costs, best := paid(t, p, q, seed)
						if len(costs) != 2 || costs[0] < dear || costs[1] < dear || best < short+1 {
							t.Errorf("seed %d: %s paid %v and ends at %v, EI-PUC at %v", seed, q, costs, best, short)
						}
					}
				}
			}
		}
	}
}

// paid is what the counted evaluations of a run cost, and its best.
func paid(t *testing.T, p *scenarios.Problem, name string, seed uint64) (costs []float64, best float64) {
	t.Helper()
	q, err := policy.Parse(name)
	testkit.OK(t, err)
	q, err = Filled(q, p)
	testkit.OK(t, err)
	r, err := NewReplay(context.Background(), p, q, Settings{Seed: seed}, nil)
	testkit.OK(t, err)
	for _, row := range r.Last().Rows {
		if row.Counted && !row.Initial {
			costs = append(costs, row.Cost)
		}
	}
	return costs, r.Last().Best
}
