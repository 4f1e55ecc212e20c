package model

import (
	"context"
	"fmt"
	"math"
	"slices"

	"farsight/internal/workers"
)

// Moments of (f, ln c) at a point. The same fields also carry partial
// derivatives with respect to them.
type Moments struct {
	MuF, SdF, MuC, SdC float64
	LnW                float64 // ln of the point's weight; 0: it counts in full
	Cov                float64 // of f and ln c; 0: they are independent
	Way                float64 // what it costs to get there, which is known
}

// MomentsGrad are the gradients in x of the moments, each of length d.
type MomentsGrad struct {
	MuF, SdF, MuC, SdC []float64
	LnW                []float64 // written only where there is a weight
	Cov                []float64 // written only where f and ln c are linked
	Way                []float64 // written only if there are movement costs
}

// NewMomentsGrad allocates gradients of dimension d.
func NewMomentsGrad(d int) MomentsGrad {
	b := make([]float64, 7*d)
	return MomentsGrad{b[:d:d], b[d : 2*d : 2*d], b[2*d : 3*d : 3*d], b[3*d : 4*d : 4*d], b[4*d : 5*d : 5*d], b[5*d : 6*d : 6*d], b[6*d:]}
}

// KnownCost is a cost that needs no learning: the cost itself (> 0) at a point
// of the unit cube.
type KnownCost func(x Unit) float64

// Pair is what a budgeted study believes: posteriors of the objective and of the
// log-cost, independent unless there is a Link, which then says more of the
// log-cost than LogCost by itself. With a Known cost, LogCost is nil and the
// log-cost has standard deviation 0.
type Pair struct {
	Objective *GP
	LogCost   *GP
	Link      *Link // how the log-cost follows the objective; nil: it does not
	Known     KnownCost
	Weight    Weight   // how much each point counts; nil: all in full
	Success   *Success // the part of Weight that failures taught; nil: none failed
	Choices   Choices  // which coordinates are choices; nil: none
	Way       Way      // what it costs to get from At to a point; nil: nothing
	At        Unit     // the last point evaluated; nil: nowhere, and the first way is free
}

// Data are evaluations on the unit cube. A NaN in Y marks a failed evaluation: it informs the
// models of cost and success only. Noise is the variance of a value's own noise, or 0 where it is
// unknown; nil means unknown everywhere.
type Data struct {
	X     []Unit
	Y     []float64
	Cost  []float64
	Noise []float64
}

// PairSettings says how each process of a pair is obtained; with Known the
// cost is not modelled.
type PairSettings struct {
	Objective, Cost Settings
	Known           KnownCost
	Weight          Weight  // beside what failures teach: where one may look; nil: everywhere
	Choices         Choices // for both processes
	Joint           JointRule
	CostPrior       *CostPrior // prior of an unknown cost; nil: none
	Guess           *Guess     // prior belief about the optimum's location; nil: none
}

// thought is the cost prior that applies: a fixed process has its own, and a known cost needs none.
func (s PairSettings) thought() *CostPrior {
	if s.Known != nil || s.Cost.Fixed != nil {
		return nil
	}
	return s.CostPrior
}

// mostAtOnce is how many points both processes are fitted to at once: beyond, the
// matrices that a fit works in take tens of megabytes each time.
const mostAtOnce = 700

// FitPair fits both processes, from the optimum of warm if it is not nil.
func FitPair(d Data, s PairSettings, warm *Pair) (*Pair, error) {
	return FitPairContext(context.Background(), d, s, warm)
}

// FitPairContext is FitPair that ends with ctx's error soon after ctx does: fits
// to a thousand points take seconds.
func FitPairContext(ctx context.Context, d Data, s PairSettings, warm *Pair) (*Pair, error) {
	lnz, err := d.check()
	if err != nil {
		return nil, err
	}
	if h := s.Cost.Fixed; h != nil && s.Known == nil && len(d.X) > 0 {
		if err := h.CheckLogCost(len(d.X[0])); err != nil {
			return nil, fmt.Errorf("log-cost: %w", err)
		}
	}
	xs, ys, known := d.valued()
	s.Objective.Noisy = d.Noisy(s.Objective)
	var warmF, warmC *GP
	if warm != nil {
		warmF, warmC = warm.Objective, warm.LogCost
	}
	s.Objective.Choices, s.Cost.Choices = s.Choices, s.Choices
	p := &Pair{Known: s.Known, Choices: s.Choices}
	var errF, errC error
	var wg workers.Group
	if s.Known == nil {
		xs, lnz, known := s.thought().join(d.X, lnz, s.Choices)
		wg.Go(func() { p.LogCost, errC = refit(ctx, xs, lnz, known, s.Cost, warmC) })
		if len(d.X) > mostAtOnce {
			wg.Wait()
		}
	}
	p.Objective, errF = refit(ctx, xs, ys, known, s.Objective, warmF)
	wg.Wait()
	if err := ctx.Err(); err != nil && (errF != nil || errC != nil) {
		return nil, err
	}
	if errF != nil {
		return nil, fmt.Errorf("objective: %w", errF)
	}
	if errC != nil {
		return nil, fmt.Errorf("log-cost: %w", errC)
	}
	var link *Link
	if warm != nil {
		link = warm.Link
	}
	if p.Link, err = fitLink(ctx, d, lnz, p, s, link); err != nil {
		return nil, fmt.Errorf("log-cost: %w", err)
	}
	return p, p.weigh(d, s)
}

// check says what is wrong with the data, and returns the logarithms of costs.
func (d Data) check() (lnz []float64, err error) {
	if len(d.X) > MaxPoints {
		return nil, fmt.Errorf("%d points are more than the %d that can be fitted to", len(d.X), MaxPoints)
	}
	if len(d.Y) != len(d.X) {
		return nil, fmt.Errorf("field y: has %d values for %d points", len(d.Y), len(d.X))
	}
	if len(d.Cost) != len(d.X) {
		return nil, fmt.Errorf("field cost: has %d values for %d points", len(d.Cost), len(d.X))
	}
	lnz = make([]float64, len(d.Cost))
	for i, z := range d.Cost {
		if err := CheckCost(z); err != nil {
			return nil, fmt.Errorf("row %d, field cost = %v: %w", i, z, err)
		}
		lnz[i] = math.Log(z)
	}
	if d.Noise != nil && len(d.Noise) != len(d.X) {
		return nil, fmt.Errorf("field noise: has %d values for %d points", len(d.Noise), len(d.X))
	}
	for i, v := range d.Noise {
		if err := CheckSd(math.Sqrt(v)); err != nil && v != 0 {
			return nil, fmt.Errorf("row %d, field noise = %v: its root %w", i, v, err)
		}
	}
	return lnz, nil
}

// weigh learns from failures how much each point counts.
func (p *Pair) weigh(d Data, s PairSettings) (err error) {
	if p.Success, err = newSuccess(d, s.Choices); err != nil {
		return fmt.Errorf("chance of success: %w", err)
	}
	p.Weight = newWeight(s.Weight, p.Success)
	if s.Guess != nil {
		p.Weight = guessed{p.Weight, s.Guess, guessPower / float64(max(1, len(d.X)))}
	}
	return nil
}

// Dim is the dimension of the inputs.
func (p *Pair) Dim() int { return p.Objective.d }

// luckSds is how far above the best posterior mean, in standard deviations of the noise, the
// incumbent may be: a value beyond is an outlier.
const luckSds = 2

// Incumbent is f*, the value to improve upon: the best observed value of the maximised objective.
// With noise it is above the posterior mean of every point, so that a peak is left sooner;
// replicates count by their mean.
func (p *Pair) Incumbent() float64 {
	g := p.Objective
	_, best := g.Held()
	if g.noisy {
		luckiest := math.Min(slices.Max(g.y), best+luckSds*math.Sqrt(g.hyper.Noise))
		best = math.Max(best, luckiest)
	}
	return best
}

// Moments returns the posterior of (f, ln c) at x.
func (p *Pair) Moments(ws *Workspace, x Unit) Moments {
	muF, vF := p.Objective.Predict(ws, x)
	m := Moments{MuF: muF, SdF: math.Sqrt(vF)}
	if p.Known != nil {
		m.MuC = math.Log(p.Known(x))
	} else {
		muC, vC := p.logCost().Predict(ws, x)
		m.MuC, m.SdC = muC, math.Sqrt(vC)
	}
	p.complete(&m, x)
	return m
}

// MomentsGrad is Moments with their gradients in x written to g.
func (p *Pair) MomentsGrad(ws *Workspace, x Unit, g *MomentsGrad) Moments {
	var m Moments
	m.MuF, m.SdF = predictSd(p.Objective, ws, x, g.MuF, g.SdF)
	if p.Weight != nil {
		m.LnW = p.Weight.LogWeight(x, g.LnW)
	}
	if p.Moves() {
		m.Way = p.Way.Price(p.At, x, nil, g.Way)
	}
	if p.Known != nil {
		m.MuC = p.KnownGrad(x, g.MuC)
		clear(g.SdC)
		return m
	}
	m.MuC, m.SdC = predictSd(p.logCost(), ws, x, g.MuC, g.SdC)
	if p.Link != nil {
		p.Link.togetherGrad(&m, g)
	}
	return m
}

// logCost is the process of the log-cost, or of what of it does not follow the
// objective.
func (p *Pair) logCost() *GP {
	if p.Link != nil {
		return p.Link.Own
	}
	return p.LogCost
}

// predictSd turns the variance and its gradient into those of σ: ∂σ = ∂σ²/2σ.
func predictSd(g *GP, ws *Workspace, x Unit, dmean, dsd []float64) (mean, sd float64) {
	mean, v := g.PredictGrad(ws, x, dmean, dsd)
	sd = math.Sqrt(v)
	for j := range dsd {
		dsd[j] /= 2 * sd
	}
	return mean, sd
}

// knownStep is the half-width of the differences that approximate the gradient of a known cost,
// which is an arbitrary function.
const knownStep = 1e-6

// KnownGrad returns a known ln c(x) and writes its gradient by central differences,
// one-sided at the faces of the cube. x is restored before it returns.
func (p *Pair) KnownGrad(x Unit, grad []float64) float64 {
	for j, v := range x {
		hi, lo := math.Min(v+knownStep, 1), math.Max(v-knownStep, 0)
		x[j] = hi
		up := math.Log(p.Known(x))
		x[j] = lo
		down := math.Log(p.Known(x))
		x[j] = v
		grad[j] = (up - down) / (hi - lo)
	}
	return math.Log(p.Known(x))
}

// Condition returns the pair after one more evaluation (y, ln z) at x, whose
// success changes no weight, and from where the next way begins.
func (p *Pair) Condition(x Unit, y, lnz float64) (*Pair, error) {
	return p.conditioned(x, y, lnz, (*GP).Condition)
}

// Imagine is Condition if the functions themselves, without noise, were (y, ln z)
// at x: nothing is left to be learned there.
func (p *Pair) Imagine(x Unit, y, lnz float64) (*Pair, error) {
	return p.conditioned(x, y, lnz, (*GP).Imagine)
}

func (p *Pair) conditioned(x Unit, y, lnz float64, one func(g *GP, x Unit, y float64) (*GP, error)) (*Pair, error) {
	f, err := one(p.Objective, x, y)
	if err != nil {
		return nil, err
	}
	out := &Pair{Objective: f, Known: p.Known, Weight: p.Weight, Success: p.Success, Choices: p.Choices}
	if p.Known == nil {
		if out.LogCost, err = one(p.LogCost, x, lnz); err != nil {
			return nil, err
		}
	}
	if l := p.Link; l != nil {
		own, err := one(l.Own, x, lnz-l.Beta*y)
		if err != nil {
			return nil, err
		}
		out.Link = l.with(own)
	}
	return out.From(x, p.Way), nil
}

// Costless returns the pair with every evaluation costing 1 and no movement costs, for policies
// that count evaluations instead of cost.
func (p *Pair) Costless() *Pair {
	return &Pair{Objective: p.Objective, Known: func(Unit) float64 { return 1 }, Weight: p.Weight, Success: p.Success, Choices: p.Choices}
}
