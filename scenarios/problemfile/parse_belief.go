package problemfile

import (
	"farsight/internal/tomlfile"
	"farsight/model"
	"farsight/scenarios"
)

// readBelief reads the prior of the optimum: for a parameter a value with the common
// sd, or a table of both.
func (p *parsing) readBelief(s *tomlfile.Section) {
	if !s.Given() || !p.fine {
		s.Knows("sd")
		if s.Given() {
			s.Knows(scenarios.Names(p.Parameters)...)
		}
		return
	}
	common, isCommon := 0.0, s.Has("sd")
	if isCommon {
		common, _ = s.Positive("sd")
	}
	s.Knows("sd")
	width := scenarios.Width(p.Parameters)
	g := &model.Guess{At: make(model.Unit, width), Sd: make([]float64, width)}
	some := false
	for i, axis := range scenarios.Axes(p.Parameters) {
		par := p.Parameters[i]
		e := s.Field(par.Name)
		switch {
		case e == nil || par.Name == "sd" && !e.IsTable():
			continue
		case par.Categorical():
			some = true
			s.Wrong(par.Name, "is a choice among names: a belief is about numbers; leave this out, or make it the first of the initial points")
			continue
		}
		some = true
		at, sd, from, field := 0.0, common, s, par.Name
		var ok bool
		if e.IsTable() { // a table of its own
			from, field = s.Section(par.Name), "at"
			at, ok = from.Number("at")
			sd, _ = from.Positive("sd")
			switch {
			case !from.Has("at"):
				from.Wrong("at", "is missing: give the expected place of the best point, such as at = %v", middle(par))
			case !from.Has("sd"):
				from.Wrong("sd", "is missing: say how surely, as a standard deviation, such as sd = %v", usualSd(par))
			}
		} else {
			at, ok = s.Number(par.Name)
			if ok && !isCommon {
				s.Wrong("sd", "is missing: say how surely, as a standard deviation, such as sd = %v", usualSd(par))
			}
		}
		switch {
		case !ok || sd <= 0:
		case at < par.Low || at > par.High:
			from.Wrong(field, "%v is outside [%v, %v]: give a value of %s", at, par.Low, par.High, par.Name)
		case par.Log && !(sd > 1):
			from.Wrong("sd", "%s is on a log scale, where it is a factor above 1, such as sd = 2, not %v", par.Name, sd)
		default:
			g.At[axis.At], g.Sd[axis.At] = scenarios.UnitGuess(par, at, sd)
		}
	}
	if !some && len(s.Unknown()) == 0 {
		s.Say(s.Entry.At, "belief", "names no parameter: give the expected place of the best point, and its uncertainty as sd")
		return
	}
	p.Guess = g
}

// middle is a value in the middle of a parameter's range, as an example.
func middle(par scenarios.Parameter) float64 { return par.Round(par.FromUnit(0.5), 2) }

// usualSd is a tenth of a parameter's range, as an example, or a factor.
func usualSd(par scenarios.Parameter) float64 {
	if par.Log {
		return 2
	}
	return (par.High - par.Low) / 10
}
