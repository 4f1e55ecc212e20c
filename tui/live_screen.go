package tui

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/plain"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
)

// liveScreen is a study kept in a file: what do I measure next? Whatever it
// acknowledges is on disk.
type liveScreen struct {
	live    *study.Live
	problem *scenarios.Problem // with its source
	policy  study.Policy
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
	scene *scene
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

func (*liveScreen) name() string            { return "live" }
func (*liveScreen) available(m *Model) bool { return m.options.Live != nil }
func (s *liveScreen) close()                { s.end() }

func (s *liveScreen) question(*Model) string { return "what do I measure next?" }

// place says how far the study is.
func (s *liveScreen) place(*Model) string {
	if s.state.Seq == 0 {
		return ""
	}
	return s.standing()
}

// studyStanding is the study's place on the other screens.
func (m *Model) studyStanding() string {
	for _, s := range m.screens {
		if l, ok := s.(*liveScreen); ok {
			return l.place(m)
		}
	}
	return ""
}

// standing is "12 evaluations, 8.40 of 20.0 left".
func (s *liveScreen) standing() string {
	return fmt.Sprintf("%s, %s of %s left", countEvaluations(s.overview.Evaluations), chart.Num(s.state.Remaining()), amount(s.state.Budget, s.problem.CostUnit))
}

func countEvaluations(n int) string {
	if n == 1 {
		return "1 evaluation"
	}
	return fmt.Sprintf("%d evaluations", n)
}

// amount is a number with its unit.
func amount(v float64, unit string) string {
	if unit == "" {
		return chart.Num(v)
	}
	return chart.Num(v) + " " + plain.Text(unit)
}

var (
	liveTell    = binding{act: actTell, keys: []string{"enter"}, show: "enter", all: "enter 0-9", short: "tell the result", long: "type in what the suggestion gave; a digit starts at once"}
	liveType    = binding{act: actType, keys: []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-"}, show: "0-9"}
	liveMeasure = binding{act: actMeasure, keys: []string{"e"}, show: "e", short: "evaluate", long: "measure the suggestion with the problem's own source"}
	liveKeys    = []binding{
		{act: actOther, keys: []string{"o"}, show: "o", short: "other point", long: "tell of another point, or of other settings"},
		{act: actFailed, keys: []string{"x"}, show: "x", short: "failed", long: "tell that the evaluation failed: only its cost is learnt"},
		{act: actUndo, keys: []string{"u"}, show: "u", short: "undo", long: "take back the last entry, after asking"},
		{act: actSkip, keys: []string{"d"}, show: "d", short: "skip", long: "drop this suggestion: it will not be measured"},
		{act: actBudget, keys: []string{"+"}, show: "+", short: "budget", long: "extend or reduce the budget"},
		{act: actAgain, keys: []string{"r"}, show: "r", long: "decide again after stopping or trouble"},
		{act: actUp, keys: []string{"up", "k"}, show: "↑", all: "↑ ↓", long: "history: towards the newest, the oldest (also k j, pages)"},
		{act: actDown, keys: []string{"down", "j"}, show: "↓"},
		{act: actPageUp, keys: []string{"pgup"}, show: "page up"},
		{act: actPageDown, keys: []string{"pgdown"}, show: "page down"},
		{act: actHome, keys: []string{"home", "g"}, show: "home", all: "home end", long: "history: the newest, the oldest (also g G)"},
		{act: actEnd, keys: []string{"end", "G"}, show: "end"},
	}
	liveStop = binding{act: actCancel, keys: []string{"esc"}, show: "esc", short: "stop", long: "stop deciding or measuring"}
	formKeys = []binding{
		{act: actEnter, keys: []string{"enter"}, show: "enter", short: "save", long: "save, or go to what is still missing"},
		{act: actNextField, keys: []string{"tab", "down"}, show: "tab", short: "next field", long: "next field (shift+tab: previous; also ↓ ↑)"},
		{act: actPreviousField, keys: []string{"shift+tab", "up"}, show: "shift+tab"},
		{act: actCancel, keys: []string{"esc"}, show: "esc", short: "leave the form", long: "leave the form; what was typed is kept"},
	}
	formSwitch = binding{act: actToggle, keys: []string{" "}, show: "space", short: "on or off", long: "turn on or off"}
	undoKeys   = []binding{
		{act: actYes, keys: []string{"y"}, show: "y", short: "take it back", long: "take it back"},
		{act: actNo, keys: []string{"n", "esc"}, show: "n", short: "keep it", long: "keep it (also esc)"},
	}
)

func (s *liveScreen) bindings(*Model) []binding {
	switch {
	case s.form != nil && s.form.item().isSwitch():
		return append([]binding{formSwitch}, formKeys...)
	case s.form != nil:
		return formKeys
	case s.undo != nil:
		return undoKeys
	}
	var out []binding
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
func (s *liveScreen) globals(*Model) []binding {
	switch {
	case s.form != nil:
		return nil
	case s.undo != nil:
		return globalsOf(actHelp, actQuit)
	}
	return globalsOf(actNextScreen, actPreviousScreen, actTree, actMap, actFormula, actCost, actAxis, actThrough, actBrowse, actSave, actHelp, actQuit)
}

// typed takes keys while a form is open, and the digit that opens it.
func (s *liveScreen) typed(m *Model, key string, msg tea.KeyMsg) (tea.Cmd, bool) {
	if s.form == nil {
		if s.undo == nil && find(key, s.bindings(m)) == actType {
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
	switch find(key, s.bindings(m)) {
	case actEnter:
		return s.save(), true
	case actNextField:
		s.form.move(1)
	case actPreviousField:
		s.form.move(-1)
	case actToggle:
		s.form.toggle(s.problem)
	case actCancel:
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

func (s *liveScreen) do(m *Model, a action) (tea.Cmd, bool) {
	switch a {
	case actTell:
		s.openForm(false, false)
	case actOther:
		s.openForm(true, false)
		return s.expect(), true
	case actFailed:
		s.openForm(s.next == nil, true)
	case actBudget:
		s.form = newBudgetForm(s)
	case actSkip:
		if s.next == nil {
			s.say(tonePlain, "There is no suggestion to skip.")
			break
		}
		s.form = newSkipForm(s)
	case actMeasure:
		return s.evaluate(), true
	case actUndo:
		s.askUndo()
	case actYes:
		u := s.undo
		s.undo = nil
		return s.write(writeUndone, u.seq, s.live.Undo), true
	case actNo:
		s.undo = nil
		s.say(tonePlain, "Nothing was taken back.")
	case actAgain:
		if !s.deciding {
			s.said = said{}
			return s.decide(m), true
		}
	case actCancel:
		s.cancelWork()
	case actUp:
		s.top--
	case actDown:
		s.top++
	case actPageUp:
		s.top -= historyPage
	case actPageDown:
		s.top += historyPage
	case actHome:
		s.top = 0
	case actEnd:
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
	if c, ok := s.problem.Source.(*scenarios.Command); ok && !c.Allowed() {
		s.say(toneWarning, "This study measures with a command, which nobody allowed yet: "+c.String()+"   Open it with --allow-commands if you trust it.")
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
	case enteredMsg:
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
	case m.isLive():
		return nil
	case s.snap != nil:
		m.base, m.name, m.altered = s.problem, "", alterations{}
		m.axis = min(m.axis, s.problem.Dim()-1)
		return m.feed(*s.snap, s.scene)
	}
	m.openStudy(s)
	return nil
}

// addStudy adds the screen of the study the explorer was opened on, and shows
// it first.
func (m *Model) addStudy() {
	m.screens = append(m.screens, newLiveScreen(m.options))
	m.current = len(m.screens) - 1
	m.study = m.run
}

// openStudy makes the study what all screens show, with nothing known yet.
func (m *Model) openStudy(s *liveScreen) {
	m.base, m.name, m.altered = s.problem, "", alterations{}
	m.open(s.problem, []study.Policy{s.policy})
	m.study = m.run
}

// wrote says what became of an entry. Only now, with the line on disk, does
// the screen say so.
func (s *liveScreen) wrote(m *Model, msg liveWroteMsg) tea.Cmd {
	s.writing = writeNothing
	if msg.err == nil {
		s.own[msg.event.Seq] = true
	}
	s.absorb(msg.news)
	if msg.err != nil {
		return s.refused(m, msg)
	}
	switch msg.what {
	case writeTold:
		s.form, s.aside, s.top = nil, nil, 0
		s.say(toneGood, "saved, "+s.standing()+s.counted(msg.event))
	case writeUndone:
		s.say(toneGood, "taken back, "+s.standing())
	case writeBudget:
		s.form = nil
		s.say(toneGood, "saved, the budget is "+amount(s.state.Budget, s.problem.CostUnit)+" now: "+s.standing())
	case writeSkipped:
		s.form = nil
		s.say(toneGood, "skipped; the next suggestions keep away from that point")
	}
	return s.decide(m)
}

// counted says of an evaluation just told that it does not count, if so.
func (s *liveScreen) counted(e journal.Event) string {
	for _, v := range s.state.Evaluations {
		if v.Seq == e.Seq && !v.Counted {
			return "; it cost more than was left, so it is kept but does not count"
		}
	}
	return ""
}

// refused says why an entry was not written. The entry stays in its form.
func (s *liveScreen) refused(m *Model, msg liveWroteMsg) tea.Cmd {
	var stale *journal.StaleError
	if !errors.As(msg.err, &stale) {
		var bad *journal.FieldError
		if s.form != nil && errors.As(msg.err, &bad) {
			s.form.refuse(bad)
		}
		s.say(toneWarning, "Not saved: "+msg.err.Error())
		return nil
	}
	what := "the file was replaced"
	if !stale.Replaced {
		what = s.summary(stale.Events)
	}
	if s.form != nil {
		s.form.seq = s.state.Seq
		s.say(toneWarning, "The study went on meanwhile: "+what+". Nothing of yours was saved yet: enter saves it all the same, esc leaves it.")
	} else {
		s.say(toneWarning, "The study went on meanwhile: "+what+". Nothing was taken back.")
	}
	return s.decide(m)
}

// heard takes in what others wrote.
func (s *liveScreen) heard(m *Model, msg liveHeardMsg) tea.Cmd {
	later := s.pollLater(m)
	if msg.err != nil {
		s.lost = "The study's file cannot be read: " + msg.err.Error()
		return later
	}
	s.lost = ""
	if !msg.changed {
		return later
	}
	if changed := s.absorb(msg.news); !changed && s.deciding {
		return later // a suggestion or a note of others: the decision under way takes it in
	}
	return tea.Batch(s.decide(m), later)
}

// absorb takes the news in, says what others told, and reports whether that
// changes anything. News older than what is known are ignored.
func (s *liveScreen) absorb(n liveNews) (changed bool) {
	if n.err != nil {
		s.lost = "The study cannot be read: " + n.err.Error()
		return false
	}
	if len(n.events) < len(s.events) && !n.replaced {
		return false
	}
	first := s.state.Seq == 0
	s.events, s.state, s.overview = n.events, n.state, n.overview
	s.problem = n.overview.Problem
	if p := n.state.Pending; s.next != nil && (p == nil || p.Seq != s.next.Line) {
		s.next = nil // it no longer stands
	}
	if len(n.notices) > s.notices {
		s.say(toneWarning, n.notices[len(n.notices)-1].Text)
		s.notices = len(n.notices)
	}
	if s.writing != writeNothing {
		return false // which line is our own is not known yet
	}
	var others []journal.Event
	if n.replaced {
		s.say(toneWarning, "The file was replaced or salvaged meanwhile: this is the study as it is now.")
		s.own = map[int]bool{}
		changed = true
	} else if !first {
		for _, e := range n.events[min(s.told, len(n.events)):] {
			if !s.own[e.Seq] && notable(e) {
				others = append(others, e)
			}
		}
	}
	s.told = len(n.events)
	if len(others) > 0 {
		s.say(tonePlain, "told elsewhere: "+s.summary(others))
		return true
	}
	if f := s.form; f != nil && !changed && f.seq < s.state.Seq && s.onlyOurs(f.seq) {
		f.seq = s.state.Seq
	}
	return changed
}

// onlyOurs tells whether nobody else changed anything since a line.
func (s *liveScreen) onlyOurs(line int) bool {
	for _, e := range s.events[line:] {
		if notable(e) && !s.own[e.Seq] {
			return false
		}
	}
	return true
}

// summary says what others did, the last thing in full.
func (s *liveScreen) summary(events []journal.Event) string {
	var done []journal.Event
	for _, e := range events {
		if notable(e) {
			done = append(done, e)
		}
	}
	if len(done) == 0 {
		return "a suggestion was asked for"
	}
	text := s.describe(done[len(done)-1].Body)
	if n := len(done) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more before it)", n)
	}
	return text
}

// describe says in words what a line of the study holds.
func (s *liveScreen) describe(b journal.Body) string {
	switch b := b.(type) {
	case journal.Told:
		at := s.pointWords(b.X)
		if b.Failed {
			return fmt.Sprintf("%s failed at a cost of %s", at, amount(b.Cost, s.problem.CostUnit))
		}
		return fmt.Sprintf("%s gave %s at a cost of %s", at, amount(b.Value, s.problem.ValueUnit), amount(b.Cost, s.problem.CostUnit))
	case journal.Undone:
		if b.Seq >= 1 && b.Seq <= len(s.events) {
			if _, again := s.events[b.Seq-1].Body.(journal.Undone); !again {
				return "taken back: " + s.describe(s.events[b.Seq-1].Body)
			}
		}
	case journal.Skipped:
		return "the suggestion was skipped"
	case journal.BudgetChanged:
		if b.Delta > 0 {
			return "the budget was extended by " + amount(b.Delta, s.problem.CostUnit)
		}
		return "the budget was reduced by " + amount(-b.Delta, s.problem.CostUnit)
	}
	return plain.Text(b.String())
}

// pointWords names a point: "hours 3.54, loaves 1".
func (s *liveScreen) pointWords(x []float64) string {
	const most = 4
	var parts []string
	for i, p := range s.problem.Parameters[:min(len(x), len(s.problem.Parameters))] {
		if i == most && len(x) > most+1 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, plain.Text(p.Name)+" "+shortSetting(p, x[i]))
	}
	return strings.Join(parts, ", ")
}

// measured tells what the problem's source measured, or opens the form with it
// if the study went on meanwhile.
func (s *liveScreen) measured(msg liveMeasuredMsg) tea.Cmd {
	if msg.number != s.measureNumber {
		return nil
	}
	s.measuring = nil
	if msg.err != nil {
		s.say(toneWarning, "Measuring did not work, and nothing was told: "+msg.err.Error())
		return nil
	}
	f := newTellForm(s, &msg.suggestion, false)
	f.seq = msg.seq
	f.put(itemValue, msg.value)
	f.put(itemCost, msg.cost)
	f.setSwitch(itemFailed, math.IsNaN(msg.value))
	f.source = sourceName(s.problem)
	if s.form != nil || s.writing != writeNothing {
		s.aside = f
		s.say(tonePlain, "Measured; leave this form and press enter to see and save it.")
		return nil
	}
	s.form = f
	return s.save()
}

// sourceName says in the study what measured, in the words of the command line.
func sourceName(p *scenarios.Problem) string {
	switch p.Source.(type) {
	case *scenarios.Command:
		return "command"
	case *scenarios.Table:
		return "table"
	}
	return "expression"
}

// say tells something in the screen's line for it.
func (s *liveScreen) say(t tone, text string) { s.said = said{plain.Text(text), t} }
