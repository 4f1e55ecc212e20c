package live

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/study/journal"
	"farsight/tui/screen"
)

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

// fill obeys a key in the open form.
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

// obey does what a key asks for.
func (s *Screen) obey(v screen.View, a screen.Action) (tea.Cmd, bool) {
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
		s.say(tonePlain, "Stopped measuring; nothing was told. If it cost something all the same, tell it as failed (x).")
	case s.deciding:
		s.halt()
		s.stopped = true
		s.say(tonePlain, "Stopped deciding; nothing is lost. r decides again.")
	default:
		s.said = said{}
	}
}

// askUndo asks whether the last entry shall be taken back.
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
