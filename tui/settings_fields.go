package tui

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/pane"
	"farsight/tui/session"
)

// settingRow is one line of the form: a heading, or up to two settings of the
// same kind.
type settingRow struct {
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

// settingRows is the form for the present problem and plan.
func settingRows(m *Model) []settingRow {
	rows := []settingRow{{heading: "policies", titles: [2]string{"left column", "right column"}}}
	rows = append(rows, policyRows(m)...)
	rows = append(rows, settingRow{heading: "run"})
	rows = append(rows, runRows(m)...)
	rows = append(rows, settingRow{heading: "models", titles: [2]string{"objective", "log of the cost"}})
	return append(rows, modelRows(m)...)
}

// policyRows are the settings of the policies in the columns: which, and the
// options of each.
func policyRows(m *Model) []settingRow {
	rows := []settingRow{{label: "policy", about: "How the next point is chosen."}}
	options := policy.AllOptions()
	for _, o := range options {
		rows = append(rows, settingRow{label: o.Label, about: o.About})
	}
	for col, i := range []int{m.s.Left, m.s.Right} {
		switch {
		case i >= len(m.s.Policies):
		case col == 1 && i == m.s.Left:
			rows[0].cells[1] = policyChoice("none", func(p *session.Plan, q policy.Policy) { p.Policies = append(p.Policies, q) })
		default:
			rows[0].cells[col] = whichPolicy(m, i)
			for r, o := range options {
				rows[r+1].cells[col] = policyOption(m, i, o.Name)
			}
		}
	}
	return slices.DeleteFunc(rows, settingRow.idle)
}

// idle tells whether no field of the row applies.
func (r settingRow) idle() bool { return r.cells[0].off() && r.cells[1].off() }

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
func whichPolicy(m *Model, i int) setting {
	name := m.s.Policies[i].Name
	s := policyChoice(name, func(p *session.Plan, q policy.Policy) { p.Policies[i] = q })
	if i < len(m.s.First.Policies) {
		s.own = m.s.First.Policies[i].Name != name
		s.clear = func(p *session.Plan) { p.Policies[i] = m.s.First.Policies[i] }
	}
	return s
}

// policyOption is one option of policy i; off where it has no meaning there.
func policyOption(m *Model, i int, name string) setting {
	asked := m.s.Policies[i]
	q, _ := study.Filled(asked, m.s.Problem) // what is run was checked; else what was asked for is shown
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
func runRows(m *Model) []settingRow {
	budget := text(number(m.s.Problem.Budget), m.s.Altered.Budget != 0, func(p *session.Plan, v float64) { p.Altered.Budget = v }, positive)
	budget.clear = func(p *session.Plan) { p.Altered.Budget = 0 }
	seed := setting{value: strconv.FormatUint(m.s.Settings.Seed, 10), own: m.s.Settings.Seed != m.s.First.Run.Seed,
		set: func(p *session.Plan, v string) (err error) {
			if p.Run.Seed, err = strconv.ParseUint(strings.TrimSpace(v), 10, 64); err != nil {
				return errors.New("a whole number from 0 to 18446744073709551615")
			}
			return nil
		},
		clear: func(p *session.Plan) { p.Run.Seed = m.s.First.Run.Seed },
	}
	limit := setting{value: "none", word: m.s.Settings.Limit == 0, own: m.s.Settings.Limit != m.s.First.Run.Limit,
		set: func(p *session.Plan, v string) (err error) {
			if p.Run.Limit, err = strconv.Atoi(strings.TrimSpace(v)); err != nil || p.Run.Limit < 0 {
				return errors.New("a whole number of evaluations, or 0 for no limit")
			}
			return nil
		},
		clear: func(p *session.Plan) { p.Run.Limit = m.s.First.Run.Limit },
	}
	if n := m.s.Settings.Limit; n > 0 {
		limit.value = strconv.Itoa(n)
	}
	return []settingRow{
		{label: "budget", about: "What all evaluations after the initial design may cost together.", cells: [2]setting{budget}},
		{label: "seed", about: "Fixes everything that is random; a benchmark's cost function is drawn by it.", cells: [2]setting{seed}},
		{label: "limit", about: "Ends a run after so many evaluations; 0: the budget ends it.", cells: [2]setting{limit}},
	}
}

// modelRows are the settings of the two processes.
func modelRows(m *Model) []settingRow {
	rows := []settingRow{
		{label: "process", about: "Fixed hyperparameters, or fitted to the data at every step. Fixed ones start at the present fit."},
		{label: "mean", about: "The process's constant mean; for the cost, of its logarithm."},
		{label: "variance", about: "The process's output scale: the square of how far it strays from its mean."},
		{label: "lengthscale", about: "How far one must go to see something new, in fractions of a parameter's range: one number, or one for each with commas."},
		{label: "noise variance", about: "The variance of repeated measurements at one point."},
		{label: "priors", about: "What the fit believes of lengthscales and variance before any data."},
		{label: "least noise", about: "Lower bound of the fitted noise variance, where the data have variance 1; 0: the priors' own."},
		{label: "most noise", about: "Upper bound of the fitted noise variance, where the data have variance 1; 0: the priors' own."},
	}
	for col := range 2 {
		for r, s := range processSettings(m, col == 1) {
			rows[r].cells[col] = s
		}
	}
	return slices.DeleteFunc(rows, settingRow.idle)
}

// processSettings are those of one process, in the order of modelRows. A known
// cost has none.
func processSettings(m *Model, cost bool) [8]setting {
	var out [8]setting
	if cost && m.s.Base.KnownCost != nil {
		return out
	}
	s, own := m.s.Altered.Process(m.s.Base, cost), m.s.Altered.Objective != nil
	sign := m.s.Base.Sign()
	was := m.s.Base.Objective
	if cost {
		own, sign, was = m.s.Altered.Cost != nil, 1, m.s.Base.Cost
	}
	change := func(p *session.Plan, f func(*scenarios.ModelSettings)) { p.Process(m.s.Base, cost, f) }
	restore := func(p *session.Plan) { change(p, func(s *scenarios.ModelSettings) { *s = was }) }

	out[0] = setting{value: "fitted", own: own && (s.Fixed == nil) != (was.Fixed == nil), choices: []string{"fixed", "fitted"},
		notes: []string{"the numbers below, at every step", "by maximum a posteriori, again at every step"},
		set: func(p *session.Plan, v string) error {
			change(p, func(s *scenarios.ModelSettings) {
				s.Fixed = nil
				if v == "fixed" {
					fix(m, cost, was, s)
				}
			})
			return nil
		}, clear: restore}
	if s.Fixed != nil {
		out[0].value = "fixed"
		h, old := s.Fixed, s.Fixed
		if was.Fixed != nil {
			old = was.Fixed
		}
		one := func(v, before float64, put func(s *scenarios.ModelSettings, v float64), check func(float64) error) setting {
			f := text(number(v), own && v != before, func(p *session.Plan, v float64) { change(p, func(s *scenarios.ModelSettings) { put(s, v) }) }, check)
			f.clear = func(p *session.Plan) { change(p, func(s *scenarios.ModelSettings) { put(s, before) }) }
			return f
		}
		out[1] = one(sign*h.Mean, sign*old.Mean, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Mean = sign * v }, anyNumber)
		out[2] = one(h.Variance, old.Variance, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Variance = v }, positive)
		out[4] = one(h.Noise, old.Noise, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Noise = v }, positive)
		out[3] = setting{value: scaleText(h.Scale), own: own && !slices.Equal(h.Scale, old.Scale),
			set: func(p *session.Plan, v string) error {
				scale, err := parseScale(v, m.s.Base.Dim())
				if err == nil {
					change(p, func(s *scenarios.ModelSettings) { s.Fixed.Scale = scale })
				}
				return err
			},
			clear: func(p *session.Plan) {
				change(p, func(s *scenarios.ModelSettings) { s.Fixed.Scale = slices.Clone(old.Scale) })
			},
		}
		return out
	}
	out[5] = setting{value: s.Priors.String(), own: own && s.Priors != was.Priors, choices: []string{model.Paper.String(), model.DimensionScaled.String()},
		notes: []string{"lengthscales Gamma(3, 6), as in the paper", "lengthscales that grow with the dimension"},
		set: func(p *session.Plan, v string) error {
			priors, err := model.ParsePreset(v)
			if err == nil {
				change(p, func(s *scenarios.ModelSettings) { s.Priors = priors })
			}
			return err
		}, clear: restore}
	bound := func(v float64, put func(s *scenarios.ModelSettings, v float64)) setting {
		f := text(numberOr(v, "default"), own && v != 0, func(p *session.Plan, v float64) { change(p, func(s *scenarios.ModelSettings) { put(s, v) }) }, notNegative)
		f.word = v == 0
		f.clear = func(p *session.Plan) { change(p, func(s *scenarios.ModelSettings) { put(s, 0) }) }
		return f
	}
	out[6] = bound(s.NoiseMin, func(s *scenarios.ModelSettings, v float64) { s.NoiseMin = v })
	out[7] = bound(s.NoiseMax, func(s *scenarios.ModelSettings, v float64) { s.NoiseMax = v })
	return out
}

// text is a field of one number.
func text(value string, own bool, put func(p *session.Plan, v float64), check func(float64) error) setting {
	return setting{value: value, own: own, set: func(p *session.Plan, typed string) error {
		v, err := strconv.ParseFloat(strings.TrimSpace(typed), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return errors.New("write a number, such as 0.25 or 1e-4")
		}
		if err := check(v); err != nil {
			return err
		}
		put(p, v)
		return nil
	}}
}

func anyNumber(float64) error { return nil }

func positive(v float64) error {
	if v <= 0 {
		return errors.New("must be above 0")
	}
	return nil
}

func notNegative(v float64) error {
	if v < 0 {
		return errors.New("must be 0 or more")
	}
	return nil
}

// number writes v so that it reads back as the same number.
func number(v float64) string {
	s := strconv.FormatFloat(v+0, 'g', -1, 64)
	return strings.ReplaceAll(strings.ReplaceAll(s, "e-0", "e-"), "e+0", "e")
}

// numberOr is a word instead of 0.
func numberOr(v float64, zero string) string {
	if v == 0 {
		return zero
	}
	return number(v)
}

// scaleText writes equal lengthscales once.
func scaleText(scale []float64) string {
	if len(slices.Compact(slices.Clone(scale))) == 1 {
		return number(scale[0])
	}
	parts := make([]string, len(scale))
	for i, v := range scale {
		parts[i] = number(v)
	}
	return strings.Join(parts, ", ")
}

// parseScale reads one lengthscale for all d parameters, or one for each.
func parseScale(typed string, d int) ([]float64, error) {
	parts := strings.Split(typed, ",")
	if len(parts) != 1 && len(parts) != d {
		return nil, fmt.Errorf("%d lengthscales for %s: write one for all, or one for each", len(parts), pane.Plural(d, "parameter"))
	}
	out := make([]float64, d)
	for i := range out {
		part := strings.TrimSpace(parts[min(i, len(parts)-1)])
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q: a lengthscale is a number above 0", part)
		}
		out[i] = v
	}
	return out, nil
}
