package live

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/study/journal"
	"farsight/tui/screen"
)

var (
	tellKey    = screen.Binding{Act: screen.ActTell, Binding: screen.On("enter", "report the result", "enter"), All: "enter 0-9", Long: "type in what the suggestion gave; a digit starts at once"}
	typeKey    = screen.Binding{Act: screen.ActType, Binding: screen.On("0-9", "", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-")}
	measureKey = screen.Binding{Act: screen.ActMeasure, Binding: screen.On("e", "evaluate", "e"), Long: "measure the suggestion with the problem's own source"}
	studyKeys  = []screen.Binding{
		{Act: screen.ActOther, Binding: screen.On("o", "other point", "o"), Long: "report a result at another point"},
		{Act: screen.ActFailed, Binding: screen.On("x", "failed", "x"), Long: "report a failed evaluation: only its cost counts"},
		{Act: screen.ActUndo, Binding: screen.On("u", "undo", "u"), Long: "take back the last entry, after asking"},
		{Act: screen.ActSkip, Binding: screen.On("d", "skip", "d"), Long: "drop this suggestion: it will not be measured"},
		{Act: screen.ActNextAsk, Binding: screen.On("n", "", "n"), All: "n N", Long: "the next pending suggestion; N asks for one more, to be measured at the same time"},
		{Act: screen.ActOneMore, Binding: screen.On("N", "one more", "N")},
		{Act: screen.ActRevise, Binding: screen.On("v", "revise", "v"), Long: "correct or annotate an earlier entry"},
		{Act: screen.ActSettings, Binding: screen.On("s", "settings", "s"), Long: "change policy, bounds, priors or budget"},
		{Act: screen.ActBudget, Binding: screen.On("+", "budget", "+"), Long: "extend or reduce the budget"},
		{Act: screen.ActAgain, Binding: screen.On("r", "", "r"), Long: "decide again after stopping or trouble"},
		{Act: screen.ActUp, Binding: screen.On("↑", "", "up", "k"), All: "↑ ↓", Long: "history: towards the newest, the oldest (also k j, pages)"},
		{Act: screen.ActDown, Binding: screen.On("↓", "", "down", "j")},
		{Act: screen.ActPageUp, Binding: screen.On("page up", "", "pgup")},
		{Act: screen.ActPageDown, Binding: screen.On("page down", "", "pgdown")},
		{Act: screen.ActHome, Binding: screen.On("home", "", "home", "g"), All: "home end", Long: "history: the newest, the oldest (also g G)"},
		{Act: screen.ActEnd, Binding: screen.On("end", "", "end", "G")},
	}
	stopKey  = screen.Binding{Act: screen.ActCancel, Binding: screen.On("esc", "stop", "esc"), Long: "stop deciding or measuring"}
	pickKeys = []screen.Binding{
		{Act: screen.ActUp, Binding: screen.On("↑", "choose", "up", "k"), All: "↑ ↓", Long: "towards the newest entry, the oldest (also k j, pages, home, end)"},
		{Act: screen.ActDown, Binding: screen.On("↓", "", "down", "j")},
		{Act: screen.ActPageUp, Binding: screen.On("page up", "", "pgup")},
		{Act: screen.ActPageDown, Binding: screen.On("page down", "", "pgdown")},
		{Act: screen.ActHome, Binding: screen.On("home", "", "home", "g")},
		{Act: screen.ActEnd, Binding: screen.On("end", "", "end", "G")},
		{Act: screen.ActEnter, Binding: screen.On("enter", "revise it", "enter"), Long: "revise this entry"},
		{Act: screen.ActCancel, Binding: screen.On("esc", "back", "esc"), Long: "leave the history as it is"},
	}
	aheadKeys = []screen.Binding{{Act: screen.ActCancel, Binding: screen.On("esc", "drop what was typed", "esc"), Long: "drop what was typed ahead for the form"}}
	undoKeys  = []screen.Binding{
		{Act: screen.ActYes, Binding: screen.On("y", "take it back", "y"), Long: "take it back"},
		{Act: screen.ActNo, Binding: screen.On("n", "keep it", "n", "esc"), Long: "keep it (also esc)"},
	}
)

// keys are those that mean something now.
func (s *Screen) keys() []screen.Binding {
	switch {
	case s.watch:
		return s.watchKeys()
	case len(s.ahead) > 0:
		return aheadKeys
	case s.form != nil:
		return s.form.Keys()
	case s.undo != nil:
		return undoKeys
	case s.picked >= 0:
		return pickKeys
	}
	var out []screen.Binding
	if s.deciding || s.measuring != nil {
		out = append(out, stopKey)
	}
	if s.next != nil {
		out = append(out, opening...)
		if s.problem.Source != nil && s.measuring == nil {
			out = append(out, measureKey)
		}
	}
	return append(out, studyKeys...)
}

// opening are the keys that open the form of a suggestion.
var opening = []screen.Binding{tellKey, typeKey}

// globals are those that mean something beside a study.
func (s *Screen) globals() []screen.Binding {
	switch {
	case s.watch:
		return watchGlobals()
	case s.form != nil || len(s.ahead) > 0:
		return nil
	case s.undo != nil || s.picked >= 0:
		return screen.GlobalsOf(screen.ActHelp, screen.ActQuit)
	}
	return screen.GlobalsOf(append([]screen.Action{screen.ActNextScreen, screen.ActPreviousScreen, screen.ActTree, screen.ActMap, screen.ActFormula, screen.ActCost, screen.ActAxis, screen.ActThrough, screen.ActDraws, screen.ActBrowse, screen.ActSave, screen.ActHelp, screen.ActQuit}, screen.CrossActions...)...)
}

// typed takes keys while a form is open or about to, and the digit that opens it.
func (s *Screen) typed(msg screen.TypedMsg) (tea.Cmd, bool) {
	if s.watch {
		return nil, msg.Msg.Paste
	}
	if s.keep(msg) {
		return nil, true
	}
	switch {
	case s.form != nil:
		return s.fill(msg), true
	case screen.Find(msg.Key, s.keys()) == screen.ActType:
		return s.begin(msg), true
	}
	// What is pasted is text, never a command.
	return nil, msg.Msg.Paste
}

// begin opens the form of the suggestion by typing the value.
func (s *Screen) begin(msg screen.TypedMsg) tea.Cmd {
	s.openForm(false, false)
	s.form.FocusOn(valueField)
	return s.fill(msg)
}

// fill handles a key in the open form.
func (s *Screen) fill(msg screen.TypedMsg) tea.Cmd {
	f := s.form
	if msg.Msg.Paste {
		f.Paste(msg.Key)
		return s.expect()
	}
	switch f.Key(msg.Key) {
	case screen.ActEnter:
		return s.save()
	case screen.ActCancel:
		if f.asked {
			f.asked, f.sure, s.said = false, "", said{}
			break
		}
		s.leaveForm()
	case screen.ActType:
		f.asked = false
		return s.expect()
	}
	return nil
}

// leaveForm puts the form aside; opened again it has what was typed.
func (s *Screen) leaveForm() {
	s.picked = -1
	if s.form.kind == tellEntry && s.form.Edited {
		s.aside = s.form
		s.say(tonePlain, "Nothing was saved; what you typed is kept for when you open the form again.")
	}
	s.form = nil
}

// handle does what a key asks for.
func (s *Screen) handle(v screen.View, a screen.Action) (tea.Cmd, bool) {
	if s.watch && !slices.Contains(watching, a) {
		return nil, false
	}
	if s.picked >= 0 && a != screen.ActHelp && a != screen.ActQuit {
		s.choose(a)
		return nil, true
	}
	switch a {
	case screen.ActNextAsk:
		return s.turn(v), true
	case screen.ActOneMore:
		return s.oneMore(v), true
	case screen.ActRevise:
		s.pick()
	case screen.ActSettings:
		s.form = newSet(s)
	case screen.ActTell:
		s.openForm(false, false)
	case screen.ActOther:
		s.openForm(true, false)
		return s.expect(), true
	case screen.ActFailed:
		s.openForm(s.next == nil, true)
	case screen.ActBudget:
		s.form = newBudget(s)
	case screen.ActSkip:
		if s.next == nil {
			s.say(tonePlain, "There is no suggestion to skip.")
			break
		}
		s.form = newSkip(s)
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
			return s.decide(v), true
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
func (s *Screen) cancelWork() {
	switch {
	case s.measuring != nil:
		s.measuring()
		s.measuring = nil
		s.measureNumber++
		s.say(tonePlain, "Stopped measuring; nothing was recorded. If it cost something, enter it as failed (x).")
	case s.deciding:
		s.halt()
		s.stopped = true
		s.say(tonePlain, "Stopped deciding; nothing is lost. r decides again.")
	default:
		s.said = said{}
	}
}

// askUndo asks whether to undo the last entry.
func (s *Screen) askUndo() {
	line := s.state.Undoable()
	if line == 0 || line > len(s.events) {
		s.say(tonePlain, "There is nothing to take back.")
		return
	}
	s.said = said{}
	s.undo = &undoing{s.state.Seq, s.describe(s.events[line-1].Body)}
}

// save checks the form and writes its entry.
func (s *Screen) save() tea.Cmd {
	f := s.form
	if s.writing != writeNothing {
		return nil
	}
	if !f.Ready() {
		if f.At().Elsewhere {
			s.say(toneWarning, f.At().Problem())
		}
		return nil
	}
	s.said = said{}
	switch f.kind {
	case amendEntry:
		return s.saveAmendment(f)
	case setEntry:
		return s.saveSet(f)
	case budgetEntry:
		delta := f.Find(deltaField).Number()
		return s.write(writeBudget, f.seq, func(seq int) (journal.Event, error) { return s.live.ChangeBudget(seq, delta) })
	case skipEntry:
		reason := f.Find(noteField).Trimmed()
		return s.write(writeSkipped, f.seq, func(seq int) (journal.Event, error) { return s.live.SkipAsk(seq, f.next.Line, reason) })
	}
	return s.write(writeTold, f.seq, s.tell(f, f.answer(s)))
}

// A result may be typed before there is a form for it: while the study is read,
// decided about or written to. From the first key that would open the form on,
// all keys are kept for it; keys that mean something else act at once until then.

// mostAhead is how many keys are kept: a value, a cost and a long note.
const mostAhead = 512

// keep keeps a key for the form that is about to open, or lets esc drop all that
// was kept. It reports false for keys that are to act at once.
func (s *Screen) keep(msg screen.TypedMsg) bool {
	switch {
	case len(s.ahead) == 0 && !(s.aboutToOpen() && screen.Find(msg.Key, opening) != screen.ActNone):
		return false
	case screen.Find(msg.Key, aheadKeys) == screen.ActCancel:
		s.said = said{}
		s.forget()
	case len(s.ahead) < mostAhead:
		s.ahead = append(s.ahead, msg)
	}
	return true
}

// aboutToOpen reports whether the next suggestion's form can be opened soon, but
// not yet.
func (s *Screen) aboutToOpen() bool {
	deciding := s.deciding && s.next == nil && s.form == nil
	return s.undo == nil && (deciding || s.writing != writeNothing)
}

// deliver enters the keys that were kept, now that there is a suggestion. Keys after a saved entry
// are kept for the next one.
func (s *Screen) deliver() tea.Cmd {
	var cmds []tea.Cmd
	for len(s.ahead) > 0 && s.writing == writeNothing {
		msg := s.ahead[0]
		s.ahead = s.ahead[1:]
		switch act := screen.Find(msg.Key, opening); {
		case s.form != nil:
			cmds = append(cmds, s.fill(msg))
		case act == screen.ActTell:
			s.openForm(false, false)
		case act == screen.ActType:
			cmds = append(cmds, s.begin(msg))
		}
	}
	return tea.Batch(cmds...)
}

// forget drops the kept keys, with a message.
func (s *Screen) forget() {
	if len(s.ahead) == 0 {
		return
	}
	text, tone := "Typed ahead and dropped: "+s.typedAhead(), s.said.tone
	if s.said.text != "" {
		text = strings.TrimSuffix(s.said.text, ".") + ". " + text
	}
	s.ahead = nil
	s.say(tone, text)
}

// kept says what is kept.
func (s *Screen) kept() string {
	text := "typed ahead, for the form: " + s.typedAhead()
	if len(s.ahead) == mostAhead {
		text += " (no more is kept)"
	}
	return text
}

// typedAhead is what is kept, in words, or the end of it: "1.25 tab 2.5 enter".
func (s *Screen) typedAhead() string {
	const most = 40
	var b strings.Builder
	word := false // the last key was one with a name
	for i, k := range s.ahead {
		named := len([]rune(k.Key)) > 1
		if i > 0 && (named || word) {
			b.WriteByte(' ')
		}
		b.WriteString(k.Key)
		word = named
	}
	text := []rune(sanitize.Text(b.String()))
	if len(text) > most {
		return "… " + string(text[len(text)-most:])
	}
	return string(text)
}
