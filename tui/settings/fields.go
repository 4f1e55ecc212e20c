package settings

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/form"
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

// off reports whether the field does not apply.
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

// idle reports whether no field of the row applies.
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

// modelRows are the settings of the two processes.
func (f sheet) modelRows() []row {
	rows := []row{
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
		for r, s := range f.processSettings(col == 1) {
			rows[r].cells[col] = s
		}
	}
	return slices.DeleteFunc(rows, row.idle)
}

// processSettings are those of one process, in the order of modelRows. A known
// cost has none.
func (f sheet) processSettings(cost bool) [8]setting {
	var out [8]setting
	if cost && f.v.Base.KnownCost != nil {
		return out
	}
	s, own := f.plan.Altered.Process(f.v.Base, cost), f.plan.Altered.Objective != nil
	sign := f.v.Base.Sign()
	was := f.v.Base.Objective
	if cost {
		own, sign, was = f.plan.Altered.Cost != nil, 1, f.v.Base.Cost
	}
	change := func(p *session.Plan, how func(*scenarios.ModelSettings)) { p.Process(f.v.Base, cost, how) }
	restore := func(p *session.Plan) { change(p, func(s *scenarios.ModelSettings) { *s = was }) }

	out[0] = setting{value: "fitted", own: own && (s.Fixed == nil) != (was.Fixed == nil), choices: []string{"fixed", "fitted"},
		notes: []string{"the numbers below, at every step", "by maximum a posteriori, again at every step"},
		set: func(p *session.Plan, v string) error {
			change(p, func(s *scenarios.ModelSettings) {
				s.Fixed = nil
				if v == "fixed" {
					f.fix(cost, was, s)
				}
			})
			return nil
		}, clear: restore}
	if s.Fixed != nil {
		out[0].value = "fixed"
		mean, variance, noise := model.MeanRange, model.VarianceRange, model.NoiseRange
		if cost {
			mean, variance, noise = model.LogCostMeanRange, model.LogCostVarianceRange, model.LogCostNoiseRange
		}
		h, old := s.Fixed, s.Fixed
		if was.Fixed != nil {
			old = was.Fixed
		}
		one := func(v, before float64, put func(s *scenarios.ModelSettings, v float64), check func(float64) error) setting {
			f := text(pane.Number(v), own && v != before, func(p *session.Plan, v float64) { change(p, func(s *scenarios.ModelSettings) { put(s, v) }) }, check)
			f.clear = func(p *session.Plan) { change(p, func(s *scenarios.ModelSettings) { put(s, before) }) }
			return f
		}
		out[1] = one(sign*h.Mean, sign*old.Mean, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Mean = sign * v }, mean.Check)
		out[2] = one(h.Variance, old.Variance, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Variance = v }, above(variance))
		out[4] = one(h.Noise, old.Noise, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Noise = v }, above(noise))
		out[3] = setting{value: pane.ScaleText(h.Scale), own: own && !slices.Equal(h.Scale, old.Scale),
			set: func(p *session.Plan, v string) error {
				scale, err := pane.ParseScale(v, f.v.Base.Dim())
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

// fix gives a process fixed hyperparameters to begin with: the problem's own,
// else those of the present fit, rounded to what a person would write, else
// common ones.
func (f sheet) fix(cost bool, was scenarios.ModelSettings, s *scenarios.ModelSettings) {
	h := new(model.Hyper)
	s.Fixed = h
	if was.Fixed != nil {
		*h = *was.Fixed
		h.Scale = slices.Clone(h.Scale)
		return
	}
	h.Variance, h.Noise, h.Scale = 1, 1e-4, slices.Repeat([]float64{0.3}, f.v.Base.Dim())
	for _, i := range f.v.Visible() {
		snap := f.v.Tracks[i].At(f.v.StepOf(i))
		if snap == nil || snap.Fitted == nil {
			continue
		}
		process := &snap.Fitted.Objective
		if cost {
			process = snap.Fitted.LogCost
		}
		if process != nil {
			h.Mean, h.Variance, h.Noise = pane.Round3(process.Mean), pane.Round3(process.Variance), pane.Round3(process.Noise)
			h.Scale = slices.Clone(snap.Problem.Choices().Gather(process.Scale))
			for j, v := range h.Scale {
				h.Scale[j] = pane.Round3(v)
			}
			return
		}
	}
}

// text is a field of one number.
func text(value string, own bool, put func(p *session.Plan, v float64), check func(float64) error) setting {
	return setting{value: value, own: own, set: func(p *session.Plan, typed string) error {
		v, problem := form.Number(typed)
		if problem != "" {
			return errors.New(problem)
		}
		if err := check(v); err != nil {
			return err
		}
		put(p, v)
		return nil
	}}
}

// above is a range of numbers above 0.
func above(r model.Range) func(float64) error {
	return func(v float64) error {
		if err := positive(v); err != nil {
			return err
		}
		return r.Check(v)
	}
}

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

// numberOr is a word instead of 0.
func numberOr(v float64, zero string) string {
	if v == 0 {
		return zero
	}
	return pane.Number(v)
}
