package settings

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// row is one line of the form: a heading, or up to two settings of the
// same kind.
type row struct {
	heading string    // with titles of the two columns; "": not a heading
	titles  [2]string //
	label   string
	about   string
	cells   [2]setting
}

// setting is one field: a choice, or a text.
type setting struct {
	value   string
	own     bool     // changed by the user
	word    bool     // the value is a word for the default, nothing to edit
	choices []string // nil: a text
	titles  []string // of the choices; nil: themselves
	notes   []string // what each choice means
	set     func(p *session.Plan, text string) error
	clear   func(p *session.Plan) // back to the default
}

// off tells whether the field does not apply.
func (s setting) off() bool { return s.set == nil }

// title is the value as people write it.
func (s setting) title() string {
	if i := slices.Index(s.choices, s.value); i >= 0 && s.titles != nil {
		return s.titles[i]
	}
	return s.value
}

// sheet is what can be set of a problem, where a plan is run.
type sheet struct {
	v    screen.View
	plan session.Plan
}

// problem is the one the plan runs.
func (f sheet) problem() *scenarios.Problem { return f.plan.Altered.Of(f.v.Base) }

// rows are its lines.
func (f sheet) rows() []row {
	rows := []row{{heading: "policies", titles: [2]string{"left column", "right column"}}}
	rows = append(rows, f.policyRows()...)
	rows = append(rows, row{heading: "run"})
	rows = append(rows, f.runRows()...)
	rows = append(rows, row{heading: "models", titles: [2]string{"objective", "log of the cost"}})
	return append(rows, f.modelRows()...)
}

// policyRows are the settings of the policies in the columns: which, and the
// options of each.
func (f sheet) policyRows() []row {
	rows := []row{{label: "policy", about: "How the next point is chosen."}}
	options := policy.AllOptions()
	for _, o := range options {
		rows = append(rows, row{label: o.Label, about: o.About})
	}
	for col, i := range []int{f.v.Column(0), f.v.Column(1)} {
		switch {
		case i >= len(f.plan.Policies):
		case col == 1 && i == f.v.Column(0):
			rows[0].cells[1] = policyChoice("none", func(p *session.Plan, q policy.Policy) { p.Policies = append(p.Policies, q) })
		default:
			rows[0].cells[col] = f.whichPolicy(i)
			for r, o := range options {
				rows[r+1].cells[col] = f.policyOption(i, o.Name)
			}
		}
	}
	return slices.DeleteFunc(rows, row.idle)
}

// idle tells whether no field of the row applies.
func (r row) idle() bool { return r.cells[0].off() && r.cells[1].off() }

// policyChoice chooses among all policies there are.
func policyChoice(value string, choose func(p *session.Plan, q policy.Policy)) setting {
	s := setting{value: value, set: func(p *session.Plan, name string) error {
		choose(p, policy.Policy{Name: name})
		return nil
	}}
	for _, k := range policy.All() {
		s.choices, s.titles, s.notes = append(s.choices, k.ID), append(s.titles, k.Title), append(s.notes, k.Sentence)
	}
	return s
}

// whichPolicy is the choice of policy i.
func (f sheet) whichPolicy(i int) setting {
	name := f.plan.Policies[i].Name
	s := policyChoice(name, func(p *session.Plan, q policy.Policy) { p.Policies[i] = q })
	if i < len(f.v.First.Policies) {
		s.own = f.v.First.Policies[i].Name != name
		s.clear = func(p *session.Plan) { p.Policies[i] = f.v.First.Policies[i] }
	}
	return s
}

// policyOption is one option of policy i; off where it has no meaning there.
func (f sheet) policyOption(i int, name string) setting {
	asked := f.plan.Policies[i]
	q, _ := study.Filled(asked, f.problem()) // what is run was checked; else what was asked for is shown
	o, ok := q.Option(name)
	if !ok || o.Permits {
		return setting{}
	}
	s := setting{value: q.Get(name), own: asked.Get(name) != "", choices: o.Choices, notes: o.Notes,
		set: func(p *session.Plan, v string) error {
			v = strings.ReplaceAll(v, " ", "")
			if v == "" {
				return fmt.Errorf("write %s", o.Example)
			}
			if err := o.Check(v); err != nil {
				return err
			}
			*p.Policy(i) = p.Policy(i).Override(name, v)
			return nil
		},
		clear: func(p *session.Plan) { *p.Policy(i) = p.Policy(i).With(name, "") },
	}
	if o.Type == policy.Whole { // few enough to choose from
		for n := o.Least; n <= o.Most; n++ {
			s.choices = append(s.choices, strconv.Itoa(n))
		}
	}
	if s.value == "" {
		s.value, s.word = "default", true
	}
	return s
}

// runRows are the settings of the run as a whole.
func (f sheet) runRows() []row {
	budget := text(pane.Number(f.problem().Budget), f.plan.Altered.Budget != 0, func(p *session.Plan, v float64) { p.Altered.Budget = v }, positive)
	budget.clear = func(p *session.Plan) { p.Altered.Budget = 0 }
	seed := setting{value: strconv.FormatUint(f.plan.Run.Seed, 10), own: f.plan.Run.Seed != f.v.First.Run.Seed,
		set: func(p *session.Plan, v string) (err error) {
			if p.Run.Seed, err = strconv.ParseUint(strings.TrimSpace(v), 10, 64); err != nil {
				return errors.New("a whole number from 0 to 18446744073709551615")
			}
			return nil
		},
		clear: func(p *session.Plan) { p.Run.Seed = f.v.First.Run.Seed },
	}
	limit := setting{value: "none", word: f.plan.Run.Limit == 0, own: f.plan.Run.Limit != f.v.First.Run.Limit,
		set: func(p *session.Plan, v string) (err error) {
			if p.Run.Limit, err = strconv.Atoi(strings.TrimSpace(v)); err != nil || p.Run.Limit < 0 {
				return errors.New("a whole number of evaluations, or 0 for no limit")
			}
			if p.Run.Limit > study.MaxLimit {
				return fmt.Errorf("a whole number of evaluations up to %d", study.MaxLimit)
			}
			return nil
		},
		clear: func(p *session.Plan) { p.Run.Limit = f.v.First.Run.Limit },
	}
	if n := f.plan.Run.Limit; n > 0 {
		limit.value = strconv.Itoa(n)
	}
	return []row{
		{label: "budget", about: "What all evaluations after the initial design may cost together.", cells: [2]setting{budget}},
		{label: "seed", about: "Fixes everything that is random; a benchmark's cost function is drawn by it.", cells: [2]setting{seed}},
		{label: "limit", about: "Ends a run after so many evaluations; 0: the budget ends it.", cells: [2]setting{limit}},
	}
}
