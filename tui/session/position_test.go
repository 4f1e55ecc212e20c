package session

import (
	"testing"

	"farsight/study"
)

// By equal money both columns have spent at most the same, each as much of it
// as it could; the payments are passed one by one, the overshoot last.
func TestEqualMoney(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	se.TogglePace()
	payments, last := 0, -1.0
	for range 40 {
		for i, tr := range se.Tracks {
			k := se.StepOf(i)
			if tr.Spent(k) > se.Money+1e-9 {
				t.Errorf("at %v, policy %d shows step %d, which has spent %v", se.Money, i, k, tr.Spent(k))
			}
			if k < tr.Last() && tr.Spent(k+1) <= se.Money {
				t.Errorf("at %v, policy %d shows step %d though the next has spent %v", se.Money, i, k, tr.Spent(k+1))
			}
		}
		if se.Money == last {
			break
		}
		last = se.Money
		payments++
		se.Move(1)
	}
	if want := se.Tracks[0].Last() + se.Tracks[1].Last() + 1; payments != want {
		t.Errorf("%d stops, want %d: one for each evaluation and the start", payments, want)
	}
	if se.Money != se.Problem.Budget || se.Tracks[0].Snaps()[se.StepOf(0)].Stop != study.Unaffordable {
		t.Errorf("the end stands at %v, EI-PUC at step %d", se.Money, se.StepOf(0))
	}
	se.Move(-1)
	if s := se.Tracks[0].Snaps()[se.StepOf(0)]; s.Stop != study.Running {
		t.Errorf("before the overshoot EI-PUC is %s", s.Stop)
	}
	se.GoTo(false)
	se.Move(1)
	se.Move(1)
	se.TogglePace()
	if se.ByMoney || se.Step != se.Tracks[0].Snaps()[se.Step].Step {
		t.Errorf("back to evaluations: step %d", se.Step)
	}
}

// Steps asked for before they are computed are taken as they arrive; going back
// forgoes them.
func TestSteppingWaitsForWhatIsComputed(t *testing.T) {
	t.Parallel()
	full := open(t, "ei-puc", "b-ms-ei")
	se := New(Options{Problem: full.Problem, Policies: full.Policies})
	se.Still = true
	t.Cleanup(se.Close)
	arrives := func(k int) {
		tr := full.Tracks[1]
		se.Receive(SteppedMsg{Run: se.Run, Track: 1, Snap: tr.Snaps()[k], Scene: tr.Scene(full.SceneKey(k))})
	}
	se.Move(1)
	if se.Step != 0 {
		t.Errorf("stepped to %d of nothing", se.Step)
	}
	arrives(0)
	if se.Step != 0 {
		t.Errorf("step 0 arrived and %d is shown", se.Step)
	}
	arrives(1)
	if se.Step != 1 {
		t.Errorf("step 1 was asked for and arrived, %d is shown", se.Step)
	}
	for _, by := range []int{1, 1, -1} {
		se.Move(by)
	}
	if se.Step != 1 || se.AtEnd() {
		t.Errorf("at step %d, at the end: %v", se.Step, se.AtEnd())
	}
	arrives(2)
	arrives(3)
	if se.Step != 2 {
		t.Errorf("one step was asked for, %d is shown", se.Step)
	}
	se.Move(-1)
	se.Move(-1)
	if se.Step != 0 {
		t.Errorf("two back from 2 is %d", se.Step)
	}
}
