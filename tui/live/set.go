package live

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
)

// The study goes on with another policy, other bounds, another model or another
// budget from a line of its file on. What is not typed over stays.

// newSetForm offers everything as it is.
func newSetForm(s *Screen) *form {
	f := &form{kind: formSet, study: s.id, seq: s.state.Seq, items: []formItem{{id: itemPolicy, label: "policy"}}}
	f.items[0].field.Offer(s.state.Policy)
	for i, p := range s.problem.Parameters {
		if !p.Categorical() {
			it := formItem{id: itemBounds, parameter: i, of: p, label: sanitize.Text(p.Name), unit: sanitize.Text(p.Unit)}
			it.field.Offer(exact(p.Low) + ":" + exact(p.High))
			f.items = append(f.items, it)
		}
	}
	if !study.PriorsFixed(s.problem) {
		f.items = append(f.items, formItem{id: itemPriors, label: "priors"})
		f.find(itemPriors).field.Offer(s.problem.Objective.Priors.String())
	}
	f.items = append(f.items, formItem{id: itemBudget, label: "budget", unit: sanitize.Text(s.problem.CostUnit)}, formItem{id: itemNote, label: "why"})
	f.find(itemBudget).field.Offer(exact(s.state.Budget))
	return f
}

// setProblem says what is wrong with an item of the form.
func (f *form) setProblem(s *Screen, it *formItem) string {
	if it.refused != "" {
		return it.refused
	}
	switch it.id {
	case itemPolicy:
		return f.policyProblem(s)
	case itemBounds:
		_, problem := it.bounds()
		return problem
	case itemPriors:
		if !slices.Contains(study.PriorNames(), strings.TrimSpace(it.field.String())) {
			return strings.Join(study.PriorNames(), " or ")
		}
	case itemBudget:
		v, problem := it.number()
		if problem == "" && v <= 0 {
			problem = "must be above 0"
		}
		return problem
	}
	return ""
}

// bounds reads "20:120", or with "to" or a blank between.
func (i *formItem) bounds() (b [2]float64, problem string) {
	parts := strings.FieldsFunc(strings.ReplaceAll(i.field.String(), " to ", ":"), func(r rune) bool { return r == ':' || r == ' ' })
	if len(parts) != 2 {
		return b, "write low:high"
	}
	for k, text := range parts {
		if b[k], problem = parseNumber(text); problem != "" {
			return b, problem
		}
	}
	switch {
	case b[0] >= b[1]:
		return b, "low must be below high"
	case i.of.Log && b[0] <= 0:
		return b, "log scale: above 0"
	}
	return b, ""
}

// setHint says beside an item what it will mean, or warns of it.
func (f *form) setHint(s *Screen, it *formItem) (text string, warning bool) {
	switch it.id {
	case itemPolicy:
		return f.policyHint(s), false
	case itemBounds:
		b, problem := it.bounds()
		if problem != "" || b == [2]float64{it.of.Low, it.of.High} {
			return "", false
		}
		outside := 0
		for _, e := range s.state.Evaluations {
			if x := e.X[it.parameter]; x < b[0] || x > b[1] {
				outside++
			}
		}
		if outside > 0 {
			return fmt.Sprintf("%d of %d outside: teach nothing", outside, len(s.state.Evaluations)), true
		}
		return "was " + chart.Interval(it.of.Low, it.of.High), false
	case itemPriors:
		return strings.Join(study.PriorNames(), ", "), false
	case itemBudget:
		v, problem := it.number()
		if problem == "" && v < s.state.Spent {
			return "spent: " + amount(s.state.Spent, s.problem.CostUnit), true
		}
		return "in all; spent " + amount(s.state.Spent, s.problem.CostUnit), false
	}
	return "", false
}

// policyProblem says what is wrong with a policy that was typed.
func (f *form) policyProblem(s *Screen) string {
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

// changes are what the form changes: of the policy and the models, of the
// definition, and by how much of the budget. It has no problems.
func (f *form) changes(s *Screen) (c study.Change, e study.Edit, delta float64) {
	if text := strings.Join(strings.Fields(f.text(itemPolicy)), " "); text != s.state.Policy {
		c.Policy = text
	}
	e.Bounds = map[int][2]float64{}
	for i := range f.items {
		it := &f.items[i]
		switch it.id {
		case itemBounds:
			if b, _ := it.bounds(); b != [2]float64{it.of.Low, it.of.High} {
				e.Bounds[it.parameter] = b
			}
		case itemPriors:
			if text := strings.TrimSpace(it.field.String()); text != s.problem.Objective.Priors.String() {
				e.Priors = text
			}
		}
	}
	c.Reason = strings.TrimSpace(f.text(itemNote))
	return c, e, f.number(itemBudget) - s.state.Budget
}

// saveSet writes what was changed, all of it or nothing.
func (s *Screen) saveSet(f *form) tea.Cmd {
	c, e, delta := f.changes(s)
	if c.Policy == "" && e.Empty() && delta == 0 {
		s.say(tonePlain, "Nothing was changed. Type over what shall be otherwise, or leave with esc.")
		return nil
	}
	live, p := s.live, s.problem
	return s.writeAll(writeSet, f.seq, func(seq int) ([]journal.Event, error) {
		c := c
		if !e.Empty() {
			text, err := e.Text(p)
			if err != nil {
				return nil, err
			}
			c.Problem = text
		}
		var more []journal.Body
		if delta != 0 {
			more = append(more, journal.BudgetChanged{Delta: delta})
		}
		return live.SetAll(seq, c, more...)
	})
}

// nowSet says what holds from a line on.
func (s *Screen) nowSet(events []journal.Event) string {
	var parts []string
	for _, e := range events {
		switch b := e.Body.(type) {
		case journal.Set:
			if b.Policy != "" {
				parts = append(parts, "the policy is "+s.policy.Title())
			}
			if b.Problem != "" {
				parts = append(parts, s.boundsWords())
			}
		case journal.BudgetChanged:
			parts = append(parts, "the budget is "+amount(s.state.Budget, s.problem.CostUnit))
		}
	}
	return fmt.Sprintf("saved: from line %d on %s", events[0].Seq, strings.Join(parts, ", "))
}

// boundsWords are the bounds and the priors in force.
func (s *Screen) boundsWords() string {
	var parts []string
	for _, p := range s.problem.Parameters {
		if !p.Categorical() {
			parts = append(parts, boundWords(p))
		}
	}
	if !study.PriorsFixed(s.problem) {
		parts = append(parts, s.problem.Objective.Priors.String()+" priors")
	}
	return strings.Join(parts, ", ")
}

func boundWords(p scenarios.Parameter) string {
	return sanitize.Text(p.Name) + " " + chart.Interval(p.Low, p.High)
}
