package problemfile

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/model"
	"farsight/scenarios"
)

// readPrice reads the prior of the cost.
func (p *parsing) readPrice(s *tomlfile.Section) {
	p.Price.Typical, _ = s.Positive("typical")
	p.Price.Spread, _ = s.Positive("spread")
	for _, f := range []string{"typical", "spread"} {
		if s.Has(f) && p.price != nil {
			s.Wrong(f, "the cost is known from its expression; leave this out")
			return
		}
	}
	known := s.Field("known")
	partly := known != nil && known.IsText()
	switch typical, spread := p.Price.Typical, p.Price.Spread; {
	case typical > 0 && model.CheckCost(typical) != nil:
		s.Wrong("typical", "%v %v", typical, model.CheckCost(typical))
	case s.Has("typical") && partly:
		s.Wrong("typical", "known says what evaluations cost up to a factor; leave this out")
	case s.Has("spread") && !s.Has("typical") && !partly:
		s.Wrong("typical", "is missing: say what an evaluation costs, too, such as typical = %.3g", p.Budget/10)
	case spread > 0 && (spread < 1 || spread > maxSpread):
		s.Wrong("spread", "needs a factor from 1 to %v, the highest cost by the lowest, not %v", maxSpread, spread)
	}
}

// maxSpread is beyond all prices, and far from what a variance of ln cost may be.
const maxSpread = 1e6

// readInitial reads the initial design: points with or without their
// measurements, or a number of Sobol points.
func (p *parsing) readInitial(s *tomlfile.Section) {
	in := &p.Initial
	in.Sobol, _ = s.Whole("sobol", 1, MaxInitial)
	points := s.Field("points")
	s.Knows("values", "costs", "sds")
	if points == nil {
		for _, f := range []string{"values", "costs", "sds"} {
			if s.Has(f) {
				s.Wrong(f, "needs points to belong to")
			}
		}
		return
	}
	if s.Has("sobol") {
		s.Wrong("sobol", "choose either points or sobol")
	}
	if n := len(points.Items); n > MaxInitial {
		s.Wrong("points", "%d points are more than the %d a model can start from", n, MaxInitial)
		return
	}
	if !points.IsList() || len(points.Items) == 0 {
		s.TypeMistake("points", "a list of points, each a list of numbers, such as [[0.1, 20], [0.5, 30]]", points)
		return
	}
	for i, row := range points.Items {
		field := fmt.Sprintf("points[%d]", i+1)
		if x := p.pointOf(s, field, row); x != nil {
			in.X = append(in.X, x)
		}
	}
	n := len(points.Items)
	var items []*tomlfile.Entry
	in.Value, items = p.listFor(s, "values", n)
	for i, v := range in.Value {
		if err := model.CheckOutput(v); err != nil && !math.IsNaN(v) {
			s.Say(items[i].At, s.Name(fmt.Sprintf("values[%d]", i+1)), "%v %v; leave out a point that could not be evaluated", v, err)
		}
	}
	in.Cost, items = p.listFor(s, "costs", n)
	for i, c := range in.Cost {
		if c <= 0 {
			s.Say(items[i].At, s.Name(fmt.Sprintf("costs[%d]", i+1)), "needs a number above 0, not %v", c)
		} else if err := model.CheckCost(c); err != nil {
			s.Say(items[i].At, s.Name(fmt.Sprintf("costs[%d]", i+1)), "%v %v", c, err)
		}
	}
	p.readInitialSds(s, n)
	if s.Has("values") && !s.Has("costs") && p.KnownCost == nil {
		s.Wrong("costs", "is missing: give what each of the measured points cost")
	}
	if s.Has("costs") && !s.Has("values") {
		s.Wrong("values", "is missing: give what was measured at each point")
	}
	if s.Has("values") && !s.Has("costs") && p.KnownCost != nil && len(in.X) == n {
		for _, x := range in.X {
			in.Cost = append(in.Cost, p.price.Eval(x))
		}
	}
}

// listFor reads a list that must have one number for each of n points.
func (p *parsing) listFor(s *tomlfile.Section, name string, n int) ([]float64, []*tomlfile.Entry) {
	v, items := s.Numbers(name)
	if v != nil && len(v) != n {
		s.Wrong(name, "%d numbers for %d points", len(v), n)
		return nil, nil
	}
	return v, items
}

// pointOf reads a point in problem units, choices by their names; nil once the
// mistake is recorded.
func (p *parsing) pointOf(s *tomlfile.Section, field string, row *tomlfile.Entry) scenarios.Point {
	if !p.fine && slices.ContainsFunc(p.parameters, func(s *tomlfile.Section) bool { return s.Has("choices") }) {
		return nil // a name may be right, once the parameters are
	}
	if !p.fine || len(p.Choices()) == 0 || !row.IsList() || len(row.Items) != len(p.Parameters) {
		if x, items := s.NumbersOf(field, row); x != nil && p.checkRow(s, field, x, row, items) {
			return x
		}
		return nil
	}
	x, fine := make(scenarios.Point, len(row.Items)), true
	for i, par := range p.Parameters {
		item, name := row.Items[i], fmt.Sprintf("%s[%d]", field, i+1)
		ok := true
		switch {
		case !par.Categorical():
			x[i], ok = s.NumberOf(name, item)
		case !item.IsText():
			s.TypeMistake(name, fmt.Sprintf("the name of a choice of %s in quotes, such as %q", par.Name, par.Choices[0]), item)
			ok = false
		default:
			if x[i], ok = par.Choice(item.Text); !ok {
				s.Say(item.At, s.Name(name), "%s is no choice of %s%s", mistake.Quote(item.Text), par.Name, mistake.Suggestion(item.Text, par.Choices))
			}
		}
		fine = fine && ok
	}
	if !fine || !p.checkRow(s, field, x, row, row.Items) {
		return nil
	}
	return x
}

// checkRow checks a point given in problem units.
func (p *parsing) checkRow(s *tomlfile.Section, field string, x []float64, row *tomlfile.Entry, items []*tomlfile.Entry) (ok bool) {
	if !p.fine {
		return false
	}
	if len(x) != len(p.Parameters) {
		s.Say(row.At, s.Name(field), "%d numbers for %d parameters (%s)", len(x), len(p.Parameters), strings.Join(scenarios.Names(p.Parameters), ", "))
		return false
	}
	ok = true
	for i, par := range p.Parameters {
		if message := par.Complain(x[i]); message != "" {
			s.Say(items[i].At, s.Name(field), "%s", message)
			ok = false
		}
	}
	if !ok {
		return false
	}
	if err := p.Region.Check(x); err != nil {
		s.Say(row.At, s.Name(field), "%v", err)
		return false
	}
	return true
}

func (p *parsing) readOptimum(s *tomlfile.Section) {
	if !s.Given() {
		return
	}
	s.Knows("value", "x")
	o := &scenarios.Optimum{}
	var ok bool
	if o.Value, ok = s.Number("value"); !ok {
		if !s.Has("value") {
			s.Wrong("value", "is missing: the best value there is")
		}
		return
	}
	if s.Has("x") {
		o.X = p.pointOf(s, "x", s.Field("x"))
	}
	p.Optimum = o
}

// trials is the number of random points at which formulas are tried.
const trials = 256

// tryFormulas evaluates the formulas at the corners, in the middle, at the
// given points and at random ones, because a cost that is not positive or a
// value that is not a number should be found now and not after an hour.
func (p *parsing) tryFormulas(objective, cost, optimum *tomlfile.Section) {
	if !p.fine {
		return
	}
	source, _ := p.Source.(*scenarios.Expression)
	price := p.price
	if source != nil {
		price = source.Cost
	}
	badValue, badCost, badPart, tooGood := false, false, false, false
	p.eachTrial(func(x []float64) {
		if p.Region.Check(x) != nil {
			return // no point outside is evaluated
		}
		if p.part != nil && !badPart {
			if err := scenarios.CheckCost(p.part.Eval(x), p.Parameters, x); err != nil {
				cost.Wrong("known", "%v", err)
				badPart = true
			}
		}
		if price != nil && !badCost {
			if err := scenarios.CheckCost(price.Eval(x), p.Parameters, x); err != nil {
				cost.Wrong("expression", "%v", err)
				badCost = true
			}
		}
		if source == nil || badValue {
			return
		}
		v := source.Objective.Eval(x)
		if err := scenarios.CheckValue(v, p.Parameters, x); err != nil {
			objective.Wrong("expression", "%v", err)
			badValue = true
			return
		}
		if o := p.Optimum; o != nil && !tooGood && p.Sign()*(v-o.Value) > 1e-6*(1+math.Abs(o.Value)) {
			optimum.Wrong("value", "%v is not the best: the objective at %s is %v", o.Value, scenarios.ShowPoint(p.Parameters, x), v)
			tooGood = true
		}
	})
}

func (p *parsing) eachTrial(try func(x []float64)) {
	d := len(p.Parameters)
	u := make([]float64, d)
	for corner := range 1 << min(d, 8) { // of the first eight parameters, the others in the middle
		for i := range u {
			u[i] = 0.5
			if i < 8 {
				u[i] = float64(corner >> i & 1)
			}
		}
		try(scenarios.FromShares(p.Parameters, u))
	}
	for i := range u {
		u[i] = 0.5
	}
	try(scenarios.FromShares(p.Parameters, u))
	for _, x := range p.Initial.X {
		try(x)
	}
	if p.Optimum != nil && p.Optimum.X != nil {
		try(p.Optimum.X)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range trials {
		for i := range u {
			u[i] = rng.Float64()
		}
		try(scenarios.FromShares(p.Parameters, u))
	}
}
