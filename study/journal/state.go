package journal

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// State is what follows from a journal's events. It is a value: next returns
// another, and what was handed out does not change.
type State struct {
	Seq     int       // line of the last event; 0: nothing has happened
	Updated time.Time // when it happened
	Created Created

	Budget      float64 // with its changes
	Spent       float64 // by the counted evaluations and the failed ones
	Evaluations []Evaluation
	Pending     *Ask // the suggestion that stands; nil: none
	Skips       []Skip
	Notes       []Event
	Lost        []Event // lines that Salvage could not read

	spent Ledger
	steps []step // what can be undone, oldest first
}

// Evaluation is one that was told and not undone.
type Evaluation struct {
	Told
	Seq     int
	Time    time.Time
	Counted bool // charged to the budget, or not in need of it (initial design)
}

// Ask is a suggestion that stands until something is told.
type Ask struct {
	Asked
	Seq  int
	Time time.Time
}

// Skip is a suggestion that was dropped.
type Skip struct {
	Ask    Ask
	Seq    int // of the event that dropped it
	Time   time.Time
	Reason string
}

// step is what undoing an event must put back. An ask made after the event is
// withdrawn with it, for the event's outcome is what the ask was based on.
type step struct {
	seq     int
	delta   float64 // of a budget change; 0: another event
	pending *Ask    // just before the event
}

// Replay folds events, from a journal's first on, into a state.
func Replay(events []Event) (State, error) {
	var s State
	for _, e := range events {
		if err := s.check(e); err != nil {
			return State{}, fmt.Errorf("line %d: %w", e.Seq, err)
		}
		s.apply(e)
	}
	return s, nil
}

// next is the state after e, or why e cannot follow.
func (s State) next(e Event) (State, error) {
	if err := s.check(e); err != nil {
		return s, err
	}
	s = s.clone()
	s.apply(e)
	return s, nil
}

// Remaining is the budget left, never below zero.
func (s State) Remaining() float64 { return max(0, s.Budget-s.Spent) }

// Affordable says whether an evaluation of cost z would count now.
func (s State) Affordable(z float64) bool { return s.spent.Affords(z, s.Budget) }

// Undoable is the Seq of the event an undo would take back; 0: there is none.
func (s State) Undoable() int {
	if len(s.steps) == 0 {
		return 0
	}
	return s.steps[len(s.steps)-1].seq
}

// DesignLeft lists the points of the initial design (1, 2, …) neither told nor
// skipped.
func (s State) DesignLeft() []int {
	done := make(map[int]bool)
	for _, e := range s.Evaluations {
		done[e.Design] = true
	}
	for _, k := range s.Skips {
		done[k.Ask.Design] = true
	}
	var left []int
	for i := range s.Created.Design {
		if !done[i+1] {
			left = append(left, i+1)
		}
	}
	return left
}

// check says why e cannot follow s. After a loss, what e refers to may be what
// was lost, so only the event's own fields are then held against it.
func (s *State) check(e Event) error {
	if e.Body == nil {
		return fmt.Errorf("the event is empty")
	}
	if e.Seq != s.Seq+1 {
		return fmt.Errorf("event %d cannot follow event %d", e.Seq, s.Seq)
	}
	if _, first := e.Body.(Created); first != (e.Seq == 1) {
		return fmt.Errorf("a study is created by its first event and only by that")
	}
	if err := e.Body.validate(); err != nil {
		return err
	}
	lossy := len(s.Lost) > 0
	switch b := e.Body.(type) {
	case Asked:
		if err := s.checkTarget(b.X, b.Design, lossy); err != nil {
			return err
		}
		if s.Pending != nil && !lossy {
			return fmt.Errorf("the suggestion %s of line %d still stands: tell its outcome first", point(s.Pending.X), s.Pending.Seq)
		}
	case Told:
		if err := s.checkTarget(b.X, b.Design, lossy); err != nil {
			return err
		}
		if b.Answers != 0 && !lossy && (s.Pending == nil || s.Pending.Seq != b.Answers) {
			return &FieldError{"answers", fmt.Sprintf("names line %d, which holds no suggestion that still stands", b.Answers)}
		}
	case Skipped:
		if !lossy && (s.Pending == nil || s.Pending.Seq != b.Seq) {
			return &FieldError{"line", fmt.Sprintf("names line %d, which holds no suggestion that still stands", b.Seq)}
		}
	case Undone:
		switch last := s.Undoable(); {
		case lossy || b.Seq == last:
		case last == 0:
			return fmt.Errorf("there is nothing to undo")
		default:
			return &FieldError{"line", fmt.Sprintf("names line %d, but line %d must be undone first", b.Seq, last)}
		}
	case BudgetChanged:
		if after := s.budget(b.Delta); (after < 0 && !lossy) || after > maxAmount {
			return &FieldError{"delta", fmt.Sprintf("%s would make the budget %s; it is %s", number(b.Delta), number(after), number(s.Budget))}
		}
	}
	return nil
}

// checkTarget wants a point of the study and, if it stands for a point of the
// initial design, one not yet told.
func (s *State) checkTarget(x []float64, design int, lossy bool) error {
	if err := checkPoint("x", x, s.Created.Parameters); err != nil {
		return err
	}
	if design > len(s.Created.Design) {
		return &FieldError{"design", fmt.Sprintf("is %d, but the initial design has %d points", design, len(s.Created.Design))}
	}
	if design > 0 && !lossy {
		for _, e := range s.Evaluations {
			if e.Design == design {
				return &FieldError{"design", fmt.Sprintf("point %d was already told on line %d", design, e.Seq)}
			}
		}
	}
	return nil
}

// apply moves s on by an event that check accepted.
func (s *State) apply(e Event) {
	s.Seq, s.Updated = e.Seq, e.Time
	switch b := e.Body.(type) {
	case Created:
		s.Created, s.Budget = b, b.Budget
	case Asked:
		s.Pending = &Ask{Asked: b, Seq: e.Seq, Time: e.Time}
	case Told:
		s.steps = append(s.steps, step{seq: e.Seq, pending: s.Pending})
		s.Pending = nil
		if b.Failed {
			b.Value = math.NaN() // lest it be taken for an observation
		}
		s.Evaluations = append(s.Evaluations, Evaluation{Told: b, Seq: e.Seq, Time: e.Time})
		s.count(len(s.Evaluations) - 1)
	case Skipped:
		s.steps = append(s.steps, step{seq: e.Seq, pending: s.Pending})
		if p := s.Pending; p != nil && p.Seq == b.Seq { // it is, unless its line was lost
			s.Skips = append(s.Skips, Skip{Ask: *p, Seq: e.Seq, Time: e.Time, Reason: b.Reason})
		}
		s.Pending = nil
	case BudgetChanged:
		s.steps = append(s.steps, step{seq: e.Seq, delta: b.Delta, pending: s.Pending})
		s.recount()
	case Undone:
		s.undo(b.Seq)
	case Noted:
		s.Notes = append(s.Notes, e)
	case Lost:
		s.Lost = append(s.Lost, e)
		s.Pending = nil // its outcome may be what was lost
	}
}

// undo takes back the event seq. It is the last step, except after a loss,
// when it may be any or none.
func (s *State) undo(seq int) {
	i := slices.IndexFunc(s.steps, func(t step) bool { return t.seq == seq })
	if i < 0 {
		return // the undone event is itself lost
	}
	if i == len(s.steps)-1 {
		s.Pending = s.steps[i].pending
	}
	s.steps = slices.Delete(s.steps, i, i+1)
	s.Evaluations = slices.DeleteFunc(s.Evaluations, func(e Evaluation) bool { return e.Seq == seq })
	s.Skips = slices.DeleteFunc(s.Skips, func(k Skip) bool { return k.Seq == seq })
	s.recount()
}

// recount counts every evaluation anew under the budget in force. Only after a
// loss can the sum of its changes be negative.
func (s *State) recount() {
	s.Budget = max(0, s.budget(0))
	s.spent, s.Spent = Ledger{}, 0
	for i := range s.Evaluations {
		s.count(i)
	}
}

// budget sums up the budget, its changes and one more. Compensation makes
// +b −b an identity in floating point too.
func (s *State) budget(delta float64) float64 {
	var l Ledger
	l.Add(s.Created.Budget)
	for _, t := range s.steps {
		l.Add(t.delta)
	}
	l.Add(delta)
	return l.Total()
}

// count decides whether evaluation i is charged, given those before it.
func (s *State) count(i int) {
	e := &s.Evaluations[i]
	switch {
	case e.Design > 0 && !s.Created.ChargeInitial:
		e.Counted = true
		return
	case e.Failed:
		e.Counted = true
	default:
		e.Counted = s.Affordable(e.Cost)
	}
	if e.Counted {
		s.spent.Add(e.Cost)
		s.Spent = s.spent.Total()
	}
}

// clone copies whatever apply writes to and whatever a caller could.
func (s State) clone() State {
	s.Created.Parameters = slices.Clone(s.Created.Parameters)
	s.Created.Design = slices.Clone(s.Created.Design)
	for i, x := range s.Created.Design {
		s.Created.Design[i] = slices.Clone(x)
	}
	s.Evaluations = slices.Clone(s.Evaluations)
	for i := range s.Evaluations {
		s.Evaluations[i].X = slices.Clone(s.Evaluations[i].X)
	}
	if s.Pending != nil {
		p := s.Pending.clone()
		s.Pending = &p
	}
	s.Skips = slices.Clone(s.Skips)
	for i := range s.Skips {
		s.Skips[i].Ask = s.Skips[i].Ask.clone()
	}
	s.Notes, s.Lost, s.steps = slices.Clone(s.Notes), slices.Clone(s.Lost), slices.Clone(s.steps)
	return s
}

func (a Ask) clone() Ask {
	a.X, a.Decision = slices.Clone(a.X), slices.Clone(a.Decision)
	return a
}
