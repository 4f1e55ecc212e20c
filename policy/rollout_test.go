package policy

import (
	"encoding/json"
	"reflect"
	"testing"
)

// A decision with a fantasy budget says which rollout gave it, the next one within
// it says the same, and a run that goes on from a record knows it too.
func TestRolloutStaysWithItsBudget(t *testing.T) {
	t.Parallel()
	q, err := Must("b-ms-ei-p steps=3 schedule=paper effort=quick").Fill("")
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	s := hill(t)
	d, _, err := newPlanner(q).Decide(t.Context(), s)
	if err != nil || d == nil || d.Rollout != nil || d.Horizon != s.Left {
		t.Errorf("decision %+v, error %v", d, err)
	}
}
