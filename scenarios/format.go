package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"farsight/model"
)

// Format writes a problem as a file that Parse reads back to an equal problem.
// Problems made of code, whose functions have no text, are an error.
func Format(p *Problem) ([]byte, error) {
	w := &writer{}
	w.text("name", p.Name)
	if p.Title != p.Name {
		w.text("title", p.Title)
	}
	w.block("note", p.Note)
	w.flag("constructed", p.Constructed)
	if t := p.Theorem; t != nil {
		w.line("\n[theorem-1]\npart = %d\nepsilon = %v\ndelta = %v", t.Part, t.Epsilon, t.Delta)
		return w.Bytes(), nil
	}
	w.line("budget = %v", p.Budget)
	w.flag("charge-initial", p.ChargeInitial)
	if len(p.Compare) > 0 {
		w.line("compare = %s", list(p.Compare, strconv.Quote))
	}
	table, _ := p.Source.(*Table)
	for i, par := range p.Parameters {
		w.parameter(par)
		if table != nil && table.Columns[i] != par.Name {
			w.text("column", table.Columns[i])
		}
	}
	if err := w.source(p); err != nil {
		return nil, err
	}
	w.initial(p)
	w.model("objective", p.Objective, p.Sign())
	w.model("cost", p.Cost, 1)
	for _, d := range p.Policies {
		w.policy(d)
	}
	if o := p.Optimum; o != nil {
		w.line("\n[optimum]\nvalue = %v", o.Value)
		if o.X != nil {
			w.line("x = %s", list(o.X, number64))
		}
	}
	return w.Bytes(), nil
}

type writer struct{ bytes.Buffer }

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.Buffer, format+"\n", args...)
}

// text writes a field unless it is empty.
func (w *writer) text(name, v string) {
	if v != "" {
		w.line("%s = %s", name, quoteTOML(v))
	}
}

// block writes text of several lines.
func (w *writer) block(name, v string) {
	if !strings.Contains(v, "\n") {
		w.text(name, v)
		return
	}
	lines := strings.Split(v, "\n")
	for i, l := range lines {
		q := quoteTOML(l)
		lines[i] = q[1 : len(q)-1]
	}
	w.line("%s = \"\"\"\n%s\"\"\"", name, strings.Join(lines, "\n"))
}

// quoteTOML writes a basic string, with escapes for whatever prints nothing or
// turns a line around.
func quoteTOML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (w *writer) flag(name string, v bool) {
	if v {
		w.line("%s = true", name)
	}
}

// set writes a number unless it is 0, which stands for "not given".
func (w *writer) set(name string, v float64) {
	if v != 0 {
		w.line("%s = %v", name, v)
	}
}

func number64(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func list[T any](items []T, show func(T) string) string {
	parts := make([]string, len(items))
	for i, v := range items {
		parts[i] = show(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (w *writer) parameter(p Parameter) {
	w.line("\n[[parameter]]\nname = %s\nlow = %v\nhigh = %v", quoteTOML(p.Name), p.Low, p.High)
	if p.Log {
		w.line("scale = \"log\"")
	}
	w.flag("integer", p.Integer)
	w.set("step", p.Step)
	w.text("unit", p.Unit)
	w.text("note", p.Note)
}

// source writes how points are evaluated, the goal, and a known cost.
func (w *writer) source(p *Problem) error {
	if p.KnownCost != nil && p.knownCost == nil {
		return errors.New("the known cost of " + p.Name + " is code and has no text to write")
	}
	goal := "maximise"
	if p.Minimise {
		goal = "minimise"
	}
	w.line("\n[objective]\ngoal = %q", goal)
	w.text("unit", p.ValueUnit)
	cost := p.knownCost
	e, byFormula := p.Source.(*Expression)
	if byFormula {
		w.formula(e.Objective)
		cost = e.Cost
	}
	if cost != nil || p.CostUnit != "" {
		w.line("\n[cost]")
		w.text("unit", p.CostUnit)
	}
	if cost != nil {
		w.formula(cost)
		w.flag("known", p.KnownCost != nil)
	}
	switch s := p.Source.(type) {
	case nil, *Expression:
	case *Table:
		w.line("\n[table]")
		w.text("file", s.File)
		w.text("builtin", s.Builtin)
		w.text("objective", s.Objective)
		w.text("cost", s.CostCell)
		w.text("surrogate", s.Surrogate)
		if s.Fit != nil {
			w.fit(*s.Fit, s.sign)
		}
	case *Command:
		w.line("\n[command]\nrun = %s\ntime-limit = %q", list(s.Args, quoteTOML), s.TimeLimit)
	case *Push:
		w.line("\n[push]\ntarget = %s", list([]float64{s.Target.X, s.Target.Y}, number64))
	case *Forest:
		w.line("\n[forest]")
		w.text("file", s.File)
		w.text("builtin", s.Builtin)
		w.text("target", s.Target)
		w.set("folds", float64(s.Folds))
		w.set("seed", float64(s.Seed))
		if s.Cost == nil {
			w.text("cost", s.CostBy)
		}
	case *Draw:
		w.line("\n[draw]\nseed = %d", s.Seed)
		w.set("correlation", s.Correlation)
	default:
		return fmt.Errorf("how %s is evaluated is code and has no text to write", p.Name)
	}
	return nil
}

func (w *writer) formula(f *Formula) { w.block("expression", f.String()) }

func (w *writer) initial(p *Problem) {
	in := p.Initial
	if len(in.X) == 0 && in.Sobol == 0 {
		return
	}
	w.line("\n[initial]")
	if len(in.X) == 0 {
		w.line("sobol = %d", in.Sobol)
		return
	}
	w.line("points = %s", list(in.X, func(x []float64) string { return list(x, number64) }))
	if in.Value != nil {
		w.line("values = %s", list(in.Value, number64))
		w.line("costs = %s", list(in.Cost, number64))
	}
}

func (w *writer) model(name string, m ModelSettings, sign float64) {
	if m.Fixed == nil && m.Priors == model.Paper && m.NoiseMin == 0 && m.NoiseMax == 0 {
		return
	}
	w.line("\n[model.%s]", name)
	if m.Fixed != nil {
		w.hyper(*m.Fixed, sign)
		return
	}
	w.line("priors = %q", m.Priors)
	w.set("noise-min", m.NoiseMin)
	w.set("noise-max", m.NoiseMax)
}

func (w *writer) hyper(h model.Hyper, sign float64) {
	w.line("mean = %v\nvariance = %v\nlengthscale = %s\nnoise-variance = %v", sign*h.Mean, h.Variance, list(h.Scale, number64), h.Noise)
}

// fit writes what SaveFit saves.
func (w *writer) fit(f Fit, sign float64) {
	w.line("\n[table.fit]\nchecksum = %s\noptimum = %v\nx = %s", quoteTOML(f.Checksum), f.Optimum.Value, list(f.Optimum.X, number64))
	if f.Objective != nil {
		w.line("\n[table.fit.objective]")
		w.hyper(*f.Objective, sign)
	}
	if f.Cost != nil {
		w.line("\n[table.fit.cost]")
		w.hyper(*f.Cost, 1)
	}
}

func (w *writer) policy(d PolicyDefault) {
	w.line("\n[policy.%s]", d.Policy)
	w.set("steps", float64(d.Steps))
	w.text("rule", d.Rule)
	w.text("fantasies", d.Fantasies)
	w.text("effort", d.Effort)
	w.text("schedule", d.Schedule)
}
