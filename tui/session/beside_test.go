package session

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// giveUp forgets all curves of a session that shows a step, as if others had been
// looked at for long.
func giveUp(se *Session, step int) {
	se.Still = false
	for _, t := range se.Tracks {
		for key, sc := range t.scenes {
			t.scenes[key] = &Scene{Key: key, extent: sc.extent, gone: true}
		}
	}
	se.GoToStep(step)
}

// Where one rests the steps beside are computed, and nothing beyond them; the key
// then finds its curves without any work.
func TestKeysFindTheStepsBeside(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "ei")
	want := *se.Tracks[0].scenes[se.SceneKey(2)]
	giveUp(se, 3)
	drain(t, se, se.Want())
	for k := range se.Tracks[0].snaps {
		if sc := se.Tracks[0].scenes[se.SceneKey(k)]; !sc.gone != (k >= 2 && k <= 4) {
			t.Errorf("step 3 is shown: that of step %d is given up: %v", k, sc.gone)
		}
	}
	se.Move(-1)
	_, sc := se.Shown(0)
	if sc == nil {
		t.Fatal("the key has to wait for its curves")
	}
	for i, v := range want.Objective.High {
		if sc.Objective.High[i] != v || sc.Acquisition[i] != want.Acquisition[i] {
			t.Fatalf("point %d of the curves made beforehand is another", i)
		}
	}
}

// What is on its way is waited for by the key that wants it, and called off by one
// that goes elsewhere; a new run drops it.
func TestWhatIsBesideIsCalledOff(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc")
	giveUp(se, 3)
	rest := func(step int) (work tea.Cmd) {
		t.Helper()
		se.GoToStep(step)
		se.Receive(se.askScenes(0, *se.Tracks[0].At(step))()) // which asks for one beside
		b := se.Tracks[0].beside
		if b == nil {
			t.Fatalf("nothing beside step %d is on its way", step)
		}
		b.cancel()
		se.Tracks[0].beside = nil
		return se.askBeside(0) // the same work again, in our hands
	}
	work := rest(3)
	se.Move(-1)
	if cmd := se.Want(); cmd != nil {
		t.Error("what is on its way is asked for again")
	}
	se.Receive(work())
	if _, sc := se.Shown(0); sc == nil {
		t.Error("what was waited for did not come")
	}

	work = rest(6)
	se.GoToStep(0)
	se.Want()
	if msg := work().(besideMsg); msg.scene != nil {
		t.Error("nobody wants it, and it was computed")
	}

	se.Tracks[0].beside = nil
	work = rest(8)
	key := se.Tracks[0].beside.key
	msg := work().(besideMsg)
	se.Begin(se.Problem, se.Policies)
	if c, ok := se.Receive(msg); !ok || c.Cmd != nil || msg.scene == nil || se.Tracks[0].scenes[key] != nil {
		t.Error("what was computed for another run is kept")
	}
}
