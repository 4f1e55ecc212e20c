package problemfile

import (
	"slices"
	"strings"

	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/push"
)

// readPush reads the table [push].
func (p *parsing) readPush(s *tomlfile.Section) {
	if target := placeOf(s, "target", "where the disc should end, such as target = [3, -2]"); target != nil {
		p.Source = &push.Source{Target: *target}
	}
	p.checkPush("a push", push.Names, func(x []float64) error { return push.Valid(x[0], x[1], x[2]) })
}

// readHands reads the table [push14].
func (p *parsing) readHands(s *tomlfile.Section) {
	square := placeOf(s, "square", "where the square should end, such as square = [4, 3.5]")
	disc := placeOf(s, "disc", "where the disc should end, such as disc = [-4, 3.5]")
	if square != nil && disc != nil {
		p.Source = &push.HandsSource{Square: *square, Disc: *disc}
	}
	p.checkPush("a push by two hands", push.HandsNames, push.ValidHands)
}

// placeOf reads a place on the table; nil once the mistake is recorded.
func placeOf(s *tomlfile.Section, field, what string) *push.Point {
	place, items := s.Numbers(field)
	switch {
	case !s.Has(field):
		s.Wrong(field, "is missing: %s", what)
		return nil
	case place == nil:
		return nil
	case len(place) != 2:
		s.Wrong(field, "needs two numbers, not %d", len(place))
		return nil
	}
	for i, v := range place {
		if v < -push.MaxStart || v > push.MaxStart {
			s.Say(items[i].At, s.Name(field), "%v is farther than the %d a hand can reach", v, push.MaxStart)
		}
	}
	return &push.Point{X: place[0], Y: place[1]}
}

// checkPush refuses other parameters than those of a push, and ends that it
// cannot compute.
func (p *parsing) checkPush(name string, want []string, valid func(x []float64) error) {
	if !p.fine {
		return
	}
	if names := scenarios.Names(p.Parameters); !slices.Equal(names, want) {
		p.top.Wrong("parameter", "%s has the parameters %s, in this order, not %s", name, strings.Join(want, ", "), strings.Join(names, ", "))
		return
	}
	low, high := make([]float64, len(want)), make([]float64, len(want))
	for i, par := range p.Parameters {
		low[i], high[i] = par.Low, par.High
	}
	for _, x := range [][]float64{low, high} {
		if err := valid(x); err != nil {
			p.top.Wrong("parameter", "%v", err)
			return
		}
	}
}
