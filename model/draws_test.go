package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/internal/testkit"
)

// Draws of the prior have its moments, those of the posterior the posterior's,
// and where the log-cost follows the objective each draw of it belongs to its
// draw of f: 4 standard errors over 20 000 draws.
func TestDrawsHaveTheirMoments(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 22))
	x, y := randomData(rng, 8, 2)
	hf, hg := randomHyper(rng, 2), randomHyper(rng, 2)
	own := make([]float64, len(y))
	for i := range own {
		own[i] = rng.NormFloat64()
	}
	p := &Pair{Objective: mustNew(t, x, y, hf), LogCost: mustNew(t, x, own, hg)}
	linked := *p
	linked.Link = &Link{Beta: -0.7, Own: p.LogCost}
	points := []Unit{{0.2, 0.9}, {0.25, 0.8}}
	const draws = 20000
	for _, c := range []struct {
		pair  *Pair
		prior bool
	}{{p, false}, {p, true}, {&linked, false}, {&linked, true}} {
		f, lnc, err := c.pair.Draws(points, draws, c.prior, rng)
		testkit.OK(t, err)
		mean, cov := c.pair.Objective.Joint(points)
		meanG, covG := c.pair.LogCost.Joint(points)
		if c.prior {
			k := c.pair.Objective.inputs.kernelAt(points[0], points[1], hf.Variance)
			mean, cov = []float64{hf.Mean, hf.Mean}, []float64{hf.Variance, k, k, hf.Variance}
			k = c.pair.LogCost.inputs.kernelAt(points[0], points[1], hg.Variance)
			meanG, covG = []float64{hg.Mean, hg.Mean}, []float64{hg.Variance, k, k, hg.Variance}
		}
		beta := 0.0
		if c.pair.Link != nil {
			beta = c.pair.Link.Beta
		}
		meanC, covC := meanG[0]+beta*mean[0], covG[0]+beta*beta*cov[0]
		var s1, s01, sc, sfc float64
		for k := range draws {
			d0, d1, e0 := f[k][0]-mean[0], f[k][1]-mean[1], lnc[k][0]-meanC
			s1, s01, sc, sfc = s1+d0, s01+d0*d1, sc+e0, sfc+d0*e0
		}
		within := func(what string, sum, want, variance float64) {
			if se := math.Sqrt(variance / draws); math.Abs(sum/draws-want) > 4*se {
				t.Errorf("linked %v, prior %v: %s %v, want %v ± %v", c.pair.Link != nil, c.prior, what, sum/draws, want, se)
			}
		}
		within("mean of f off by", s1, 0, cov[0])
		within("covariance of f at two points", s01, cov[1], cov[0]*cov[3]+cov[1]*cov[1])
		within("mean of ln c off by", sc, 0, covC)
		within("covariance of f and ln c", sfc, beta*cov[0], cov[0]*covC+beta*beta*cov[0]*cov[0])
	}
}

// One of several is the same as one alone, and a known cost is not drawn.
func TestDrawsAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 24))
	x, y := randomData(rng, 6, 1)
	g := mustNew(t, x, y, randomHyper(rng, 1))
	points := []Unit{{0}, {0.3}, {0.31}, {1}}
	one, err := g.Sample(points, rand.New(rand.NewPCG(1, 2)))
	testkit.OK(t, err)
	several, err := g.Samples(points, 3, rand.New(rand.NewPCG(1, 2)))
	testkit.OK(t, err)
	if !slices.Equal(one, several[0]) || slices.Equal(several[0], several[1]) {
		t.Errorf("one draw %v, several %v", one, several)
	}
	p := &Pair{Objective: g, Known: func(u Unit) float64 { return 2 + u[0] }}
	_, lnc, err := p.Draws(points, 2, false, rng)
	if err != nil || len(lnc) != 2 || lnc[1][3] != math.Log(3) {
		t.Errorf("ln of a known cost %v, error %v", lnc, err)
	}
}

// Drawn lengthscales have the mean of their prior: of Gamma(3, rate 6) a half,
// and of ln ℓ that of the lognormal; 4000 draws, four standard errors.
func TestDrawnLengthscales(t *testing.T) {
	t.Parallel()
	const n = 2000
	rng := rand.New(rand.NewPCG(1, 2))
	var paper, scaled float64
	for range n {
		for _, l := range Paper.Draw(2, rng).Scale {
			paper += l / (2 * n)
		}
		for _, l := range DimensionScaled.Draw(2, rng).Scale {
			scaled += math.Log(l) / (2 * n)
		}
	}
	if se := math.Sqrt(3) / 6 / math.Sqrt(2*n); math.Abs(paper-0.5) > 4*se {
		t.Errorf("mean %v, want 0.5", paper)
	}
	// The bounds of the search cut a little off above.
	want := scaledLocation + 0.5*math.Ln2
	if se := scaledSpread / math.Sqrt(2*n); math.Abs(scaled-want) > 4*se+0.03 {
		t.Errorf("mean of ln %v, want %v", scaled, want)
	}
}
