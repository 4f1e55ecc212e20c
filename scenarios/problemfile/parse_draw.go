package problemfile

import (
	"slices"
	"strings"

	"farsight/internal/tomlfile"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/drawn"
)

// MaxSeed is the largest whole number a problem file can hold exactly.
const MaxSeed = 1<<53 - 1

// readDraw reads the table [draw].
func (p *parsing) readDraw(s *tomlfile.Section) {
	d := &drawn.Source{Cost: p.knownCost(), Parameters: p.Parameters, Region: p.Region}
	seed, _ := s.Whole("seed", 0, MaxSeed)
	d.Seed = uint64(seed)
	d.Correlation, _ = s.Number("correlation")
	known := d.Cost != nil
	if cost := readFormula(s, "cost", p.Parameters); p.fine && cost != nil {
		d.Cost, d.CostText = func(x scenarios.Point) float64 { return cost.Eval(x) }, cost.String()
	}
	switch {
	case known && d.CostText != "":
		s.Wrong("cost", "the cost is known from [cost]; leave this out")
	case d.CostText != "" && d.Correlation != 0:
		s.Wrong("correlation", "the cost is computed by draw.cost and not drawn; leave this out")
	case d.Correlation < -1 || d.Correlation > 1:
		s.Wrong("correlation", "needs a number from -1 to 1, not %v", d.Correlation)
	case d.Correlation != 0 && d.Cost != nil:
		s.Wrong("correlation", "the cost is known from [cost] and not drawn; leave this out")
	}
	if n := len(p.Parameters); p.fine && n > drawn.MaxParameters {
		p.top.Wrong("parameter", "functions can be drawn of up to %d parameters, not %d", drawn.MaxParameters, n)
	}
	p.Source = d
}

// finishDraw hands a drawn source the processes of the models, which are read
// after it.
func (p *parsing) finishDraw(objective, cost *tomlfile.Section) {
	d, ok := p.Source.(*drawn.Source)
	if !ok || !p.fine || len(p.Parameters) > drawn.MaxParameters {
		return
	}
	fine := p.drawable(objective, p.Objective.Fixed, &d.Objective)
	if d.Cost == nil {
		fine = p.drawable(cost, p.Cost.Fixed, &d.LogCost) && fine
	}
	if fine {
		d.Minimise = p.Minimise
		d.Objective.Mean *= p.Sign() // the model's is that of the maximised value
	}
}

// drawable copies a process that functions can be drawn from.
func (p *parsing) drawable(s *tomlfile.Section, fixed *model.Hyper, dst *model.Hyper) bool {
	draw := p.top.Entry.Table["draw"]
	if fixed == nil {
		if !slices.ContainsFunc(hyperFields, s.Has) { // otherwise readHyper has reported what is missing
			at := draw.At
			if s.Given() {
				at = s.Entry.At
			}
			s.Say(at, strings.TrimSuffix(s.Path, "."), "functions are drawn from a fixed process: give its mean, variance, lengthscale and noise-variance")
		}
		return false
	}
	least := drawn.ShortestScale(len(p.Parameters))
	if shortest := slices.Min(fixed.Scale); shortest < least*(1-1e-9) {
		s.Wrong("lengthscale", "%v is too short to draw from: with %d parameters use %.3g or more", shortest, len(p.Parameters), least)
		return false
	}
	*dst = *fixed
	return true
}
