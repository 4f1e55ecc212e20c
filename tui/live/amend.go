package live

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/study/journal"
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
		s.form = newAmendForm(s, s.state.Evaluations[s.picked])
		s.said = said{}
	case a == screen.ActCancel:
		s.picked = -1
	}
}

// newAmendForm is for an entry told before; typing replaces what it says.
func newAmendForm(s *Screen, e journal.Evaluation) *form {
	f := &form{kind: formAmend, study: s.id, seq: s.state.Seq, x: e.X, entry: &e, items: []formItem{
		{id: itemValue, label: "value", unit: sanitize.Text(s.problem.ValueUnit)},
		{id: itemCost, label: "cost", unit: sanitize.Text(s.problem.CostUnit)},
	}}
	f.items = append(f.items, s.sdItem()...)
	f.items = append(f.items, formItem{id: itemFailed, label: "failed", on: e.Failed}, formItem{id: itemNote, label: "note"})
	if i := f.find(itemSd); i != nil && e.Sd > 0 {
		i.field.Offer(exact(e.Sd))
	}
	if !e.Failed {
		f.find(itemValue).field.Offer(exact(e.Value))
	}
	f.find(itemCost).field.Offer(exact(e.Cost))
	f.find(itemNote).field.Set(sanitize.Text(e.Note))
	if e.Failed {
		f.focusOn(itemCost)
	}
	return f
}

// exact writes a number so that it reads back as itself.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// amendment is what a form changes of its entry; false: nothing.
func (f *form) amendment() (b journal.Amended, changed bool) {
	e := f.entry
	b.Line = e.Seq
	if failed := f.isOn(itemFailed); failed != e.Failed {
		b.Failed = &failed
	}
	if v := f.number(itemValue); !f.isOn(itemFailed) && !math.IsNaN(v) && v != e.Value {
		b.Value = &v
	}
	if v := f.number(itemCost); v != e.Cost {
		b.Cost = &v
	}
	if sd := f.sd(); f.find(itemSd) != nil && !f.isOn(itemFailed) && sd != e.Sd {
		b.Sd = &sd
	}
	if note := strings.TrimSpace(f.text(itemNote)); note != sanitize.Text(e.Note) {
		b.Note = &note
	}
	return b, b.Failed != nil || b.Value != nil || b.Cost != nil || b.Sd != nil || b.Note != nil
}

// saveAmendment writes what was changed.
func (s *Screen) saveAmendment(f *form) tea.Cmd {
	b, changed := f.amendment()
	if !changed {
		s.say(tonePlain, "Nothing was changed. Type over what is wrong, or leave with esc.")
		return nil
	}
	live := s.live
	return s.write(writeAmended, f.seq, func(seq int) (journal.Event, error) { return live.Amend(seq, b) })
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
