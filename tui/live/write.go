package live

import (
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/screen"
)

// writing is what is being written to the study.
type writing int

const (
	writeNothing writing = iota
	writeTold
	writeUndone
	writeBudget
	writeSkipped
	writeAmended
	writeSet
)

// wroteMsg is the result of writing an entry.
type wroteMsg struct {
	what   writing
	events []journal.Event // at least one, if there is no error
	read   reading
	err    error
}

// write appends to the study in the background. Nothing is acknowledged before the file has it.
// Suggestions and notes of others are no conflict.
func (s *Screen) write(what writing, expected int, entry func(expected int) (journal.Event, error)) tea.Cmd {
	return s.writeAll(what, expected, func(expected int) ([]journal.Event, error) {
		e, err := entry(expected)
		return []journal.Event{e}, err
	})
}

// writeAll is write of several lines at once.
func (s *Screen) writeAll(what writing, expected int, entry func(expected int) ([]journal.Event, error)) tea.Cmd {
	if s.form != nil && s.form.study != s.id {
		s.notHere()
		return nil
	}
	s.writing = what
	live, id := s.live, s.id
	return func() tea.Msg {
		msg := wroteMsg{what: what}
		for {
			if live.Journal().ID() != id {
				msg.err = &journal.StaleError{Path: live.Journal().Path(), Expected: expected, Replaced: true}
				break
			}
			msg.events, msg.err = entry(expected)
			var stale *journal.StaleError
			if !errors.As(msg.err, &stale) {
				break
			}
			last := harmless(stale)
			if last <= expected {
				break
			}
			expected = last
		}
		msg.read = readStudy(live)
		var stale *journal.StaleError
		msg.read.replaced = errors.As(msg.err, &stale) && stale.Replaced
		return msg
	}
}

// harmless is the line an entry may follow although others wrote: they only
// asked or noted something. It is 0 if they did more.
func harmless(stale *journal.StaleError) int {
	last := 0
	for _, e := range stale.Events {
		if stale.Replaced || notable(e) {
			return 0
		}
		last = e.Seq
	}
	return last
}

// wrote shows the result of writing an entry, once the line is on disk.
func (s *Screen) wrote(v screen.View, msg wroteMsg) tea.Cmd {
	s.writing = writeNothing
	for _, e := range msg.events {
		if msg.err == nil {
			s.own[e.Seq] = true
		}
	}
	s.takeIn(msg.read)
	if msg.err != nil {
		defer s.forget() // it was meant for the next form, not for this one again
		return s.refused(v, msg)
	}
	switch msg.what {
	case writeTold:
		s.form, s.aside, s.top = nil, nil, 0
		s.say(toneGood, "saved, "+s.standing()+s.counted(msg.events[0]))
	case writeUndone:
		s.say(toneGood, "taken back, "+s.standing())
	case writeBudget:
		s.form = nil
		s.say(toneGood, "saved, the budget is "+amount(s.state.Budget, s.problem.CostUnit)+" now: "+s.standing())
	case writeAmended:
		s.form, s.picked = nil, -1
		s.say(toneGood, s.amended(msg.events[0].Body.(journal.Amended)))
	case writeSet:
		s.form = nil
		s.say(toneGood, s.nowSet(msg.events))
	case writeSkipped:
		s.form = nil
		s.say(toneGood, "skipped; the next suggestions keep away from that point")
	}
	return s.decide(v)
}

// counted says that an evaluation just recorded does not count, or that it was the last; otherwise
// "".
func (s *Screen) counted(e journal.Event) string {
	if s.state.Over() > 0 && s.state.Created.Overshoot == journal.Keep {
		return "; it was paid for, so it counts, and the study ends. If it is mistyped: u takes it back"
	}
	for _, v := range s.state.Evaluations {
		if v.Seq == e.Seq && !v.Counted {
			return "; it cost more than was left, so it is kept but does not count"
		}
	}
	return ""
}

// notHere says that an entry belongs to another study than the file now holds.
func (s *Screen) notHere() {
	s.say(toneWarning, "The file was replaced: it now holds another study, of "+s.state.Created.Name+". This entry is not of that study and was not saved; esc leaves it.")
}

// refused says why an entry was not written. The entry stays in its form.
func (s *Screen) refused(v screen.View, msg wroteMsg) tea.Cmd {
	var stale *journal.StaleError
	if !errors.As(msg.err, &stale) {
		var doubt *doubtError
		if errors.As(msg.err, &doubt) {
			s.doubt(doubt)
			return nil
		}
		var bad *journal.FieldError
		if s.form != nil && errors.As(msg.err, &bad) {
			s.form.refuse(bad)
		}
		var uncertain *journal.UncertainError
		if errors.As(msg.err, &uncertain) {
			s.say(toneWarning, fmt.Sprintf("The disk did not confirm this entry (%v), and could not take it back: it may be saved or not. Check the history, with another program too, before you save it again.", uncertain.Err))
			return nil
		}
		s.say(toneWarning, "Not saved: "+msg.err.Error())
		return nil
	}
	what := "the file was replaced"
	if !stale.Replaced {
		what = s.summary(stale.Events)
	}
	if s.form != nil && s.form.study != s.id {
		s.notHere()
		return s.decide(v)
	}
	if s.form != nil {
		s.form.seq = s.state.Seq
		s.say(toneWarning, "The study went on meanwhile: "+what+". Nothing of yours was saved yet: enter saves it all the same, esc leaves it.")
	} else {
		s.say(toneWarning, "The study went on meanwhile: "+what+". Nothing was taken back.")
	}
	return s.decide(v)
}

// A number far from the prediction, or a cost that ends the study, may be a mistake: the user is
// asked once.

// doubtError says that an entry was not written because it may be a mistake.
type doubtError struct{ doubts []study.Doubt }

func (e *doubtError) Error() string {
	var parts []string
	for _, d := range e.doubts {
		parts = append(parts, d.Text)
	}
	return strings.Join(parts, "; ")
}

// tell writes the answer of a form, unless there are doubts that the user has not confirmed.
func (s *Screen) tell(f *entry, a study.Answer) func(seq int) (journal.Event, error) {
	live, sure := s.live, f.source != "" || f.sure == f.numbers()
	return func(seq int) (journal.Event, error) {
		if !sure {
			// Where nothing can be expected there is nothing to doubt.
			if doubts, err := live.Doubts(a); err == nil && len(doubts) > 0 {
				return journal.Event{}, &doubtError{doubts}
			}
		}
		return live.Tell(seq, a)
	}
}

// numbers are all that a doubt can be about.
func (e *entry) numbers() string {
	return fmt.Sprint(e.point(), e.Text(valueField), e.Text(costField), e.failed())
}

// doubt asks about an entry: as it is, it will be written the next time.
func (s *Screen) doubt(e *doubtError) {
	f := s.form
	if f == nil {
		return
	}
	f.sure, f.asked = f.numbers(), true
	for _, d := range e.doubts {
		if f.Find(d.Field) != nil {
			f.FocusOn(d.Field)
			break
		}
	}
	s.say(toneWarning, e.Error()+". Enter again keeps it, esc corrects it.")
}
