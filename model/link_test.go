package model

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
)

// The posterior of (f, ln c) is that of dense conditioning on all 2n outputs,
// and so are its gradients and what it becomes after one more evaluation.
func TestLinkedPosteriorIsThatOfTwoOutputs(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for d := 1; d <= 3; d++ {
		f, c := randomHyper(rng, d), randomHyper(rng, d)
		f.Noise, c.Noise = 2e-3, 1e-3
		g := c
		g.Variance *= 0.4
		data := linkedData(t, rng, 12, f, g, 0.9)
		p := mustFitPair(t, data, fixedPair(f, c, Together))
		if p.Link == nil || math.Abs(p.Link.Beta) < 0.1 {
			t.Fatalf("d=%d: link %+v of outputs that are", d, p.Link)
		}
		brute := twoOutputs{f: f, g: p.Link.Own.Hyper(), beta: p.Link.Beta, data: data}
		next := Unit(make([]float64, d))
		for j := range next {
			next[j] = rng.Float64()
		}
		later, err := p.Condition(next, 1.3, -0.4)
		testkit.OK(t, err)
		after := brute
		after.data = Data{X: append(data.X[:12:12], next), Y: append(data.Y[:12:12], 1.3), Cost: append(data.Cost[:12:12], math.Exp(-0.4))}
		var ws Workspace
		grad := NewMomentsGrad(d)
		for range 20 {
			x := make([]float64, d)
			for j := range x {
				x[j] = rng.Float64()
			}
			for _, c := range []struct {
				pair  *Pair
				brute twoOutputs
			}{{p, brute}, {later, after}} {
				got, want := c.pair.Moments(&ws, x), c.brute.at(x)
				near(t, "μ_f", got.MuF, want.MuF, 1e-9)
				near(t, "μ_c", got.MuC, want.MuC, 1e-9)
				near(t, "σ_f", got.SdF, want.SdF, 1e-9)
				near(t, "σ_c", got.SdC, want.SdC, 1e-9)
				near(t, "cov", got.Cov, want.Cov, 1e-9)
			}
			p.MomentsGrad(&ws, x, &grad)
			const h = 1e-5
			for j, v := range x {
				x[j] = v + h
				a := p.Moments(&ws, x)
				x[j] = v - h
				b := p.Moments(&ws, x)
				x[j] = v
				near(t, "∂μ_c", grad.MuC[j], (a.MuC-b.MuC)/(2*h), 1e-5)
				near(t, "∂σ_c", grad.SdC[j], (a.SdC-b.SdC)/(2*h), 1e-5)
				near(t, "∂cov", grad.Cov[j], (a.Cov-b.Cov)/(2*h), 1e-5)
			}
		}
	}
}

// Of noisy values the cost follows what was returned, so that nothing changes
// but that the noise is paid for, too.
func TestLinkedPosteriorOfNoisyValues(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	f := Hyper{Variance: 1, Scale: []float64{0.3}, Noise: 0.04}
	c := Hyper{Variance: 2, Scale: []float64{0.4}, Noise: 1e-3}
	g := c
	g.Variance = 0.7
	data := linkedData(t, rng, 16, f, g, 0)
	data.X[5] = data.X[4] // a replicate
	for i, y := range data.Y {
		data.Y[i] = y + 0.2*rng.NormFloat64()
		data.Cost[i] *= math.Exp(1.1 * data.Y[i])
	}
	set := fixedPair(f, c, Together)
	set.Objective.Noisy = true
	p := mustFitPair(t, data, set)
	brute := twoOutputs{f: f, g: p.Link.Own.Hyper(), beta: p.Link.Beta, data: data, noise: f.Noise}
	var ws Workspace
	for i := range 21 {
		x := Unit{float64(i) / 20}
		got, want := p.Moments(&ws, x), brute.at(x)
		near(t, "μ_f", got.MuF, want.MuF, 1e-9)
		near(t, "μ_c", got.MuC, want.MuC, 1e-9)
		near(t, "σ_f", got.SdF, want.SdF, 1e-9)
		near(t, "σ_c", got.SdC, want.SdC, 1e-9)
		near(t, "cov", got.Cov, want.Cov, 1e-9)
	}
}

// Where some evaluations failed, what their costs teach of f is left out. Here
// means stay within 0.4 standard deviations of the exact ones, and standard
// deviations within a factor of 1.25.
func TestLinkedPosteriorNearlySoWithFailures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	f := Hyper{Variance: 1, Scale: []float64{0.3}, Noise: 1e-4}
	c := Hyper{Variance: 2, Scale: []float64{0.4}, Noise: 1e-3}
	g := c
	g.Variance = 0.7
	data := linkedData(t, rng, 16, f, g, 1.1)
	data.Y[3], data.Y[8] = math.NaN(), math.NaN()
	p := mustFitPair(t, data, fixedPair(f, c, Together))
	brute := twoOutputs{f: f, g: p.Link.Own.Hyper(), beta: p.Link.Beta, data: data}
	var ws Workspace
	for i := range 101 {
		x := Unit{float64(i) / 100}
		got, want := p.Moments(&ws, x), brute.at(x)
		// Of what an evaluation there would show.
		sd, exact := math.Hypot(got.SdC, math.Sqrt(c.Noise)), math.Hypot(want.SdC, math.Sqrt(c.Noise))
		if off := math.Abs(got.MuC-want.MuC) / exact; off > 0.4 {
			t.Errorf("x=%v: mean %v, exactly %v: %.2f sd off", x, got.MuC, want.MuC, off)
		}
		if r := sd / exact; r > 1.25 || r < 1/1.25 {
			t.Errorf("x=%v: sd %v, exactly %v", x, sd, exact)
		}
	}
}

// The density that β of fixed processes is chosen by is that of the outputs
// under the processes themselves.
func TestLinkOfFixedProcessesIsTheDensest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	f := Hyper{Mean: 2, Variance: 4, Scale: []float64{0.3, 0.5}, Noise: 1e-4}
	c := Hyper{Mean: -1, Variance: 1.5, Scale: []float64{0.4, 0.2}, Noise: 1e-3}
	data := linkedData(t, rng, 20, f, Hyper{Mean: -1.9, Variance: 0.5, Scale: c.Scale, Noise: c.Noise}, 0.45)
	p := mustFitPair(t, data, fixedPair(f, c, Together))
	unit := math.Sqrt(c.Variance / f.Variance)
	density := func(rho float64) (likelihood, prior float64) {
		beta, own := rho*unit, 1-rho*rho
		h := Hyper{Mean: c.Mean - beta*f.Mean, Variance: own * c.Variance, Scale: c.Scale, Noise: own * c.Noise}
		rest := make([]float64, len(data.Y))
		for i, y := range data.Y {
			rest[i] = math.Log(data.Cost[i]) - beta*y
		}
		s := rho / math.Sqrt(own)
		return mustNew(t, data.X, rest, h).LogLikelihood(), -s * s / 2
	}
	best, top := 0.0, math.Inf(-1)
	for i := -980; i <= 980; i++ {
		rho := float64(i) / 1000
		if l, prior := density(rho); l+prior > top {
			best, top = rho, l+prior
		}
	}
	near(t, "β", p.Link.Beta, best*unit, 2e-3)
	// The odds, by another rule on another grid: Simpson's in ρ = tanh s.
	base, _ := density(0)
	odds := 0.0
	const n, most = 400, 2.5
	for i := range n + 1 {
		s := most * (2*float64(i)/n - 1)
		weight := []float64{2, 4}[i%2]
		if i == 0 || i == n {
			weight = 1
		}
		// t = sinh s, dt = cosh s ds
		l, prior := density(math.Tanh(s))
		odds += weight * math.Exp(l-base+prior) * math.Cosh(s)
	}
	odds *= 2 * most / n / 3 / math.Sqrt(2*math.Pi)
	near(t, "evidence", p.Link.Evidence, math.Log(odds), 1e-4)
}

// Fitted β is found with the hyperparameters, near the true one if there are
// many points, and by evidence only where there is one.
func TestLinkIsFound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	f := Hyper{Mean: 1, Variance: 9, Scale: []float64{0.3, 0.4}, Noise: 1e-4}
	g := Hyper{Mean: 2, Variance: 0.5, Scale: []float64{0.5, 0.3}, Noise: 1e-4}
	linked := linkedData(t, rng, 40, f, g, 0.3)
	c := g
	c.Variance += 0.09 * f.Variance
	c.Mean += 0.3 * f.Mean
	for name, s := range map[string]PairSettings{"fixed": fixedPair(f, c, ByEvidence), "fitted": {Joint: ByEvidence}} {
		p := mustFitPair(t, linked, s)
		if p.Link == nil {
			t.Fatalf("%s: nothing found", name)
		}
		if l := p.Link; math.Abs(l.Beta-0.3) > 3*l.Sd || l.Sd > 0.1 || l.Evidence < 3 {
			t.Errorf("%s: β = %.3f ± %.3f with evidence %.1f, truly 0.3", name, l.Beta, l.Sd, l.Evidence)
		}
	}
	apart := linkedData(t, rng, 40, f, g, 0)
	for name, s := range map[string]PairSettings{"fixed": fixedPair(f, g, ByEvidence), "fitted": {Joint: ByEvidence}} {
		if p := mustFitPair(t, apart, s); p.Link != nil {
			t.Errorf("%s: β = %.3f ± %.3f with evidence %.1f, where there is none", name, p.Link.Beta, p.Link.Sd, p.Link.Evidence)
		}
	}
}

// A change of units, or of which way is better, changes β by as much and
// nothing else.
func TestLinkKnowsNoUnits(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 14))
	f := Hyper{Mean: 1, Variance: 1, Scale: []float64{0.3}, Noise: 1e-4}
	g := Hyper{Mean: 2, Variance: 0.5, Scale: []float64{0.5}, Noise: 1e-4}
	data := linkedData(t, rng, 15, f, g, 0.8)
	const by = -512 // exact
	other := Data{X: data.X}
	for i, y := range data.Y {
		other.Y, other.Cost = append(other.Y, by*y), append(other.Cost, 1024*data.Cost[i])
	}
	p, q := mustFitPair(t, data, PairSettings{Joint: Together}), mustFitPair(t, other, PairSettings{Joint: Together})
	near(t, "β", q.Link.Beta*by, p.Link.Beta, 1e-6)
	near(t, "evidence", q.Link.Evidence, p.Link.Evidence, 1e-6)
	var ws Workspace
	a, b := p.Moments(&ws, Unit{0.4}), q.Moments(&ws, Unit{0.4})
	near(t, "μ_c", b.MuC-math.Log(1024), a.MuC, 1e-6)
	near(t, "cov", b.Cov, by*a.Cov, 1e-4)
}

// Without a link everything is what it was, to the bit.
func TestSeparateIsAsBefore(t *testing.T) {
	t.Parallel()
	data, s := pairData(15, 2)
	apart := mustFitPair(t, data, s)
	s.Joint = ByEvidence
	auto := mustFitPair(t, data, s)
	if apart.Link != nil || auto.Link != nil {
		t.Fatalf("links %v and %v of outputs that have none", apart.Link, auto.Link)
	}
	var ws Workspace
	for i := range 11 {
		x := Unit{float64(i) / 10, 0.3}
		if a, b := apart.Moments(&ws, x), auto.Moments(&ws, x); a != b || a.Cov != 0 {
			t.Errorf("%v: %v and %v", x, a, b)
		}
	}
}

func TestLinkedDensityGradientMeetsDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for d := 1; d <= 3; d++ {
		x, y := randomData(rng, 5+5*d, d)
		o := plain(flatten(x, d), y)
		for _, v := range y {
			o.follow = append(o.follow, v*v+rng.NormFloat64())
		}
		f := newLikelihood(context.Background(), o, d, Paper, false, nil)
		theta, grad, scratch := make([]float64, d+2), make([]float64, d+2), make([]float64, d+2)
		for i := range theta {
			theta[i] = -0.5 + rng.Float64()
		}
		theta[d+1] = math.Log(5e-4)
		f.negative(theta, grad)
		const h = 1e-5
		for i, v := range theta {
			theta[i] = v + h
			up := f.negative(theta, scratch)
			theta[i] = v - h
			down := f.negative(theta, scratch)
			theta[i] = v
			near(t, "∂θ", grad[i], (up-down)/(2*h), 1e-5*(1+math.Abs(grad[i])))
		}
		if n := testing.AllocsPerRun(10, func() { f.negative(theta, grad) }); n > 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

// Evaluations imagined at a point have the moments that were foreseen there.
func TestImaginedCostsFollow(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 18))
	f := Hyper{Variance: 1, Scale: []float64{0.2}, Noise: 0.02}
	c := Hyper{Variance: 2, Scale: []float64{0.3}, Noise: 0.01}
	p := mustFitPair(t, linkedData(t, rng, 8, f, Hyper{Variance: 0.5, Scale: c.Scale}, 1.1), fixedPair(f, c, Together))
	var ws Workspace
	m := p.Moments(&ws, Unit{0.95})
	const n = 200_000
	var mean, square, both float64
	for range n {
		y := m.MuF + math.Sqrt(m.SdF*m.SdF+f.Noise)*rng.NormFloat64()
		d := p.LnCost(m, y, rng.NormFloat64()) - m.MuC
		mean += d / n
		square += d * d / n
		both += d * (y - m.MuF) / n
	}
	l := p.Link
	near(t, "mean", mean, 0, 0.01)
	near(t, "variance", square, m.SdC*m.SdC+l.Own.Hyper().Noise+l.Beta*l.Beta*f.Noise, 0.01)
	near(t, "covariance", both, m.Cov+l.Beta*f.Noise, 0.01)
}
