package tui

import (
	"testing"

	"farsight/study"
)

// By equal money both columns have spent at most the same, each as much of it
// as it could; the payments are passed one by one, the overshoot last.
func TestEqualMoney(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "e")
	onScreen(t, m, "equal money", "spent 0")
	payments, last := 0, -1.0
	for range 40 {
		for i, tr := range m.tracks {
			k := m.stepOf(i)
			if tr.spent(k) > m.money+1e-9 {
				t.Errorf("at %v, policy %d shows step %d, which has spent %v", m.money, i, k, tr.spent(k))
			}
			if k < tr.last() && tr.spent(k+1) <= m.money {
				t.Errorf("at %v, policy %d shows step %d though the next has spent %v", m.money, i, k, tr.spent(k+1))
			}
		}
		if m.money == last {
			break
		}
		last = m.money
		payments++
		press(t, m, "n")
	}
	if want := m.tracks[0].last() + m.tracks[1].last() + 1; payments != want {
		t.Errorf("%d stops, want %d: one for each evaluation and the start", payments, want)
	}
	if m.money != m.problem.Budget || m.tracks[0].snaps[m.stepOf(0)].Stop != study.Unaffordable {
		t.Errorf("the end stands at %v, EI-PUC at step %d", m.money, m.stepOf(0))
	}
	press(t, m, "p")
	if s := m.tracks[0].snaps[m.stepOf(0)]; s.Stop != study.Running {
		t.Errorf("before the overshoot EI-PUC is %s", s.Stop)
	}
	press(t, m, "home", "n", "n", "e")
	if m.byMoney || m.step != m.tracks[0].snaps[m.step].Step {
		t.Errorf("back to evaluations: step %d", m.step)
	}
}

// Going forth and back changes nothing: computed steps are kept.
func TestBackAndForthIsTheSame(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	var frames []string
	for range m.lastStep() + 1 {
		frames = append(frames, screenText(m))
		press(t, m, "n")
	}
	for k := len(frames) - 1; k >= 0; k-- {
		if m.step != k {
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
		tr := full.tracks[1]
		m.Update(steppedMsg{run: m.run, track: 1, snap: tr.snaps[k], scene: tr.scenes[full.sceneKey(k)]})
	}
	m.Update(keyMsg("n"))
	if m.step != 0 {
		t.Errorf("stepped to %d of nothing", m.step)
	}
	arrives(0)
	if m.step != 0 {
		t.Errorf("step 0 arrived and %d is shown", m.step)
	}
	arrives(1)
	if m.step != 1 {
		t.Errorf("step 1 was asked for and arrived, %d is shown", m.step)
	}
	m.Update(keyMsg("nn"))
	m.Update(keyMsg("p"))
	if m.step != 1 || m.atEnd() {
		t.Errorf("at step %d, at the end: %v", m.step, m.atEnd())
	}
	arrives(2)
	arrives(3)
	if m.step != 2 {
		t.Errorf("one step was asked for, %d is shown", m.step)
	}
	m.Update(keyMsg("pp"))
	if m.step != 0 {
		t.Errorf("two back from 2 is %d", m.step)
	}
}
