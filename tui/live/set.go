package live

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/study"
	"farsight/study/journal"
)

// The study goes on with another policy from a line of its file on.

// newPolicyForm is for the policy's name, with options if one likes.
func newPolicyForm(s *Screen) *form {
	f := &form{kind: formPolicy, study: s.id, seq: s.state.Seq, items: []formItem{{id: itemPolicy, label: "policy"}, {id: itemNote, label: "why"}}}
	f.items[0].field.Offer(s.state.Policy)
	return f
}

// policyProblem says what is wrong with a policy that was typed.
func (f *form) policyProblem(s *Screen) string {
	if it := f.find(itemPolicy); it.refused != "" {
		return it.refused
	}
	q, err := policy.Parse(f.text(itemPolicy))
	if err == nil {
		_, err = study.Filled(q, s.problem)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// policyHint names the policy that was typed, or those there are.
func (f *form) policyHint(s *Screen) string {
	if q, err := policy.Parse(f.text(itemPolicy)); err == nil {
		if q, err = study.Filled(q, s.problem); err == nil {
			return strings.TrimSuffix(q.Title()+", "+q.Details(), ", ")
		}
	}
	return strings.Join(policy.IDs(), " ")
}

// savePolicy writes the policy, if it is another.
func (s *Screen) savePolicy(f *form) tea.Cmd {
	text := strings.Join(strings.Fields(f.text(itemPolicy)), " ")
	if text == s.state.Policy {
		s.say(tonePlain, "That is the policy already. There are "+strings.Join(policy.IDs(), ", ")+".")
		return nil
	}
	c := study.Change{Policy: text, Reason: strings.TrimSpace(f.text(itemNote))}
	live := s.live
	return s.write(writeSet, f.seq, func(seq int) (journal.Event, error) { return live.Set(seq, c) })
}
