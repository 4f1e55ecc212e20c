package browse

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// drawProblem tells what a problem is about, the most important first.
func drawProblem(v screen.View, c chart.Canvas, p *scenarios.Problem, s *pane.Sketch) {
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
	if down(1); s != nil && r.H >= pane.LeastRows {
		r.H = min(r.H, 24)
		s.Draw(v, c.Sub(r))
	}
}

// facts are a problem's, each with its name.
func facts(p *scenarios.Problem) [][2]string {
	if t := p.Theorem; t != nil {
		return [][2]string{
			{"arms", fmt.Sprintf("%d cheap ones of cost ε = %s, one expensive one of cost 1 + δ = %s", t.K(), chart.Num(t.Epsilon), chart.Num(1+t.Delta))},
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
	if p.Move != nil {
		out = append(out, [2]string{"moving", "costs " + sanitize.Text(p.Move.String())})
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
	case q.Digits > 0:
		s += fmt.Sprintf(", to %d digits", q.Digits)
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
