package experiment

import (
	"math"
	"testing"
)

// A run told half the budget is held against the same replication told all of it
// and stopped half-way, and against no other.
func TestTellApart(t *testing.T) {
	t.Parallel()
	optimum := 10.0
	run := func(problem, policy string, seed uint64, budget float64, values ...float64) Record {
		r := Record{Problem: problem, Policy: policy, Settings: "engine 5; problem " + problem + "; policy " + policy, Seed: seed, Budget: budget, Initial: 0, Optimum: &optimum}
		if budget == 4 {
			r.Settings = "engine 5; problem wave budget-share 0.5; policy " + policy
		}
		best := 0.0
		for _, v := range values {
			best = math.Max(best, v)
			r.Costs, r.Values, r.Bests = append(r.Costs, 2), append(r.Values, v), append(r.Bests, best)
		}
		r.Best = best
		return r
	}
	all := []Record{
		run("wave", "a", 1, 8, 1, 2, 9, 9), run("wave", "a", 2, 8, 1, 0, 9.9, 9.99), run("wave", "a", 3, 8, 9, 9, 9, 9),
		run("wave, half", "a", 1, 4, 1, 9), run("wave, half", "a", 2, 4, 9.9, 9.9), run("wave, half", "a", 9, 4, 1, 1),
		run("wave", "b", 1, 8, 1, 2, 3, 4), run("hill", "a", 1, 8, 1, 2, 3, 4),
	}
	got, err := TellApart(all)
	if err != nil || len(got) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	d := got[0]
	// Stopped after two evaluations: regrets 8 and 9; told: 1 and 0.1.
	stopped, told := (math.Log10(8)+math.Log10(9))/2, (math.Log10(1)+math.Log10(0.1))/2
	if d.Problem != "wave" || d.Policy != "a" || d.Share != 0.5 || d.Difference.N != 2 || math.Abs(d.Stopped.Mean-stopped) > 1e-12 || math.Abs(d.Told.Mean-told) > 1e-12 ||
		math.Abs(d.Difference.Mean-(told-stopped)) > 1e-12 || math.Abs(d.Full[len(d.Full)-1].Mean-(math.Log10(1)+math.Log10(0.01))/2) > 1e-12 || d.Part[len(d.Part)-1].Mean != d.Told.Mean {
		t.Errorf("%+v", d)
	}
	if _, err := TellApart(all[6:]); err == nil {
		t.Error("nothing was run with two budgets, and no mistake is said")
	}
	all[3].Settings += " steps 2"
	if _, err := TellApart(all); err == nil {
		t.Error("runs of other settings were mixed")
	}
}
