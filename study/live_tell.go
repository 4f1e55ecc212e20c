package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"farsight/scenarios"
	"farsight/study/journal"
)

// Answer is a measurement to record.
type Answer struct {
	Ask    int             // line of the suggestion it answers; 0: the pending one, if it is about it
	As     string          // owner of the suggestion, if no line is given; "": none
	X      scenarios.Point // nil: the suggestion's point
	Moved  bool            // X answers the suggestion although its point is another
	Value  float64
	Cost   float64
	Sd     float64 // of the value's noise; 0: not known
	Failed bool    // charges the budget and informs the cost only
	Source string
	Note   string
}

// Tell records a measurement and returns once it is on disk. expected is the
// Seq of the state the caller acted upon; if others wrote since, or if the
// suggestion is no longer pending, the error is a *journal.StaleError that
// says what happened; if it was answered already, an *AnsweredError; if it could
// be about several, a *journal.WhichError.
func (l *Live) Tell(expected int, a Answer) (journal.Event, error) {
	now, err := l.now()
	if err != nil {
		return journal.Event{}, err
	}
	p, err := l.answers(now, a)
	if err != nil {
		return journal.Event{}, err
	}
	t := journal.Told{X: a.X, Value: a.Value, Cost: a.Cost, Sd: a.Sd, Failed: a.Failed, Source: a.Source, Note: a.Note}
	if a.Failed {
		t.Value = math.NaN()
	}
	if p != nil && (a.X == nil || a.Moved || readSame(a.X, p.X)) {
		t.Answers, t.Design = p.Seq, p.Design
		if a.X == nil {
			t.X = p.X
		}
	}
	switch {
	case t.X == nil:
		return journal.Event{}, errors.New("nothing has been asked: ask first, or name the point")
	case a.Moved && t.Answers == 0:
		return journal.Event{}, errors.New("nothing has been asked that this could answer")
	}
	if err := checkTold(now.problem, t.X); err != nil {
		return journal.Event{}, err
	}
	if err := checkNumbers(&t.Value, &t.Cost, &t.Sd); err != nil {
		return journal.Event{}, err
	}
	switch {
	case t.Design == 0:
		t.Design = designPoint(now.state, t.X)
	case !slices.Contains(now.state.DesignLeft(), t.Design) && designTold(now.state, t.Design):
		// It expired and was measured by others: one more measurement of the point,
		// charged as the first was.
		t.Design, t.Free = 0, !now.state.Created.ChargeInitial
	}
	if t.Design == 0 && !t.Free {
		if t.Answers == 0 {
			p = nil
		}
		if t.Move, err = now.moveTo(t.X, p); err != nil {
			return journal.Event{}, err
		}
	}
	return l.journal.Append(expected, t)
}

// TellRetry calls Tell again while others write to the study, as long as its suggestion can be
// answered: that of the line a.Ask or, without one, the pending one of a.As at the time of the
// call. At each try complete fills in a, given the point of that suggestion (nil without one), and
// certain may refuse it; meanwhile gets what others did in between. A *journal.StaleError means
// that the suggestion is no longer pending and nothing was recorded.
func (l *Live) TellRetry(a Answer, complete func(a *Answer, suggested scenarios.Point) error, certain func(Answer) error, meanwhile func(*journal.StaleError)) (journal.Event, error) {
	ask, about := a.Ask, a.Ask
	if s, err := l.One(a.As); ask == 0 && err == nil {
		about = s.Line
	}
	for {
		seq := l.State().Seq
		if err := complete(&a, l.suggested(about)); err != nil {
			return journal.Event{}, err
		}
		if a.Ask = ask; a.X == nil || a.Moved {
			a.Ask = about
		}
		if err := certain(a); err != nil {
			return journal.Event{}, err
		}
		told, err := l.Tell(seq, a)
		var stale *journal.StaleError
		if !errors.As(err, &stale) {
			return told, err
		}
		_, answered := l.answered(ask)
		_, answerable := l.State().Answerable(a.Ask)
		switch {
		case stale.Replaced, a.Ask != 0 && !answerable && !answered:
			return told, err
		case !answered: // else the next try says whether by the same numbers
			meanwhile(stale)
		}
	}
}

// suggested returns the point of the suggestion of a line, pending or not; nil if there
// is none.
func (l *Live) suggested(line int) scenarios.Point {
	if events := l.journal.Events(); line > 0 && line <= len(events) {
		if a, ok := events[line-1].Body.(journal.Asked); ok {
			return a.X
		}
	}
	return nil
}

// Retry calls write with the study's state until no others wrote in between, and
// returns its error; meanwhile gets what others did.
func (l *Live) Retry(write func(state journal.State) error, meanwhile func(*journal.StaleError)) error {
	for {
		err := write(l.State())
		var stale *journal.StaleError
		if !errors.As(err, &stale) || stale.Replaced {
			return err
		}
		meanwhile(stale)
	}
}

// AnsweredError reports that a suggestion was answered before. Nothing was written; if
// the answer is the Same, that is a no-op.
type AnsweredError struct {
	ask  int // line of the suggestion
	Told journal.Evaluation
	Same bool // by the same numbers
	says string
}

func (e *AnsweredError) Error() string {
	if e.Same {
		return fmt.Sprintf("line %d was answered by the same numbers on line %d: already recorded", e.ask, e.Told.Seq)
	}
	return fmt.Sprintf("line %d was answered by other numbers meanwhile, on line %d (%v); nothing was recorded. If those are wrong, undo them first; if this is another measurement, say where it was made (--at)", e.ask, e.Told.Seq, e.says)
}

// answered returns the evaluation that answers the suggestion of a line; false if
// there is none.
func (l *Live) answered(ask int) (journal.Evaluation, bool) {
	return present{state: l.State()}.answered(ask)
}

func (p present) answered(ask int) (journal.Evaluation, bool) {
	i := slices.IndexFunc(p.state.Evaluations, func(e journal.Evaluation) bool { return ask > 0 && e.Answers == ask })
	if i < 0 {
		return journal.Evaluation{}, false
	}
	return p.state.Evaluations[i], true
}

// says reports whether an answer has the numbers of an evaluation.
func (a Answer) says(e journal.Evaluation) bool {
	return a.Failed == e.Failed && (a.Failed || a.Value == e.Value) && a.Cost == e.Cost && a.Sd == e.Sd && (a.X == nil || readSame(a.X, e.X))
}

// notPending returns an error that says what happened to the suggestion of a line.
func (l *Live) notPending(line int) error {
	events := l.journal.Events()
	if line < 1 || line > len(events) {
		return fmt.Errorf("line %d is no suggestion: the study has %d lines", line, len(events))
	}
	if _, ok := events[line-1].Body.(journal.Asked); !ok {
		return fmt.Errorf("line %d is no suggestion; it says: %s", line, Words(l.Problem(), events[line-1].Body))
	}
	return &journal.StaleError{Path: l.journal.Path(), Expected: line, Events: events[line:]}
}

// checkTold checks that a point is inside the bounds, with whole numbers for integer
// parameters.
func checkTold(p *scenarios.Problem, x scenarios.Point) error {
	if err := p.CheckPoint(x); err != nil {
		return err
	}
	for i, par := range p.Parameters {
		if par.Integer && x[i] != math.Round(x[i]) {
			return fmt.Errorf("%s = %v must be a whole number", par.Name, x[i])
		}
	}
	return nil
}

// designTold reports whether a point of the initial design has been measured.
func designTold(state journal.State, design int) bool {
	return slices.ContainsFunc(state.Evaluations, func(e journal.Evaluation) bool { return e.Design == design })
}

// designPoint returns the unmeasured point of the initial design at x, or 0.
func designPoint(state journal.State, x scenarios.Point) int {
	for _, i := range state.DesignLeft() {
		if readSame(state.Created.Design[i-1], x) {
			return i
		}
	}
	return 0
}

// Figures is the number of significant digits of a suggestion's coordinates that views
// show at least: a point with the same digits is the suggested one.
const Figures = 6

// readSame reports whether two points have the same digits, or more of them if both
// are shown with more.
func readSame(a, b []float64) bool {
	show := func(v float64) string { return strconv.FormatFloat(v, 'g', Figures, 64) }
	more := func(v float64) bool { return scenarios.ShowNumber(v) != show(v) }
	return slices.EqualFunc(a, b, func(v, w float64) bool { return v == w || show(v) == show(w) && !(more(v) && more(w)) })
}

func same(a, b []float64) bool { return slices.Equal(a, b) }

// Skip drops the pending suggestion; the next ones are elsewhere.
func (l *Live) Skip(expected int, reason string) (journal.Event, error) {
	p := l.journal.State().Pending
	if p == nil {
		return journal.Event{}, errNothingAsked
	}
	return l.SkipAsk(expected, p.Seq, reason)
}

// SkipAsk drops the suggestion of a line.
func (l *Live) SkipAsk(expected, line int, reason string) (journal.Event, error) {
	if _, ok := l.journal.State().PendingAsk(line); !ok {
		return journal.Event{}, l.notPending(line)
	}
	return l.journal.Append(expected, journal.Skipped{Seq: line, Reason: reason})
}

// Undo reverts the last change of the study. Suggestions that expired since are
// pending again until the next Ask.
func (l *Live) Undo(expected int) (journal.Event, error) {
	state, undone := l.journal.State(), []journal.Body{}
	var seq int
	for _, seq = range slices.Backward(state.Undoables()) {
		undone = append(undone, journal.Undone{Seq: seq})
		if !expiry(state, seq) {
			break
		}
	}
	if seq == 0 || expiry(state, seq) {
		return journal.Event{}, errors.New("there is nothing to undo")
	}
	events, err := l.journal.AppendAll(expected, undone...)
	if err != nil {
		return journal.Event{}, err
	}
	return events[len(events)-1], nil
}

// expiry reports whether a line says that a suggestion expired.
func expiry(state journal.State, line int) bool {
	return slices.ContainsFunc(state.Skips, func(k journal.Skip) bool { return k.Seq == line && k.Expired })
}

// ChangeBudget extends (or with a negative delta reduces) the budget.
func (l *Live) ChangeBudget(expected int, delta float64) (journal.Event, error) {
	return l.journal.Append(expected, journal.BudgetChanged{Delta: delta})
}

// Evaluate measures the suggestion with the problem's own source. It records nothing.
func (l *Live) Evaluate(ctx context.Context, s Suggestion) (scenarios.Evaluation, error) {
	p := l.Problem()
	if p.Source == nil {
		return scenarios.Evaluation{}, fmt.Errorf("%s is measured by a person: ask, measure and report the result", p.Name)
	}
	e, err := p.Source.Evaluate(ctx, s.X)
	if err != nil {
		return e, err
	}
	state := l.State()
	n := len(state.Evaluations)
	if a, ok := state.PendingAsk(s.Line); ok && a.Holds() {
		n = -s.Line // several are measured at the same time
	}
	e = simulated(p, state.Created.Seed, n, e)
	return e, checkEvaluation(p, s.X, e)
}
