package golden

import (
	"fmt"
	"maps"
	"slices"
)

func (r *reader) races(list []any) []Race {
	if len(list) == 0 {
		r.fail("the file", "holds nothing")
	}
	var races []Race
	for i, v := range list {
		o := r.object(v, fmt.Sprintf("race %d", i), "")
		race := Race{Problem: o.text("problem"), Seed: o.whole("seed"), Data: o.data()}
		race.Hyper = o.hyper("hyper", race.D)
		race.Fantasies = o.fantasies()
		race.BaseSamples = o.baseSamples(race.Fantasies)
		race.BudgetLeft, race.Value = o.number("budget_left"), o.number("value")
		for j, p := range o.list("paths", -1) {
			race.Paths = append(race.Paths, r.path(p, o.where("paths", j)))
		}
		o.wholeTree("paths", race.Fantasies, race.Paths)
		race.Points = o.points("tree", len(race.Paths), race.D)
		for j, v := range o.list("runs", -1) {
			run := r.object(v, o.item, fmt.Sprintf("runs[%d].", j))
			race.Runs = append(race.Runs, Run{run.number("value"), run.number("seconds"), run.whole("cores")})
			// How the reference ran: nothing to check, not always recorded.
			for _, note := range []string{"device", "batch_limit", "valgrad_ms"} {
				run.used[note] = true
			}
			run.done()
		}
		o.done()
		if r.err != nil {
			return nil
		}
		races = append(races, race)
	}
	return races
}

func (r *reader) trials(list []any) []Trial {
	var trials []Trial
	for i, v := range list {
		o := r.object(v, fmt.Sprintf("trial at position %d", i), "")
		trial := Trial{Problem: o.text("problem"), Number: o.whole("trial"), Budget: o.number("budget")}
		trial.CostParams = []float64{o.number("cost_alpha"), o.number("cost_b"), o.number("cost_gamma")}
		trial.X = o.points("X0", -1, -1)
		trial.N = len(trial.X)
		if r.err == nil {
			trial.D = len(trial.X[0])
		}
		trial.X = o.points("X0", trial.N, trial.D) // again, now that the dimension is known
		trial.Y, trial.Cost = o.vector("y0", trial.N), o.costs("cost0", trial.N)
		runs := o.child("reference")
		trial.Reference = map[string]Outcome{}
		for _, policy := range slices.Sorted(maps.Keys(runs.fields)) {
			run := runs.child(policy)
			trial.Reference[policy] = Outcome{run.whole("evaluations"), run.number("best"), run.number("seconds_per_acquisition")}
			run.done()
		}
		o.done()
		if r.err != nil {
			return nil
		}
		trials = append(trials, trial)
	}
	return trials
}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}
