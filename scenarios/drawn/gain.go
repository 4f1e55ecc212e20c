package drawn

import (
	"math"

	"farsight/internal/sobol"
	"farsight/model"
)

// ExpectedGain is the expected improvement of an evaluation at x on best within the remaining
// budget, given the evaluations so far (data, on the unit cube):
//
//	E[(f(x) − best)⁺ · 1(c(x) ≤ left)]
//
// under the processes that the functions were drawn from, correlation included, so that along any
// run the mean of the expected gains is the mean of the gains: the luck of each single evaluation
// is taken out. A cost that is not drawn is the true one here, whether or not policies know it. The
// objective is maximised.
func (d *Source) ExpectedGain(data model.Data, x model.Unit, best, left float64) (float64, error) {
	sign, n := 1.0, len(data.X)
	if d.Minimise {
		sign = -1
	}
	sd := math.Sqrt(d.Objective.Variance)
	mean := sign * d.Objective.Mean
	value := make([]float64, n) // f̂, in the maximised sense
	for i, y := range data.Y {
		value[i] = (y - mean) / sd
	}
	var ws model.Workspace
	f, err := model.New(data.X, value, hidden(d.Objective))
	if err != nil {
		return 0, err
	}
	mu, v := f.Predict(&ws, x)
	sf, target := math.Sqrt(v), (best-mean)/sd
	chance := func(float64) float64 { return 1 }
	if d.Cost != nil {
		if d.Cost(d.units(x)) > left*(1+1e-9) {
			return 0, nil
		}
	} else {
		if left <= 0 {
			return 0, nil
		}
		// ln c = m + s(ρ′f̂ + √(1−ρ²)ĝ), where ρ′ is of the maximised sense
		rho := sign * d.Correlation
		own, s := math.Sqrt(1-rho*rho), math.Sqrt(d.LogCost.Variance)
		rest := make([]float64, n)
		for i, c := range data.Cost {
			rest[i] = ((math.Log(c)-d.LogCost.Mean)/s - rho*value[i]) / own
		}
		g, err := model.New(data.X, rest, hidden(d.LogCost))
		if err != nil {
			return 0, err
		}
		mg, vg := g.Predict(&ws, x)
		sg, limit := math.Sqrt(vg), (math.Log(left)-d.LogCost.Mean)/s
		chance = func(fHat float64) float64 {
			return math.Erfc(-((limit-rho*fHat)/own-mg)/sg/math.Sqrt2) / 2
		}
	}
	// In u = (f̂ − μ)/σ, from where there is something to gain.
	const far = 9
	from := math.Max((target-mu)/sf, -far)
	if from >= far {
		return 0, nil
	}
	gain := 0.0
	nodes, weights := sobol.GaussLegendre(gainNodes, from, far)
	for i, u := range nodes {
		fHat := mu + sf*u
		gain += weights[i] * (fHat - target) * math.Exp(-u*u/2) / math.Sqrt(2*math.Pi) * chance(fHat)
	}
	return sd * gain, nil
}

// gainNodes of the quadrature, over at most 18 standard deviations.
const gainNodes = 64

// hidden is a process's standardised twin that is seen without noise.
func hidden(h model.Hyper) model.Hyper {
	return model.Hyper{Variance: 1, Scale: h.Scale, Noise: 1e-9}
}

// units of a point of the unit cube.
func (d *Source) units(u []float64) []float64 {
	x := make([]float64, len(u))
	for i, p := range d.Parameters {
		x[i] = p.FromUnit(u[i])
	}
	return x
}
