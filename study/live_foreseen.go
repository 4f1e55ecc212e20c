package study

import "farsight/study/journal"

// Foreseen is what the policy expected where it suggested the point of a line,
// before that was measured; nil where it said nothing, as of the initial design.
func (l *Live) Foreseen(line int) *Expectation {
	now, err := l.now()
	events := l.journal.Events()
	if err != nil || line < 1 || line > len(events) {
		return nil
	}
	a, _ := events[line-1].Body.(journal.Asked)
	rec, ok := recordOf(&journal.Ask{Asked: a})
	if !ok || rec.Objective == nil {
		return nil
	}
	return rec.expectation(now.problem)
}
