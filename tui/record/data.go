package record

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"farsight/internal/csvfile"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/theorem1"
	"farsight/study"
	"farsight/tui/session"
	"farsight/tui/theorem"
)

// Data computes the curves of the steps that were asked for.
func (r *recorder) Data() (Data, error) {
	p := r.se.Problem
	d := Data{Seed: r.se.Settings.Seed, Problem: problemData{
		Name: sanitize.Text(p.Name), Title: sanitize.Text(p.Title), Constructed: p.Constructed, Minimise: p.Minimise,
		Budget: Number(p.Budget), ValueUnit: sanitize.Text(p.ValueUnit), CostUnit: sanitize.Text(p.CostUnit),
	}}
	for _, par := range p.Parameters {
		d.Problem.Parameters = append(d.Problem.Parameters, parameterData{sanitize.Text(par.Name), sanitize.Text(par.Unit), Number(par.Low), Number(par.High), par.Log, par.Choices})
	}
	if p.Theorem != nil {
		d.Problem.Budget = Number(p.Theorem.Budget())
		var err error
		d.Theorem, err = theoremData(*p.Theorem)
		return d, err
	}
	first, last := 0, r.lastStep()
	switch {
	case r.take.Step > last && !r.study:
		return d, r.noStep(last)
	case r.take.Step == LastStep:
		first = last
	case r.take.Step >= 0:
		first, last = r.take.Step, r.take.Step
	}
	if !r.study {
		if err := r.trace(first, last); err != nil {
			return d, err
		}
	}
	for _, t := range r.se.Tracks {
		d.Policies = append(d.Policies, r.policyData(t, first, last))
	}
	return d, nil
}

func (r *recorder) policyData(t *session.Track, first, last int) policyData {
	end := &t.Snaps()[t.Last()]
	d := policyData{Policy: t.Policy().ID(), Title: t.Title(), Details: t.Policy().Details(), Stop: string(end.Stop), Steps: []StepData{}}
	step := 0
	for _, row := range end.Rows {
		if !row.Initial {
			step++
		}
		if step > last {
			break
		}
		d.Evaluations = append(d.Evaluations, evaluationData{
			step, numbers(row.X), Number(row.Y), Number(row.Cost), Number(row.Remaining), Number(row.Best), row.Counted, Number(row.Acquisition), Number(row.Move),
		})
	}
	for i := range t.Snaps() {
		s := &t.Snaps()[i]
		if sc := t.Scene(r.se.SceneKey(s.Step)); sc != nil && sc.X != nil && (r.study || s.Step >= first && s.Step <= last) {
			d.Steps = append(d.Steps, stepData(s, sc))
		}
	}
	return d
}

func stepData(s *study.Snapshot, sc *session.Scene) StepData {
	par := s.Problem.Parameters[sc.Key.Axis]
	curve := func(v []float64) []Number { return numbers(once(par, v)) }
	d := StepData{Step: s.Step, Best: Number(s.Best), Remaining: Number(s.Money.Left), Slice: sliceData{
		Parameter: sanitize.Text(par.Name), Through: numbers(s.Problem.FromUnit(sc.Through)), X: curve(sc.X),
		Objective:   objectiveData{curve(sc.Objective.Mean), curve(sc.Objective.Low), curve(sc.Objective.High), curve(sc.Truth)},
		Cost:        costData{curve(sc.Cost.Mean), curve(sc.Cost.Low), curve(sc.Cost.High), curve(sc.TrueC)},
		Acquisition: curve(sc.Acquisition),
	}}
	d.Joint = s.Fitted.Following(s.Problem.Sign())
	for k := range par.Choices {
		d.Slice.X[k] = Number(k)
	}
	if n := s.Decision; n != nil {
		d.Next = &choiceData{numbers(n.X), Number(n.Acquisition)}
		if u := n.RunnerUp; u != nil {
			d.RunnerUp = &choiceData{numbers(u.X), Number(u.Acquisition)}
		}
	}
	return d
}

// once is a curve along a parameter as it is computed: for choices, which have
// a part of the axis each, one value a choice.
func once(p scenarios.Parameter, curve []float64) []float64 {
	k := len(p.Choices)
	if k == 0 || curve == nil {
		return curve
	}
	out := make([]float64, k)
	for i := range out {
		out[i] = curve[(2*i+1)*(len(curve)-1)/(2*k)] // the middle of its part
	}
	return out
}

// theoremData are the exact values of both parts over ε, for the scenario's δ.
func theoremData(t theorem1.Instance) ([]TheoremData, error) {
	var out []TheoremData
	for t.Part = 1; t.Part <= 2; t.Part++ {
		for _, t.Epsilon = range theorem.Epsilons() {
			n, err := t.Exact()
			if err != nil {
				return nil, err
			}
			out = append(out, TheoremData{t.Part, t.Policy().String(), Number(t.Epsilon), Number(t.Delta), Number(n.Policy), Number(n.Other), Number(n.Ratio), Number(n.Bound), Number(n.Ahead)})
		}
	}
	return out, nil
}

// WriteJSON writes the data as one object.
func (d Data) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(d)
}

// WriteCSV writes the data one number a row: policy, step, series, the point's
// parameters, y.
func (d Data) WriteCSV(w io.Writer) error {
	t := table{csv.NewWriter(w), d.Problem.Parameters}
	ours := []string{"policy", "step", "series", "y"}
	var names []string
	for _, p := range d.Problem.Parameters {
		name := p.Name
		if slices.Contains(ours, name) {
			name = "x_" + name
		}
		names = append(names, csvfile.Guard(name))
	}
	if len(d.Theorem) > 0 {
		names = []string{"epsilon", "delta"}
	}
	_ = t.csv.Write(slices.Concat(ours[:3], names, ours[3:])) // Error reports it at the end
	for _, x := range d.Theorem {
		at := []Number{x.Epsilon, x.Delta}
		t.row(x.Policy, 0, "value-policy", at, x.Value)
		t.row(x.Policy, 0, "value-other", at, x.Other)
		t.row(x.Policy, 0, "ratio", at, x.Ratio)
		t.row(x.Policy, 0, "ratio-bound", at, x.Bound)
		t.row(x.Policy, 0, "value-b-ms-ei", at, x.Ahead)
	}
	for _, p := range d.Policies {
		t.policy(p, d.Problem)
	}
	t.csv.Flush()
	return t.csv.Error()
}

// table writes rows; the first error stays with the csv.Writer.
type table struct {
	csv        *csv.Writer
	parameters []parameterData
}

func (t table) row(policy string, step int, series string, at []Number, y Number) {
	cells := []string{csvfile.Guard(policy), strconv.Itoa(step), series}
	for i, v := range at {
		if k := int(v); i < len(t.parameters) && k >= 0 && k < len(t.parameters[i].Choices) {
			cells = append(cells, csvfile.Guard(t.parameters[i].Choices[k]))
		} else {
			cells = append(cells, v.String())
		}
	}
	_ = t.csv.Write(append(cells, y.String()))
}

func (t table) policy(p policyData, of problemData) {
	for _, e := range p.Evaluations {
		counted := Number(0)
		if e.Counted {
			counted = 1
		}
		t.row(p.Policy, e.Step, "evaluation-value", e.X, e.Y)
		t.row(p.Policy, e.Step, "evaluation-cost", e.X, e.Cost)
		if e.Move > 0 {
			t.row(p.Policy, e.Step, "evaluation-move", e.X, e.Move)
		}
		t.row(p.Policy, e.Step, "evaluation-remaining", e.X, e.Remaining)
		t.row(p.Policy, e.Step, "evaluation-best", e.X, e.Best)
		t.row(p.Policy, e.Step, "evaluation-counted", e.X, counted)
	}
	for _, s := range p.Steps {
		if s.Next != nil {
			t.row(p.Policy, s.Step, "next", s.Next.X, s.Next.Acquisition)
		}
		if s.RunnerUp != nil {
			t.row(p.Policy, s.Step, "runner-up", s.RunnerUp.X, s.RunnerUp.Acquisition)
		}
		t.slice(p.Policy, s, of)
	}
}

// slice writes the curves of a step.
func (t table) slice(policy string, s StepData, of problemData) {
	axis := slices.IndexFunc(of.Parameters, func(p parameterData) bool { return p.Name == s.Slice.Parameter })
	for _, c := range []struct {
		name string
		y    []Number
	}{
		{"objective-mean", s.Slice.Objective.Mean}, {"objective-low", s.Slice.Objective.Low}, {"objective-high", s.Slice.Objective.High}, {"objective-true", s.Slice.Objective.True},
		{"cost-median", s.Slice.Cost.Median}, {"cost-low", s.Slice.Cost.Low}, {"cost-high", s.Slice.Cost.High}, {"cost-true", s.Slice.Cost.True},
		{"acquisition", s.Slice.Acquisition},
	} {
		for i, y := range c.y {
			at := slices.Clone(s.Slice.Through)
			at[axis] = s.Slice.X[i]
			t.row(policy, s.Step, c.name, at, y)
		}
	}
}
