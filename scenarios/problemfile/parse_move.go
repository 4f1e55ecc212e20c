package problemfile

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/formula"
)

// readMove reads the movement cost.
func (p *parsing) readMove(s *tomlfile.Section) {
	price, priced := s.Positive("price")
	over, some := s.Texts("parameters")
	f := s.Field("formula")
	switch {
	case !s.Given():
		return
	case f != nil && s.Has("price"):
		s.Wrong("price", "choose either a price of the distance or a formula of both points")
		return
	case f != nil && s.Has("parameters"):
		s.Wrong("parameters", "belongs to a price of the distance; a formula names what it needs")
		return
	case f == nil && !s.Has("price"):
		s.Wrong("price", `is missing: say what one unit of distance costs, such as price = 0.5, or give a formula = "…" of both points`)
		return
	case !p.fine || f == nil && !priced || s.Has("parameters") && !some:
		return
	}
	if f != nil {
		p.readMoveFormula(s, f)
		return
	}
	if err := scenarios.CheckMove(price); err != nil {
		s.Wrong("price", "%v: %v", price, err)
		return
	}
	var names []string
	fine := true
	for i, e := range over {
		k := slices.IndexFunc(p.Parameters, func(par scenarios.Parameter) bool { return par.Name == e.Text })
		message := ""
		switch {
		case k < 0:
			message = "is no parameter" + mistake.Suggestion(e.Text, scenarios.Names(p.Parameters))
		case p.Parameters[k].Categorical():
			message = "is a choice among names, which have no distance; give a formula instead"
		case slices.Contains(names, e.Text):
			message = "is named twice"
		}
		if message != "" {
			s.Say(e.At, s.Name(fmt.Sprintf("parameters[%d]", i+1)), "%s %s", mistake.Quote(e.Text), message)
			fine = false
		}
		names = append(names, e.Text)
	}
	numbers := slices.ContainsFunc(p.Parameters, func(par scenarios.Parameter) bool { return !par.Categorical() })
	switch {
	case s.Has("parameters") && len(over) == 0:
		s.Wrong("parameters", "names none: leave it out where all of them count")
	case !numbers:
		s.Wrong("price", "choices among names have no distance; give a formula instead")
	case fine:
		p.Move = scenarios.NewMove(p.Parameters, price, names)
	}
}

// readMoveFormula compiles a formula of both points, and tries it: what is no
// price should be found now and not after an hour.
func (p *parsing) readMoveFormula(s *tomlfile.Section, e *tomlfile.Entry) {
	if !e.IsText() {
		s.TypeMistake("formula", `an expression in quotes, such as "0.5*abs(to_x - from_x)"`, e)
		return
	}
	names, choices := scenarios.MoveNames(p.Parameters)
	f, err := formula.Choosing(e.Text, names, choices)
	if err != nil {
		at, _ := err.(*formula.Error) // formula.Choosing returns no other
		message := at.Message
		if name := p.Parameters[0].Name; strings.HasPrefix(message, "there is no name") {
			message += fmt.Sprintf("; of the last point write %s%s, of the next %s%s", scenarios.MoveFrom, name, scenarios.MoveTo, name)
		}
		s.Say(e.Within(at.Offset), s.Name("formula"), "%s", message)
		return
	}
	move := scenarios.NewMoveFormula(p.Parameters, f)
	var tried []scenarios.Point
	p.eachTrial(func(x []float64) {
		if p.Region.Check(x) == nil {
			tried = append(tried, x)
		}
	})
	for i, from := range tried {
		for _, to := range []scenarios.Point{from, tried[(7*i+3)%len(tried)], tried[len(tried)-1-i]} {
			if _, err := move.Cost(from, to); err != nil {
				s.Wrong("formula", "%v", err)
				return
			}
		}
	}
	p.Move = move
}
