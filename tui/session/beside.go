package session

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// While a step is looked at, the curves of the steps beside it are computed, if
// they were given up: where hyperparameters are others there, that takes factors
// made from nothing, longer than a key may take.

// beside is a scene on its way that nobody has asked for yet.
type beside struct {
	key    SceneKey
	cancel context.CancelFunc
}

// besideMsg brings it.
type besideMsg struct {
	run, track int
	scene      *Scene // nil: it was called off
}

// callOff ends the work on what is beside a step that is no longer shown.
func (b *beside) callOff() {
	if b != nil {
		b.cancel()
	}
}

// isFor tells whether a scene is on its way, asked for or not.
func (b *beside) isFor(key SceneKey) bool { return b != nil && b.key == key }

// askBeside computes a scene beside the step shown of a track, one at a time: the
// one before it first.
func (se *Session) askBeside(track int) tea.Cmd {
	t := se.Tracks[track]
	at := max(0, min(se.StepOf(track), t.Last()))
	var wanted []int // whose scenes there may be
	for _, k := range []int{at - 1, at + 1} {
		if k >= 0 && k <= t.Last() {
			wanted = append(wanted, k)
		}
	}
	if b := t.beside; b != nil {
		if !slices.ContainsFunc(wanted, func(k int) bool { return b.isFor(se.SceneKey(t.snaps[k].Step)) }) {
			b.callOff()
		}
		return nil
	}
	if se.Still || se.Stopped {
		return nil
	}
	for _, k := range wanted {
		if sc := t.scenes[se.SceneKey(t.snaps[k].Step)]; sc == nil || sc.gone {
			return se.computeBeside(track, at, k)
		}
	}
	return nil
}

// computeBeside computes the scene of step k in the background, while step at is
// shown.
func (se *Session) computeBeside(track, at, k int) tea.Cmd {
	t, background := se.Tracks[track], se.options.Background
	msg, shown, next := besideMsg{run: se.Run, track: track}, t.snaps[at], t.snaps[k]
	key := se.SceneKey(next.Step)
	ctx, cancel := context.WithCancel(se.ctx)
	t.beside = &beside{key, cancel}
	return func() tea.Msg {
		defer cancel()
		work, end, err := turn(ctx, background)
		if err != nil {
			return msg
		}
		defer end()
		shown.Pair() // held for who looks at more of this step, and rows may be shared with it
		if work.Err() == nil {
			apart := next.Apart()
			msg.scene = NewScene(&apart, key)
		}
		return msg
	}
}

// receiveBeside takes a scene in. The axes hold it once it is looked at.
func (se *Session) receiveBeside(msg besideMsg) change {
	if msg.run != se.Run || msg.track >= len(se.Tracks) {
		return change{}
	}
	t := se.Tracks[msg.track]
	t.beside = nil
	if msg.scene != nil {
		if was := t.scenes[msg.scene.Key]; was == nil || was.gone {
			se.keep(t, msg.scene)
		}
	}
	return change{Cmd: se.Want(), Look: true}
}
