package summary

import (
	"fmt"

	"farsight/scenarios"
	"farsight/scenarios/drawn"
	"farsight/scenarios/table"
)

// fewChoices is up to how many ways of choosing a search looks at each.
const fewChoices = 64

// Limits are what cannot be done with a problem, and why; docs/problems.md has
// those of all problems.
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
