package model

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"farsight/internal/testkit"
)

func TestPosteriorGradientMeetsDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 22))
	for _, preset := range []Preset{Paper, DimensionScaled} {
		for d := 1; d <= 4; d++ {
			x, y := randomData(rng, 5+5*d, d)
			f := newLikelihood(context.Background(), plain(flatten(x, d), y), d, preset, false, nil)
			theta, grad, scratch := make([]float64, d+2), make([]float64, d+2), make([]float64, d+2)
			for i := range theta {
				theta[i] = -0.5 + rng.Float64()
			}
			theta[d+1] = math.Log(5e-4)
			if with, without := f.negative(theta, grad), f.negative(theta, nil); with != without {
				t.Errorf("%v d=%d: the value is %v with its gradient, %v without", preset, d, with, without)
			}
			const h = 1e-5
			for i := range theta {
				v := theta[i]
				theta[i] = v + h
				up := f.negative(theta, scratch)
				theta[i] = v - h
				down := f.negative(theta, scratch)
				theta[i] = v
				fd := (up - down) / (2 * h)
				if e := math.Abs(fd-grad[i]) / (1 + math.Abs(grad[i])); e > 1e-5 {
					t.Errorf("%v d=%d: θ[%d] gradient %v, differences %v", preset, d, i, grad[i], fd)
				}
			}
		}
	}
}

// The value the fit maximises is LogLikelihood + LogPrior of the process it
// returns, and the mean it profiles out is a stationary point.
func TestFitMaximisesWhatItSays(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 24))
	x, y := randomData(rng, 14, 2)
	g, err := Fit(x, y, Settings{})
	testkit.OK(t, err)
	mean, scale := Standardisation(y)
	at := func(h Hyper) float64 {
		return mustNew(t, x, y, h.Original(mean, scale)).LogLikelihood() + float64(len(y))*math.Log(scale) + LogPrior(Paper, h)
	}
	h := g.Hyper().standardised(mean, scale)
	best := at(h)
	for i, move := range []func(*Hyper, float64){
		func(h *Hyper, c float64) { h.Mean += c - 1 },
		func(h *Hyper, c float64) { h.Variance *= c },
		func(h *Hyper, c float64) { h.Scale[0] *= c },
		func(h *Hyper, c float64) { h.Scale[1] *= c },
	} {
		for _, c := range []float64{0.98, 1.02} {
			m := h
			m.Scale = append([]float64(nil), h.Scale...)
			move(&m, c)
			if v := at(m); v > best+1e-6 {
				t.Errorf("move %d by %v raises the posterior by %v", i, c, v-best)
			}
		}
	}
	if h.Noise < noiseFloor*(1-1e-9) || h.Noise > paperNoiseCeiling*(1+1e-9) {
		t.Errorf("noise %v outside its bounds", h.Noise)
	}
}

func TestPriorsIntegrateToOne(t *testing.T) {
	t.Parallel()
	for _, p := range []struct {
		name string
		log  func(lnx float64) (float64, float64)
	}{
		{"lengthscale, paper", func(v float64) (float64, float64) { return Paper.logScale(v, 3) }},
		{"variance, paper", Paper.logVariance},
		{"lengthscale, scaled", func(v float64) (float64, float64) { return DimensionScaled.logScale(v, 3) }},
		{"noise, scaled", func(v float64) (float64, float64) { return DimensionScaled.logNoise(v, false) }},
		{"noise, noisy", func(v float64) (float64, float64) { return Paper.logNoise(v, true) }},
	} {
		sum := 0.0
		const h = 1e-3
		for u := -30.0; u < 30; u += h {
			v, _ := p.log(u)
			sum += math.Exp(v+u) * h // ∫ p(x) dx = ∫ p(eᵘ) eᵘ du
		}
		near(t, p.name, sum, 1, 1e-6)
	}
}

func TestNoiseBoundsAreObeyed(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(25, 26))
	x, y := randomData(rng, 25, 1)
	for i := range y {
		y[i] += 0.5 * rng.NormFloat64() // a noisy laboratory
	}
	wide, err := Fit(x, y, Settings{NoiseMin: 1e-6, NoiseMax: 1})
	testkit.OK(t, err)
	_, scale := Standardisation(y)
	if n := wide.Hyper().Noise / (scale * scale); n < 0.02 || n > 1 {
		t.Errorf("fitted noise %v of noisy data: the bounds allow up to 1", n)
	}
	if _, err := Fit(x, y, Settings{NoiseMin: 1, NoiseMax: 0.1}); err == nil {
		t.Error("crossed noise bounds were accepted")
	}
}

func TestDifficultDataGiveAnAnswer(t *testing.T) {
	t.Parallel()
	grid := func(n int) (x []Unit) {
		for i := range n {
			x = append(x, []float64{float64(i) / float64(n)})
		}
		return x
	}
	wave := func(n int, scale float64) (y []float64) {
		for i := range n {
			y = append(y, scale*math.Sin(float64(i)))
		}
		return y
	}
	same := make([]Unit, 9)
	close := make([]Unit, 9)
	for i := range same {
		same[i] = []float64{0.5}
		close[i] = []float64{0.5 + 1e-14*float64(i)}
	}
	constant := make([]float64, 9)
	for i := range constant {
		constant[i] = 7
	}
	noiseless := &Hyper{Variance: 1, Scale: []float64{3}}
	for _, c := range []struct {
		name string
		x    []Unit
		y    []float64
		s    Settings
	}{
		{"one point", grid(1), []float64{3}, Settings{}},
		{"two points", grid(2), []float64{3, 4}, Settings{}},
		{"constant", grid(9), constant, Settings{}},
		{"duplicates", same, wave(9, 1), Settings{}},
		{"nearly equal", close, wave(9, 1), Settings{}},
		{"duplicates without noise", same, wave(9, 1), Settings{Fixed: noiseless}},
		{"nearly equal without noise", close, wave(9, 1), Settings{Fixed: noiseless}},
		{"crowded without noise", grid(60), wave(60, 1), Settings{Fixed: noiseless}},
		{"tiny values", grid(9), wave(9, 1e-12), Settings{}},
		{"huge values", grid(9), wave(9, 1e12), Settings{}},
		{"scaled preset", grid(9), wave(9, 1), Settings{Priors: DimensionScaled}},
		{"scaled preset, one point", grid(1), []float64{1e12}, Settings{Priors: DimensionScaled}},
	} {
		g, err := Fit(c.x, c.y, c.s)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if g, err = g.Condition([]float64{0.5}, c.y[0]); err != nil { // a duplicate more
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var ws Workspace
		dm, dv := make([]float64, 1), make([]float64, 1)
		for u := 0.0; u <= 1; u += 1.0 / 64 {
			m, v := g.PredictGrad(&ws, []float64{u}, dm, dv)
			if bad(m) || bad(v) || v <= 0 || bad(dm[0]) || bad(dv[0]) {
				t.Errorf("%s: at %v mean %v ± %v, gradients %v %v", c.name, u, m, v, dm, dv)
			}
		}
	}
}

func bad(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// Shifting and scaling the outputs shifts and scales the posterior, nothing else.
func TestFitIsEquivariant(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(27, 28))
	x, y := randomData(rng, 12, 2)
	moved := make([]float64, len(y))
	for i, v := range y {
		moved[i] = 1000 + 256*v
	}
	a, err := Fit(x, y, Settings{})
	testkit.OK(t, err)
	b, err := Fit(x, moved, Settings{})
	testkit.OK(t, err)
	var ws Workspace
	p := []float64{0.4, 0.6}
	m1, v1 := a.Predict(&ws, p)
	m2, v2 := b.Predict(&ws, p)
	near(t, "mean", (m2-1000)/256, m1, 1e-4)
	near(t, "variance", v2/(256*256), v1, 1e-4)
}

// A warm refit ends at least as high as the optimum it came from allows.
func TestWarmRefitKeepsUp(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(29, 30))
	var worst float64
	for trial := range 10 {
		x, y := randomData(rng, 20, 2)
		s := Settings{Seed: uint64(trial)}
		warm, err := Fit(x[:19], y[:19], s)
		testkit.OK(t, err)
		again, err := Refit(x, y, s, warm)
		testkit.OK(t, err)
		cold, err := Fit(x, y, s)
		testkit.OK(t, err)
		worst = math.Max(worst, logPosterior(cold, y)-logPosterior(again, y))
	}
	if worst > 0.05 {
		t.Errorf("a warm refit fell %v short of a cold fit", worst)
	}
}

func logPosterior(g *GP, y []float64) float64 {
	mean, scale := Standardisation(y)
	return g.LogLikelihood() + float64(len(y))*math.Log(scale) + LogPrior(Paper, g.Hyper().standardised(mean, scale))
}

func TestPairIsTheSameWhateverGOMAXPROCS(t *testing.T) {
	data, s := pairData(40, 3)
	var seen []float64
	for _, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		p, err := FitPair(data, s, nil)
		runtime.GOMAXPROCS(old)
		testkit.OK(t, err)
		var ws Workspace
		m := p.Moments(&ws, []float64{0.1, 0.5, 0.9})
		seen = append(seen, m.MuF, m.SdF, m.MuC, m.SdC)
	}
	for i := range 4 {
		if seen[i] != seen[i+4] {
			t.Errorf("moment %d: %v with one processor, %v with two", i, seen[i], seen[i+4])
		}
	}
}

// A failed evaluation (NaN value) must teach the cost and leave the objective.
func TestFailedEvaluationTeachesTheCostOnly(t *testing.T) {
	t.Parallel()
	data, s := pairData(8, 1)
	data.Y[2] = math.NaN()
	p, err := FitPair(data, s, nil)
	testkit.OK(t, err)
	if p.Objective.Len() != 7 || p.LogCost.Len() != 8 {
		t.Errorf("objective has %d points, log-cost %d; want 7 and 8", p.Objective.Len(), p.LogCost.Len())
	}
}

func TestPairGradientMeetsDifferences(t *testing.T) {
	t.Parallel()
	data, s := pairData(15, 2)
	known := s
	known.Known = func(x Unit) float64 { return math.Exp(x[0] - 2*x[1]*x[0]) }
	for _, s := range []PairSettings{s, known} {
		p, err := FitPair(data, s, nil)
		testkit.OK(t, err)
		if p.From(Unit{0.2, 0.9}, nil).Moves() || p.From(nil, square{}).Moves() {
			t.Error("there is a way from nowhere, or none with a price")
		}
		p = p.From(Unit{0.2, 0.9}, square{})
		var ws Workspace
		g := NewMomentsGrad(2)
		x := []float64{0.37, 0.61}
		m := p.MomentsGrad(&ws, x, &g)
		if got := p.Moments(&ws, x); math.Abs(got.MuC-m.MuC) > 1e-12 || math.Abs(got.SdF-m.SdF) > 1e-9 || got.Way != m.Way {
			t.Errorf("moments %v with gradient, %v without", m, got)
		}
		const h = 1e-5
		for j := range x {
			up, down := append([]float64(nil), x...), append([]float64(nil), x...)
			up[j] += h
			down[j] -= h
			a, b := p.Moments(&ws, up), p.Moments(&ws, down)
			near(t, "∂μ_f", g.MuF[j], (a.MuF-b.MuF)/(2*h), 1e-5)
			near(t, "∂σ_f", g.SdF[j], (a.SdF-b.SdF)/(2*h), 1e-5)
			near(t, "∂μ_c", g.MuC[j], (a.MuC-b.MuC)/(2*h), 1e-5)
			near(t, "∂σ_c", g.SdC[j], (a.SdC-b.SdC)/(2*h), 1e-5)
			near(t, "∂w", 2*(x[j]-p.At[j]), (a.Way-b.Way)/(2*h), 1e-5)
		}
	}
}

// square is a way that costs the square of its length.
type square struct{}

func (square) Price(from, to Unit, dFrom, dTo []float64) float64 {
	return (to[0]-from[0])*(to[0]-from[0]) + (to[1]-from[1])*(to[1]-from[1])
}

// pairData is a fixed data set with a cost that varies tenfold.
func pairData(n, d int) (Data, PairSettings) {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x, y := randomData(rng, n, d)
	cost := make([]float64, n)
	for i, p := range x {
		cost[i] = math.Exp(1.2 * math.Cos(4*p[0]+p[d-1]))
	}
	return Data{X: x, Y: y, Cost: cost}, PairSettings{}
}
