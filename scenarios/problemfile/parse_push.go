package problemfile

import (
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/push"
	"strings"
)

// readPush reads the table [push].
func (p *parsing) readPush(s *tomlfile.Section) {
	if target, items := s.Numbers("target"); !s.Has("target") {
		s.Wrong("target", "is missing: where the disc should end, such as target = [3, -2]")
	} else if target != nil && len(target) != 2 {
		s.Wrong("target", "needs two numbers, not %d", len(target))
	} else if target != nil {
		for i, v := range target {
			if v < -push.MaxStart || v > push.MaxStart {
				s.Say(items[i].At, s.Name("target"), "%v is farther than the %d a hand can reach", v, push.MaxStart)
			}
		}
		p.Source = &push.Source{Target: push.Point{X: target[0], Y: target[1]}}
	}
	if !p.fine {
		return
	}
	if names := scenarios.Names(p.Parameters); strings.Join(names, " ") != strings.Join(push.Names, " ") {
		p.top.Wrong("parameter", "a push has the parameters %s, in this order, not %s", strings.Join(push.Names, ", "), strings.Join(names, ", "))
		return
	}
	x := [2][3]float64{}
	for i, par := range p.Parameters {
		x[0][i], x[1][i] = par.Low, par.High
	}
	for _, v := range x {
		if err := push.Valid(v[0], v[1], v[2]); err != nil {
			p.top.Wrong("parameter", "%v", err)
			return
		}
	}
}
