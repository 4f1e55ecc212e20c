package policy

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"farsight/internal/testkit"
	"farsight/lookahead"
	"farsight/model"
)

// A decision with a fantasy budget says which rollout gave it, the next one within
// it says the same, and a run that continues from a record knows it too.
func TestRolloutStaysWithItsBudget(t *testing.T) {
	t.Parallel()
	q, err := Must("b-ms-ei-p steps=3 schedule=paper effort=quick").Fill("")
	testkit.OK(t, err)
	s := hill(t)
	d := newPlanner(q)
	first, _, err := d.Decide(t.Context(), s)
	if err != nil || first == nil || first.Rollout == nil {
		t.Fatalf("decision %+v, error %v", first, err)
	}
	r := first.Rollout
	if len(r.Steps) != 3 || r.Step != s.Step || r.Left != s.Left || r.Budget() != first.Horizon || !first.Refilled {
		t.Errorf("planned with %v, refilled %v: %+v", first.Horizon, first.Refilled, r)
	}
	record, err := json.Marshal(d.Record(*first))
	testkit.OK(t, err)
	if got := RecordedRollout(record, 1); !reflect.DeepEqual(got, r) {
		t.Errorf("recorded %+v, want %+v", got, r)
	}
	for _, bad := range []string{"", "{}", `{"rollout":{}}`, `{"rollout":7}`} {
		if got := RecordedRollout([]byte(bad), 1); got != nil {
			t.Errorf("%q: %+v", bad, got)
		}
	}
	if got := RecordedRollout(record, 2); got != nil {
		t.Errorf("of another dimension: %+v", got)
	}
	paid := first.Horizon / 100
	again := newPlanner(q)
	again.Recall(record, Situation{})
	s.Step++
	s.Left -= paid
	for name, p := range map[string]Decider{"the same": d, "one that recalls": again} {
		p.Observed(s.Best, paid, 0)
		next, _, err := p.Decide(t.Context(), s)
		if err != nil || next == nil {
			t.Fatalf("%s: decision %+v, error %v", name, next, err)
		}
		if next.Refilled || !reflect.DeepEqual(next.Rollout, r) || next.Horizon != first.Horizon-paid {
			t.Errorf("%s: refilled %v, planned with %v by %+v", name, next.Refilled, next.Horizon, next.Rollout)
		}
	}
}

// Without a schedule there is nothing to roll out.
func TestNoRolloutWithoutASchedule(t *testing.T) {
	t.Parallel()
	q, err := Must("b-ms-ei-p steps=2 schedule=off effort=quick").Fill("")
	testkit.OK(t, err)
	s := hill(t)
	d, _, err := newPlanner(q).Decide(t.Context(), s)
	if err != nil || d == nil || d.Rollout != nil || d.Horizon != s.Left {
		t.Errorf("decision %+v, error %v", d, err)
	}
}

// What a point of a rollout promises, the search for one finds; and a rollout of another study promises nothing.
func TestPromises(t *testing.T) {
	t.Parallel()
	s := hill(t)
	promised := 0
	for i := range 40 {
		u := float64(i) / 39
		for _, left := range []float64{0.5, 2, 8} {
			state := lookahead.State{Pair: s.Pair, Budget: left, Best: s.Best}
			if !(&Rollout{Steps: []lookahead.ScheduleStep{{X: model.Unit{u}}}}).promises(s, state) {
				continue
			}
			promised++
			tree, err := lookahead.Maximise(t.Context(), state, nil, lookahead.Settings{Effort: lookahead.Quick, Workers: 1})
			if err != nil || worthless(s, tree) {
				t.Errorf("%v with %v: promised, and found %+v, %v", u, left, tree, err)
			}
		}
	}
	if promised < 10 || promised == 120 {
		t.Errorf("%d of 120 promise something: the test looks at nothing", promised)
	}
	state := lookahead.State{Pair: s.Pair, Budget: 8, Best: s.Best}
	for _, x := range []model.Unit{nil, {0.2, 0.2}, {math.NaN()}, {2}} {
		if (&Rollout{Steps: []lookahead.ScheduleStep{{X: x}}}).promises(s, state) {
			t.Errorf("%v promises something", x)
		}
	}
	if good := (&Rollout{Steps: []lookahead.ScheduleStep{{X: model.Unit{0.3}}}}); promises(s, state, nil) || promises(s, state, good) {
		t.Error("no rollout, or few evaluations, promise something")
	}
}
