package tui

import (
	"fmt"
	"os"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/plain"
	"farsight/scenarios"
	"farsight/study"
)

// Problems are read in the background; a file that was opened is read again
// whenever it is saved.

// loading is what the model knows of problems on their way in.
type loading struct {
	number   int    // of the newest load: answers to older ones are dropped
	busy     string // the name being read; "": nothing
	failure  *failure
	watching bool // whether files are watched at all
	watch    int  // number of the newest watch
	seen     stamp
}

// failure is why a name could not be opened.
type failure struct {
	name string
	err  error
}

// reason is what a problem is read for.
type reason int

const (
	toOpen  reason = iota // it was chosen
	asSaved               // its file was saved again
	forSeed               // the seed draws another cost function
)

// stamp tells versions of a file apart.
type stamp struct {
	modified time.Time
	size     int64
}

// stampOf is the zero stamp where the file cannot be seen.
func stampOf(name string) stamp {
	info, err := os.Stat(name)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// isFile tells whether a name means a file: scenarios win.
func isFile(name string) bool { return name != "" && !slices.Contains(scenarios.Names(), name) }

// loadedMsg brings a problem, or what is wrong with it.
type loadedMsg struct {
	number  int
	why     reason
	name    string
	seen    stamp
	problem *scenarios.Problem
	err     error
}

// load reads a problem in the background.
func (m *Model) load(name string, why reason) tea.Cmd {
	m.loading.number++
	m.loading.busy = name
	number, find, seed := m.loading.number, m.finder(), m.options.Settings.Seed
	return func() tea.Msg {
		msg := loadedMsg{number: number, why: why, name: name}
		if isFile(name) {
			msg.seen = stampOf(name) // before reading: a later save must not be missed
		}
		msg.problem, msg.err = find(name, seed)
		return msg
	}
}

// finder is what finds problems.
func (m *Model) finder() func(string, uint64) (*scenarios.Problem, error) {
	load, guest := m.options.Load, m.options.Guest
	return func(name string, seed uint64) (*scenarios.Problem, error) {
		switch {
		case guest && isFile(name):
			return nil, fmt.Errorf("%q is not a built-in scenario, and files are not for guests", plain.Text(name))
		case load != nil:
			return load(name, seed)
		case isFile(name):
			return scenarios.Load(name)
		}
		return scenarios.Builtin(name, seed)
	}
}

// giveUp forgets the load under way.
func (m *Model) giveUp() {
	m.loading.number++
	m.loading.busy = ""
}

// take takes the answer to the newest load; ok is false for older ones. A
// problem with mistakes changes nothing but what is said.
func (m *Model) take(msg loadedMsg) (p *scenarios.Problem, ok bool) {
	if msg.number != m.loading.number {
		return nil, false
	}
	m.loading.busy, m.loading.failure = "", nil
	if msg.err == nil && msg.problem.IsManual() {
		msg.err = fmt.Errorf("a person measures it: there is nothing to replay. Make a study of it and open that:\nfarsight study new %[1]s lab.study\nfarsight explore lab.study", plain.Text(msg.name))
	}
	if msg.err != nil {
		m.loading.failure = &failure{msg.name, msg.err}
		return nil, true
	}
	m.loading.seen = msg.seen
	return msg.problem, true
}

// open runs policies on another problem, by the name it was loaded by; the
// caller must run start and watch.
func (m *Model) openAs(p *scenarios.Problem, name string, policies []study.Policy) {
	m.base, m.name, m.altered = p, name, alterations{}
	m.begin(p, policies)
	m.first = m.plan()
}

// again runs a newer version of the problem with the settings as they are.
func (m *Model) again(p *scenarios.Problem) {
	policies := m.policies
	// The command that was allowed stays so, another one does not.
	if old, ok := m.base.Source.(*scenarios.Command); ok && old.Allowed() && p.CommandToAllow() == old.String() {
		p = p.AllowCommands()
	}
	if p.Dim() != m.base.Dim() || (p.Theorem == nil) != (m.base.Theorem == nil) {
		m.altered = alterations{}
	}
	if len(policies) == 0 {
		policies = usualPolicies(p)
	}
	m.base = p
	m.reopen(m.altered.of(p), policies)
}

// reopen runs policies again, in the same columns.
func (m *Model) reopen(p *scenarios.Problem, policies []study.Policy) {
	left, right := m.left, m.right
	m.begin(p, policies)
	if left != right && left < len(m.tracks) && right < len(m.tracks) {
		m.left, m.right = left, right
	}
}

// usualPolicies are those a problem compares, or else the two of the story.
func usualPolicies(p *scenarios.Problem) []study.Policy {
	names := p.Compare
	if len(names) == 0 {
		names = []string{"ei-puc", "b-ms-ei"}
	}
	var out []study.Policy
	for _, n := range names {
		if q, err := study.ParsePolicy(n); err == nil { // names were checked with the file
			out = append(out, q)
		}
	}
	return out
}

// watchedMsg tells how the problem's file looks now.
type watchedMsg struct {
	number int
	seen   stamp
}

// watchEvery is how often a file is looked at.
const watchEvery = time.Second

// watch begins to look at the problem's file, if it has one.
func (m *Model) watch() tea.Cmd {
	m.loading.watch++
	return m.lookLater()
}

func (m *Model) lookLater() tea.Cmd {
	if !m.loading.watching || !isFile(m.name) {
		return nil
	}
	number, name := m.loading.watch, m.name
	return tea.Tick(watchEvery, func(time.Time) tea.Msg { return watchedMsg{number, stampOf(name)} })
}

// watched reads the file again if it has changed. One that is gone for the
// moment, as while an editor replaces it, has not.
func (m *Model) watched(msg watchedMsg) tea.Cmd {
	if msg.number != m.loading.watch {
		return nil
	}
	before := m.loading.seen
	if msg.seen == (stamp{}) || msg.seen == before {
		return m.lookLater()
	}
	m.loading.seen = msg.seen
	if before == (stamp{}) { // the first look
		return m.lookLater()
	}
	return tea.Batch(m.load(m.name, asSaved), m.lookLater())
}
