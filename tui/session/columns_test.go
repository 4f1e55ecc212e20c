package session

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/policy"
	"farsight/study"
)

// columnsOf is a session of n tracks of which nothing is known.
func columnsOf(n, room int) *Session {
	se := &Session{Room: room, Tracks: make([]*Track, n)}
	se.setColumns()
	return se
}

// Whatever is pressed, every policy is in one column at most, those side by side
// and the one in front are visible, and all come to be shown.
func TestEveryPolicyComesToBeShown(t *testing.T) {
	t.Parallel()
	for n := range 7 {
		for room := range 6 {
			for _, press := range []func(*Session){(*Session).Swap, (*Session).Others} {
				se := columnsOf(n, room)
				seen := map[int]bool{}
				for range 2*n + 2 {
					if all := slices.Sorted(slices.Values(se.Columns)); len(slices.Compact(all)) != n {
						t.Fatalf("%d policies, room for %d: the columns are %v", n, room, se.Columns)
					}
					shown := se.SideBySide()
					if room < 2 && n > 0 {
						shown = []int{se.Focused()}
					}
					if n > 0 && len(se.SideBySide()) != min(max(1, room), n) || se.Waiting() != n-len(se.SideBySide()) {
						t.Fatalf("%d policies, room for %d: %v side by side, %d wait", n, room, se.SideBySide(), se.Waiting())
					}
					for _, i := range shown {
						seen[i] = true
						if !slices.Contains(se.Visible(), i) {
							t.Fatalf("%d is shown, %v are visible", i, se.Visible())
						}
					}
					press(se)
				}
				if swapped := len(seen); swapped < min(n, max(1, room)) {
					t.Errorf("%d policies, room for %d: only %v were shown", n, room, seen)
				}
			}
			se := columnsOf(n, room)
			seen := map[int]bool{}
			for range n + 1 {
				for _, i := range append([]int{se.Focused()}, se.SideBySide()...) {
					seen[i] = true
				}
				se.Others()
			}
			if len(seen) < n {
				t.Errorf("%d policies, room for %d: the others never show up, only %v", n, room, seen)
			}
		}
	}
}

// A policy that is asked for is in front, and side by side with others where
// there is room.
func TestFocus(t *testing.T) {
	t.Parallel()
	for room := range 6 {
		for i := range 5 {
			se := columnsOf(5, room)
			se.Focus(i)
			if se.Focused() != i || room >= 2 && !slices.Contains(se.SideBySide(), i) || len(slices.Compact(slices.Sorted(slices.Values(se.Columns)))) != 5 {
				t.Errorf("room for %d: of %v, %d is in front, want %d", room, se.Columns, se.Focused(), i)
			}
		}
	}
	se := columnsOf(2, 2)
	if se.Focus(7); se.Focused() != 1 {
		t.Error("one that does not take part is shown")
	}
}

// Laid over each other all are visible, and nobody waits.
func TestOverlaidAllAreVisible(t *testing.T) {
	t.Parallel()
	se := columnsOf(5, 1)
	se.Overlaid = true
	if !slices.Equal(se.Visible(), []int{0, 1, 2, 3, 4}) || se.Waiting() != 0 {
		t.Errorf("visible are %v, %d wait", se.Visible(), se.Waiting())
	}
}

// Policies that are called the same are told apart by a number and a shade; all
// others have the name and the hue they have everywhere.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	se := &Session{}
	for _, asked := range []string{"b-ms-ei", "ei", "b-ms-ei schedule=off", "2-b-ms-ei"} {
		q := policy.Must(asked)
		se.Tracks = append(se.Tracks, se.namesake(NewTrack(q, q.Hue())))
	}
	hues := map[int]bool{}
	for i, want := range []string{"B-MS-EI", "EI", "B-MS-EI (2)", "2-B-MS-EI"} {
		track := se.Tracks[i]
		if track.Title() != want || hues[track.Hue()] {
			t.Errorf("track %d is called %s in hue %d, want %s", i, track.Title(), track.Hue(), want)
		}
		hues[track.Hue()] = true
	}
	if got, want := se.Tracks[1].Hue(), policy.Must("ei").Hue(); got != want {
		t.Errorf("EI has hue %d, not %d", got, want)
	}
}

// Axes hold what they are for, at round ends, and do not grow far beyond it.
func TestAxesHoldTheExtent(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		scale := math.Exp(20 * (rng.Float64() - 0.5))
		e := Extent{YLo: scale * (rng.Float64() - 0.5), CLo: scale * (0.01 + rng.Float64())}
		e.YHi, e.CHi = e.YLo+scale*rng.Float64(), e.CLo*(1+100*rng.Float64())
		lo, hi := e.Objective()
		if width := (hi - lo) / (e.YHi - e.YLo); lo > e.YLo+1e-9*scale || hi < e.YHi-1e-9*scale || width > 1.42 {
			t.Errorf("%v to %v: an axis from %v to %v", e.YLo, e.YHi, lo, hi)
		}
		budget := e.CHi * math.Exp(6*rng.Float64())
		lo, hi = e.Cost(budget)
		if lo > e.CLo*(1+1e-9) || lo < e.CLo/2.6 || hi < e.CHi*(1-1e-9) {
			t.Errorf("costs %v to %v: an axis from %v to %v", e.CLo, e.CHi, lo, hi)
		}
		if budget <= 20*e.CHi && hi < budget*(1-1e-9) || budget > 20*e.CHi && hi > 2.6*e.CHi {
			t.Errorf("costs to %v, budget %v: an axis to %v", e.CHi, budget, hi)
		}
	}
	for v, want := range map[float64]float64{1: 1, 1.1: 2, 2: 2, 3: 5, 7: 10, 0.03: 0.05, 10: 10, 1000: 1000} {
		if got := roundUp(v); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("roundUp(%v) = %v, want %v", v, got, want)
		}
	}
	// This step's axes are its own, and hold what is left of the money.
	e := Extent{YLo: 0.013, YHi: 0.21, CLo: 1.3, CHi: 7.7, Step: true, Left: 9.4}
	if lo, hi := e.Objective(); lo != e.YLo || hi != e.YHi {
		t.Errorf("an axis of this step from %v to %v", lo, hi)
	}
	if lo, hi := e.Cost(1000); lo != e.CLo || hi != e.Left {
		t.Errorf("an axis of this step's cost from %v to %v", lo, hi)
	}
	e = NewExtent()
	if _, hi := e.Objective(); hi > 0 {
		t.Error("an empty extent has an axis of the objective")
	}
	if _, hi := e.Cost(3); hi > 0 {
		t.Error("an empty extent has an axis of the cost")
	}
}

// By equal spending both columns have spent at most the same, each as much of it
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
