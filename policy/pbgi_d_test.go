package policy

import (
	"encoding/json"
	"math"
	"testing"

	"farsight/internal/testkit"
)

// λ halves by the incumbent that followed a decision, not by the one before it:
// an index above the old incumbent and below the new one halves it. A record
// carries that on, and one of an earlier version its next price.
func TestPBGIDHalvesByWhatWasFound(t *testing.T) {
	t.Parallel()
	s := hill(t)
	p, err := Must("pbgi-d").Fill("")
	testkit.OK(t, err)
	decide := func(g Decider, best float64) *Decision {
		t.Helper()
		s.Best = best
		d, stop, err := g.Decide(t.Context(), s)
		if err != nil || d == nil {
			t.Fatalf("%q, %v", stop, err)
		}
		return d
	}
	low := s.Best - 5
	g := p.Kind().Start(p)
	first := decide(g, low)
	if !(first.Value > low) || first.Price != 0.1 {
		t.Fatalf("the first index is %g at λ = %g", first.Value, first.Price)
	}
	record, err := json.Marshal(g.Record(*first))
	testkit.OK(t, err)
	again := p.Kind().Start(p)
	again.Recall(record, s)
	for _, d := range []Decider{g, again} {
		if next := decide(d, first.Value+1); next.Price != 0.05 {
			t.Errorf("found more than the index: λ = %g, want 0.05", next.Price)
		}
	}
	for text, want := range map[string]float64{"pbgi-d decay=0.25": 0.025, "pbgi-d decay=1": 0.1} {
		q := Must(text)
		g := q.Kind().Start(q)
		first := decide(g, low)
		if next := decide(g, first.Value+1); next.Price != want {
			t.Errorf("%s: λ = %g, want %g", text, next.Price, want)
		}
	}
	if _, err := Parse("pbgi-d decay=1.5"); err == nil {
		t.Error("a price that rises is taken")
	}
	g = p.Kind().Start(p)
	first = decide(g, low)
	if next := decide(g, (first.Value+low)/2); next.Price != 0.1 {
		t.Errorf("found less than the index: λ = %g, want 0.1", next.Price)
	}
	g = p.Kind().Start(p)
	g.Recall([]byte(`{"next_price":0.025}`), s)
	if next := decide(g, math.Abs(first.Value)+1); next.Price != 0.025 {
		t.Errorf("an earlier version's next price is 0.025, and λ = %g", next.Price)
	}
}
