package scenarios

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// readInitial reads the initial design: points with or without their
// measurements, or a number of Sobol points.
func (p *parsing) readInitial(s *section) {
	in := &p.Initial
	in.Sobol, _ = s.whole("sobol", 1, maxSobol)
	points := s.field("points")
	s.knows("values", "costs")
	if points == nil {
		for _, f := range []string{"values", "costs"} {
			if s.has(f) {
				s.wrong(f, "needs points to belong to")
			}
		}
		return
	}
	if s.has("sobol") {
		s.wrong("sobol", "choose either points or sobol")
	}
	if points.kind != unstable.Array || len(points.items) == 0 {
		s.typeMistake("points", "a list of points, each a list of numbers, such as [[0.1, 20], [0.5, 30]]", points)
		return
	}
	for i, row := range points.items {
		field := fmt.Sprintf("points[%d]", i+1)
		if x, items := s.numbersOf(field, row); x != nil && p.checkRow(s, field, x, row, items) {
			in.X = append(in.X, x)
		}
	}
	n := len(points.items)
	in.Value, _ = p.listFor(s, "values", n)
	var items []*entry
	in.Cost, items = p.listFor(s, "costs", n)
	for i, c := range in.Cost {
		if c <= 0 {
			s.say(items[i].at, s.name(fmt.Sprintf("costs[%d]", i+1)), "needs a number above 0, not %v", c)
		}
	}
	if s.has("values") && !s.has("costs") && p.KnownCost == nil {
		s.wrong("costs", "is missing: give what each of the measured points cost")
	}
	if s.has("costs") && !s.has("values") {
		s.wrong("values", "is missing: give what was measured at each point")
	}
	if s.has("values") && !s.has("costs") && p.KnownCost != nil && len(in.X) == n {
		for _, x := range in.X {
			in.Cost = append(in.Cost, p.knownCost.Eval(x))
		}
	}
}

// listFor reads a list that must have one number for each of n points.
func (p *parsing) listFor(s *section, name string, n int) ([]float64, []*entry) {
	v, items := s.numbers(name)
	if v != nil && len(v) != n {
		s.wrong(name, "%d numbers for %d points", len(v), n)
		return nil, nil
	}
	return v, items
}

// checkRow checks a point given in problem units.
func (p *parsing) checkRow(s *section, field string, x []float64, row *entry, items []*entry) (ok bool) {
	if !p.fine {
		return false
	}
	if len(x) != len(p.Parameters) {
		s.say(row.at, s.name(field), "%d numbers for %d parameters (%s)", len(x), len(p.Parameters), strings.Join(parameterNames(p.Parameters), ", "))
		return false
	}
	ok = true
	for i, par := range p.Parameters {
		if message := par.complain(x[i]); message != "" {
			s.say(items[i].at, s.name(field), "%s", message)
			ok = false
		}
	}
	return ok
}

// complain says why v is not a value of the parameter; "" if it is.
func (p Parameter) complain(v float64) string {
	switch near := p.Snap(v); {
	case v < p.Low || v > p.High:
		return fmt.Sprintf("%s = %v is outside [%v, %v]", p.Name, v, p.Low, p.High)
	case math.Abs(near-v) > 1e-9*math.Max(1, math.Abs(v)) && p.Integer:
		return fmt.Sprintf("%s = %v is not a whole number", p.Name, v)
	case math.Abs(near-v) > 1e-9*(p.High-p.Low):
		return fmt.Sprintf("%s = %v is not on the grid from %v in steps of %v; the nearest value is %.6g", p.Name, v, p.Low, p.Step, near)
	}
	return ""
}

func (p *parsing) readOptimum(s *section) {
	if !s.given() {
		return
	}
	s.knows("value", "x")
	o := &Optimum{}
	var ok bool
	if o.Value, ok = s.number("value"); !ok {
		if !s.has("value") {
			s.wrong("value", "is missing: the best value there is")
		}
		return
	}
	if x, items := s.numbers("x"); x != nil && p.checkRow(s, "x", x, s.field("x"), items) {
		o.X = x
	}
	p.Optimum = o
}

// trials is the number of random points at which formulas are tried.
const trials = 256

// tryFormulas evaluates the formulas at the corners, in the middle, at the
// given points and at random ones, because a cost that is not positive or a
// value that is not a number should be found now and not after an hour.
func (p *parsing) tryFormulas(objective, cost, optimum *section) {
	if !p.fine {
		return
	}
	source, _ := p.Source.(*Expression)
	price := p.knownCost
	if source != nil {
		price = source.Cost
	}
	badValue, badCost, tooGood := false, false, false
	p.eachTrial(func(x []float64) {
		if price != nil && !badCost {
			if err := checkCost(price.Eval(x), p.Parameters, x); err != nil {
				cost.wrong("expression", "%v", err)
				badCost = true
			}
		}
		if source == nil || badValue {
			return
		}
		v := source.Objective.Eval(x)
		if err := checkValue(v, p.Parameters, x); err != nil {
			objective.wrong("expression", "%v", err)
			badValue = true
			return
		}
		if o := p.Optimum; o != nil && !tooGood && p.Sign()*(v-o.Value) > 1e-6*(1+math.Abs(o.Value)) {
			optimum.wrong("value", "%v is not the best: the objective at %s is %v", o.Value, showPoint(p.Parameters, x), v)
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
		try(p.FromUnit(u))
	}
	for i := range u {
		u[i] = 0.5
	}
	try(p.FromUnit(u))
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
		try(p.FromUnit(u))
	}
}
