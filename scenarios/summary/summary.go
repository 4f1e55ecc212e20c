// Package summary says in words what a problem is, and what cannot be done with
// it: what farsight check prints of a file without mistakes.
package summary

import (
	"fmt"
	"strings"

	"farsight/scenarios"
)

// Of says in a line what a problem holds.
func Of(p *scenarios.Problem) string {
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
	if p.Move != nil {
		parts = append(parts, "moving costs "+p.Move.String())
	}
	return strings.Join(append(parts, strings.TrimSpace(fmt.Sprintf("budget %v %s", p.Budget, p.CostUnit))), ", ")
}
