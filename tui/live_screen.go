package tui

import (
	"context"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/plain"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// liveScreen is a study kept in a file: what do I measure next? Whatever it
// acknowledges is on disk.
type liveScreen struct {
	live    *study.Live
	problem *scenarios.Problem // with its source
	policy  policy.Policy
	ctx     context.Context // ends with the explorer
	end     context.CancelFunc
	begun   bool

	// The study as last heard of.
	events   []journal.Event
	state    journal.State
	overview study.Snapshot
	told     int // lines looked at for what others told
	own      map[int]bool
	notices  int // of the journal, shown so far

	// The suggestion and what is believed, as last computed.
	next  *study.Suggestion
	snap  *study.Snapshot
	scene *session.Scene
	ended study.Stop

	// Work under way.
	number   int // of the decision that counts
	deciding bool
	stopped  bool // the decision was cancelled
	started  time.Time
	stop     context.CancelFunc
	writing  writing

	measureNumber  int
	measuring      context.CancelFunc // nil: nothing is being measured
	measureStarted time.Time
	clock          time.Time // as of the last look at the file

	form  *liveForm
	aside *liveForm // left with esc: what was typed is kept
	undo  *undoing  // waits for yes or no
	said  said
	// trouble stays on the screen until it is over; lost is the file's.
	trouble, lost string
	top           int // first row of the history shown
}

// said is the last thing the screen told.
type said struct {
	text string
	tone tone
}

type tone int

const (
	tonePlain tone = iota
	toneGood
	toneWarning
)

// undoing is an undo that waits for its confirmation.
type undoing struct {
	seq  int // of the study it was asked about
	what string
}

func newLiveScreen(o Options) *liveScreen {
	s := &liveScreen{live: o.Live, problem: o.Problem, policy: o.Policies[0], own: map[int]bool{}}
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

func (*liveScreen) name() string { return "live" }

func (*liveScreen) available(m *Model) bool { return m.options.Live != nil }

func (s *liveScreen) close() { s.end() }

func (s *liveScreen) question(*Model) string { return "what do I measure next?" }

// place says how far the study is.
func (s *liveScreen) place(*Model) string {
	if s.state.Seq == 0 {
		return ""
	}
	return s.standing()
}

var (
	liveTell    = screen.Binding{Act: screen.ActTell, Keys: []string{"enter"}, Show: "enter", All: "enter 0-9", Short: "tell the result", Long: "type in what the suggestion gave; a digit starts at once"}
	liveType    = screen.Binding{Act: screen.ActType, Keys: []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-"}, Show: "0-9"}
	liveMeasure = screen.Binding{Act: screen.ActMeasure, Keys: []string{"e"}, Show: "e", Short: "evaluate", Long: "measure the suggestion with the problem's own source"}
	liveKeys    = []screen.Binding{
		{Act: screen.ActOther, Keys: []string{"o"}, Show: "o", Short: "other point", Long: "tell of another point, or of other settings"},
		{Act: screen.ActFailed, Keys: []string{"x"}, Show: "x", Short: "failed", Long: "tell that the evaluation failed: only its cost is learnt"},
		{Act: screen.ActUndo, Keys: []string{"u"}, Show: "u", Short: "undo", Long: "take back the last entry, after asking"},
		{Act: screen.ActSkip, Keys: []string{"d"}, Show: "d", Short: "skip", Long: "drop this suggestion: it will not be measured"},
		{Act: screen.ActBudget, Keys: []string{"+"}, Show: "+", Short: "budget", Long: "extend or reduce the budget"},
		{Act: screen.ActAgain, Keys: []string{"r"}, Show: "r", Long: "decide again after stopping or trouble"},
		{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑", All: "↑ ↓", Long: "history: towards the newest, the oldest (also k j, pages)"},
		{Act: screen.ActDown, Keys: []string{"down", "j"}, Show: "↓"},
		{Act: screen.ActPageUp, Keys: []string{"pgup"}, Show: "page up"},
		{Act: screen.ActPageDown, Keys: []string{"pgdown"}, Show: "page down"},
		{Act: screen.ActHome, Keys: []string{"home", "g"}, Show: "home", All: "home end", Long: "history: the newest, the oldest (also g G)"},
		{Act: screen.ActEnd, Keys: []string{"end", "G"}, Show: "end"},
	}
	liveStop = screen.Binding{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Short: "stop", Long: "stop deciding or measuring"}
	formKeys = []screen.Binding{
		{Act: screen.ActEnter, Keys: []string{"enter"}, Show: "enter", Short: "save", Long: "save, or go to what is still missing"},
		{Act: screen.ActNextField, Keys: []string{"tab", "down"}, Show: "tab", Short: "next field", Long: "next field (shift+tab: previous; also ↓ ↑)"},
		{Act: screen.ActPreviousField, Keys: []string{"shift+tab", "up"}, Show: "shift+tab"},
		{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Short: "leave the form", Long: "leave the form; what was typed is kept"},
	}
	formSwitch = screen.Binding{Act: screen.ActToggle, Keys: []string{" "}, Show: "space", Short: "on or off", Long: "turn on or off"}
	undoKeys   = []screen.Binding{
		{Act: screen.ActYes, Keys: []string{"y"}, Show: "y", Short: "take it back", Long: "take it back"},
		{Act: screen.ActNo, Keys: []string{"n", "esc"}, Show: "n", Short: "keep it", Long: "keep it (also esc)"},
	}
)

func (s *liveScreen) bindings(*Model) []screen.Binding {
	switch {
	case s.form != nil && s.form.item().isSwitch():
		return append([]screen.Binding{formSwitch}, formKeys...)
	case s.form != nil:
		return formKeys
	case s.undo != nil:
		return undoKeys
	}
	var out []screen.Binding
	if s.deciding || s.measuring != nil {
		out = append(out, liveStop)
	}
	if s.next != nil {
		out = append(out, liveTell, liveType)
		if s.problem.Source != nil && s.measuring == nil {
			out = append(out, liveMeasure)
		}
	}
	return append(out, liveKeys...)
}

// globals are those that mean something beside a study.
func (s *liveScreen) globals(*Model) []screen.Binding {
	switch {
	case s.form != nil:
		return nil
	case s.undo != nil:
		return screen.GlobalsOf(screen.ActHelp, screen.ActQuit)
	}
	return screen.GlobalsOf(screen.ActNextScreen, screen.ActPreviousScreen, screen.ActTree, screen.ActMap, screen.ActFormula, screen.ActCost, screen.ActAxis, screen.ActThrough, screen.ActBrowse, screen.ActSave, screen.ActHelp, screen.ActQuit)
}

// typed takes keys while a form is open, and the digit that opens it.
func (s *liveScreen) typed(m *Model, key string, msg tea.KeyMsg) (tea.Cmd, bool) {
	if s.form == nil {
		if s.undo == nil && screen.Find(key, s.bindings(m)) == screen.ActType {
			s.openForm(false, false)
			s.form.focusOn(itemValue)
			s.form.key(key)
			return nil, true
		}
		// What is pasted is text, never a command.
		return nil, msg.Paste
	}
	if msg.Paste {
		s.form.paste(key)
		return s.expect(), true
	}
	switch screen.Find(key, s.bindings(m)) {
	case screen.ActEnter:
		return s.save(), true
	case screen.ActNextField:
		s.form.move(1)
	case screen.ActPreviousField:
		s.form.move(-1)
	case screen.ActToggle:
		s.form.toggle(s.problem)
	case screen.ActCancel:
		s.leaveForm()
	default:
		if s.form.key(key); s.form.item().id == itemParameter {
			return s.expect(), true
		}
	}
	return nil, true
}

// leaveForm puts the form aside; opened again it has what was typed.
func (s *liveScreen) leaveForm() {
	if s.form.kind == formTell && s.form.edited {
		s.aside = s.form
		s.say(tonePlain, "Nothing was saved; what you typed is kept for when you open the form again.")
	}
	s.form = nil
}

func (s *liveScreen) do(m *Model, a screen.Action) (tea.Cmd, bool) {
	switch a {
	case screen.ActTell:
		s.openForm(false, false)
	case screen.ActOther:
		s.openForm(true, false)
		return s.expect(), true
	case screen.ActFailed:
		s.openForm(s.next == nil, true)
	case screen.ActBudget:
		s.form = newBudgetForm(s)
	case screen.ActSkip:
		if s.next == nil {
			s.say(tonePlain, "There is no suggestion to skip.")
			break
		}
		s.form = newSkipForm(s)
	case screen.ActMeasure:
		return s.evaluate(), true
	case screen.ActUndo:
		s.askUndo()
	case screen.ActYes:
		u := s.undo
		s.undo = nil
		return s.write(writeUndone, u.seq, s.live.Undo), true
	case screen.ActNo:
		s.undo = nil
		s.say(tonePlain, "Nothing was taken back.")
	case screen.ActAgain:
		if !s.deciding {
			s.said = said{}
			return s.decide(m), true
		}
	case screen.ActCancel:
		s.cancelWork()
	case screen.ActUp:
		s.top--
	case screen.ActDown:
		s.top++
	case screen.ActPageUp:
		s.top -= historyPage
	case screen.ActPageDown:
		s.top += historyPage
	case screen.ActHome:
		s.top = 0
	case screen.ActEnd:
		s.top = len(s.overview.Rows)
	default:
		return nil, false
	}
	s.top = max(0, min(s.top, len(s.overview.Rows)-1))
	return nil, true
}

// historyPage is how far a page turns.
const historyPage = 8

// cancelWork stops what is being measured, or else what is being decided.
func (s *liveScreen) cancelWork() {
	switch {
	case s.measuring != nil:
		s.measuring()
		s.measuring = nil
		s.measureNumber++
		s.say(tonePlain, "Stopped measuring; nothing was told. If it cost something all the same, tell it as failed (x).")
	case s.deciding:
		s.halt()
		s.stopped = true
		s.say(tonePlain, "Stopped deciding; nothing is lost. r decides again.")
	default:
		s.said = said{}
	}
}

// evaluate measures the suggestion, if it can be.
func (s *liveScreen) evaluate() tea.Cmd {
	if s.measuring != nil || s.next == nil || s.writing != writeNothing {
		return nil
	}
	if command := s.problem.CommandToAllow(); command != "" {
		s.say(toneWarning, "This study measures with a command, which nobody allowed yet: "+command+"   Open it with --allow-commands if you trust it.")
		return nil
	}
	s.said = said{}
	return s.measure()
}

// askUndo asks whether the last entry shall be taken back.
func (s *liveScreen) askUndo() {
	line := s.state.Undoable()
	if line == 0 || line > len(s.events) {
		s.say(tonePlain, "There is nothing to take back.")
		return
	}
	s.said = said{}
	s.undo = &undoing{s.state.Seq, s.describe(s.events[line-1].Body)}
}

// save checks the form and writes its entry.
func (s *liveScreen) save() tea.Cmd {
	f := s.form
	if s.writing != writeNothing {
		return nil
	}
	f.tried = true
	if i := f.firstProblem(s); i >= 0 {
		f.focus = i
		return nil
	}
	s.said = said{}
	switch f.kind {
	case formBudget:
		delta := f.number(itemDelta)
		return s.write(writeBudget, f.seq, func(seq int) (journal.Event, error) { return s.live.ChangeBudget(seq, delta) })
	case formSkip:
		reason := strings.TrimSpace(f.text(itemNote))
		return s.write(writeSkipped, f.seq, func(seq int) (journal.Event, error) { return s.live.Skip(seq, reason) })
	}
	a := f.answer(s)
	return s.write(writeTold, f.seq, func(seq int) (journal.Event, error) { return s.live.Tell(seq, a) })
}

func (s *liveScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.EnteredMsg:
		return s.entered(m)
	case liveDecidedMsg:
		return s.decided(m, msg)
	case liveWroteMsg:
		return s.wrote(m, msg)
	case livePollMsg:
		s.clock = msg.now
		return s.poll()
	case liveHeardMsg:
		return s.heard(m, msg)
	case liveMeasuredMsg:
		return s.measured(msg)
	case liveExpectMsg:
		msg.form.expectX, msg.form.expect = msg.x, msg.e
	}
	return nil
}

// entered begins the work, or takes the explorer back to the study from a
// replay of something else.
func (s *liveScreen) entered(m *Model) tea.Cmd {
	if !s.begun {
		s.begun = true
		return tea.Batch(s.decide(m), s.pollLater(m))
	}
	switch {
	case m.s.IsLive():
		return nil
	case s.snap != nil:
		m.s.Base, m.s.Name, m.s.Altered = s.problem, "", session.Alterations{}
		m.s.Axis = min(m.s.Axis, s.problem.Dim()-1)
		m.s.Feed(*s.snap, s.scene)
		return m.entered()
	}
	m.openStudy(s)
	return nil
}

// addStudy adds the screen of the study the explorer was opened on, and shows
// it first.
func (m *Model) addStudy() {
	m.screens = append(m.screens, legacy{m, newLiveScreen(m.options)})
	m.current = len(m.screens) - 1
	m.s.Study = m.s.Run
}

// openStudy makes the study what all screens show, with nothing known yet.
func (m *Model) openStudy(s *liveScreen) {
	m.s.Base, m.s.Name, m.s.Altered = s.problem, "", session.Alterations{}
	m.open(s.problem, []policy.Policy{s.policy})
	m.s.Study = m.s.Run
}

// say tells something in the screen's line for it.
func (s *liveScreen) say(t tone, text string) { s.said = said{plain.Text(text), t} }
