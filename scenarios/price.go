package scenarios

import (
	"math"
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
)

// Prices are what the problem says of prices, with what it leaves out assumed;
// said tells whether it says what an evaluation costs.
func (p *Problem) Prices() (price Price, said bool) {
	price, said = p.Price, p.Price.Typical > 0
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
