package session

import (
	"cmp"
	"context"
	"runtime"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// Options say what a session opens on and how it may compute.
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
	// Background, if not nil, is asked before anything long is computed.
	Background Background
	// Shared, if not nil, is what this session has in common with others.
	Shared *Shared
	// Elsewhere, if not nil, may decide for some of the tracks.
	Elsewhere Elsewhere
	// Load finds a problem by its scenario name or file; nil: both are read as
	// they are.
	Load func(name string, seed uint64) (*scenarios.Problem, error)
}

// Session is what all screens look at: the problem, the policies' replays, where
// in them we are, and the work under way. The program changes it; screens see it
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
	Loading  Loading
	Study    int // the run that shows the study the explorer was opened on

	// The run under way: changing the problem or a policy starts another, and
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
	Stopped    bool // by the user: nothing is computed until asked to go on
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
	moving  *motion // the step under way
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
