package study

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
)

// On the constructed examples FAR is not taken in: it does not nibble at cheap
// points as EI-PUC (myopia ends at 1.336 for it), nor spend all on one
// evaluation as EI (overspend: 0.256).
func TestFARSeesTheEnd(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	for name, least := range map[string]float64{"myopia": 1.45, "overspend": 1.2} {
		p, err := builtin.Load(name, 0)
		testkit.OK(t, err)
		for seed := range uint64(3) {
			s, err := New(t.Context(), p, policy.Must("far"), Settings{Seed: seed})
			testkit.OK(t, err)
			testkit.OK(t, s.Run(t.Context()))
			if got := s.Snapshot().Best; got < least {
				t.Errorf("%s, seed %d: ends at %v, want at least %v", name, seed, got, least)
			}
		}
	}
}

// While many evaluations fit, FAR is EI / E[c].
func TestFARFarFromTheEnd(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("dropwave", 1)
	testkit.OK(t, err)
	var first [2][]float64
	for i, name := range []string{"far", "ei-pc"} {
		s, err := New(t.Context(), p, policy.Must(name), Settings{Seed: 1})
		testkit.OK(t, err)
		testkit.OK(t, s.Decide(t.Context()))
		first[i] = s.Snapshot().Decision.U
	}
	if first[0][0] != first[1][0] || first[0][1] != first[1][1] {
		t.Errorf("FAR starts at %v, EI / E[c] at %v", first[0], first[1])
	}
}

// The scenario ration: with the paper's schedule a tree of two steps uses up its
// allowance, and what it then buys takes all the money; with a price of budget it
// does not happen, whatever the price, the steps and the seed.
// FARSIGHT_SWEEP=1 runs eleven seeds, and efforts too: 198 runs with a price. The
// maximum is 2.33.
func TestRationFailsAndAPriceDoesNot(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	p := scenario(t, "ration", 0)
	seeds, efforts := []uint64{0, 1}, []string{""}
	if testkit.SweepAll() {
		seeds, efforts = []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []string{"", " effort=quick", " effort=thorough"}
	}
	end := func(name string, seed uint64) Snapshot {
		r, err := NewReplay(t.Context(), p, policy.Must(name), Settings{Seed: seed}, nil)
		testkit.OK(t, err)
		return r.Last()
	}
	rationed, low, ended := 0, 0, 0
	for _, seed := range seeds {
		for _, effort := range efforts {
			for _, rule := range []string{" rule=tree", " rule=path", " rule=gauss-hermite"} {
				s := end("b-ms-ei steps=2 schedule=paper"+rule+effort, seed)
				rationed++
				if s.Best < 1.1 {
					low++
				}
				if s.Stop == Unaffordable && s.Money.Left > 1 {
					ended++
				}
			}
			for _, price := range []string{"rate", "0.5*rate", "sustained"} {
				for _, steps := range []int{2, 3} {
					name := fmt.Sprintf("p-ms-ei steps=%d price=%s%s", steps, price, effort)
					if s := end(name, seed); s.Best < 1.9 {
						t.Errorf("%s, seed %d: ends at %v", name, seed, s.Best)
					}
				}
			}
		}
	}
	if 10*low < 8*rationed || 10*ended < 8*rationed {
		t.Errorf("of %d runs with the paper's schedule %d end low, %d with the money unspent", rationed, low, ended)
	}
}

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

// The replays a newcomer meets first evaluate the same points on every machine, with
// and without assembly, to three millionths of each parameter's range, which is
// where climbs end. FARSIGHT_RECORD=1 records them again.
func TestReplaysAgreeBetweenMachines(t *testing.T) {
	t.Parallel()
	const file = "testdata/replays.json"
	got := map[string][][]float64{}
	for _, name := range []string{"myopia", "overspend", "planning", "planning-learned", "cost-learning", "sequencing", "deadline", "ration"} {
		p := scenario(t, name, 0)
		for _, policy := range p.Compare {
			for _, row := range replayOf(t, p, policy, Settings{}).Last().Rows {
				got[name+", "+policy] = append(got[name+", "+policy], p.ToUnit(row.X))
			}
		}
	}
	if os.Getenv("FARSIGHT_RECORD") != "" {
		data, err := json.MarshalIndent(got, "", " ")
		if err != nil || os.WriteFile(file, append(data, '\n'), 0o644) != nil {
			t.Fatal("not recorded", err)
		}
	}
	data, err := os.ReadFile(file)
	testkit.OK(t, err)
	var want map[string][][]float64
	if err := json.Unmarshal(data, &want); err != nil || len(want) != len(got) || len(want) < 12 {
		t.Fatalf("%d replays recorded: %v", len(want), err)
	}
	largest := 0.0
	for name, rows := range got {
		if len(rows) != len(want[name]) {
			t.Errorf("%s: %d evaluations, recorded %d", name, len(rows), len(want[name]))
			continue
		}
		for i, u := range rows {
			for j, v := range u {
				off := math.Abs(v - want[name][i][j])
				if largest = max(largest, off); !(off <= 3e-6) {
					t.Errorf("%s: evaluation %d is at %v, recorded %v", name, i+1, u, want[name][i])
				}
			}
		}
	}
	t.Log("largest difference:", largest)
}
