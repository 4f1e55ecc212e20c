package tui

import (
	"errors"
	"fmt"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/plain"
	"farsight/study/journal"
	"farsight/tui/chart"
)

// What the study's commands bring is taken in here, and said in words.

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
	f.source = s.problem.SourceKind()
	if s.form != nil || s.writing != writeNothing {
		s.aside = f
		s.say(tonePlain, "Measured; leave this form and press enter to see and save it.")
		return nil
	}
	s.form = f
	return s.save()
}
