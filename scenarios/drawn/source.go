// Package drawn evaluates points by functions drawn from Gaussian processes,
// by a seed: problems whose models are exactly right.
//
//	paper   code           meaning
//	f̂, ĝ    drawn          independent draws of mean 0 and variance 1
//	ρ       Correlation    of ln cost and the objective
//	X       cover.points   the grid at which values are drawn jointly
//	L       cover.factor   lower factor of k(X, X) + 1e-8·I
//	L⁻ᵀz    weights        of a function, f(x) = k(x, X)L⁻ᵀz
package drawn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"farsight/internal/tomlfile"
	"farsight/internal/workers"
	"farsight/model"
	"farsight/scenarios"
)

// Source is a source whose objective and ln cost are drawn from the fixed
// processes of the problem's models, by a seed:
//
//	f    = mean + sd·f̂                          of the objective
//	ln c = mean + sd·(ρf̂ + √(1 − ρ²)ĝ)          of ln cost
//
// with f̂ and ĝ independent draws of variance 1, each with the lengthscales of
// its own process (cover says how they are drawn). Both are deterministic: the
// noise variances are the models' own affair. With ρ ≠ 0 the part of ln cost
// that follows f̂ has the objective's lengthscales, and the models, which take
// the two for independent, are wrong in that.
type Source struct {
	Seed        uint64
	Correlation float64                         // ρ of ln cost and the objective as the problem states it
	Cost        func(x scenarios.Point) float64 // the true cost of the parameters; nil: drawn
	CostText    string                          // formula of Cost, if it is not known to policies

	Parameters []scenarios.Parameter
	Region     *scenarios.Region // where the best is looked for; nil: everywhere
	Objective  model.Hyper       // in the problem's own sign
	LogCost    model.Hyper
	Minimise   bool

	made workers.Lazy[drawn]             // at the first evaluation
	best workers.Lazy[scenarios.Optimum] // at the first regret
}

var (
	_ scenarios.Source = (*Source)(nil)
	_ scenarios.Truth  = (*Source)(nil)
	_ scenarios.Drawn  = (*Source)(nil)
)

// drawn are the two functions, of variance 1.
type drawn struct {
	value, cost          *cover // cost is nil when the cost is not drawn
	weights, costWeights []float64
}

// Streams of a seed.
const (
	streamValue = 0xf
	streamCost  = 0xc
)

// drawn draws the functions once.
func (d *Source) drawn() drawn {
	f, _ := d.made.Get(func() (f drawn, err error) { // draws do not fail
		f.value = coverOf(d.Objective.Scale)
		f.weights = f.value.draw(rand.New(rand.NewPCG(d.Seed, streamValue)))
		if d.Cost == nil {
			f.cost = coverOf(d.LogCost.Scale)
			f.costWeights = f.cost.draw(rand.New(rand.NewPCG(d.Seed, streamCost)))
		}
		return f, nil
	})
	return f
}

// Evaluate looks the functions up at x.
func (d *Source) Evaluate(_ context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	value, cost, err := d.Truth(x)
	return scenarios.Evaluation{Value: value, Cost: cost}, err
}

// Truth returns the value and cost without an evaluation.
func (d *Source) Truth(x scenarios.Point) (value, cost float64, err error) {
	f := d.drawn()
	u := make([]float64, len(x))
	for i, p := range d.Parameters {
		u[i] = p.ToUnit(x[i])
	}
	fHat := f.value.at(f.weights, u)
	if d.Cost != nil {
		cost = d.Cost(x)
	} else {
		rho := d.Correlation
		z := rho*fHat + math.Sqrt(1-rho*rho)*f.cost.at(f.costWeights, u)
		cost = math.Exp(d.LogCost.Mean + math.Sqrt(d.LogCost.Variance)*z)
	}
	value = d.Objective.Mean + math.Sqrt(d.Objective.Variance)*fHat
	if err := scenarios.CheckCost(cost, d.Parameters, x); err != nil {
		return 0, 0, err
	}
	return value, cost, nil
}

// findBest maximises the drawn objective over the points that can be evaluated.
func (d *Source) findBest() (scenarios.Optimum, error) {
	f := d.drawn()
	sign := 1.0
	if d.Minimise {
		sign = -1
	}
	c := f.value
	var starts []model.Unit
	for i := range c.size() {
		u := make([]float64, c.d)
		for j := range u {
			u[j] = c.points[i*c.d+j] / c.rate[j]
		}
		starts = append(starts, u)
	}
	best := scenarios.Highest(d.Parameters, d.Region, starts,
		func(u model.Unit) float64 { return sign * c.at(f.weights, u) },
		func(u model.Unit, grad []float64) float64 {
			v := c.slope(f.weights, u, grad)
			for i := range grad {
				grad[i] *= sign
			}
			return sign * v
		})
	return scenarios.Optimum{Value: d.Objective.Mean + sign*math.Sqrt(d.Objective.Variance)*best.Value, X: best.X}, nil
}

// Kind is the word of journals.
func (*Source) Kind() string { return "draw" }

// EvaluatedBy names the seed.
func (d *Source) EvaluatedBy() string {
	return fmt.Sprintf("functions drawn from the models' priors, seed %d", d.Seed)
}

// Text is the section [draw]; the processes are the models'.
func (d *Source) Text() (scenarios.Text, bool) {
	var w tomlfile.Writer
	w.Line("\n[draw]\nseed = %d", d.Seed)
	w.Set("correlation", d.Correlation)
	w.Block("cost", d.CostText)
	return scenarios.Text{Section: w.String()}, true
}

// Best is that of the drawn objective.
func (d *Source) Best() (*scenarios.Optimum, error) {
	o, err := d.best.Get(d.findBest)
	return &o, err
}

// Permission is not needed.
func (*Source) Permission() *scenarios.Permission { return nil }
