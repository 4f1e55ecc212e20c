package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/study"
)

// track is one policy's replay, as far as it has been computed.
type track struct {
	policy study.Policy // filled
	hue    int
	snaps  []study.Snapshot // by evaluations made
	scenes map[sceneKey]*scene
	done   bool
	err    error
	busy   bool
}

// last is the number of the last computed step; −1 before any.
func (t *track) last() int { return len(t.snaps) - 1 }

// at is the snapshot after step evaluations, or the last one there is.
func (t *track) at(step int) *study.Snapshot {
	if len(t.snaps) == 0 {
		return nil
	}
	return &t.snaps[max(0, min(step, len(t.snaps)-1))]
}

// steppedMsg brings one more snapshot of a track.
type steppedMsg struct {
	run, track int
	runner     *runner
	snap       study.Snapshot
	scene      *scene
	err        error
}

// runner is the part of a track that computes; only one command at a time
// holds it.
type runner struct {
	study *study.Study
	ctx   context.Context
}

// begin starts a track's run.
func (m *Model) begin(track int) tea.Cmd {
	run, ctx, problem := m.run, m.ctx, m.problem
	policy, settings, key := m.tracks[track].policy, m.options.Settings, m.sceneKey(0)
	m.tracks[track].busy = true
	return func() tea.Msg {
		st, err := study.New(ctx, problem, policy, settings)
		if err != nil {
			return steppedMsg{run: run, track: track, err: err}
		}
		return advance(run, track, &runner{st, ctx}, key)
	}
}

// advance decides, and returns the snapshot with the curves to draw it.
func advance(run, track int, r *runner, key sceneKey) steppedMsg {
	msg := steppedMsg{run: run, track: track, runner: r}
	if msg.err = r.study.Decide(r.ctx); msg.err != nil {
		return msg
	}
	msg.snap = r.study.Snapshot()
	key.step = msg.snap.Step
	msg.scene = newScene(&msg.snap, key)
	return msg
}

// stepped takes a snapshot in and asks for the next.
func (m *Model) stepped(msg steppedMsg) tea.Cmd {
	if msg.run != m.run || msg.track >= len(m.tracks) {
		return nil
	}
	t := m.tracks[msg.track]
	t.busy = false
	if msg.err != nil {
		t.err, t.done = msg.err, true
		return nil
	}
	t.snaps = append(t.snaps, msg.snap)
	t.scenes[msg.scene.key] = msg.scene
	m.extent.include(msg.scene)
	if msg.snap.Stop != study.Running {
		t.done = true
		return m.wanted()
	}
	t.busy = true
	key := m.sceneKey(0)
	next := func() tea.Msg {
		r := msg.runner
		if err := r.study.Step(r.ctx); err != nil {
			return steppedMsg{run: msg.run, track: msg.track, runner: r, err: err}
		}
		return advance(msg.run, msg.track, r, key)
	}
	return tea.Batch(next, m.wanted())
}
