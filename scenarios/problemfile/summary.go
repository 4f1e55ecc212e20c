package problemfile

import (
	"fmt"
	"strings"

	"farsight/scenarios"
	"farsight/scenarios/drawn"
	"farsight/scenarios/table"
)

// Summary describes a problem in a line.
func Summary(p *scenarios.Problem) string {
	if t := p.Theorem; t != nil {
		return fmt.Sprintf("theorem 1, part %d, ε = %v, δ = %v", t.Part, t.Epsilon, t.Delta)
	}
	parts := []string{p.Name}
	if n := p.Dim(); n == 1 {
		parts = append(parts, "1 parameter")
	} else {
		parts = append(parts, fmt.Sprintf("%d parameters", n))
	}
	switch n := len(p.Choices()); {
	case n > 0 && p.Dim() == 1:
		parts = append(parts, "a choice")
	case n == 1:
		parts = append(parts, "1 of them a choice")
	case n > 0:
		parts = append(parts, fmt.Sprintf("%d of them choices", n))
	}
	if r := p.Region; r != nil {
		parts = append(parts, fmt.Sprintf("of whose box constraints allow %.2g %%", 100*r.Share))
	}
	if permission := p.Permission(); permission != nil {
		parts = append(parts, "runs, if allowed: "+permission.Command)
	} else {
		parts = append(parts, "evaluated by "+p.EvaluatedBy())
	}
	if p.Minimise {
		parts = append(parts, "minimised")
	} else {
		parts = append(parts, "maximised")
	}
	if sd := p.Noise.Sd; sd > 0 {
		parts = append(parts, fmt.Sprintf("noisy values, sd %v", sd))
	} else if p.Noise.Noisy {
		parts = append(parts, "noisy values")
	}
	if p.KnownCost != nil {
		parts = append(parts, "known cost")
	}
	if p.CostPart != nil {
		parts = append(parts, "cost known up to a factor")
	}
	if p.Guess != nil {
		parts = append(parts, "a belief where the best is")
	}
	if p.Move != nil {
		parts = append(parts, "moving costs "+p.Move.String())
	}
	return strings.Join(append(parts, strings.TrimSpace(fmt.Sprintf("budget %v %s", p.Budget, p.CostUnit))), ", ")
}

// fewChoices is up to how many ways of choosing a search looks at each.
const fewChoices = 64

// Limits lists what cannot be done with a problem, and why; docs/problems.md has the
// limits of all problems.
func Limits(p *scenarios.Problem) []string {
	if p.Theorem != nil {
		return []string{"no study, no experiment: it has arms, not parameters"}
	}
	var out []string
	switch {
	case p.IsManual():
		out = append(out, "no replay, no experiment: a person measures it; farsight study keeps the record")
	case p.Permission() != nil:
		out = append(out, "no evaluation without --allow-commands: it runs a program")
	}
	_, isTable := p.Source.(*table.Source)
	_, isDrawn := p.Source.(*drawn.Source)
	if p.Optimum == nil && !isTable && !isDrawn {
		out = append(out, "no regret: nothing says what the best value is; [optimum] could")
	}
	if p.Dim() == 1 {
		out = append(out, "no heat map: it has one parameter")
	}
	if n := p.Choices().Combinations(fewChoices + 1); n > fewChoices {
		out = append(out, fmt.Sprintf("no search through all ways of choosing: there are more than %d, and choices are changed one at a time", fewChoices))
	}
	return out
}
