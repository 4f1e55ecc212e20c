package model

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// repeated are noisy outputs at few places, in turns: most several times, some with a noise that is known.
func repeated(rng *rand.Rand, places, n, d int, sd float64) Data {
	var at []Unit
	for range places {
		u := make(Unit, d)
		for j := range u {
			u[j] = rng.Float64()
		}
		at = append(at, u)
	}
	var data Data
	for i := range n {
		x := at[i%places]
		y, own := 0.0, 0.0
		for j, v := range x {
			y += math.Sin(6*v + float64(j))
		}
		if i%3 == 1 {
			own = sd * (0.5 + rng.Float64())
		}
		noise := own
		if noise == 0 {
			noise = sd
		}
		data.X, data.Y = append(data.X, x), append(data.Y, y+noise*rng.NormFloat64())
		data.Cost, data.Noise = append(data.Cost, 1+x[0]), append(data.Noise, own*own)
	}
	return data
}

// apartFrom are the same outputs with every place moved by nothing that matters, so that none is pooled.
func apartFrom(x []Unit) []Unit {
	out := make([]Unit, len(x))
	for i, u := range x {
		out[i] = slices.Clone(u)
		out[i][0] += 1e-11 * float64(i)
	}
	return out
}

// Pooling replicates changes neither the posterior nor the likelihood: both are held against the process that has a row
// for every output.
func TestPoolingChangesNothing(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(61, 62))
	for _, d := range []int{1, 2, 4} {
		data := repeated(rng, 5, 23, d, 0.3)
		h := randomHyper(rng, d)
		h.Noise = 0.08
		set := Settings{Fixed: &h, Noisy: true}
		few, err := refit(t.Context(), data.X, data.Y, data.Noise, set, nil)
		testkit.OK(t, err)
		many, err := refit(t.Context(), apartFrom(data.X), data.Y, data.Noise, set, nil)
		testkit.OK(t, err)
		if few.Len() != 10 || many.Len() != 23 { // five places, each with and without a known noise
			t.Fatalf("%d and %d rows, want 10 and 23", few.Len(), many.Len())
		}
		near(t, "likelihood", few.LogLikelihood(), many.LogLikelihood(), 1e-6)
		var a, b Workspace
		for range 20 {
			u := make(Unit, d)
			for j := range u {
				u[j] = rng.Float64()
			}
			m, v := few.Predict(&a, u)
			n, w := many.Predict(&b, u)
			near(t, "mean", m, n, 1e-8)
			near(t, "variance", v, w, 1e-8)
		}
	}
}

// The noise of a row is in the place of the fitted one, as in the matrix that the definition writes down.
func TestKnownNoiseByHand(t *testing.T) {
	t.Parallel()
	h := Hyper{Mean: 0.5, Variance: 2, Scale: []float64{0.4}, Noise: 0.1}
	x, y, known := []Unit{{0.2}, {0.6}}, []float64{1, -1}, []float64{0, 0.7}
	g, err := refit(t.Context(), x, y, known, Settings{Fixed: &h, Noisy: true}, nil)
	testkit.OK(t, err)
	r := math.Sqrt(5) * 0.4 / 0.4
	k := 2 * (1 + r + r*r/3) * math.Exp(-r)
	a, b := 2+0.1, 2+0.7
	det := a*b - k*k
	alpha := []float64{(b*0.5 - k*-1.5) / det, (a*-1.5 - k*0.5) / det}
	var ws Workspace
	for i, own := range []float64{2*alpha[0] + k*alpha[1], k*alpha[0] + 2*alpha[1]} {
		m, _ := g.Predict(&ws, x[i])
		near(t, "mean", m, 0.5+own, 1e-12)
		near(t, "believed", g.Believed(i), m, 1e-12)
	}
}

// What is believed at an observed point is the prediction there, after Condition, too.
func TestBelievedIsThePrediction(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(63, 64))
	data := repeated(rng, 6, 20, 2, 0.4)
	p, err := FitPair(data, PairSettings{}, nil)
	testkit.OK(t, err)
	more, err := p.Condition(Unit{0.3, 0.9}, 0.7, 0)
	testkit.OK(t, err)
	for _, g := range []*GP{p.Objective, more.Objective} {
		if !g.Noisy() {
			t.Fatal("known noise leaves the process noiseless")
		}
		var ws Workspace
		best := math.Inf(-1)
		for i := range g.Len() {
			m, _ := g.Predict(&ws, g.Point(i))
			near(t, "believed", g.Believed(i), m, 1e-9)
			best = math.Max(best, m)
		}
		_, held := g.Held()
		near(t, "incumbent", held, best, 1e-9)
	}
}

func TestNoisyGradientMeetsDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(65, 66))
	for _, preset := range []Preset{Paper, DimensionScaled} {
		for _, d := range []int{1, 3} {
			data := repeated(rng, 5, 16, d, 0.4)
			_, scale := Standardisation(data.Y)
			o := pooled(flatten(data.X, d), data.Y, data.Noise, d, scale)
			f := newLikelihood(context.Background(), o.standardised(0.1, scale), d, preset, true, nil)
			theta := make([]float64, d+2)
			for i := range theta {
				theta[i] = -0.5 * rng.Float64()
			}
			theta[d+1] = math.Log(0.05 + 0.2*rng.Float64())
			grad, scratch := make([]float64, d+2), make([]float64, d+2)
			f.negative(theta, grad)
			for i := range theta {
				const h = 1e-5
				v := theta[i]
				theta[i] = v + h
				up := f.negative(theta, scratch)
				theta[i] = v - h
				down := f.negative(theta, scratch)
				theta[i] = v
				if fd := (up - down) / (2 * h); math.Abs(fd-grad[i]) > 1e-6*(1+math.Abs(fd)) {
					t.Errorf("%v, d=%d, θ[%d]: gradient %v, differences %v", preset, d, i, grad[i], fd)
				}
			}
		}
	}
}

// The fit finds the noise that is there, whether it is declared or seen in replicates, and the paper's ceiling holds
// otherwise and is said to be met.
func TestNoiseIsFound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(67, 68))
	data := repeated(rng, 20, 40, 1, 0.5)
	data.Noise = nil
	_, scale := Standardisation(data.Y)
	const sd = 0.5
	for _, c := range []struct {
		name           string
		x              []Unit
		set            Settings
		noisy, crowded bool
	}{
		{"declared", data.X, Settings{Noisy: true}, true, false},
		{"by replicates", data.X, Settings{}, true, false},
		{"alone", apartFrom(data.X), Settings{}, false, true},
		{"by a bound of one's own", data.X, Settings{NoiseMax: 0.01}, false, true},
	} {
		data.X = c.x
		p, err := FitPair(data, PairSettings{Objective: c.set}, nil)
		testkit.OK(t, err)
		g := p.Objective
		if g.Noisy() != c.noisy || g.Crowded() != c.crowded {
			t.Errorf("%s: noisy %v, at its ceiling %v", c.name, g.Noisy(), g.Crowded())
		}
		got := math.Sqrt(g.Hyper().Noise)
		if c.noisy && (got < 0.7*sd || got > 1.4*sd) {
			t.Errorf("%s: a noise of %v where %v is true", c.name, got, sd)
		}
		if !c.noisy && got > 0.11*scale {
			t.Errorf("%s: a noise of %v of a scale of %v is above the bound", c.name, got, scale)
		}
	}
}

// Data without noise are fitted as ever, replicates or not, and nothing is said.
func TestExactDataStayExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(69, 70))
	data := repeated(rng, 12, 20, 2, 0)
	data.Noise = nil
	p, err := FitPair(data, PairSettings{}, nil)
	testkit.OK(t, err)
	if g := p.Objective; g.Noisy() || g.Crowded() || g.Len() != 20 || p.Incumbent() != slices.Max(data.Y) {
		t.Errorf("noisy %v, at its ceiling %v, %d rows, incumbent %v of %v", g.Noisy(), g.Crowded(), g.Len(), p.Incumbent(), slices.Max(data.Y))
	}
	data.Noise = make([]float64, 20)
	q, err := FitPair(data, PairSettings{}, nil)
	testkit.OK(t, err)
	if !slices.Equal(p.Objective.alpha, q.Objective.alpha) {
		t.Error("a list of unknown noises changes the fit")
	}
}

// Where every noise is known, another output is expected to have their mean.
func TestNextNoiseIsTheMeanOfTheKnown(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(71, 72))
	data := repeated(rng, 9, 9, 1, 0.3)
	for i := range data.Noise {
		data.Noise[i] = 0.04 + 0.01*float64(i%3)
	}
	p, err := FitPair(data, PairSettings{}, nil)
	testkit.OK(t, err)
	near(t, "noise", p.Objective.Hyper().Noise, 0.05, 1e-12)
}

func TestNoiseIsRefusedByRow(t *testing.T) {
	t.Parallel()
	for _, v := range []float64{-1, math.NaN(), math.Inf(1), 1e-320} {
		_, err := FitPair(Data{X: []Unit{{0}, {1}}, Y: []float64{0, 1}, Cost: []float64{1, 1}, Noise: []float64{0, v}}, PairSettings{}, nil)
		if err == nil || !strings.Contains(err.Error(), "row 1, field noise") {
			t.Errorf("%v: %v", v, err)
		}
	}
	if _, err := FitPair(Data{X: []Unit{{0}}, Y: []float64{0}, Cost: []float64{1}, Noise: []float64{1, 1}}, PairSettings{}, nil); err == nil {
		t.Error("two noises of one row were accepted")
	}
}
