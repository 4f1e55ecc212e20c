package tui

import (
	"testing"

	"farsight/study"
	"farsight/tui/session"
)

// By equal money both columns have spent at most the same, each as much of it
// as it could; the payments are passed one by one, the overshoot last.
func TestEqualMoney(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "e")
	onScreen(t, m, "equal money", "spent 0")
	payments, last := 0, -1.0
	for range 40 {
		for i, tr := range m.s.Tracks {
			k := m.s.StepOf(i)
			if tr.Spent(k) > m.s.Money+1e-9 {
				t.Errorf("at %v, policy %d shows step %d, which has spent %v", m.s.Money, i, k, tr.Spent(k))
			}
			if k < tr.Last() && tr.Spent(k+1) <= m.s.Money {
				t.Errorf("at %v, policy %d shows step %d though the next has spent %v", m.s.Money, i, k, tr.Spent(k+1))
			}
		}
		if m.s.Money == last {
			break
		}
		last = m.s.Money
		payments++
		press(t, m, "n")
	}
	if want := m.s.Tracks[0].Last() + m.s.Tracks[1].Last() + 1; payments != want {
		t.Errorf("%d stops, want %d: one for each evaluation and the start", payments, want)
	}
	if m.s.Money != m.s.Problem.Budget || m.s.Tracks[0].Snaps()[m.s.StepOf(0)].Stop != study.Unaffordable {
		t.Errorf("the end stands at %v, EI-PUC at step %d", m.s.Money, m.s.StepOf(0))
	}
	press(t, m, "p")
	if s := m.s.Tracks[0].Snaps()[m.s.StepOf(0)]; s.Stop != study.Running {
		t.Errorf("before the overshoot EI-PUC is %s", s.Stop)
	}
	press(t, m, "home", "n", "n", "e")
	if m.s.ByMoney || m.s.Step != m.s.Tracks[0].Snaps()[m.s.Step].Step {
		t.Errorf("back to evaluations: step %d", m.s.Step)
	}
}

// Going forth and back changes nothing: computed steps are kept.
func TestBackAndForthIsTheSame(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	var frames []string
	for range m.s.LastStep() + 1 {
		frames = append(frames, screenText(m))
		press(t, m, "n")
	}
	for k := len(frames) - 1; k >= 0; k-- {
		if m.s.Step != k {
			press(t, m, "p")
		}
		if got := screenText(m); got != frames[k] {
			t.Errorf("step %d looks different on the way back:\n%s\nbefore:\n%s", k, got, frames[k])
		}
	}
}

// Steps asked for before they are computed are taken as they arrive; going back
// forgoes them.
func TestSteppingWaitsForWhatIsComputed(t *testing.T) {
	full := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m := newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
	arrives := func(k int) {
		tr := full.s.Tracks[1]
		m.Update(session.SteppedMsg{Run: m.s.Run, Track: 1, Snap: tr.Snaps()[k], Scene: tr.Scene(full.s.SceneKey(k))})
	}
	m.Update(keyMsg("n"))
	if m.s.Step != 0 {
		t.Errorf("stepped to %d of nothing", m.s.Step)
	}
	arrives(0)
	if m.s.Step != 0 {
		t.Errorf("step 0 arrived and %d is shown", m.s.Step)
	}
	arrives(1)
	if m.s.Step != 1 {
		t.Errorf("step 1 was asked for and arrived, %d is shown", m.s.Step)
	}
	m.Update(keyMsg("nn"))
	m.Update(keyMsg("p"))
	if m.s.Step != 1 || m.s.AtEnd() {
		t.Errorf("at step %d, at the end: %v", m.s.Step, m.s.AtEnd())
	}
	arrives(2)
	arrives(3)
	if m.s.Step != 2 {
		t.Errorf("one step was asked for, %d is shown", m.s.Step)
	}
	m.Update(keyMsg("pp"))
	if m.s.Step != 0 {
		t.Errorf("two back from 2 is %d", m.s.Step)
	}
}
