package problemfile

import (
	"errors"
	"fmt"
	"strconv"

	"farsight/internal/tomlfile"
	"farsight/model"
	"farsight/scenarios"
)

// Format writes a problem as a file that Parse reads back to an equal problem.
// Problems made of code, whose functions have no text, are an error.
func Format(p *scenarios.Problem) ([]byte, error) {
	w := &writer{}
	w.Text("name", p.Name)
	if p.Title != p.Name {
		w.Text("title", p.Title)
	}
	w.Block("note", p.Note)
	w.Flag("constructed", p.Constructed)
	if t := p.Theorem; t != nil {
		w.Line("\n[theorem-1]\npart = %d\nepsilon = %v\ndelta = %v", t.Part, t.Epsilon, t.Delta)
		return w.Bytes(), nil
	}
	w.Line("budget = %v", p.Budget)
	if p.ChargeSaid || p.ChargeInitial {
		w.Line("charge-initial = %v", p.ChargeInitial)
	}
	if p.Discard {
		w.Text("overshoot", "discard")
	}
	if len(p.Compare) > 0 {
		w.Line("compare = %s", tomlfile.List(p.Compare, strconv.Quote))
	}
	if p.Region != nil {
		w.Line("constraints = %s", tomlfile.List(p.Region.Constraints, tomlfile.Quote))
	}
	var source scenarios.Text
	if p.Source != nil {
		var ok bool
		if source, ok = p.Source.Text(); !ok {
			return nil, fmt.Errorf("how %s is evaluated is code and has no text to write", p.Name)
		}
	}
	for i, par := range p.Parameters {
		WriteParameter(&w.Writer, par)
		if source.Columns != nil && source.Columns[i] != par.Name {
			w.Text("column", source.Columns[i])
		}
	}
	if err := w.source(p, source); err != nil {
		return nil, err
	}
	w.initial(p)
	w.model("objective", p.Objective, p.Sign())
	w.model("cost", p.Cost, 1)
	for _, d := range p.Policies {
		w.policy(d)
	}
	if o := p.Optimum; o != nil {
		w.Line("\n[optimum]\nvalue = %v", o.Value)
		if o.X != nil {
			w.Line("x = %s", writePoint(p.Parameters, o.X))
		}
	}
	return w.Bytes(), nil
}

// writer writes the parts of a problem.
type writer struct{ tomlfile.Writer }

// WriteParameter writes a table [[parameter]], to which fields may be added.
func WriteParameter(w *tomlfile.Writer, p scenarios.Parameter) {
	if p.Categorical() {
		w.Line("\n[[parameter]]\nname = %s\nchoices = %s", tomlfile.Quote(p.Name), tomlfile.List(p.Choices, tomlfile.Quote))
		w.Text("note", p.Note)
		return
	}
	w.Line("\n[[parameter]]\nname = %s\nlow = %v\nhigh = %v", tomlfile.Quote(p.Name), p.Low, p.High)
	if p.Log {
		w.Line("scale = \"log\"")
	}
	w.Flag("integer", p.Integer)
	w.Set("step", p.Step)
	w.Set("digits", float64(p.Digits))
	w.Text("unit", p.Unit)
	w.Text("note", p.Note)
}

// source writes how points are evaluated, the goal, and a known cost.
func (w *writer) source(p *scenarios.Problem, source scenarios.Text) error {
	if p.KnownCost != nil && p.CostText == "" {
		return errors.New("the known cost of " + p.Name + " is code and has no text to write")
	}
	goal := "maximise"
	if p.Minimise {
		goal = "minimise"
	}
	w.Line("\n[objective]\ngoal = %q", goal)
	w.Text("unit", p.ValueUnit)
	w.Flag("noisy", p.Noise.Noisy)
	w.Set("sd", p.Noise.Sd)
	w.Set("noise", p.Noise.Simulated)
	w.Block("expression", source.Objective)
	cost := p.CostText
	if source.Cost != "" {
		cost = source.Cost
	}
	if cost != "" || p.CostUnit != "" || p.PartText != "" || p.Price != (scenarios.Price{}) {
		w.Line("\n[cost]")
		w.Text("unit", p.CostUnit)
		w.Set("typical", p.Price.Typical)
		w.Set("spread", p.Price.Spread)
	}
	w.Block("expression", cost)
	w.Flag("known", p.KnownCost != nil)
	w.Block("known", p.PartText)
	w.WriteString(source.Section)
	w.move(p.Move)
	w.belief(p)
	return nil
}

// belief writes the prior of the optimum.
func (w *writer) belief(p *scenarios.Problem) {
	if p.Guess == nil {
		return
	}
	w.Line("\n[belief]")
	for i, axis := range p.Axes() {
		if sd := p.Guess.Sd[axis.At]; sd > 0 {
			at, width := scenarios.GuessOf(p.Parameters[i], p.Guess.At[axis.At], sd)
			w.Line("%s = { at = %s, sd = %s }", p.Parameters[i].Name, tomlfile.Number(at), tomlfile.Number(width))
		}
	}
}

// move writes the movement cost.
func (w *writer) move(m *scenarios.Move) {
	if m == nil {
		return
	}
	w.Line("\n[move]")
	w.Set("price", m.PerUnit)
	if m.Over != nil {
		w.Line("parameters = %s", tomlfile.List(m.Over, tomlfile.Quote))
	}
	w.Block("formula", m.Formula())
}

func (w *writer) initial(p *scenarios.Problem) {
	in := p.Initial
	if len(in.X) == 0 && in.Sobol == 0 {
		return
	}
	w.Line("\n[initial]")
	if len(in.X) == 0 {
		w.Line("sobol = %d", in.Sobol)
		return
	}
	w.Line("points = %s", tomlfile.List(in.X, func(x scenarios.Point) string { return writePoint(p.Parameters, x) }))
	if in.Value != nil {
		w.Line("values = %s", tomlfile.List(in.Value, tomlfile.Number))
		w.Line("costs = %s", tomlfile.List(in.Cost, tomlfile.Number))
		if in.Sd != nil {
			w.Line("sds = %s", tomlfile.List(in.Sd, tomlfile.Number))
		}
	}
}

func (w *writer) model(name string, m scenarios.ModelSettings, sign float64) {
	if m.Fixed == nil && m.Priors == model.Paper && m.NoiseMin == 0 && m.NoiseMax == 0 {
		return
	}
	w.Line("\n[model.%s]", name)
	if m.Fixed != nil {
		scenarios.WriteHyper(&w.Writer, *m.Fixed, sign)
		return
	}
	w.Line("priors = %q", m.Priors)
	w.Set("noise-min", m.NoiseMin)
	w.Set("noise-max", m.NoiseMax)
}

// writePoint writes a point as a list of numbers and names.
func writePoint(parameters []scenarios.Parameter, x scenarios.Point) string {
	cells := make([]string, len(x))
	for i, v := range x {
		if cells[i] = tomlfile.Number(v); parameters[i].Categorical() {
			cells[i] = tomlfile.Quote(parameters[i].Show(v))
		}
	}
	return tomlfile.List(cells, func(s string) string { return s })
}
