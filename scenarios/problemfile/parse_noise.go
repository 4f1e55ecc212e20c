package problemfile

import (
	"fmt"

	"farsight/internal/tomlfile"
	"farsight/model"
	"farsight/scenarios"
)

// readNoise reads the noise of values, after the models.
func (p *parsing) readNoise(s *tomlfile.Section) {
	n := scenarios.Noise{Noisy: s.Flag("noisy")}
	n.Sd = readSd(s, "sd")
	n.Simulated = readSd(s, "noise")
	if s.Has("noise") && !s.Has("expression") && !p.top.Has("table") {
		s.Wrong("noise", "is added to an objective given by an expression or a table; other values have their own. If its size is known, say sd = …")
	}
	if p.Objective.Fixed != nil && s.Has("sd") {
		s.Wrong("sd", "the process of the objective is fixed, and so is its noise: give noise-variance, the square of this, under [model.objective], and noisy = true here")
	}
	if s.Has("noisy") && !n.Noisy && n.Sd > 0 {
		s.Wrong("noisy", "is false beside sd = %v; leave out one of them", n.Sd)
	}
	p.Noise = n
}

// readSd reads a standard deviation; 0 if there is none.
func readSd(s *tomlfile.Section, field string) float64 {
	sd, ok := s.Positive(field)
	if !ok {
		return 0
	}
	if err := model.CheckSd(sd); err != nil {
		s.Wrong(field, "%v %v", sd, err)
		return 0
	}
	return sd
}

// readInitialSds reads the standard deviations of the initial values.
func (p *parsing) readInitialSds(s *tomlfile.Section, n int) {
	sds, items := p.listFor(s, "sds", n)
	for i, sd := range sds {
		if sd <= 0 {
			s.Say(items[i].At, s.Name(fmt.Sprintf("sds[%d]", i+1)), "needs a number above 0, not %v", sd)
		} else if err := model.CheckSd(sd); err != nil {
			s.Say(items[i].At, s.Name(fmt.Sprintf("sds[%d]", i+1)), "%v %v", sd, err)
		}
	}
	if s.Has("sds") && !s.Has("values") {
		s.Wrong("sds", "needs values to belong to")
	}
	p.Initial.Sd = sds
}
