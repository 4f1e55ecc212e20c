package tui

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
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

	runner *runner // nil while a command holds it, and before the first
	shared *replay // others who look at the same; nil: nobody does
	busy   bool
	told   *atomic.Uint64 // how far the decision under way is, as its workers tell it
	share  float64        // the same, as it is shown
	pulses int            // how often it was looked at since the decision began
}

// newTrack is a track of which nothing is known.
func newTrack(q study.Policy, hue int) *track {
	return &track{policy: q, hue: hue, scenes: map[sceneKey]*scene{}, told: new(atomic.Uint64)}
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

// runner is the part of a track that computes; one command at a time holds it.
type runner struct {
	study *study.Study
	known bool // the present step has been handed out as a snapshot
}

// newRunner starts a run; told is where its decisions tell how far they are.
func newRunner(ctx context.Context, p *scenarios.Problem, q study.Policy, s study.Settings, told *atomic.Uint64) (*runner, error) {
	s.Progress = func(share float64) { told.Store(math.Float64bits(share)) }
	st, err := study.New(ctx, p, q, s)
	if err != nil {
		return nil, err
	}
	return &runner{study: st}, nil
}

// next measures the point decided on, unless that was done before a decision
// was cancelled, and decides on the one after.
func (r *runner) next(ctx context.Context, l *processors) (study.Snapshot, error) {
	if r.known {
		if err := r.study.Step(ctx); err != nil {
			return study.Snapshot{}, err
		}
		r.known = false
	}
	n, err := l.take(ctx)
	if err != nil {
		return study.Snapshot{}, err
	}
	defer l.give(n)
	r.study.SetWorkers(n)
	if err := r.study.Decide(ctx); err != nil {
		return study.Snapshot{}, err
	}
	r.known = true
	return r.study.Snapshot(), nil
}

// steppedMsg brings one more snapshot of a track.
type steppedMsg struct {
	run, track int
	runner     *runner
	snap       study.Snapshot
	scene      *scene
	err        error
}

// advance computes a track's next step in the background.
func (m *Model) advance(i int) tea.Cmd {
	t := m.tracks[i]
	if t.busy || t.done || m.stopped {
		return nil
	}
	settings := m.options.Settings
	if most := m.options.Most; most > 0 && (settings.Limit == 0 || settings.Limit > most) {
		settings.Limit = most
	}
	if len(t.snaps) == 0 {
		if t.shared = m.options.Shared.replay(m.problem, t.policy, settings); t.shared != nil {
			t.told = t.shared.told
		}
	}
	r, shared, told, turns, step := t.runner, t.shared, t.told, m.options.Background, len(t.snaps)
	t.runner, t.busy, t.share, t.pulses = nil, true, 0, 0
	run, ctx, problem, policy, key, processors := m.run, m.ctx, m.problem, t.policy, m.sceneKey(0), m.processors
	next := func(ctx context.Context, r *runner) (*runner, study.Snapshot, error) {
		ctx, end, err := begin(ctx, turns)
		if err != nil {
			return r, study.Snapshot{}, err
		}
		defer end()
		told.Store(0)
		if r == nil {
			if r, err = newRunner(ctx, problem, policy, settings, told); err != nil {
				return nil, study.Snapshot{}, err
			}
		}
		s, err := r.next(ctx, processors)
		return r, s, err
	}
	work := func() tea.Msg {
		msg := steppedMsg{run: run, track: i}
		if shared != nil {
			msg.snap, msg.err = shared.step(ctx, step, next)
		} else {
			msg.runner, msg.snap, msg.err = next(ctx, r)
		}
		if msg.err != nil {
			return msg
		}
		key.step = msg.snap.Step
		msg.scene = newScene(&msg.snap, key)
		return msg
	}
	return tea.Batch(work, m.pulse())
}

// stepped takes a snapshot in and asks for the next.
func (m *Model) stepped(msg steppedMsg) change {
	if msg.run != m.run || msg.track >= len(m.tracks) {
		return change{}
	}
	t := m.tracks[msg.track]
	t.busy, t.runner = false, msg.runner
	if errors.Is(msg.err, context.Canceled) {
		return change{cmd: m.advance(msg.track)} // unless it was stopped and nobody asked to go on
	}
	if msg.err != nil {
		t.err, t.done = msg.err, true
		return change{}
	}
	wait := m.canWait(msg.track)
	t.snaps = append(t.snaps, msg.snap)
	t.done = msg.snap.Stop != study.Running
	t.scenes[msg.scene.key] = msg.scene
	if msg.scene.key == m.sceneKey(msg.snap.Step) {
		m.extent.include(msg.scene)
	}
	m.catchUp()
	return change{tea.Batch(m.advance(msg.track), m.trace(msg.track), m.want()), true, wait}
}

// canWait tells whether one more step of a track changes nothing but the
// timeline and the axes, which a slow link is sent five times a second at most.
func (m *Model) canWait(i int) bool {
	if !m.pulsing || m.owed > 0 {
		return false
	}
	return !slices.Contains(m.visible(), i) || m.stepOf(i) < m.tracks[i].last()
}
