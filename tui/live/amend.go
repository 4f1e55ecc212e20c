package live

import (
	"fmt"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/study/journal"
	"farsight/tui/form"
	"farsight/tui/screen"
)

// An entry told before is corrected or annotated: it is picked in the history,
// and what is changed in its form is one more line of the file.

// pick lets an entry of the history be chosen, the newest first.
func (s *Screen) pick() {
	if len(s.state.Evaluations) == 0 {
		s.say(tonePlain, "There is no entry to revise.")
		return
	}
	s.said = said{}
	s.picked, s.top = len(s.state.Evaluations)-1, 0
}

// choose obeys a key while an entry is being picked.
func (s *Screen) choose(a screen.Action) {
	n := len(s.state.Evaluations)
	by, known := map[screen.Action]int{screen.ActUp: 1, screen.ActDown: -1, screen.ActPageUp: historyPage, screen.ActPageDown: -historyPage, screen.ActHome: n, screen.ActEnd: -n}[a]
	switch {
	case known:
		s.picked = max(0, min(s.picked+by, n-1))
	case a == screen.ActEnter:
		s.form = newAmend(s, s.state.Evaluations[s.picked])
		s.said = said{}
	case a == screen.ActCancel:
		s.picked = -1
	}
}

// newAmend is for an entry told before; typing replaces what it says.
func newAmend(s *Screen, was journal.Evaluation) *entry {
	e := s.newEntry(amendEntry)
	e.x, e.was = was.X, &was
	e.addResult(s)
	e.Find(failedField).On = was.Failed
	if i := e.Find(sdField); i != nil && was.Sd > 0 {
		i.Line.Offer(form.Exact(was.Sd))
	}
	if !was.Failed {
		e.Find(valueField).Line.Offer(form.Exact(was.Value))
	}
	e.Find(costField).Line.Offer(form.Exact(was.Cost))
	e.Find(noteField).Line.Set(sanitize.Text(was.Note))
	if was.Failed {
		e.FocusOn(costField)
	}
	return e
}

// amendment is what a form changes of its entry; false: nothing.
func (e *entry) amendment() (b journal.Amended, changed bool) {
	was, failed := e.was, e.failed()
	b.Line = was.Seq
	if failed != was.Failed {
		b.Failed = &failed
	}
	if v := e.Find(valueField).Number(); !failed && !math.IsNaN(v) && v != was.Value {
		b.Value = &v
	}
	if v := e.Find(costField).Number(); v != was.Cost {
		b.Cost = &v
	}
	if sd := e.sd(); e.Find(sdField) != nil && !failed && sd != was.Sd {
		b.Sd = &sd
	}
	if note := e.Find(noteField).Trimmed(); note != sanitize.Text(was.Note) {
		b.Note = &note
	}
	return b, b.Failed != nil || b.Value != nil || b.Cost != nil || b.Sd != nil || b.Note != nil
}

// saveAmendment writes what was changed.
func (s *Screen) saveAmendment(e *entry) tea.Cmd {
	b, changed := e.amendment()
	if !changed {
		s.say(tonePlain, "Nothing was changed. Type over what is wrong, or leave with esc.")
		return nil
	}
	live := s.live
	return s.write(writeAmended, e.seq, func(seq int) (journal.Event, error) { return live.Amend(seq, b) })
}

// amended says what an amendment made of its entry.
func (s *Screen) amended(b journal.Amended) string {
	for i, e := range s.state.Evaluations {
		if e.Seq == b.Line {
			return fmt.Sprintf("saved: evaluation %d, %s; %s", i+1, s.describe(e.Told), s.standing())
		}
	}
	return "saved, " + s.standing()
}
