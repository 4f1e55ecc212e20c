package browse

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/expression"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// sketch is how a problem looks along its first parameter: enough to know it
// again.
type sketch struct {
	through     string
	x           []float64
	value, cost []float64
}

// sketchOf draws formulas only: a table would have to be fitted first, and
// nothing else tells the truth for free.
func sketchOf(p *scenarios.Problem) *sketch {
	if p == nil || p.Dim() == 0 {
		return nil
	}
	truth, ok := p.Source.(*expression.Source)
	if !ok {
		return nil
	}
	s := &sketch{}
	at := session.Middle(p)
	if p.Dim() > 1 {
		s.through = ", through the middle"
		if p.Optimum != nil && p.Optimum.X != nil {
			at, s.through = p.ToUnit(p.Optimum.X), ", through the optimum"
		}
	}
	line := study.Line(at, p.Axes()[0], session.Samples)
	s.x = session.AxisValues(p.Parameters[0], session.Samples)
	s.value, s.cost = session.TruthAlong(truth, p, line)
	return s
}

// drawSketch draws the true objective and cost.
func drawSketch(v screen.View, c chart.Canvas, p *scenarios.Problem, s *sketch) {
	th := v.Theme
	par := p.Parameters[0]
	x := pane.ParameterAxis(par)
	x.Label = sanitize.Text(par.Name)
	plot := func(title string, hue chart.Color, y []float64) chart.Plot {
		lo, hi := chart.Limits(y)
		if hi <= lo {
			lo, hi = lo-0.5, hi+0.5
		}
		return chart.Plot{Title: title, Hue: hue, X: x, Y: chart.Axis{Min: lo, Max: hi}.Pad(0.06), Series: []chart.Series{{X: s.x, Y: y, Color: hue, Heavy: true}}}
	}
	chart.Stack{
		Plots:   []chart.Plot{plot("true objective"+pane.LowerIsBetter(p)+s.through, th.Objective, s.value), plot("true cost"+s.through, th.Cost, s.cost)},
		Weights: []int{4, 3}, XRows: chart.XLine,
	}.Draw(c, th.Style())
}

// sketchRows is the least height a sketch needs.
const sketchRows = 13

// drawProblem tells what a problem is about, the most important first.
func drawProblem(v screen.View, c chart.Canvas, p *scenarios.Problem, s *sketch) {
	th := v.Theme
	r := c.Rect()
	down := func(rows int) { _, r = r.CutTop(rows) }
	down(c.Paragraph(r, sanitize.Text(p.Title), th.TitleInk()))
	if p.Constructed {
		down(c.Paragraph(r, "a constructed example: built to make its point", th.MutedInk()))
	}
	tall := r.H >= 16
	gap := func() {
		if tall {
			down(1)
		}
	}
	gap()
	if note := sanitize.Text(p.Note); note != "" {
		if tall {
			down(c.Paragraph(r, note, th.TextInk()))
		} else {
			part, _ := r.CutTop(max(1, r.H-3))
			down(c.Paragraph(part, note, th.TextInk()))
		}
	}
	gap()
	for _, f := range facts(p) {
		if r.H == 0 {
			return
		}
		label, rest := r.CutLeft(10)
		c.TextIn(label.X, label.Y, label.W, f[0], th.MutedInk())
		down(max(1, c.Paragraph(rest, f[1], th.TextInk())))
	}
	if down(1); s != nil && r.H >= sketchRows {
		r.H = min(r.H, 24)
		drawSketch(v, c.Sub(r), p, s)
	}
}

// facts are a problem's, each with its name.
func facts(p *scenarios.Problem) [][2]string {
	if t := p.Theorem; t != nil {
		return [][2]string{
			{"arms", fmt.Sprintf("%d cheap ones of cost ε = %s, one dear one of cost 1 + δ = %s", t.K(), chart.Num(t.Epsilon), chart.Num(1+t.Delta))},
			{"budget", chart.Num(t.Budget())},
		}
	}
	goal := "maximise"
	if p.Minimise {
		goal = "minimise"
	}
	out := [][2]string{{"goal", goal + unit(p.ValueUnit) + " within a budget of " + chart.Num(p.Budget) + unit(p.CostUnit)}}
	for i, q := range p.Parameters {
		label := ""
		if i == 0 {
			label = pane.Plural(p.Dim(), "input")
			if p.Dim() == 1 {
				label = "input"
			}
		}
		out = append(out, [2]string{label, parameterText(q)})
	}
	out = append(out, [2]string{"measured", measuredText(p)}, [2]string{"models", "objective " + processText(p.Objective) + ", " + costText(p)})
	var names []string
	for _, q := range session.UsualPolicies(p) {
		if filled, err := study.Filled(q, p); err == nil {
			q = filled
		}
		names = append(names, policyText(q))
	}
	return append(out, [2]string{"compares", strings.Join(names, " and ")})
}

func unit(u string) string {
	if u == "" {
		return ""
	}
	return " (" + sanitize.Text(u) + ")"
}

func policyText(q policy.Policy) string {
	if d := q.Details(); d != "" {
		return q.Title() + " (" + d + ")"
	}
	return q.Title()
}

func parameterText(q scenarios.Parameter) string {
	if q.Categorical() {
		return sanitize.Text(q.Name) + ": " + sanitize.Text(strings.Join(q.Choices, ", "))
	}
	s := fmt.Sprintf("%s from %s to %s", sanitize.Text(q.Name), chart.Num(q.Low), chart.Num(q.High)) + unit(q.Unit)
	switch {
	case q.Integer:
		s += ", whole numbers"
	case q.Step > 0:
		s += ", in steps of " + chart.Num(q.Step)
	}
	if q.Log {
		s += ", log scale"
	}
	return s
}

func measuredText(p *scenarios.Problem) string {
	by := "by " + p.EvaluatedBy()
	if p.IsManual() {
		by += ": farsight study keeps the record"
	}
	if p.CommandToAllow() != "" {
		by += ", which runs only if farsight was started with --allow-commands"
	}
	return by
}

func processText(s scenarios.ModelSettings) string {
	if s.Fixed != nil {
		return "fixed"
	}
	return "fitted, priors " + s.Priors.String()
}

func costText(p *scenarios.Problem) string {
	if p.KnownCost != nil {
		return "cost known"
	}
	return "cost " + processText(p.Cost)
}
