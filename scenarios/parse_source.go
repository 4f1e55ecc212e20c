package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"farsight/internal/plain"
)

// readSource decides how points are evaluated: by expressions, a table, a
// command, a push, a forest, drawn functions or, when none is given, a person.
func (p *parsing) readSource(objective, cost *section) {
	objective.knows("expression")
	cost.knows("expression")
	byFormula, known := objective.has("expression"), cost.flag("known")
	kinds := []struct {
		*section
		fields []string
		read   func(*section)
	}{
		{p.top.section("table"), tableFields, p.readTable},
		{p.top.section("command"), []string{"run", "time-limit"}, p.readCommand},
		{p.top.section("push"), []string{"target"}, p.readPush},
		{p.top.section("forest"), forestFields, p.readForest},
		{p.top.section("draw"), []string{"seed", "correlation"}, p.readDraw},
	}
	ways := 0
	if byFormula {
		ways = 1
	}
	for _, k := range kinds {
		k.knows(k.fields...)
		if !k.given() {
			continue
		}
		if ways++; ways == 2 {
			k.say(k.entry.at, strings.TrimSuffix(k.path, "."),
				"choose one way to evaluate a point: an expression in [objective], a [table], a [command], a [push], a [forest] or a [draw]")
		}
	}
	switch {
	case known && !cost.has("expression"):
		cost.wrong("known", "a known cost needs its expression")
	case byFormula && !cost.has("expression"):
		cost.wrong("expression", `is missing: an objective given by an expression needs a cost; expression = "1" makes all points cost the same`)
	case kinds[2].given() && cost.has("expression"):
		cost.wrong("expression", "a push has its own cost, the way to bring the disc back; leave this out")
	case !byFormula && cost.has("expression") && !known:
		cost.wrong("expression", "is only used when the cost is known before measuring: add known = true, or leave it out")
	}
	if table := kinds[0]; !table.given() {
		for _, s := range p.parameters {
			if s.has("column") {
				s.wrong("column", "belongs to problems with a [table]; leave it out")
			}
		}
	}

	var value, price *Formula
	if p.fine { // else the names would be blamed for the parameters' mistakes
		names := parameterNames(p.Parameters)
		value, price = objective.formula("expression", names), cost.formula("expression", names)
	}
	if known && price != nil {
		p.knownCost, p.KnownCost = price, knownCost(price, p.Parameters)
	}
	if byFormula {
		if value != nil && price != nil {
			p.Source = &Expression{value, price, p.Parameters}
		}
		return
	}
	for _, k := range kinds {
		if k.given() {
			k.read(k.section)
			return
		}
	}
}

// readCommand reads the table [command].
func (p *parsing) readCommand(s *section) {
	c := &Command{TimeLimit: DefaultTimeLimit, Dir: p.Dir, Cost: p.knownCost, parameters: p.Parameters}
	names := parameterNames(p.Parameters)
	used := map[string]bool{}
	list, ok := s.texts("run")
	if !s.has("run") {
		s.wrong("run", `is missing: the program and its arguments, such as run = ["python3", "train.py", "--rate", "{rate}"]`)
	} else if ok && (len(list) == 0 || list[0].text == "") {
		s.wrong("run", "names no program")
	}
	for i, e := range list {
		field := fmt.Sprintf("run[%d]", i+1)
		if strings.ContainsRune(e.text, 0) {
			s.say(e.at, s.name(field), "an argument cannot hold a zero byte")
		}
		substitute(e.text, func(name string) (string, bool) {
			switch {
			case name == "" || !p.fine:
			case i == 0:
				s.say(e.at, s.name(field), "the program's own name cannot depend on a parameter")
			case !slices.Contains(names, name):
				s.say(e.at, s.name(field), "there is no parameter %s%s; write {{%s}} for the text itself",
					quote(name), suggestion(name, names), plain.Short(name, 40))
			}
			used[name] = true
			return "", name != ""
		})
		c.Args = append(c.Args, e.text)
	}
	for _, name := range names {
		if len(list) > 0 && p.fine && !used[name] {
			s.wrong("run", "the parameter %s is not passed to the program: put {%s} into an argument", name, name)
		}
	}
	if s.has("time-limit") {
		text := s.text("time-limit")
		limit, err := time.ParseDuration(text)
		if text != "" && (err != nil || limit <= 0 || limit > MaxTimeLimit) {
			s.wrong("time-limit", `%s: write a time such as "90s", "15m" or "2h", at most "720h"`, quote(text))
		}
		c.TimeLimit = limit
	}
	p.Source = c
}
