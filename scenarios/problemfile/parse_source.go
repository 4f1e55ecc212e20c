package problemfile

import (
	"strings"

	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/formula"
	"farsight/scenarios/push"
)

// readSource decides how points are evaluated: by expressions, a table, a
// command, pushes, training a learner, drawn functions or, when none is given, a
// person.
func (p *parsing) readSource(objective, cost *tomlfile.Section) {
	objective.Knows("expression")
	cost.Knows("expression")
	byFormula, known := objective.Has("expression"), false
	switch e := cost.Field("known"); {
	case e == nil || e.IsText(): // a part of the cost is
	case !e.IsFlag():
		cost.TypeMistake("known", `true, or what is known of the cost up to a factor, such as "2 + 0.1*hours"`, e)
	default:
		known = e.Truth
	}
	type kind struct {
		*tomlfile.Section
		fields []string
		read   func(*tomlfile.Section)
	}
	kinds := []kind{
		{p.top.Section("table"), tableFields, p.readTable},
		{p.top.Section("command"), []string{"run", "time-limit", "prints", "cost", "on-failure", "failure-cost"}, p.readCommand},
		{p.top.Section("push"), []string{"target"}, p.readPush},
		{p.top.Section(push.HandsKind), []string{"square", "disc"}, p.readHands},
		{p.top.Section("draw"), []string{"seed", "correlation", "cost"}, p.readDraw},
	}
	for _, l := range learners {
		kinds = append(kinds, kind{p.top.Section(l.Kind), learnFields, func(s *tomlfile.Section) { p.readLearner(l, s) }})
	}
	table, oneHand, twoHands := kinds[0].Section, kinds[2].Section, kinds[3].Section
	ways := 0
	if byFormula {
		ways = 1
	}
	for _, k := range kinds {
		k.Knows(k.fields...)
		if !k.Given() {
			continue
		}
		if ways++; ways == 2 {
			var names []string
			for _, k := range kinds {
				names = append(names, "["+strings.TrimSuffix(k.Path, ".")+"]")
			}
			k.Say(k.Entry.At, strings.TrimSuffix(k.Path, "."), "choose one way to evaluate a point: an expression in [objective], or one of %s", strings.Join(names, ", "))
		}
	}
	switch {
	case known && !cost.Has("expression"):
		cost.Wrong("known", `a known cost needs its expression; one that is known up to a factor is known = "2 + 0.1*hours"`)
	case byFormula && !cost.Has("expression"):
		cost.Wrong("expression", `is missing: an objective given by an expression needs a cost; expression = "1" makes all points cost the same`)
	case (oneHand.Given() || twoHands.Given()) && cost.Has("expression"):
		cost.Wrong("expression", "a push has its own cost, the way to bring back what was pushed; leave this out")
	case !byFormula && cost.Has("expression") && !known:
		cost.Wrong("expression", "is only used when the cost is known before measuring: add known = true, or leave it out")
	}
	if !table.Given() {
		for _, s := range p.parameters {
			if s.Has("column") {
				s.Wrong("column", "belongs to problems with a [table]; leave it out")
			}
		}
	}

	var value, price *formula.Formula
	if p.fine { // else the names would be blamed for the parameters' mistakes
		value, price = readFormula(objective, "expression", p.Parameters), readFormula(cost, "expression", p.Parameters)
	}
	if e := cost.Field("known"); e != nil && e.IsText() && p.fine {
		if part := readFormula(cost, "known", p.Parameters); part != nil {
			p.part, p.PartText, p.CostPart = part, part.String(), scenarios.KnownCost(part, p.Parameters)
		}
	}
	if known && price != nil {
		p.price, p.CostText, p.KnownCost = price, price.String(), scenarios.KnownCost(price, p.Parameters)
	}
	if byFormula {
		if value != nil && price != nil {
			p.Source = &scenarios.Expression{Objective: value, Cost: price, Parameters: p.Parameters}
		}
		return
	}
	for _, k := range kinds {
		if k.Given() {
			p.numbersOnly(k.Section)
			k.read(k.Section)
			return
		}
	}
}

// readFormula compiles the expression in a field, and reports its mistakes at
// their own place inside the text.
func readFormula(s *tomlfile.Section, name string, parameters []scenarios.Parameter) *formula.Formula {
	e := s.Field(name)
	if e == nil {
		return nil
	}
	if !e.IsText() {
		s.TypeMistake(name, `an expression in quotes, such as "x^2"`, e)
		return nil
	}
	f, err := formula.Choosing(e.Text, scenarios.Names(parameters), choicesOf(parameters))
	if err != nil {
		at, _ := err.(*formula.Error) // formula.New returns no other
		s.Say(e.Within(at.Offset), s.Name(name), "%s", at.Message)
		return nil
	}
	return f
}

// choicesOf returns the choices of parameters, for formulas.
func choicesOf(parameters []scenarios.Parameter) [][]string {
	choices := make([][]string, len(parameters))
	for i, p := range parameters {
		choices[i] = p.Choices
	}
	return choices
}

// numbersOnly refuses choices where a source is a function of numbers.
func (p *parsing) numbersOnly(s *tomlfile.Section) {
	kind := strings.TrimSuffix(s.Path, ".")
	if kind == "table" || kind == "command" {
		return
	}
	for i, par := range p.Parameters {
		if par.Categorical() {
			p.parameters[i].Wrong("choices", "a [%s] takes numbers only: give low and high, or evaluate by an expression, a [table], a [command] or a person", kind)
		}
	}
}
