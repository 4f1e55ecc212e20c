package scenarios

import (
	"math"
	"slices"

	"farsight/internal/sobol"
	"farsight/model"
)

// Price is what evaluations are thought to cost before any has been paid for.
type Price struct {
	Typical float64 // as many places cost less as cost more; 0: nothing is said
	Spread  float64 // the most expensive places cost this many times the cheapest, but for one place in twenty; 0: not given
}

const (
	// assumedEvaluations is how many the budget is taken to be good for where
	// nobody has said what one costs, and assumedSpread how prices differ.
	assumedEvaluations = 10
	assumedSpread      = 3
	// partSpread is how costs are taken to differ from a known part of them, up to its
	// factor.
	partSpread = 2
)

// Prices are what the problem says of prices, with what it leaves out assumed;
// said tells whether it says what an evaluation costs.
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

// LogSpread is the standard deviation of ln cost: 95 % lie within Spread.
func (p Price) LogSpread() float64 {
	const z95, least = 1.959963984540054, 1e-3 // a process needs a variance
	return math.Max(math.Log(p.Spread)/(2*z95), least)
}

// Mean is the expected cost of an evaluation anywhere, that of the lognormal.
func (p Price) Mean() float64 {
	s := p.LogSpread()
	return p.Typical * math.Exp(s*s/2)
}

// partPrices are the median of the known part of the cost, and the ratio within which
// 95 % of it lie, with what is not known beside it.
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

// CostPrior is what the models are told of costs before they are paid; nil where the
// problem says nothing of them, or all.
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
