package journal

import (
	"math"
	"slices"
)

// apply applies an event that check accepted.
func (s *State) apply(e Event) {
	s.Seq, s.Updated = e.Seq, e.Time
	switch b := e.Body.(type) {
	case Created:
		s.Created, s.Budget, s.Policy, s.Problem = b, b.Budget, b.Policy, b.Problem
	case Asked:
		s.Asks = append(s.Asks, Ask{Asked: b, Seq: e.Seq, Time: e.Time})
	case Told:
		s.step(step{seq: e.Seq})
		order := e.Seq
		if a, ok := s.Answerable(b.Answers); ok && a.Holds() {
			order = a.Seq
		}
		s.withdraw(b.Answers)
		if b.Failed {
			b.Value = math.NaN()
		}
		s.Evaluations = append(s.Evaluations, Evaluation{Told: b, Seq: e.Seq, Time: e.Time, Order: order})
		if order == e.Seq {
			s.count(len(s.Evaluations) - 1)
		} else {
			s.recount() // others may come after it
		}
	case Skipped:
		s.step(step{seq: e.Seq})
		if a, ok := s.PendingAsk(b.Seq); ok { // it does, unless its line was lost
			s.Skips = append(s.Skips, Skip{Ask: a, Seq: e.Seq, Time: e.Time, Reason: b.Reason, Expired: b.Expired})
		}
		s.withdraw(b.Seq)
	case Amended:
		t := step{seq: e.Seq, amend: b}
		if i := s.evaluation(b.Line); i >= 0 { // after a loss it may be none that is known
			amended := &s.Evaluations[i]
			t.told = amended.Told
			amended.Amended = append(slices.Clone(amended.Amended), e.Seq)
			amended.Told = b.applied(amended.Told)
		}
		s.step(t)
		if b.Decides() {
			s.withdraw(0)
		}
		s.recount()
	case Set:
		s.step(step{seq: e.Seq, set: b})
		s.Sets = append(s.Sets, e)
		s.withdraw(0)
		s.settle()
	case BudgetChanged:
		s.step(step{seq: e.Seq, delta: b.Delta})
		s.recount()
	case Undone:
		s.undo(b.Seq)
	case Noted:
		s.Notes = append(s.Notes, e)
	case Lost:
		s.Lost = append(s.Lost, e)
		s.Asks = nil // their outcome may be what was lost
	}
	s.Pending = nil
	for _, a := range s.Asks {
		if a.As == "" {
			s.Pending = &a
			break
		}
	}
}

// step records what an undo restores.
func (s *State) step(t step) {
	t.asks = slices.Clone(s.Asks)
	s.steps = append(s.steps, t)
}

// withdraw ends the suggestion of a line and, unless that is held, all that are not
// held. A held one was assumed when the others were chosen, and the order of results
// must not matter.
func (s *State) withdraw(line int) {
	a, ok := s.Answerable(line)
	held := ok && a.Holds()
	s.Asks = slices.DeleteFunc(s.Asks, func(a Ask) bool { return a.Seq == line || !held && !a.Holds() })
}

// Holds reports whether a suggestion is pending until it is answered itself.
func (a Ask) Holds() bool { return a.Held || a.As != "" }

// evaluation returns the index of the evaluation of a line; −1: there is none.
func (s *State) evaluation(line int) int {
	return slices.IndexFunc(s.Evaluations, func(e Evaluation) bool { return e.Seq == line })
}

// Decides reports whether an amendment may change a decision: a note does not.
func (b Amended) Decides() bool {
	return b.Value != nil || b.Cost != nil || b.Failed != nil || b.Sd != nil
}

// applied returns an evaluation after the amendment.
func (b Amended) applied(t Told) Told {
	if b.Failed != nil {
		t.Failed = *b.Failed
	}
	if b.Value != nil {
		t.Value = *b.Value
		t.Failed = b.Failed != nil && *b.Failed
	}
	if b.Cost != nil {
		t.Cost = *b.Cost
	}
	if b.Sd != nil {
		t.Sd = *b.Sd
	}
	if t.Failed {
		t.Value = math.NaN()
		if b.Sd == nil {
			t.Sd = 0
		}
	}
	if b.Note != nil {
		t.Note = *b.Note
	}
	return t
}

// settle finds the current policy and problem.
func (s *State) settle() {
	s.Policy, s.Problem = s.Created.Policy, s.Created.Problem
	for _, t := range s.steps {
		if t.set.Policy != "" {
			s.Policy = t.set.Policy
		}
		if t.set.Problem != "" {
			s.Problem = t.set.Problem
		}
	}
}

// undo reverts the event seq. It is the last step, except after a loss, when it may
// be any or none.
func (s *State) undo(seq int) {
	i := slices.IndexFunc(s.steps, func(t step) bool { return t.seq == seq })
	if i < 0 {
		return // the undone event is itself lost
	}
	if i == len(s.steps)-1 {
		asks := slices.Clone(s.steps[i].asks)
		for _, a := range s.Asks {
			if a.Seq > seq && a.Holds() {
				asks = append(asks, a)
			}
		}
		s.Asks = asks
	}
	if s.steps[i].amend.Line > 0 {
		s.unamend(i)
	}
	s.steps = slices.Delete(s.steps, i, i+1)
	s.Evaluations = slices.DeleteFunc(s.Evaluations, func(e Evaluation) bool { return e.Seq == seq })
	s.Skips = slices.DeleteFunc(s.Skips, func(k Skip) bool { return k.Seq == seq })
	s.Sets = slices.DeleteFunc(s.Sets, func(e Event) bool { return e.Seq == seq })
	s.settle()
	s.recount()
}

// unamend reverts an amendment and applies later ones again.
func (s *State) unamend(i int) {
	t := s.steps[i]
	k := s.evaluation(t.amend.Line)
	if k < 0 {
		return
	}
	e := &s.Evaluations[k]
	e.Amended = slices.DeleteFunc(slices.Clone(e.Amended), func(seq int) bool { return seq == t.seq })
	e.Told = t.told
	for j := i + 1; j < len(s.steps); j++ { // only after a loss
		if later := &s.steps[j]; later.amend.Line == t.amend.Line {
			later.told = e.Told
			e.Told = later.amend.applied(e.Told)
		}
	}
}
