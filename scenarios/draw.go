package scenarios

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"farsight/model"
)

// Draw is a source whose objective and ln cost are drawn from the fixed
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
type Draw struct {
	Seed        uint64
	Correlation float64  // ρ of ln cost and the objective as the problem states it
	Cost        *Formula // known cost of the parameters; nil: drawn

	parameters []Parameter
	objective  model.Hyper // in the problem's own sign
	logCost    model.Hyper
	minimise   bool
	drawn      func() drawn
	best       func() (Optimum, error)
}

var (
	_ Source = (*Draw)(nil)
	_ Truth  = (*Draw)(nil)
)

// drawn are the two functions, of variance 1.
type drawn struct {
	value, cost          *cover // cost is nil when the cost is known
	weights, costWeights []float64
}

// Streams of a seed.
const (
	streamValue = 0xf
	streamCost  = 0xc
)

// ready prepares the draw, which waits for the first evaluation, and the search
// for the best point, which waits for the first regret.
func (d *Draw) ready() {
	d.drawn = sync.OnceValue(func() (f drawn) {
		f.value = coverOf(d.objective.Scale)
		f.weights = f.value.draw(rand.New(rand.NewPCG(d.Seed, streamValue)))
		if d.Cost == nil {
			f.cost = coverOf(d.logCost.Scale)
			f.costWeights = f.cost.draw(rand.New(rand.NewPCG(d.Seed, streamCost)))
		}
		return f
	})
	d.best = sync.OnceValues(d.findBest)
}

// Evaluate looks the functions up at x.
func (d *Draw) Evaluate(_ context.Context, x []float64) (Evaluation, error) {
	value, cost, err := d.Truth(x)
	return Evaluation{value, cost}, err
}

// Truth is what Evaluate reveals, unpaid.
func (d *Draw) Truth(x []float64) (value, cost float64, err error) {
	f := d.drawn()
	u := make([]float64, len(x))
	for i, p := range d.parameters {
		u[i] = p.ToUnit(x[i])
	}
	fHat := f.value.at(f.weights, u)
	if d.Cost != nil {
		cost = d.Cost.Eval(x)
	} else {
		rho := d.Correlation
		z := rho*fHat + math.Sqrt(1-rho*rho)*f.cost.at(f.costWeights, u)
		cost = math.Exp(d.logCost.Mean + math.Sqrt(d.logCost.Variance)*z)
	}
	value = d.objective.Mean + math.Sqrt(d.objective.Variance)*fHat
	if err := checkCost(cost, d.parameters, x); err != nil {
		return 0, 0, err
	}
	return value, cost, nil
}

// findBest maximises the drawn objective over the points that can be evaluated.
func (d *Draw) findBest() (Optimum, error) {
	f := d.drawn()
	sign := 1.0
	if d.minimise {
		sign = -1
	}
	c := f.value
	var starts [][]float64
	for i := range c.size() {
		u := make([]float64, c.d)
		for j := range u {
			u[j] = c.points[i*c.d+j] / c.rate[j]
		}
		starts = append(starts, u)
	}
	best := highest(d.parameters, starts,
		func(u []float64) float64 { return sign * c.at(f.weights, u) },
		func(u, grad []float64) float64 {
			v := c.slope(f.weights, u, grad)
			for i := range grad {
				grad[i] *= sign
			}
			return sign * v
		})
	return Optimum{Value: d.objective.Mean + sign*math.Sqrt(d.objective.Variance)*best.value, X: best.x}, nil
}

// maxSeed is the largest whole number a problem file can hold exactly.
const maxSeed = 1<<53 - 1

// readDraw reads the table [draw].
func (p *parsing) readDraw(s *section) {
	d := &Draw{Cost: p.knownCost, parameters: p.Parameters}
	seed, _ := s.whole("seed", 0, maxSeed)
	d.Seed = uint64(seed)
	d.Correlation, _ = s.number("correlation")
	switch {
	case d.Correlation < -1 || d.Correlation > 1:
		s.wrong("correlation", "needs a number from -1 to 1, not %v", d.Correlation)
	case d.Correlation != 0 && d.Cost != nil:
		s.wrong("correlation", "the cost is known from [cost], so that nothing of it is drawn; leave this out")
	}
	if n := len(p.Parameters); p.fine && n > MaxDrawn {
		p.top.wrong("parameter", "functions can be drawn of up to %d parameters, not %d", MaxDrawn, n)
	}
	p.Source = d
}

// finishDraw hands a drawn source the processes of the models, which are read
// after it.
func (p *parsing) finishDraw(objective, cost *section) {
	d, ok := p.Source.(*Draw)
	if !ok || !p.fine || len(p.Parameters) > MaxDrawn {
		return
	}
	fine := p.drawable(objective, p.Objective.Fixed, &d.objective)
	if d.Cost == nil {
		fine = p.drawable(cost, p.Cost.Fixed, &d.logCost) && fine
	}
	if fine {
		d.minimise = p.Minimise
		d.objective.Mean *= p.Sign() // the model's is that of the maximised value
		d.ready()
	}
}

// drawable copies a process that functions can be drawn from.
func (p *parsing) drawable(s *section, fixed *model.Hyper, dst *model.Hyper) bool {
	draw := p.top.entry.table["draw"]
	if fixed == nil {
		if !slices.ContainsFunc(hyperFields, s.has) { // else readHyper has said what is missing
			at := draw.at
			if s.given() {
				at = s.entry.at
			}
			s.say(at, strings.TrimSuffix(s.path, "."), "functions are drawn from a fixed process: give its mean, variance, lengthscale and noise-variance")
		}
		return false
	}
	step := 1 / float64(drawnAlong[len(p.Parameters)-1]-1)
	if shortest := slices.Min(fixed.Scale); shortest < leastLengthscale*step*(1-1e-9) {
		s.wrong("lengthscale", "%v is too short to draw from: with %d parameters use %.3g or more", shortest, len(p.Parameters), leastLengthscale*step)
		return false
	}
	*dst = *fixed
	return true
}
