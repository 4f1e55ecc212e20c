package study

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// A decision that was cancelled half-way and is made again is the one that
// would have been made at once, fantasy budget and all, and telling how far it
// is changes nothing.
func TestCancelledDecisionCanBeMadeAgain(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	p, err := builtin.Load("dropwave", 0)
	testkit.OK(t, err)
	q := policy.Must("b-ms-ei steps=3 effort=quick")
	at := func(progress func(float64)) *Study {
		st, err := New(t.Context(), p, q, Settings{Progress: progress})
		testkit.OK(t, err)
		return st
	}
	plain := at(nil)
	testkit.OK(t, plain.Decide(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	last, ended := 0.0, false
	again := at(func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress went from %v to %v", last, share)
		}
		last, ended = share, share == 1
		cancel()
	})
	if err := again.Decide(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled at %v of the way: error %v", last, err)
	}
	if kept, _ := json.Marshal(again.decider.Record(policy.Decision{})); string(kept) != "{}" {
		t.Error("the cancelled decision left a fantasy budget behind")
	}
	last = 0
	testkit.OK(t, again.Decide(t.Context()))
	if !ended {
		t.Errorf("progress ended at %v", last)
	}
	want, got := plain.Snapshot().Decision, again.Snapshot().Decision
	if !reflect.DeepEqual(want.U, got.U) || want.Acquisition != got.Acquisition || want.Horizon != got.Horizon || want.Refilled != got.Refilled || !reflect.DeepEqual(want.Rollout, got.Rollout) {
		t.Errorf("made again: %v, value %v, budget %v, refilled %v; made at once: %v, %v, %v, %v",
			got.U, got.Acquisition, got.Horizon, got.Refilled, want.U, want.Acquisition, want.Horizon, want.Refilled)
	}
	if !want.Refilled || want.Rollout == nil {
		t.Error("the test needs a decision that fills the fantasy budget")
	}
}
