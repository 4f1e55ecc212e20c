package journal

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// State is the state of a study after its journal's events. It is a value: a copy
// that was returned does not change.
type State struct {
	Seq     int       // line of the last event; 0: nothing has happened
	Updated time.Time // when it happened
	Created Created

	Policy      string  // the current one: Created's, or the last that was set
	Problem     string  // the same
	Budget      float64 // with its changes
	Spent       float64 // by the counted evaluations and the failed ones; may exceed the budget
	Evaluations []Evaluation
	Asks        []Ask // pending suggestions, oldest first
	Pending     *Ask  // the first of them without an owner; nil: none
	Skips       []Skip
	Sets        []Event // changes of policy and problem
	Notes       []Event
	Lost        []Event // lines that Salvage could not read

	spent Ledger
	steps []step // what can be undone, oldest first
}

// Evaluation is a recorded evaluation that was not undone.
type Evaluation struct {
	Told
	Seq     int
	Time    time.Time
	Counted bool  // charged to the budget, or free (initial design, imported)
	Order   int   // independent of the order of results: the line of the held suggestion it answers, else its own
	Amended []int // lines that changed it, oldest first; Told includes the changes
}

// Ask is a suggestion that is pending until something is told; one that is held, or
// has an owner, until it is answered itself.
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
	// Expired: it was not answered in time. It may still be, and its point may be
	// suggested again.
	Expired bool
}

// step is what undoing an event restores. A suggestion made after the event is
// withdrawn with it, because it is based on the event, unless it is held.
type step struct {
	seq   int
	delta float64 // of a budget change; 0: another event
	set   Set     // of a Set; zero: another event
	amend Amended // of an amendment; zero: another event
	told  Told    // what was amended, just before
	asks  []Ask   // just before the event
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

// Remaining returns the remaining budget, at least 0.
func (s State) Remaining() float64 { return max(0, s.Budget-s.Spent) }

// Over returns by how much the budget is exceeded; 0: it is not.
func (s State) Over() float64 {
	if s.Spent <= s.Budget*(1+Tolerance) {
		return 0
	}
	return s.Spent - s.Budget
}

// PendingAsk returns the suggestion of a line, if it is pending.
func (s State) PendingAsk(line int) (Ask, bool) {
	i := slices.IndexFunc(s.Asks, func(a Ask) bool { return a.Seq == line })
	if i < 0 {
		return Ask{}, false
	}
	return s.Asks[i], true
}

// Answerable returns the suggestion of a line, if an evaluation may answer it: it is
// pending, or it expired and was not answered.
func (s State) Answerable(line int) (Ask, bool) {
	if a, ok := s.PendingAsk(line); ok {
		return a, true
	}
	for _, k := range s.Skips {
		if k.Expired && k.Ask.Seq == line && !slices.ContainsFunc(s.Evaluations, func(e Evaluation) bool { return e.Answers == line }) {
			return k.Ask, true
		}
	}
	return Ask{}, false
}

// Affordable reports whether an evaluation of cost z would count now.
func (s State) Affordable(z float64) bool { return s.spent.Affords(z, s.Budget) }

// Undoable returns the Seq of the event that an undo would revert; 0: there is none.
func (s State) Undoable() int {
	if len(s.steps) == 0 {
		return 0
	}
	return s.steps[len(s.steps)-1].seq
}

// Undoables returns the events that undos would revert, the last of them first.
func (s State) Undoables() []int {
	lines := make([]int, len(s.steps))
	for i, t := range s.steps {
		lines[i] = t.seq
	}
	return lines
}

// DesignLeft lists the points of the initial design (1, 2, …) neither told nor
// skipped.
func (s State) DesignLeft() []int {
	done := make(map[int]bool)
	for _, e := range s.Evaluations {
		done[e.Design] = true
	}
	for _, k := range s.Skips {
		if !k.Expired {
			done[k.Ask.Design] = true
		}
	}
	var left []int
	for i := range s.Created.Design {
		if !done[i+1] {
			left = append(left, i+1)
		}
	}
	return left
}

// check returns why e cannot follow s. After a loss, e may refer to a lost line, so
// only its own fields are checked then.
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
		for _, a := range s.Asks {
			if b.Design > 0 && a.Design == b.Design && !lossy {
				return &FieldError{"design", fmt.Sprintf("point %d was asked for on line %d, which is still pending", b.Design, a.Seq)}
			}
		}
		if loose := !b.Held && b.As == ""; loose && s.Pending != nil && !lossy {
			return fmt.Errorf("the suggestion %s of line %d is still pending: tell its result first", Point(s.Pending.X), s.Pending.Seq)
		}
	case Told:
		if err := s.checkTarget(b.X, b.Design, lossy); err != nil {
			return err
		}
		if _, ok := s.Answerable(b.Answers); b.Answers != 0 && !lossy && !ok {
			return &FieldError{"answers", fmt.Sprintf("names line %d, which holds no pending suggestion", b.Answers)}
		}
	case Skipped:
		if _, ok := s.PendingAsk(b.Seq); !lossy && !ok {
			return &FieldError{"line", fmt.Sprintf("names line %d, which holds no pending suggestion", b.Seq)}
		}
	case Amended:
		i := s.evaluation(b.Line)
		switch {
		case i < 0 && !lossy:
			return &FieldError{"line", fmt.Sprintf("names line %d, which holds no evaluation, or an undone one", b.Line)}
		case i >= 0:
			return b.applied(s.Evaluations[i].Told).validate()
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

// checkTarget checks a point and that its point of the initial design, if any, is not
// measured yet.
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

// recount counts all evaluations again under the current budget. Only after a loss
// can the sum of its changes be negative.
func (s *State) recount() {
	s.Budget = max(0, s.budget(0))
	s.spent, s.Spent = Ledger{}, 0
	for _, i := range s.InOrder() {
		s.count(i)
	}
}

// InOrder lists the evaluations by their Order.
func (s *State) InOrder() []int {
	order := make([]int, len(s.Evaluations))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.Evaluations[i].Order, s.Evaluations[j].Order) })
	return order
}

// budget sums the budget, its changes and one more. Compensated summation makes
// +b −b an identity in floating point.
func (s *State) budget(delta float64) float64 {
	var l Ledger
	l.Add(s.Created.Budget)
	for _, t := range s.steps {
		l.Add(t.delta)
	}
	l.Add(delta)
	return l.total()
}

// count decides whether evaluation i counts, given those before it.
func (s *State) count(i int) {
	e := &s.Evaluations[i]
	switch {
	case e.Free || e.Design > 0 && !s.Created.ChargeInitial:
		e.Counted = true
		return
	case e.Failed || s.Created.Overshoot == Keep:
		e.Counted = true
	default:
		e.Counted = s.Affordable(e.Cost + e.Move)
	}
	if e.Counted {
		s.spent.Add(e.Cost + e.Move)
		s.Spent = s.spent.total()
	}
}

// clone copies all that apply or a caller could write to.
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
	s.Asks = slices.Clone(s.Asks)
	for i := range s.Asks {
		s.Asks[i] = s.Asks[i].clone()
	}
	if s.Pending != nil {
		p := s.Pending.clone()
		s.Pending = &p
	}
	s.Skips = slices.Clone(s.Skips)
	for i := range s.Skips {
		s.Skips[i].Ask = s.Skips[i].Ask.clone()
	}
	s.Sets, s.Notes, s.Lost, s.steps = slices.Clone(s.Sets), slices.Clone(s.Notes), slices.Clone(s.Lost), slices.Clone(s.steps)
	return s
}

func (a Ask) clone() Ask {
	a.X, a.Decision = slices.Clone(a.X), slices.Clone(a.Decision)
	return a
}
