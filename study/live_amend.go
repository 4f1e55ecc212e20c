package study

import (
	"fmt"
	"math"
	"slices"

	"farsight/model"
	"farsight/study/journal"
)

// Amend corrects or annotates the evaluation on the line it names. The models, the
// budget and the best value follow; earlier decisions stay. Undo reverts it.
func (l *Live) Amend(expected int, m journal.Amended) (journal.Event, error) {
	if err := l.amendable(m.Line); err != nil {
		return journal.Event{}, err
	}
	if err := checkNumbers(m.Value, m.Cost, m.Sd); err != nil {
		return journal.Event{}, err
	}
	return l.journal.Append(expected, m)
}

// checkNumbers refuses numbers that the models cannot use; nil is none. What is no
// finite or positive number is left for the journal to refuse.
func checkNumbers(value, cost, sd *float64) error {
	for _, f := range []struct {
		field string
		v     *float64
		check func(float64) error
	}{{"value", value, checkValue}, {"cost", cost, model.CheckCost}, {"sd", sd, model.CheckSd}} {
		if f.v == nil || math.IsNaN(*f.v) || math.IsInf(*f.v, 0) || f.field != "value" && !(*f.v > 0) {
			continue
		}
		if err := f.check(*f.v); err != nil {
			return &journal.FieldError{Field: f.field, Reason: fmt.Sprintf("%v: %v", *f.v, err)}
		}
	}
	return nil
}

// amendable returns why a line cannot be amended, naming what it holds.
func (l *Live) amendable(line int) error {
	events := l.journal.Events()
	if slices.ContainsFunc(l.State().Evaluations, func(e journal.Evaluation) bool { return e.Seq == line }) {
		return nil
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
