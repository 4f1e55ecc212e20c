package study

import (
	"context"
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// A plan of one step maximises exactly Q₁: at its decision OneStep is the value
// the policy saw there, and nowhere is it larger.
func TestOneStepIsWhatAPlanOfOneStepMaximises(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	q, err := policy.Parse("1-b-ms-ei")
	testkit.OK(t, err)
	s, err := New(context.Background(), p, q, Settings{})
	testkit.OK(t, err)
	testkit.OK(t, s.Decide(context.Background()))
	snap := s.Snapshot()
	d := snap.Decision
	if got := snap.OneStep([]model.Unit{d.U})[0]; math.Abs(got-d.Acquisition) > 1e-9*d.Acquisition {
		t.Errorf("at the decision %v, but the policy saw %v", got, d.Acquisition)
	}
	for i, v := range snap.OneStep(Line(d.U, model.Axis{}, 201)) {
		if v > d.Acquisition*(1+1e-6) {
			t.Errorf("point %d of 200 is worth %v, more than the decision's %v", i, v, d.Acquisition)
		}
	}
	snap.Policy.Name = "ei"
	if snap.OneStep([]model.Unit{d.U}) != nil {
		t.Error("a policy that does not plan has a plan's last step")
	}
}
