package problemfile

import (
	"farsight/internal/tomlfile"
	"farsight/scenarios/theorem1"
)

func (p *parsing) readTheorem(s *tomlfile.Section) {
	top := p.top
	t := theorem1.Instance{Part: 1, Epsilon: theorem1.DefaultEpsilon, Delta: theorem1.DefaultDelta}
	if part, ok := s.Whole("part", 1, 2); ok {
		t.Part = part
	}
	if v, ok := s.Number("epsilon"); ok {
		t.Epsilon = v
		if err := (theorem1.Instance{Part: 1, Epsilon: v, Delta: theorem1.DefaultDelta}).Check(); err != nil {
			s.Wrong("epsilon", "%v", err)
		}
	}
	if v, ok := s.Number("delta"); ok {
		t.Delta = v
		if err := (theorem1.Instance{Part: 1, Epsilon: theorem1.DefaultEpsilon, Delta: v}).Check(); err != nil {
			s.Wrong("delta", "%v", err)
		}
	}
	for _, f := range top.Unknown() {
		top.Knows(f)
		top.Say(top.Entry.Table[f].Key, top.Name(f), "has no place beside [theorem-1], which fixes its own arms, costs and budget")
	}
	p.Theorem, p.Budget = &t, t.Budget()
}
