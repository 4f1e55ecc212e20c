package session

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// Track is one policy's replay, as far as it has been computed.
type Track struct {
	policy policy.Policy // filled
	title  string
	hue    int
	snaps  []study.Snapshot // by evaluations made
	scenes map[SceneKey]*Scene
	beside *beside // a step's that is not looked at yet; nil: none is on its way
	done   bool
	err    error

	runner *runner // nil while a command holds it, and before the first
	shared *replay // shared with other sessions; nil: not shared
	busy   bool
	told   *atomic.Uint64 // progress of the decision, reported by its workers
	share  float64        // the same, as it is shown
	pulses int            // how often it was looked at since the decision began
}

// NewTrack is a track of which nothing is known.
func NewTrack(q policy.Policy, hue int) *Track {
	return &Track{policy: q, title: q.Title(), hue: hue, scenes: map[SceneKey]*Scene{}, told: new(atomic.Uint64)}
}

// Last is the number of the last computed step; −1 before any.
func (t *Track) Last() int { return len(t.snaps) - 1 }

// At is the snapshot after step evaluations, or the last one there is.
func (t *Track) At(step int) *study.Snapshot {
	if len(t.snaps) == 0 {
		return nil
	}
	return &t.snaps[max(0, min(step, len(t.snaps)-1))]
}

// runner is the part of a track that computes; one command at a time holds it.
type runner struct {
	problem  *scenarios.Problem
	policy   policy.Policy
	settings study.Settings // Progress reports how far a decision is

	study *study.Study // nil: not begun
	made  int          // evaluations it has made after the initial design
	step  int          // of the next snapshot: evaluations to be made before it
}

// newRunner is a run; told records the progress of its decisions.
func newRunner(p *scenarios.Problem, q policy.Policy, s study.Settings, told *atomic.Uint64) *runner {
	r := &runner{problem: p, policy: q, settings: s}
	r.settings.Progress = func(share float64) { told.Store(math.Float64bits(share)) }
	return r
}

// next measures the point decided on, unless that was done before a decision
// was cancelled, and decides on the one after.
func (r *runner) next(ctx context.Context, b Background, l *processors) (study.Snapshot, error) {
	ctx, end, err := turn(ctx, b)
	if err != nil {
		return study.Snapshot{}, err
	}
	defer end()
	if err := r.measure(ctx); err != nil {
		return study.Snapshot{}, err
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
	r.step++
	return r.study.Snapshot(), nil
}

// measure makes the evaluations before the next snapshot, as a rule one.
func (r *runner) measure(ctx context.Context) (err error) {
	if r.study == nil {
		if r.study, err = study.New(ctx, r.problem, r.policy, r.settings); err != nil {
			return err
		}
	}
	for ; r.made < r.step; r.made++ {
		if err := r.study.Step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// SteppedMsg brings one more snapshot of a track.
type SteppedMsg struct {
	Run, Track int
	runner     *runner
	Snap       study.Snapshot
	Scene      *Scene
	Err        error
}

// advance computes a track's next step in the background.
func (se *Session) advance(i int) tea.Cmd {
	t := se.Tracks[i]
	if t.busy || t.done || se.Stopped {
		return nil
	}
	settings := se.bounded(se.Settings)
	if len(t.snaps) == 0 {
		if t.shared = se.options.Shared.replay(se.Problem, t.policy, settings); t.shared != nil {
			t.told = t.shared.told
		}
	}
	r, shared, told, turns, step := t.runner, t.shared, t.told, se.options.Background, len(t.snaps)
	t.runner, t.busy, t.share, t.pulses = nil, true, 0, 0
	run, ctx, problem, policy, key, processors := se.Run, se.ctx, se.Problem, t.policy, se.SceneKey(0), se.processors
	next := func(ctx context.Context, r *runner) (*runner, study.Snapshot, error) {
		told.Store(0)
		if r == nil {
			r = newRunner(problem, policy, settings, told)
		}
		s, err := r.next(ctx, turns, processors)
		return r, s, err
	}
	work := func() tea.Msg {
		msg := SteppedMsg{Run: run, Track: i}
		if shared != nil {
			msg.Snap, msg.Err = shared.step(ctx, step, next)
		} else {
			msg.runner, msg.Snap, msg.Err = next(ctx, r)
		}
		if msg.Err != nil {
			return msg
		}
		key.Step = msg.Snap.Step
		msg.Scene = NewScene(&msg.Snap, key)
		return msg
	}
	return tea.Batch(work, se.pulse())
}

// bounded are settings with as many evaluations as this session may make.
func (se *Session) bounded(s study.Settings) study.Settings {
	if most := se.options.Most; most > 0 && (s.Limit == 0 || s.Limit > most) {
		s.Limit = most
	}
	return s
}

// stepped takes a snapshot in and asks for the next.
func (se *Session) stepped(msg SteppedMsg) change {
	if msg.Run != se.Run || msg.Track >= len(se.Tracks) {
		return change{}
	}
	t := se.Tracks[msg.Track]
	t.busy, t.runner = false, msg.runner
	if errors.Is(msg.Err, context.Canceled) {
		return change{Cmd: se.advance(msg.Track)} // unless it was stopped and not resumed
	}
	if msg.Err != nil {
		t.err, t.done = msg.Err, true
		return change{}
	}
	wait := se.canWait(msg.Track)
	t.snaps = append(t.snaps, msg.Snap)
	t.done = msg.Snap.Stop != study.Running
	se.keep(t, msg.Scene)
	if msg.Scene.Key == se.SceneKey(msg.Snap.Step) {
		se.Extent.Include(msg.Scene)
	}
	se.catchUp()
	return change{tea.Batch(se.advance(msg.Track), se.trace(msg.Track), se.Want()), true, wait}
}

// canWait reports whether one more step of a track changes nothing but the
// timeline and the axes, which a slow link is sent five times a second at most.
func (se *Session) canWait(i int) bool {
	if !se.pulsing || se.owed > 0 {
		return false
	}
	return !slices.Contains(se.Visible(), i) || se.StepOf(i) < se.Tracks[i].Last()
}

// Policy is the track's, with what it left open filled in.
func (t *Track) Policy() policy.Policy { return t.policy }

// Title is the policy's; where several are called the same, with a number.
func (t *Track) Title() string { return t.title }

// Hue is the number of its colour.
func (t *Track) Hue() int { return t.hue }

// Snaps are the steps computed so far, by evaluations made.
func (t *Track) Snaps() []study.Snapshot { return t.snaps }

// Done reports whether no step follows.
func (t *Track) Done() bool { return t.done }

// Err is why it stopped.
func (t *Track) Err() error { return t.err }

// Progress is how far the decision in progress is, as of the last look, if it is
// slow enough to wonder; share is 0 where that is not known.
func (t *Track) Progress() (share float64, slow bool) { return t.share, t.pulses >= slowPulses }

// Shared is the replay shared with other sessions; nil: none.
func (t *Track) Shared() *replay { return t.shared }

// Scene is the curves of a step; nil: not asked for.
func (t *Track) Scene(key SceneKey) *Scene { return t.scenes[key] }

// Busy reports whether its next step is being computed.
func (t *Track) Busy() bool { return t.busy }
