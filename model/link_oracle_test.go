package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"farsight/internal/testkit"
)

// twoOutputs is the posterior of (f, ln c) at a point by brute force: all
// outputs are one Gaussian vector, (y, ln z), conditioned with dense matrices.
// y of a row that has none is left out; the noise of y is in the cost as well,
// times β.
type twoOutputs struct {
	f, g  Hyper
	beta  float64
	data  Data
	noise float64 // of values, in the cost that is foreseen
}

func (o twoOutputs) at(x Unit) Moments {
	matern := func(h Hyper, a, b Unit) float64 {
		ss := 0.0
		for j := range a {
			ss += 5 * (a[j] - b[j]) * (a[j] - b[j]) / (h.Scale[j] * h.Scale[j])
		}
		s := math.Sqrt(ss)
		return h.Variance * (1 + s + s*s/3) * math.Exp(-s)
	}
	type output struct {
		x    Unit
		row  int     // −1: latent
		a, b float64 // a·f + b·g
	}
	var seen []output
	var rest []float64
	meanC := o.g.Mean + o.beta*o.f.Mean
	for i, y := range o.data.Y {
		if !math.IsNaN(y) {
			seen, rest = append(seen, output{o.data.X[i], i, 1, 0}), append(rest, y-o.f.Mean)
		}
		seen, rest = append(seen, output{o.data.X[i], i, o.beta, 1}), append(rest, math.Log(o.data.Cost[i])-meanC)
	}
	cov := func(p, q output) float64 {
		v := p.a*q.a*matern(o.f, p.x, q.x) + p.b*q.b*matern(o.g, p.x, q.x)
		if p.row >= 0 && p.row == q.row {
			v += p.a*q.a*o.f.Noise + p.b*q.b*o.g.Noise
		}
		return v
	}
	n := len(seen)
	k := mat.NewDense(n, n, nil)
	side := mat.NewDense(n, 3, nil)
	want := []output{{x, -1, 1, 0}, {x, -1, o.beta, 1}}
	for i, p := range seen {
		for j, q := range seen {
			k.Set(i, j, cov(p, q))
		}
		side.Set(i, 0, rest[i])
		side.Set(i, 1, cov(p, want[0]))
		side.Set(i, 2, cov(p, want[1]))
	}
	var solved, inner mat.Dense
	if err := solved.Solve(k, side); err != nil {
		panic(err)
	}
	inner.Mul(side.T(), &solved)
	var m Moments
	m.MuF, m.MuC = o.f.Mean+inner.At(0, 1), meanC+inner.At(0, 2)
	m.SdF = math.Sqrt(cov(want[0], want[0]) - inner.At(1, 1))
	m.SdC = math.Sqrt(cov(want[1], want[1]) - inner.At(2, 2) + o.beta*o.beta*o.noise)
	m.Cov = cov(want[0], want[1]) - inner.At(1, 2)
	return m
}

// linkedData draws f and g from processes and makes evaluations of them whose
// log-cost is g + βf.
func linkedData(t testing.TB, rng *rand.Rand, n int, f, g Hyper, beta float64) Data {
	t.Helper()
	var d Data
	for range n {
		x := make([]float64, len(f.Scale))
		for j := range x {
			x[j] = rng.Float64()
		}
		d.X = append(d.X, x)
	}
	draw := func(h Hyper) []float64 {
		far := make([]float64, len(h.Scale))
		far[0] = 1
		h.Noise = 1e8 // one output that says nothing
		v, err := mustNew(t, []Unit{far}, []float64{h.Mean}, h).Sample(d.X, rng)
		testkit.OK(t, err)
		return v
	}
	d.Y = draw(f)
	for i, v := range draw(g) {
		d.Cost = append(d.Cost, math.Exp(v+beta*d.Y[i]))
	}
	return d
}

func mustFitPair(t testing.TB, d Data, s PairSettings) *Pair {
	t.Helper()
	p, err := FitPair(d, s, nil)
	testkit.OK(t, err)
	return p
}

// fixedPair are settings under which ln c has the hyperparameters c.
func fixedPair(f, c Hyper, joint JointRule) PairSettings {
	return PairSettings{Objective: Settings{Fixed: &f}, Cost: Settings{Fixed: &c}, Joint: joint}
}
