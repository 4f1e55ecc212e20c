package problemfile

import (
	"fmt"

	"farsight/internal/mistake"
	"farsight/scenarios"
	"farsight/scenarios/formula"
)

// maxConstraints is more than people write by hand; every search computes all of them at every
// point.
const maxConstraints = 64

// readConstraints reads the conditions between parameters.
func (p *parsing) readConstraints() {
	top := p.top
	list, _ := top.Texts("constraints")
	if len(list) > maxConstraints {
		top.Wrong("constraints", "%d conditions are more than the limit of %d", len(list), maxConstraints)
		return
	}
	if !p.fine || len(list) == 0 {
		return
	}
	names, choices := scenarios.Names(p.Parameters), choicesOf(p.Parameters)
	var texts []string
	var all []formula.Comparison
	fine := true
	for i, e := range list {
		field := fmt.Sprintf("constraints[%d]", i+1)
		comparisons, err := formula.Comparisons(e.Text, names, choices)
		if err != nil {
			at, _ := err.(*formula.Error) // formula.Comparisons returns no other
			top.Say(e.Within(at.Offset), field, "%s", at.Message)
			fine = false
			continue
		}
		for _, c := range comparisons {
			if len(c.Less.Uses())+len(c.More.Uses()) == 0 {
				top.Say(e.At, field, "%s names no parameter", mistake.Quote(c.Text))
				fine = false
			}
		}
		texts, all = append(texts, e.Text), append(all, comparisons...)
	}
	if !fine {
		return
	}
	r, err := scenarios.NewRegion(p.Parameters, texts, all)
	if err == nil {
		p.Region = r
		return
	}
	for i, e := range list { // is one of them to blame?
		one, _ := formula.Comparisons(e.Text, names, choices)
		if _, err := scenarios.NewRegion(p.Parameters, nil, one); err != nil {
			top.Say(e.At, fmt.Sprintf("constraints[%d]", i+1), "%s %v: widen it, or the parameters' bounds", mistake.Quote(e.Text), err)
			return
		}
	}
	top.Wrong("constraints", "all of them together: nothing, or next to nothing, of the box is allowed; widen one, or the parameters' bounds")
}
