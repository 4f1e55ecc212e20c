package problemfile

import (
	"math"
	"slices"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/formula"
)

// crowded tells, and says, that there are more parameters than can be searched.
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
		par := readParameter(s)
		if slices.Contains(scenarios.Names(p.Parameters), par.Name) && par.Name != "" {
			s.Wrong("name", "two parameters are called %s", mistake.Quote(par.Name))
		}
		s.Knows("column") // read with the table
		p.Parameters = append(p.Parameters, par)
	}
	p.parameters = list
	p.fine = len(list) > 0 && len(top.Mistakes) == before
}

func readParameter(s *tomlfile.Section) scenarios.Parameter {
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
	par.Log = s.Choice("scale", "linear", "log") == "log"
	low, okLow := s.Number("low")
	high, okHigh := s.Number("high")
	for _, bound := range []string{"low", "high"} {
		if !s.Has(bound) {
			s.Wrong(bound, "is missing: a parameter needs a lowest and a highest value")
		}
	}
	step, okStep := s.Positive("step")
	par.Low, par.High, par.Step = low, high, step
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
		s.Wrong("integer", "whole numbers beyond 1e15 are not told apart")
	case par.Integer && okStep:
		s.Wrong("step", "choose either integer or step; step = %v from a whole low gives whole numbers too", math.Max(1, math.Round(step)))
	case okStep && step > high-low:
		s.Wrong("step", "%v is wider than the range from %v to %v", step, low, high)
	}
	return par
}
