package live

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/screen"
)

// The study continues with another policy, other bounds, another model or another budget from a
// line of its file on. Fields that are not changed keep their values.

// newSet offers everything as it is.
func newSet(s *Screen) *entry {
	e := s.newEntry(setEntry)
	e.add(policySetting(s))
	for k, p := range s.problem.Parameters {
		var i *form.Field
		if !p.Categorical() {
			i = boundsSetting(s, k)
			e.add(i)
		}
		e.bounds = append(e.bounds, i)
	}
	if !study.PriorsFixed(s.problem) {
		i := &form.Field{Name: priorsField, Label: "priors", Columns: settingColumns}
		i.Line.Offer(s.problem.Objective.Priors.String())
		i.Check = func() string {
			if !slices.Contains(study.PriorNames(), i.Trimmed()) {
				return strings.Join(study.PriorNames(), " or ")
			}
			return ""
		}
		i.Hint = func() (string, bool) { return strings.Join(study.PriorNames(), ", "), false }
		e.add(i)
	}
	e.add(budgetSetting(s), &form.Field{Name: noteField, Label: "why", Note: true})
	return e
}

// policySetting is the field of the policy.
func policySetting(s *Screen) *form.Field {
	i := &form.Field{Name: policyField, Label: "policy", Columns: settingColumns, Elsewhere: true}
	i.Line.Offer(s.state.Policy)
	filled := func() (policy.Policy, error) {
		q, err := policy.Parse(i.Text())
		if err != nil {
			return q, err
		}
		return study.Filled(q, s.problem)
	}
	i.Check = func() string {
		if _, err := filled(); err != nil {
			return err.Error()
		}
		return ""
	}
	i.Hint = func() (string, bool) {
		q, err := filled()
		if err != nil {
			return strings.Join(policy.IDs(), " "), false
		}
		return strings.TrimSuffix(q.Title()+", "+q.Details(), ", "), false
	}
	return i
}

// boundsSetting is the field of the bounds of parameter k.
func boundsSetting(s *Screen, k int) *form.Field {
	p := s.problem.Parameters[k]
	i := &form.Field{Label: sanitize.Text(p.Name), Unit: sanitize.Text(p.Unit), Columns: settingColumns}
	i.Line.Offer(form.Exact(p.Low) + ":" + form.Exact(p.High))
	i.Check = func() string { _, problem := readBounds(p, i.Text()); return problem }
	i.Hint = func() (string, bool) {
		b, problem := readBounds(p, i.Text())
		if problem != "" || b == [2]float64{p.Low, p.High} {
			return "", false
		}
		outside := 0
		for _, e := range s.state.Evaluations {
			if x := e.X[k]; x < b[0] || x > b[1] {
				outside++
			}
		}
		if outside > 0 {
			return fmt.Sprintf("%d of %d outside: teach nothing", outside, len(s.state.Evaluations)), true
		}
		return "was " + chart.Interval(p.Low, p.High), false
	}
	return i
}

// readBounds reads "20:120", or with "to" or a blank between.
func readBounds(p scenarios.Parameter, text string) (b [2]float64, problem string) {
	parts := strings.FieldsFunc(strings.ReplaceAll(text, " to ", ":"), func(r rune) bool { return r == ':' || r == ' ' })
	if len(parts) != 2 {
		return b, "write low:high"
	}
	for k, text := range parts {
		if b[k], problem = form.Number(text); problem != "" {
			return b, problem
		}
	}
	switch {
	case b[0] >= b[1]:
		return b, "low must be below high"
	case p.Log && b[0] <= 0:
		return b, "log scale: above 0"
	}
	return b, ""
}

// budgetSetting is the field of the budget in all.
func budgetSetting(s *Screen) *form.Field {
	i := &form.Field{Name: budgetField, Label: "budget", Unit: sanitize.Text(s.problem.CostUnit), Columns: settingColumns}
	i.Line.Offer(form.Exact(s.state.Budget))
	i.Check = func() string { _, problem := form.Positive(i.Text()); return problem }
	i.Hint = func() (string, bool) {
		spent := amount(s.state.Spent, s.problem.CostUnit)
		if i.Number() < s.state.Spent {
			return "spent: " + spent, true
		}
		return "in all; spent " + spent, false
	}
	return i
}

// changes are what the form changes: of the policy and the models, of the
// definition, and by how much of the budget. It has no problems.
func (e *entry) changes(s *Screen) (c study.Change, edit study.Edit, delta float64) {
	if text := strings.Join(strings.Fields(e.Text(policyField)), " "); text != s.state.Policy {
		c.Policy = text
	}
	edit.Bounds = map[int][2]float64{}
	for k, i := range e.bounds {
		if i == nil {
			continue
		}
		p := e.of.Parameters[k]
		if b, _ := readBounds(p, i.Text()); b != [2]float64{p.Low, p.High} {
			edit.Bounds[k] = b
		}
	}
	if i := e.Find(priorsField); i != nil && i.Trimmed() != s.problem.Objective.Priors.String() {
		edit.Priors = i.Trimmed()
	}
	c.Reason = e.Find(noteField).Trimmed()
	return c, edit, e.Find(budgetField).Number() - s.state.Budget
}

// saveSet writes what was changed, all of it or nothing.
func (s *Screen) saveSet(f *entry) tea.Cmd {
	c, e, delta := f.changes(s)
	if c.Policy == "" && e.Empty() && delta == 0 {
		s.say(tonePlain, "Nothing was changed. Type over a value to change it, or leave with esc.")
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
		return live.Set(seq, c, more...)
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

// A recorded entry is corrected or annotated: it is selected in the history, and the change of its
// form is one more line of the file.

// pick lets an entry of the history be chosen, the newest first.
func (s *Screen) pick() {
	if len(s.state.Evaluations) == 0 {
		s.say(tonePlain, "There is no entry to revise.")
		return
	}
	s.said = said{}
	s.picked, s.top = len(s.state.Evaluations)-1, 0
}

// choose handles a key while an entry is being picked.
func (s *Screen) choose(a screen.Action) {
	n := len(s.state.Evaluations)
	by, known := map[screen.Action]int{screen.ActUp: 1, screen.ActDown: -1, screen.ActPageUp: historyPage, screen.ActPageDown: -historyPage, screen.ActHome: n, screen.ActEnd: -n}[a]
	switch {
	case known:
		s.picked = max(0, min(s.picked+by, n-1))
	case a == screen.ActEnter:
		s.form = newAmend(s, s.state.Evaluations[s.picked])
		s.said = said{}
	case a == screen.ActCancel:
		s.picked = -1
	}
}

// newAmend is for a recorded entry; typing replaces its values.
func newAmend(s *Screen, was journal.Evaluation) *entry {
	e := s.newEntry(amendEntry)
	e.x, e.was = was.X, &was
	e.addResult(s)
	e.Find(failedField).On = was.Failed
	if i := e.Find(sdField); i != nil && was.Sd > 0 {
		i.Line.Offer(form.Exact(was.Sd))
	}
	if !was.Failed {
		e.Find(valueField).Line.Offer(form.Exact(was.Value))
	}
	e.Find(costField).Line.Offer(form.Exact(was.Cost))
	e.Find(noteField).Line.Set(sanitize.Text(was.Note))
	if was.Failed {
		e.FocusOn(costField)
	}
	return e
}

// amendment is what a form changes of its entry; false: nothing.
func (e *entry) amendment() (b journal.Amended, changed bool) {
	was, failed := e.was, e.failed()
	b.Line = was.Seq
	if failed != was.Failed {
		b.Failed = &failed
	}
	if v := e.Find(valueField).Number(); !failed && !math.IsNaN(v) && v != was.Value {
		b.Value = &v
	}
	if v := e.Find(costField).Number(); v != was.Cost {
		b.Cost = &v
	}
	if sd := e.sd(); e.Find(sdField) != nil && !failed && sd != was.Sd {
		b.Sd = &sd
	}
	if note := e.Find(noteField).Trimmed(); note != sanitize.Text(was.Note) {
		b.Note = &note
	}
	return b, b.Failed != nil || b.Value != nil || b.Cost != nil || b.Sd != nil || b.Note != nil
}

// saveAmendment writes what was changed.
func (s *Screen) saveAmendment(e *entry) tea.Cmd {
	b, changed := e.amendment()
	if !changed {
		s.say(tonePlain, "Nothing was changed. Type over what is wrong, or leave with esc.")
		return nil
	}
	live := s.live
	return s.write(writeAmended, e.seq, func(seq int) (journal.Event, error) { return live.Amend(seq, b) })
}

// amended says what an amendment made of its entry.
func (s *Screen) amended(b journal.Amended) string {
	for i, e := range s.state.Evaluations {
		if e.Seq == b.Line {
			return fmt.Sprintf("saved: evaluation %d, %s; %s", i+1, s.describe(e.Told), s.standing())
		}
	}
	return "saved, " + s.standing()
}
