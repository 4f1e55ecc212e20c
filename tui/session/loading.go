package session

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/internal/workers"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
)

// Problems are read in the background; a file that was opened is read again
// whenever it is saved.

// loading is what is known of problems on their way in.
type loading struct {
	Number   int    // of the newest load: answers to older ones are dropped
	Busy     string // the name being read; "": nothing
	Failure  *Failure
	Watching bool // whether files are watched at all
	Watch    int  // number of the newest watch
	Seen     Stamp
}

// Failure is why a name could not be opened.
type Failure struct {
	Name string
	Err  error
}

// reason is what a problem is read for.
type reason int

const (
	ToOpen  reason = iota // it was chosen
	AsSaved               // its file was saved again
	ForSeed               // the seed draws another cost function
)

// Stamp identifies versions of a file.
type Stamp struct {
	modified time.Time
	size     int64
}

// StampOf is the zero stamp where the file cannot be seen.
func StampOf(name string) Stamp {
	info, err := os.Stat(name)
	if err != nil {
		return Stamp{}
	}
	return Stamp{info.ModTime(), info.Size()}
}

// isFile reports whether a name means a file: scenarios win.
func isFile(name string) bool { return name != "" && !slices.Contains(builtin.Names(), name) }

// LoadedMsg brings a problem, or what is wrong with it.
type LoadedMsg struct {
	number  int
	Why     reason
	Name    string
	seen    Stamp
	problem *scenarios.Problem
	err     error
}

// Load reads a problem in the background.
func (se *Session) Load(name string, why reason) tea.Cmd {
	se.Loading.Number++
	se.Loading.Busy = name
	number, find, seed := se.Loading.Number, se.Finder(), se.Settings.Seed
	return func() tea.Msg {
		msg := LoadedMsg{number: number, Why: why, Name: name}
		if isFile(name) {
			msg.seen = StampOf(name) // before reading: a later save must not be missed
		}
		msg.problem, msg.err = find(name, seed)
		return msg
	}
}

// Finder is what finds problems.
func (se *Session) Finder() func(string, uint64) (*scenarios.Problem, error) {
	load, guest := se.options.Load, se.options.Guest
	return func(name string, seed uint64) (*scenarios.Problem, error) {
		switch {
		case guest && isFile(name):
			return nil, fmt.Errorf("%q is not a built-in scenario, and files are not for guests", sanitize.Text(name))
		case load != nil:
			return load(name, seed)
		case isFile(name):
			return problemfile.Load(name)
		}
		return builtin.Load(name, seed)
	}
}

// GiveUp forgets the load in progress.
func (se *Session) GiveUp() {
	se.Loading.Number++
	se.Loading.Busy = ""
}

// Loaded takes the answer to the newest load; ok is false for older ones. A problem with mistakes
// changes only the message.
func (se *Session) Loaded(msg LoadedMsg) (p *scenarios.Problem, ok bool) {
	if msg.number != se.Loading.Number {
		return nil, false
	}
	se.Loading.Busy, se.Loading.Failure = "", nil
	if msg.err == nil && msg.problem.IsManual() {
		msg.err = fmt.Errorf("a person measures it: there is nothing to replay. Make a study of it and open that:\nfarsight study new %[1]s lab.study\nfarsight explore lab.study", sanitize.Text(msg.Name))
	}
	if msg.err != nil {
		se.Loading.Failure = &Failure{msg.Name, msg.err}
		return nil, true
	}
	se.Loading.Seen = msg.seen
	return msg.problem, true
}

// OpenAs runs policies on another problem, by the name it was loaded by; the
// caller must run start and watch.
func (se *Session) OpenAs(p *scenarios.Problem, name string, policies []policy.Policy) {
	se.Base, se.Name, se.Altered = p, name, Alterations{}
	se.Begin(p, policies)
	se.First = se.Plan()
}

// Again runs a newer version of the problem with the settings as they are.
func (se *Session) Again(p *scenarios.Problem) {
	policies := se.Policies
	// The command that was allowed stays so, another one does not.
	if old := se.Base.Permission(); old != nil && old.Given && p.CommandToAllow() == old.Command {
		p = p.AllowCommands()
	}
	if p.Dim() != se.Base.Dim() || (p.Theorem == nil) != (se.Base.Theorem == nil) {
		se.Altered = Alterations{}
	}
	if len(policies) == 0 {
		policies = UsualPolicies(p)
	}
	se.Base = p
	se.Reopen(se.Altered.Of(p), policies)
}

// Reopen runs policies again, in the same columns.
func (se *Session) Reopen(p *scenarios.Problem, policies []policy.Policy) {
	columns, front := se.Columns, se.Front
	se.Begin(p, policies)
	if len(columns) == len(se.Tracks) {
		se.Columns, se.Front = columns, front
	}
}

// UsualPolicies are those a problem compares, or else the two of the story.
func UsualPolicies(p *scenarios.Problem) []policy.Policy {
	names := p.Compare
	if len(names) == 0 {
		names = policy.Usual()
	}
	var out []policy.Policy
	for _, n := range names {
		if q, err := policy.Parse(n); err == nil { // names were checked with the file
			out = append(out, q)
		}
	}
	return out
}

// WatchedMsg is the present stamp of the problem's file.
type WatchedMsg struct {
	Number int
	Seen   Stamp
}

// watchEvery is how often a file is looked at that was saved just now.
const watchEvery = time.Second

// Watch begins to look at the problem's file, if it has one.
func (se *Session) Watch() tea.Cmd {
	se.Loading.Watch++
	se.unwatch()
	se.watched, se.unwatch = context.WithCancel(context.Background())
	return se.lookLater()
}

// lookLater polls the file until it changes; nothing is sent while it does not.
func (se *Session) lookLater() tea.Cmd {
	if !se.Loading.Watching || !isFile(se.Name) {
		return nil
	}
	number, name, seen, ctx := se.Loading.Watch, se.Name, se.Loading.Seen, se.watched
	return func() tea.Msg {
		var now Stamp
		if !Await(ctx, name, watchEvery, nil, func(time.Time) bool {
			now = StampOf(name)
			return now != seen && now != (Stamp{})
		}) {
			return nil
		}
		return WatchedMsg{number, now}
	}
}

// Watched reads the file again if it has changed. A missing file, as while an editor replaces it,
// has not changed.
func (se *Session) Watched(msg WatchedMsg) tea.Cmd {
	if msg.Number != se.Loading.Watch {
		return nil
	}
	before := se.Loading.Seen
	if msg.Seen == (Stamp{}) || msg.Seen == before {
		return se.lookLater()
	}
	se.Loading.Seen = msg.Seen
	if before == (Stamp{}) { // the first look
		return se.lookLater()
	}
	return tea.Batch(se.Load(se.Name, AsSaved), se.lookLater())
}

// LoadBy loads a problem in the background, in its turn; name is for messages meanwhile.
func (se *Session) LoadBy(name string, find func() (*scenarios.Problem, error)) tea.Cmd {
	se.Loading.Number++
	se.Loading.Busy = name
	msg := LoadedMsg{number: se.Loading.Number, Why: ToOpen, Name: name}
	return se.InTurn(func() tea.Msg {
		msg.problem, msg.err = find()
		return msg
	})
}

// A plan's run may be computed aside, while another is shown, and be shown as a
// whole once it is known: so that a slider changes the charts without a moment in
// which there are none.

// ComputedMsg brings a plan's run, or why there is none.
type ComputedMsg struct {
	Plan    Plan
	Version int // of the requester
	Err     error

	problem *scenarios.Problem
	snaps   [][]study.Snapshot // by policy
	scenes  []*Scene           // of the step that will be shown
}

// Compute runs all policies of a plan to their end in the background, unless ctx
// ends before.
func (se *Session) Compute(ctx context.Context, p Plan, version int) tea.Cmd {
	msg := ComputedMsg{Plan: p, Version: version, problem: p.Altered.Of(se.Base)}
	turns, settings := se.Turns(), se.bounded(p.Run)
	at, key := se.place(), se.SceneKey(0)
	return func() tea.Msg {
		msg.snaps, msg.scenes = make([][]study.Snapshot, len(p.Policies)), make([]*Scene, len(p.Policies))
		errs := make([]error, len(p.Policies))
		var wg workers.Group
		for i, q := range p.Policies {
			wg.Go(func() {
				ctx, n, end, err := turns.Share(ctx)
				if err != nil {
					errs[i] = err
					return
				}
				defer end()
				own, key := settings, key
				own.Workers = n
				r, err := study.NewReplay(ctx, msg.problem, q, own, nil)
				if errs[i] = err; err != nil {
					return
				}
				msg.snaps[i] = r.Snapshots
				s := at.in(&Track{snaps: r.Snapshots, done: true})
				key.Step = s.Step
				msg.scenes[i] = NewScene(s, key)
			})
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil && msg.Err == nil {
				msg.Err = err
			}
		}
		return msg
	}
}

// position is where we are, to be found again in another run.
type position struct {
	step    int
	money   float64
	byMoney bool
	end     bool
}

func (se *Session) place() position {
	return position{se.Step, se.Money, se.ByMoney, len(se.Columns) > 0 && se.AtEnd()}
}

// in is what a track shows there.
func (p position) in(t *Track) *study.Snapshot {
	switch {
	case p.end:
		return t.At(t.Last())
	case p.byMoney:
		return t.At(AffordedBy(t, p.money))
	}
	return t.At(p.step)
}

// Show shows a run that was computed aside, where we are now.
func (se *Session) Show(msg ComputedMsg) tea.Cmd {
	at, axis := se.place(), se.Axis
	se.Settings, se.Altered = msg.Plan.Run, msg.Plan.Altered
	se.Reopen(msg.problem, msg.Plan.Policies)
	se.Axis = axis
	var cmds []tea.Cmd
	for i, t := range se.Tracks {
		t.snaps, t.done = msg.snaps[i], true
		if sc := msg.scenes[i]; sc.Key == se.SceneKey(sc.Key.Step) {
			se.keep(t, sc)
			se.Extent.Include(sc)
		}
		cmds = append(cmds, se.trace(i))
	}
	if at.end {
		se.GoTo(true)
	} else {
		se.Step, se.Money = min(at.step, se.LastStep()), min(at.money, se.Problem.Budget)
	}
	return tea.Batch(append(cmds, se.Want())...)
}
