package study

import (
	"fmt"
	"math"

	"farsight/model"
	"farsight/study/journal"
)

// Amend corrects or annotates an evaluation that was told before, on the line it
// names. The models, the budget and the best follow; what was decided before
// stays as it was. Undo takes it back.
func (l *Live) Amend(expected int, m journal.Amended) (journal.Event, error) {
	if err := l.amendable(m.Line); err != nil {
		return journal.Event{}, err
	}
	// What is no number at all is the journal's to refuse.
	for _, f := range []struct {
		field string
		v     *float64
		check func(float64) error
	}{{"value", m.Value, checkValue}, {"cost", m.Cost, model.CheckCost}, {"sd", m.Sd, model.CheckSd}} {
		if f.v == nil || math.IsNaN(*f.v) || math.IsInf(*f.v, 0) || f.field != "value" && !(*f.v > 0) {
			continue
		}
		if err := f.check(*f.v); err != nil {
			return journal.Event{}, &journal.FieldError{Field: f.field, Reason: fmt.Sprintf("%v: %v", *f.v, err)}
		}
	}
	return l.journal.Append(expected, m)
}

// amendable says why a line cannot be amended, naming what it holds.
func (l *Live) amendable(line int) error {
	events := l.journal.Events()
	for _, e := range l.State().Evaluations {
		if e.Seq == line {
			return nil
		}
	}
	if line < 1 || line > len(events) {
		return fmt.Errorf("line %d holds no evaluation: the study has %d lines", line, len(events))
	}
	switch b := events[line-1].Body.(type) {
	case journal.Told:
		return fmt.Errorf("line %d was undone; it said: %s", line, Words(l.Problem(), b))
	case journal.Asked:
		for _, e := range l.State().Evaluations {
			if e.Answers == line {
				return fmt.Errorf("line %d holds a suggestion; the evaluation that answers it is line %d", line, e.Seq)
			}
		}
		return fmt.Errorf("line %d holds a suggestion, not an evaluation: %s", line, Words(l.Problem(), b))
	case journal.Amended:
		return fmt.Errorf("line %d holds no evaluation but an amendment of line %d: amend that once more, or undo", line, b.Line)
	default:
		return fmt.Errorf("line %d holds no evaluation; it says: %v", line, b)
	}
}
