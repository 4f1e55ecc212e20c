package pane

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// ModelRows is how many rows the table of what was fitted takes in w cells:
// lengthscales have rows of their own where there are several. It is 0 where it is
// too narrow, and before there is a model.
func ModelRows(s *study.Snapshot, w int) int {
	switch {
	case s == nil || s.Fitted == nil || w < leastModels:
		return 0
	case s.Problem.Dim() > 1:
		return 5
	}
	return 3
}

// Widths of that table.
const (
	modelName   = 9 // "objective"
	modelNumber = 7 // of a number to three figures, mostly
	leastModels = modelName + 5*(modelNumber+1)
)

// Models is a table of what was fitted: mean, spread, noise, likelihood and
// lengthscales of both processes.
func Models(v screen.View, c chart.Canvas, s *study.Snapshot) {
	m := study.ModelsOf(s.Problem, s.Fitted)
	if m == nil {
		return
	}
	th := v.Theme
	w, _ := c.Size()
	if ModelRows(s, w) == 0 {
		return
	}
	heads := []string{"mean", "sd", "noise", "ln L"}
	if s.Problem.Dim() == 1 {
		heads = append(heads, "ℓ")
	}
	gap := max(1, min(3, (w-modelName)/len(heads)-modelNumber))
	title := "fitted"
	if m.Objective.Fixed && (m.LogCost == nil || m.LogCost.Fixed) {
		title = "fixed"
	}
	c.Text(0, 0, title, th.TitleInk())
	for k, head := range heads {
		c.TextRight(modelName+(k+1)*(gap+modelNumber), 0, head, th.MutedInk())
	}
	y := 1
	for _, of := range []struct {
		name  string
		color chart.Color
		p     *study.Process
	}{{"objective", th.Objective, m.Objective}, {"ln cost", th.Cost, m.LogCost}} {
		c.Text(0, y, of.name, chart.Ink{Fg: of.color, Attr: chart.Bold})
		if of.p == nil {
			c.Text(modelName+2, y, "is known", th.MutedInk())
			return
		}
		for k, text := range modelNumbers(of.p)[:len(heads)] {
			c.TextRight(modelName+(k+1)*(gap+modelNumber), y, text, th.TextInk())
		}
		if y++; s.Problem.Dim() > 1 {
			c.Text(2, y, "ℓ", th.MutedInk())
			c.Text(4, y, lengthscales(s, of.p, w-4), th.TextInk())
			y++
		}
	}
}

// modelNumbers are a process in numbers, its only lengthscale last.
func modelNumbers(p *study.Process) []string {
	out := []string{chart.Num(p.Mean), chart.Num(p.Sd), chart.Num(p.Noise), likelihoodWord(p)}
	for _, l := range p.Lengthscales[:min(1, len(p.Lengthscales))] {
		out = append(out, chart.Num(l))
	}
	return out
}

// lengthscales are those of all parameters by name, or of as many as fit into w
// cells.
func lengthscales(s *study.Snapshot, p *study.Process, w int) string {
	parts := make([]string, len(p.Lengthscales))
	for i, l := range p.Lengthscales {
		parts[i] = sanitize.Text(s.Problem.Parameters[i].Name) + " " + chart.Num(l)
	}
	for n := len(parts); n > 0; n-- {
		text := strings.Join(parts[:n], ", ")
		if n < len(parts) {
			text += fmt.Sprintf(" and %d more", len(parts)-n)
		}
		if chart.Width(text) <= w {
			return text
		}
	}
	return fmt.Sprintf("of %d parameters", len(parts))
}

func likelihoodWord(p *study.Process) string {
	if p.LogLikelihood == nil {
		return "—"
	}
	return chart.Num(*p.LogLikelihood)
}

// ModelWords say what was fitted, a line for each process; none before there is a
// model.
func ModelWords(s *study.Snapshot) []string {
	m := study.ModelsOf(s.Problem, s.Fitted)
	if m == nil {
		return nil
	}
	lines := []string{"f       ~ " + processWords(s, m.Objective)}
	if m.LogCost != nil {
		lines = append(lines, "ln c    ~ "+processWords(s, m.LogCost))
	}
	return lines
}

func processWords(s *study.Snapshot, p *study.Process) string {
	scales := make([]string, len(p.Lengthscales))
	for i, l := range p.Lengthscales {
		scales[i] = chart.Num(l)
		if len(scales) > 1 {
			scales[i] = sanitize.Text(s.Problem.Parameters[i].Name) + " " + scales[i]
		}
	}
	how := "fitted"
	if p.Fixed {
		how = "fixed"
	}
	return fmt.Sprintf("GP, %s: mean %s, sd %s, noise sd %s, ln L = %s, ℓ = %s", how, chart.Num(p.Mean), chart.Num(p.Sd), chart.Num(p.Noise), likelihoodWord(p), strings.Join(scales, ", "))
}
