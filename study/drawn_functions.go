package study

import (
	"context"
	"math"
	"math/rand/v2"

	"farsight/internal/sobol"
	"farsight/model"
	"farsight/scenarios"
)

// drawnFunctions is an objective and a cost drawn from a posterior: jointly at points
// that cover the cube, and in between, where little is uncertain, one value after
// another.
type drawnFunctions struct {
	problem *scenarios.Problem
	pair    *model.Pair
	seed    uint64
}

// jointly is the number of points drawn jointly in one dimension; twice as many in
// more.
const jointly = 128

// drawnNoise is the noise of a drawn function, as a share of its variance.
const drawnNoise = 1e-8

// newDrawn draws at points that cover the cube, and at those of also.
func newDrawn(p *scenarios.Problem, pair *model.Pair, seed uint64, also []model.Unit) (*drawnFunctions, error) {
	d := scenarios.Width(p.Parameters)
	points := make([]model.Unit, 0, 2*jointly)
	if d == 1 {
		for i := range jointly + 1 {
			points = append(points, model.Unit{float64(i) / jointly})
		}
	} else {
		seq := sobol.New(d, seed)
		for range 2 * jointly {
			u := make(model.Unit, d)
			seq.Next(u)
			pair.Choices.Snap(u)
			points = append(points, u)
		}
	}
	points = append(points, also...)
	rng := rand.New(rand.NewPCG(seed, 1))
	drawn := func(g *model.GP) (*model.GP, error) {
		f, err := g.Sample(points, rng)
		if err != nil {
			return nil, err
		}
		h := g.Hyper()
		h.Noise = drawnNoise * h.Variance
		return model.New(points, f, h)
	}
	w := &drawnFunctions{problem: p, pair: &model.Pair{Known: pair.Known, Choices: pair.Choices}, seed: seed}
	var err error
	if w.pair.Objective, err = drawn(pair.Objective); err != nil {
		return nil, err
	}
	if pair.Known != nil {
		return w, nil
	}
	if l := pair.Link; l != nil { // the joint model uses the drawn objective
		own, err := drawn(l.Own)
		if err != nil {
			return nil, err
		}
		w.pair.Link = &model.Link{Beta: l.Beta, Own: own}
	}
	w.pair.LogCost, err = drawn(pair.LogCost)
	return w, err
}

// source returns a source of the functions for one run, which conditions on its
// evaluations.
func (w *drawnFunctions) source() *drawnSource { return &drawnSource{drawnFunctions: w, pair: w.pair} }

// drawnSource is the source of one run.
type drawnSource struct {
	scenarios.Code
	*drawnFunctions
	noise float64 // sd of what is added to values
	pair  *model.Pair
	seen  int // evaluations so far
}

// Value returns the true value at a unit-cube point, in the problem's own sign.
func (v *drawnSource) Value(u model.Unit) float64 {
	var ws model.Workspace
	mean, _ := v.pair.Objective.Predict(&ws, u)
	return v.problem.Sign() * mean
}

// Evaluate draws the value and the cost at x given the evaluations so far. The random
// numbers depend on the point, so that two runs that start at the same point find the
// same there.
func (v *drawnSource) Evaluate(_ context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	u := v.problem.ToUnit(x)
	key := v.seed
	for i, c := range u {
		key = sobol.Seed(key^math.Float64bits(c), sobol.Draw, i)
	}
	rng := rand.New(rand.NewPCG(key, 2))
	var ws model.Workspace
	m := v.pair.Moments(&ws, u)
	y, lnz := m.MuF+m.SdF*rng.NormFloat64(), m.MuC+m.SdC*rng.NormFloat64()
	if v.pair.Link != nil {
		lnz = v.pair.LnCost(m, y, rng.NormFloat64())
	}
	next, err := v.pair.Condition(u, y, lnz)
	if err != nil {
		return scenarios.Evaluation{}, err
	}
	v.pair = next
	e := scenarios.Evaluation{Value: v.problem.Sign() * y, Cost: math.Exp(lnz)}
	e = addNoise(v.noise, v.seed, v.seen, e)
	v.seen++
	return e, nil
}

// addNoise returns an evaluation with the n-th noise of a seed.
func addNoise(sd float64, run uint64, n int, e scenarios.Evaluation) scenarios.Evaluation {
	if sd > 0 {
		rng := rand.New(rand.NewPCG(sobol.Seed(run, sobol.Noise, n), 3))
		e.Value += sd * rng.NormFloat64()
	}
	return e
}

// moment is a prediction at a point.
type moment struct{ mean, sd float64 }

// sequence returns the prediction of g at each of the points given the values at those
// before it: with Joint's mean μ and covariance LLᵀ, and Lz = v − μ,
//
//	mean = μᵢ + Σ_{j<i} Lᵢⱼzⱼ,  sd = Lᵢᵢ
func sequence(g *model.GP, points []model.Unit, v []float64) []moment {
	n := len(points)
	mean, cov := g.Joint(points)
	out, z := make([]moment, n), make([]float64, n)
	least := drawnNoise * g.Hyper().Variance // as exact as drawn functions are
	for i := range n {
		row := cov[i*n : i*n+n] // L, in place
		for j := range i {
			for k := range j {
				row[j] -= row[k] * cov[j*n+k]
			}
			row[j] /= cov[j*n+j]
			row[i] -= row[j] * row[j]
			mean[i] += row[j] * z[j]
		}
		row[i] = math.Sqrt(math.Max(row[i], least))
		out[i] = moment{mean[i], row[i]}
		z[i] = (v[i] - mean[i]) / row[i]
	}
	return out
}
