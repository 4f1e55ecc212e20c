package problemfile

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/formula"
)

// crowded reports whether there are more parameters than can be searched, as a mistake too.
func (p *parsing) crowded() bool {
	e := p.top.Entry.Table["parameter"]
	if e == nil || len(e.Items) <= maxParameters {
		return false
	}
	p.top.Wrong("parameter", "%d parameters are more than the %d that can be searched", len(e.Items), maxParameters)
	return true
}

// readParameters reads the [[parameter]] tables.
func (p *parsing) readParameters() {
	top := p.top
	before := len(top.Mistakes)
	list := top.Tables("parameter")
	if len(list) == 0 && !top.Has("parameter") {
		top.Wrong("parameter", "is missing: describe what can be chosen, one table [[parameter]] with name, low and high for each")
	}
	for _, s := range list {
		par := p.readParameter(s)
		if slices.Contains(scenarios.Names(p.Parameters), par.Name) && par.Name != "" {
			s.Wrong("name", "two parameters are called %s", mistake.Quote(par.Name))
		}
		s.Knows("column") // read with the table
		p.Parameters = append(p.Parameters, par)
	}
	if n := scenarios.Width(p.Parameters); n > maxWidth {
		top.Wrong("parameter", "a number counts as 1 and a parameter of choices as many as it has: %d in all are more than the %d that can be searched", n, maxWidth)
	}
	p.parameters = list
	p.fine = len(list) > 0 && len(top.Mistakes) == before
}

func (p *parsing) readParameter(s *tomlfile.Section) scenarios.Parameter {
	par := scenarios.Parameter{Name: s.RawText("name"), Unit: s.Text("unit"), Note: s.Text("note"), Integer: s.Flag("integer")}
	switch {
	case !s.Has("name"):
		s.Wrong("name", "is missing")
	case !formula.IsName(par.Name):
		s.Wrong("name", "%s: use letters, digits and '_', starting with a letter", mistake.Quote(par.Name))
	case formula.Reserved(par.Name):
		s.Wrong("name", "%s has a meaning of its own in expressions; choose another name", mistake.Quote(par.Name))
	case len(par.Name) > 64:
		s.Wrong("name", "%s is longer than 64 bytes", mistake.Quote(par.Name))
	}
	if s.Has("choices") {
		return readChoices(s, par)
	}
	par.Log = s.Choice("scale", "linear", "log") == "log"
	low, okLow := s.Number("low")
	high, okHigh := s.Number("high")
	for _, bound := range []string{"low", "high"} {
		if !s.Has(bound) {
			s.Wrong(bound, "is missing: a parameter needs a lowest and a highest value, or choices")
		}
	}
	step, okStep := s.Positive("step")
	digits, okDigits := s.Whole("digits", 1, scenarios.MaxDigits)
	par.Low, par.High, par.Step, par.Digits = low, high, step, digits
	if !okLow || !okHigh {
		return par
	}
	switch {
	case low >= high:
		s.Wrong("low", "%v is not below high = %v", low, high)
	case math.IsInf(high-low, 0):
		s.Wrong("high", "the range from %v to %v is too wide", low, high)
	case par.Log && low <= 0:
		s.Wrong("low", "%v: a log scale needs low above 0", low)
	case par.Integer && math.Floor(high) < math.Ceil(low):
		s.Wrong("integer", "there is no whole number from %v to %v", low, high)
	case par.Integer && math.Max(math.Abs(low), math.Abs(high)) > 1e15:
		s.Wrong("integer", "whole numbers beyond 1e15 cannot be distinguished")
	case par.Integer && !p.kept && low != math.Trunc(low):
		s.Wrong("low", "%v is not a whole number, and integer = true: write low = %v", low, math.Ceil(low))
	case par.Integer && !p.kept && high != math.Trunc(high):
		s.Wrong("high", "%v is not a whole number, and integer = true: write high = %v", high, math.Floor(high))
	case par.Integer && okStep:
		s.Wrong("step", "choose either integer or step; step = %v from a whole low gives whole numbers too", math.Max(1, math.Round(step)))
	case okDigits && (par.Integer || okStep):
		s.Wrong("digits", "choose one of integer, step and digits: each says which values there are")
	case okStep && step > high-low:
		s.Wrong("step", "%v is wider than the range from %v to %v", step, low, high)
	}
	return par
}

// readChoices reads a parameter that is a choice among names.
func readChoices(s *tomlfile.Section, par scenarios.Parameter) scenarios.Parameter {
	for _, f := range []string{"low", "high", "scale", "integer", "step", "digits", "unit"} {
		if s.Has(f) {
			s.Wrong(f, "belongs to parameters that are numbers; choices have none: leave it out")
		}
	}
	par.Integer, par.Unit = false, ""
	list, ok := s.Texts("choices")
	if !ok {
		return par
	}
	if n := len(list); n < 2 || n > scenarios.MaxChoices {
		s.Wrong("choices", "%d choices: name from 2 to %d", n, scenarios.MaxChoices)
		return par
	}
	for i, e := range list {
		name := e.Text
		message := ""
		switch {
		case name == "" || strings.TrimSpace(name) != name:
			message = "is empty, or has blanks at an end"
		case sanitize.Text(name) != name:
			message = "has characters that cannot be shown"
		case utf8.RuneCountInString(name) > scenarios.MaxChoiceName:
			message = fmt.Sprintf("is longer than %d characters", scenarios.MaxChoiceName)
		case strings.ContainsAny(name, "=,;\"|"):
			message = "contains one of = , ; | \", which separate values in points"
		case slices.ContainsFunc(par.Choices, func(c string) bool { return strings.EqualFold(c, name) }):
			message = "is named twice; choices must differ in more than case"
		}
		if message != "" {
			s.Say(e.At, s.Name(fmt.Sprintf("choices[%d]", i+1)), "%s %s", mistake.Quote(name), message)
		}
		par.Choices = append(par.Choices, name)
	}
	par.High = float64(len(par.Choices) - 1)
	return par
}
