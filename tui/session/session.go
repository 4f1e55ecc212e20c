// Package session is the state that all screens share: the problem and how it was loaded, the
// policies' replays, the position in them, and the work in progress. It draws nothing. The program
// changes a Session; screens read it.
//
//	session.go     the Session, what runs in it, its messages; as screens see it
//	track.go       a policy's replay, computed step by step in the background
//	scene.go       what the charts of one step need, computed in the background
//	curves.go      Q_N along a line of it, coarse to fine; functions drawn over it
//	extent.go      the range of the axes that all charts share
//	position.go    the position: equal evaluations or equal spending; the columns
//	motion.go      a step seen as it happens
//	loading.go     problems and their files; a run computed aside; plan.go: settings
//	background.go  turns, processors, streams of messages
//	shared.go      what sessions of one process compute once for all
package session

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// defaultPace is how many steps a second play makes.
const defaultPace = 1.0

// Begin starts a new run on a problem; the caller must run start.
func (se *Session) Begin(p *scenarios.Problem, policies []policy.Policy) {
	if se.cancel != nil {
		se.cancel()
	}
	se.ctx, se.cancel = context.WithCancel(context.Background())
	se.Run++
	if p.Theorem != nil {
		policies = nil // its arms are no box to search
	}
	se.Problem, se.Policies = p, policies
	se.furthest = nil
	se.Tracks, se.curves, se.drawing, se.Stopped, se.moving = nil, map[curveID]context.CancelFunc{}, nil, false, nil
	se.Extent = NewExtent()
	se.Step, se.owed, se.Money, se.Playing, se.Axis = 0, 0, 0, false, 0
	for _, q := range policies {
		if filled, err := study.Filled(q, p); err == nil {
			q = filled
		}
		se.Tracks = append(se.Tracks, se.namesake(NewTrack(q, q.Hue())))
	}
	se.setColumns()
}

// namesake distinguishes a track from earlier ones with policies of the same name: by a number
// behind the name, and by a shade of the hue.
func (se *Session) namesake(t *Track) *Track {
	for n := 2; slices.ContainsFunc(se.Tracks, func(o *Track) bool { return o.title == t.title }); n++ {
		t.title = fmt.Sprintf("%s (%d)", t.policy.Title(), n)
	}
	for slices.ContainsFunc(se.Tracks, func(o *Track) bool { return o.hue == t.hue }) {
		t.hue += policy.HueRound
	}
	return t
}

// SceneKey is the key of a step's scene as the charts are set now.
func (se *Session) SceneKey(step int) SceneKey {
	return SceneKey{Step: step, Axis: se.Axis, Incumbent: se.ViaBest}
}

// change is what a message has changed.
type change struct {
	Cmd  tea.Cmd
	Look bool // what is shown may be another step, or more of one
	Wait bool // it can wait for the next look at the progress
}

// Receive takes a message of the session's own commands in; ok is false for
// messages of others.
func (se *Session) Receive(msg tea.Msg) (c change, ok bool) {
	switch msg := msg.(type) {
	case SteppedMsg:
		return se.stepped(msg), true
	case sceneMsg:
		return se.traced(msg), true
	case curveMsg:
		return se.curved(msg), true
	case besideMsg:
		return se.receiveBeside(msg), true
	case drawsMsg:
		return se.receiveDraws(msg), true
	case PulseMsg:
		return change{Cmd: se.pulsed()}, true
	case PlayMsg:
		return se.played(msg), true
	case MotionMsg:
		return se.moved(msg), true
	}
	return change{}, false
}

// PlayMsg is the play timer's.
type PlayMsg struct{ Tick int }

func (se *Session) Play() tea.Cmd {
	se.Tick++
	if se.Still {
		return nil
	}
	tick := se.Tick
	return tea.Tick(time.Duration(float64(time.Second)/se.Pace), func(time.Time) tea.Msg { return PlayMsg{tick} })
}

// played takes a step of playing, and asks for the next.
func (se *Session) played(msg PlayMsg) change {
	if !se.Playing || msg.Tick != se.Tick {
		return change{}
	}
	if se.owed == 0 {
		se.Move(1)
	}
	if se.AtEnd() {
		se.Playing = false
		return change{Cmd: se.Want(), Look: true}
	}
	return change{Cmd: tea.Batch(se.Want(), se.Play()), Look: true}
}

// Options are what a session opens and how it may compute.
type Options struct {
	Problem  *scenarios.Problem
	Name     string          // what the problem was loaded by: a scenario's name or a file's
	Policies []policy.Policy // at least one, but for theorem 1
	Settings study.Settings
	Altered  Alterations // what is changed of the problem from the start

	// Guest is for users who are not the host's: no file is read.
	Guest bool
	// Most bounds the evaluations of a run, whatever its settings say; 0: no
	// bound.
	Most int
	// Background, if not nil, runs long computations.
	Background Background
	// Shared, if not nil, is what this session has in common with others.
	Shared *Shared
	// Load finds a problem by its scenario name or file; nil: both are read as
	// they are.
	Load func(name string, seed uint64) (*scenarios.Problem, error)
}

// Session is what all screens look at: the problem, the policies' replays, where
// in them we are, and the work in progress. The program changes it; screens see it
// through a View.
type Session struct {
	options Options

	Problem  *scenarios.Problem // as it is run: with the settings' changes in it
	Base     *scenarios.Problem // as it was loaded
	Name     string             // what it was loaded by
	Policies []policy.Policy    // as they were asked for
	Settings study.Settings
	Altered  Alterations // what the settings change of it
	First    Plan        // as the problem was opened, to reset to
	Loading  loading
	Study    int // the run that shows the study the explorer was opened on

	// The run in progress: changing the problem or a policy starts another, and
	// results that carry an older number are dropped.
	Run    int
	ctx    context.Context
	cancel context.CancelFunc

	watched context.Context // ends the look at the problem's file
	unwatch context.CancelFunc
	Tracks  []*Track
	Extent  Extent                         // of everything computed so far
	curves  map[curveID]context.CancelFunc // being computed

	processors *processors
	Stopped    bool // by the user: nothing is computed until it is resumed
	pulsing    bool // a look at the work's progress is on its way
	Still      bool // no timers: for pictures and tests

	// Where we are.
	Step     int
	owed     int // steps asked for and not computed yet
	Money    float64
	ByMoney  bool
	Columns  []int // tracks that take part, in the order they are shown
	Front    int   // which of the columns screens of one policy show
	Room     int   // how many columns the window has room for
	Overlaid bool  // all columns are laid over each other; in a narrow window: they are not
	Narrow   bool  // the window has no room for two columns beside each other that can be read
	Columned bool  // and they are not laid over each other by themselves there
	Axis     int
	ViaBest  bool             // slices go through the incumbent
	Whole    bool             // axes hold the whole replay, not only the step shown
	Future   bool             // steps that have not been played are drawn, too
	furthest map[*Track]int   // the furthest step of each track that was shown
	Draws    DrawsOf          // functions drawn over what is believed
	drawing  map[drawing]bool // on their way
	looks    int              // how often a scene was looked at

	Moves   bool    // steps are seen as they happen
	Coarse  bool    // in few pictures
	moving  *motion // the step in progress
	motions int     // how many there have been

	Playing bool
	Pace    float64 // steps per second
	Tick    int     // number of the play timer that counts
}

// New is a session on the given problem; the caller must run Start.
func New(o Options) *Session {
	se := &Session{options: o, Settings: o.Settings, Altered: o.Altered, Pace: defaultPace, Room: leastVisible, Base: o.Problem, Name: o.Name, unwatch: func() {}}
	if o.Background == nil {
		se.processors = newProcessors(cmp.Or(o.Settings.Workers, runtime.GOMAXPROCS(0)))
	}
	se.Begin(o.Altered.Of(o.Problem), o.Policies)
	se.First = se.Plan()
	return se
}

// Context ends with the run.
func (se *Session) Context() context.Context { return se.ctx }

// Close ends all background work.
func (se *Session) Close() {
	se.cancel()
	se.unwatch()
}

// RunSettings are those of the run, with as many evaluations as it may make.
func (se *Session) RunSettings() study.Settings { return se.bounded(se.Settings) }

// Guest reports whether the user is not the host's: files are not for guests.
func (se *Session) Guest() bool { return se.options.Guest }

// Background work is started by commands and ends with the run; its progress is polled.

// PulsePeriod is the time between two looks: a slow link is sent progress five
// times a second at most.
const PulsePeriod = 200 * time.Millisecond

// slowPulses is the number of looks from which a decision is slow enough to
// show how far it is.
const slowPulses = 2

// PulseMsg says that it is time to look how far the work is.
type PulseMsg struct{}

// pulse asks for the next look, unless one is on its way.
func (se *Session) pulse() tea.Cmd {
	if se.pulsing || se.Still {
		return nil
	}
	se.pulsing = true
	return tea.Tick(PulsePeriod, func(time.Time) tea.Msg { return PulseMsg{} })
}

// pulsed takes in how far the work is, and looks again while there is any.
func (se *Session) pulsed() tea.Cmd {
	se.pulsing = false
	if !se.Computing() {
		return nil
	}
	for _, t := range se.Tracks {
		if t.busy {
			t.pulses++
			t.share = math.Float64frombits(t.told.Load())
		}
	}
	return se.pulse()
}

// Computing reports whether any track is being computed.
func (se *Session) Computing() bool {
	for _, t := range se.Tracks {
		if t.busy {
			return true
		}
	}
	return false
}

// Unfinished reports whether any track has steps left to compute.
func (se *Session) Unfinished() bool {
	for _, t := range se.Tracks {
		if !t.done {
			return true
		}
	}
	return false
}

// Resume resumes what was stopped.
func (se *Session) Resume() tea.Cmd {
	if !se.Stopped {
		return nil
	}
	se.Stopped = false
	se.ctx, se.cancel = context.WithCancel(context.Background())
	return tea.Batch(se.Start(), se.Want())
}

// Start runs every track in the background.
func (se *Session) Start() tea.Cmd {
	if se.IsLive() {
		return nil // a study is not replayed: its screen brings what is known
	}
	var cmds []tea.Cmd
	for i := range se.Tracks {
		cmds = append(cmds, se.advance(i))
	}
	return tea.Batch(cmds...)
}

// Stop cancels what is being computed; what is known stays.
func (se *Session) Stop() {
	se.cancel()
	se.Stopped = true
}

// IsLive reports whether the screens show the study the explorer was opened on,
// not a replay chosen since.
func (se *Session) IsLive() bool { return se.Study > 0 && se.Study == se.Run }

// Feed shows a snapshot of the study on all screens: a track of one step. The
// run gets a new number, so that whatever was computed for the snapshot before
// is dropped.
func (se *Session) Feed(snap study.Snapshot, sc *Scene) {
	se.cancel()
	se.ctx, se.cancel = context.WithCancel(context.Background())
	se.Run++
	se.Study, se.moving, se.drawing, se.furthest = se.Run, nil, nil, nil
	se.Problem = snap.Problem
	se.Step, se.Money, se.ByMoney, se.Playing = 0, 0, false, false
	t := NewTrack(snap.Policy, snap.Policy.Hue())
	t.snaps, t.done = []study.Snapshot{snap}, true
	se.Tracks, se.curves, se.Stopped, se.Extent = []*Track{t}, map[curveID]context.CancelFunc{}, false, NewExtent()
	se.setColumns()
	if sc != nil && sc.Key == se.SceneKey(snap.Step) {
		t.scenes[sc.Key] = sc
		se.Extent.Include(sc)
	}
}

// ShowStudy shows the study the explorer was opened on, instead of a replay if
// one is shown; snap is nil while nothing is known of it.
func (se *Session) ShowStudy(p *scenarios.Problem, q policy.Policy, snap *study.Snapshot, sc *Scene) {
	if !se.IsLive() {
		se.Base, se.Name, se.Altered = p, "", Alterations{}
		se.Axis = min(se.Axis, p.Dim()-1)
	}
	if snap != nil {
		se.Feed(*snap, sc)
		return
	}
	se.Begin(p, []policy.Policy{q})
	se.Study = se.Run
}

// Measured is a snapshot as the screens of a study show it: without the truth, even where the
// problem's source knows it.
func Measured(snap study.Snapshot) study.Snapshot {
	p := *snap.Problem
	p.Source = nil
	snap.Problem = &p
	return snap
}
