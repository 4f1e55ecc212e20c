package scenarios

import (
	"math"
	"slices"

	"farsight/internal/sobol"
	"farsight/model"
)

// Price is the prior knowledge of the cost of evaluations.
type Price struct {
	Typical float64 // median; 0: not given
	Spread  float64 // the most expensive places cost this many times the cheapest, but for one place in twenty; 0: not given
}

const (
	// assumedEvaluations is the number of evaluations that a budget is assumed to pay
	// for by default, and assumedSpread the default spread of costs.
	assumedEvaluations = 10
	assumedSpread      = 3
	// partSpread is the default spread of costs around a known part, up to its factor.
	partSpread = 2
)

// Prices returns the problem's prior of the cost, with defaults for what is not given;
// said reports whether the typical cost is.
func (p *Problem) Prices() (price Price, said bool) {
	price, said = p.Price, p.Price.Typical > 0
	if p.CostPart != nil {
		price.Typical, price.Spread = p.partPrices()
		return price, true
	}
	if !said {
		price.Typical = p.Budget / assumedEvaluations
	}
	if price.Spread == 0 {
		price.Spread = assumedSpread
	}
	return price, said
}

// LogSpread returns the standard deviation of ln cost: 95 % are within Spread.
func (p Price) LogSpread() float64 {
	const z95, least = 1.959963984540054, 1e-3 // a process needs a variance
	return math.Max(math.Log(p.Spread)/(2*z95), least)
}

// Mean returns the expected cost of an evaluation, that of the lognormal.
func (p Price) Mean() float64 {
	s := p.LogSpread()
	return p.Typical * math.Exp(s*s/2)
}

// partPrices returns the median of the known part of the cost, and the ratio that contains 95 % of
// costs.
func (p *Problem) partPrices() (typical, spread float64) {
	var costs []float64
	seq, share := sobol.New(p.Dim(), 1), make([]float64, p.Dim())
	for range 128 {
		seq.Next(share)
		costs = append(costs, p.CostPart(p.ToUnit(FromShares(p.Parameters, share))))
	}
	slices.Sort(costs)
	return costs[64], costs[124] / costs[3] * p.partSpread()
}

func (p *Problem) partSpread() float64 {
	if p.Price.Spread > 0 {
		return p.Price.Spread
	}
	return partSpread
}

// CostPrior returns the models' prior of the cost; nil if the problem gives none, or
// the cost is known.
func (p *Problem) CostPrior() *model.CostPrior {
	switch {
	case p.KnownCost != nil:
		return nil
	case p.CostPart != nil:
		return &model.CostPrior{Part: p.CostPart, Sd: Price{Spread: p.partSpread()}.LogSpread(), Factor: true}
	case p.Price.Typical > 0:
		price, _ := p.Prices()
		return &model.CostPrior{Part: func(model.Unit) float64 { return price.Typical }, Sd: price.LogSpread()}
	}
	return nil
}
