package tui

import (
	"testing"

	"farsight/tui/session"
)

// e switches between equal evaluations and equal money, and n steps by either.
func TestPaceIsSwitched(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "e")
	onScreen(t, m, "equal money", "spent 0")
	press(t, m, "n")
	if m.s.Money <= 0 || m.s.Step != 0 {
		t.Errorf("n leads to %v spent, step %d", m.s.Money, m.s.Step)
	}
	press(t, m, "end", "p", "home", "n", "n", "e")
	onScreen(t, m, "equal evaluations")
	if m.s.ByMoney || m.s.Step != m.s.Tracks[0].Snaps()[m.s.Step].Step {
		t.Errorf("back to evaluations: step %d", m.s.Step)
	}
}

// Going forth and back changes nothing: computed steps are kept.
func TestBackAndForthIsTheSame(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "end", "home") // what was played stays drawn, so all of it first
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
func TestKeysWaitForWhatIsComputed(t *testing.T) {
	full := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m := newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
	m.Update(keyMsg("n"))
	for k := range 4 {
		if k == 2 {
			m.Update(keyMsg("nn"))
			m.Update(keyMsg("p"))
		}
		tr := full.s.Tracks[1]
		m.Update(session.SteppedMsg{Run: m.s.Run, Track: 1, Snap: tr.Snaps()[k], Scene: tr.Scene(full.s.SceneKey(k))})
		if want := []int{0, 1, 2, 2}[k]; m.s.Step != want {
			t.Errorf("step %d arrived and %d is shown, want %d", k, m.s.Step, want)
		}
	}
}
