package model

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

// randomData draws n points of dimension d and a smooth function of them.
func randomData(rng *rand.Rand, n, d int) (x []Unit, y []float64) {
	for range n {
		p := make([]float64, d)
		s := 0.0
		for j := range p {
			p[j] = rng.Float64()
			s += math.Sin(5*p[j]+float64(j)) + 0.3*p[j]*p[j]
		}
		x, y = append(x, p), append(y, s+0.01*rng.NormFloat64())
	}
	return x, y
}

func randomHyper(rng *rand.Rand, d int) Hyper {
	h := Hyper{Mean: rng.NormFloat64(), Variance: 0.5 + rng.Float64(), Noise: 1e-4 + 1e-3*rng.Float64()}
	for range d {
		h.Scale = append(h.Scale, 0.1+rng.Float64())
	}
	return h
}

func mustNew(t testing.TB, x []Unit, y []float64, h Hyper) *GP {
	t.Helper()
	g, err := New(x, y, h)
	testkit.OK(t, err)
	return g
}

// One observation has a posterior that fits on the back of an envelope.
func TestOnePointByHand(t *testing.T) {
	t.Parallel()
	h := Hyper{Mean: 2, Variance: 4, Scale: []float64{0.5}, Noise: 0.25}
	g := mustNew(t, []Unit{{0.2}}, []float64{5}, h)
	s := math.Sqrt(5) * 0.3 / 0.5
	k := 4 * (1 + s + s*s/3) * math.Exp(-s)
	var ws Workspace
	mean, v := g.Predict(&ws, []float64{0.5})
	near(t, "mean", mean, 2+k*3/4.25, 1e-14)
	near(t, "variance", v, 4-k*k/4.25, 1e-14)
	near(t, "log likelihood", g.LogLikelihood(), -0.5*9/4.25-0.5*math.Log(2*math.Pi*4.25), 1e-14)
}

func TestPredictGradientMeetsDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	var ws Workspace
	for d := 1; d <= 5; d++ {
		x, y := randomData(rng, 4+6*d, d)
		g := mustNew(t, x, y, randomHyper(rng, d))
		p, dm, dv := make([]float64, d), make([]float64, d), make([]float64, d)
		for range 20 {
			for j := range p {
				p[j] = 0.05 + 0.9*rng.Float64()
			}
			mean, v := g.PredictGrad(&ws, p, dm, dv)
			m0, v0 := g.Predict(&ws, p)
			near(t, "mean", mean, m0, 1e-12)
			near(t, "variance", v, v0, 1e-9)
			const h = 1e-5
			for j := range p {
				q := append([]float64(nil), p...)
				q[j] = p[j] + h
				mu, vu := g.Predict(&ws, q)
				q[j] = p[j] - h
				ml, vl := g.Predict(&ws, q)
				scale := g.hyper.Variance + math.Abs(dm[j])
				if e := math.Abs(dm[j]-(mu-ml)/(2*h)) / scale; e > 1e-6 {
					t.Errorf("d=%d: mean gradient off by %.2g", d, e)
				}
				if e := math.Abs(dv[j]-(vu-vl)/(2*h)) / scale; e > 1e-6 {
					t.Errorf("d=%d: variance gradient off by %.2g", d, e)
				}
			}
		}
	}
}

// Conditioning adds a row to the factor; refactorising everything must agree.
func TestConditionEqualsRefactorising(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	x, y := randomData(rng, 12, 3)
	h := randomHyper(rng, 3)
	g := mustNew(t, x[:4], y[:4], h)
	for i := 4; i < 12; i++ {
		child, err := g.Condition(x[i], y[i])
		testkit.OK(t, err)
		if &child.chol[0][0] != &g.chol[0][0] {
			t.Fatal("the child copied the parent's factor")
		}
		g = child
	}
	whole := mustNew(t, x, y, h)
	var ws Workspace
	p := []float64{0.3, 0.7, 0.1}
	m1, v1 := g.Predict(&ws, p)
	m2, v2 := whole.Predict(&ws, p)
	near(t, "mean", m1, m2, 1e-10)
	near(t, "variance", v1, v2, 1e-9)
	near(t, "log likelihood", g.LogLikelihood(), whole.LogLikelihood(), 1e-10)
	n := g.Len()
	for i := range n * n {
		near(t, "inverse", g.Factor().Inverse.At(i/n, i%n), whole.Factor().Inverse.At(i/n, i%n), 1e-6)
	}
}

// Two children of one parent must not write into each other's rows.
func TestSiblingsAreIndependent(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	x, y := randomData(rng, 6, 2)
	g := mustNew(t, x, y, randomHyper(rng, 2))
	a, _ := g.Condition([]float64{0.1, 0.2}, 3)
	var ws Workspace
	p := []float64{0.15, 0.25}
	before, _ := a.Predict(&ws, p)
	if _, err := g.Condition([]float64{0.1, 0.2}, -7); err != nil {
		t.Fatal(err)
	}
	after, _ := a.Predict(&ws, p)
	if before != after {
		t.Errorf("a sibling changed the prediction from %v to %v", before, after)
	}
}

func TestFactorIsTheInverse(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	x, y := randomData(rng, 15, 2)
	g := mustNew(t, x, y, randomHyper(rng, 2))
	f := g.Factor()
	for i := range f.N {
		for j := range f.N {
			s := 0.0
			for k := range f.N {
				kk := g.inputs.kernelAt(x[i], x[k], g.hyper.Variance)
				if i == k {
					kk += g.hyper.Noise
				}
				s += kk * f.Inverse.At(k, j)
			}
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(s-want) > 1e-8 {
				t.Fatalf("K·K⁻¹[%d][%d] = %v", i, j, s)
			}
		}
	}
}

// The diagonal of the joint covariance is Predict's variance, and samples have
// the moments they should: 4 standard errors over 20 000 draws.
func TestJointAndSample(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	x, y := randomData(rng, 8, 2)
	g := mustNew(t, x, y, randomHyper(rng, 2))
	pts := []Unit{{0.2, 0.9}, {0.25, 0.8}, {0.9, 0.1}}
	mean, cov := g.Joint(pts)
	var ws Workspace
	for i, p := range pts {
		m, v := g.Predict(&ws, p)
		near(t, "mean", mean[i], m, 1e-12)
		near(t, "variance", cov[i*3+i], v, 1e-9)
	}
	const draws = 20000
	var s1, s01 float64
	for range draws {
		f, err := g.Sample(pts, rng)
		testkit.OK(t, err)
		s1 += f[0] - mean[0]
		s01 += (f[0] - mean[0]) * (f[1] - mean[1])
	}
	if se := math.Sqrt(cov[0] / draws); math.Abs(s1/draws) > 4*se {
		t.Errorf("sample mean off by %v, standard error %v", s1/draws, se)
	}
	if se := math.Sqrt((cov[0]*cov[4] + cov[1]*cov[1]) / draws); math.Abs(s01/draws-cov[1]) > 4*se {
		t.Errorf("sample covariance %v, want %v ± %v", s01/draws, cov[1], se)
	}
}

func TestPredictionDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	x, y := randomData(rng, 30, 3)
	g := mustNew(t, x, y, randomHyper(rng, 3))
	var ws Workspace
	p, dm, dv := make([]float64, 3), make([]float64, 3), make([]float64, 3)
	g.PredictGrad(&ws, p, dm, dv)
	if n := testing.AllocsPerRun(100, func() { g.Predict(&ws, p); g.PredictGrad(&ws, p, dm, dv) }); n != 0 {
		t.Errorf("%v allocations per prediction", n)
	}
}

func TestBadInputNamesRowAndField(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	h := Hyper{Variance: 1, Scale: []float64{1}, Noise: 1e-4}
	two := []Unit{{0.1}, {0.2}}
	for _, c := range []struct {
		name string
		x    []Unit
		y    []float64
		h    Hyper
		want string
	}{
		{"no data", nil, nil, h, "no data"},
		{"ragged", []Unit{{0.1}, {0.2, 0.3}}, []float64{1, 2}, h, "row 1, field x"},
		{"no coordinates", []Unit{{}}, []float64{1}, h, "row 0, field x"},
		{"NaN in x", []Unit{{0.1}, {nan}}, []float64{1, 2}, h, "row 1, field x[0]"},
		{"outside", []Unit{{0.1}, {1.5}}, []float64{1, 2}, h, "row 1, field x[0]"},
		{"NaN in y", two, []float64{1, nan}, h, "row 1, field y"},
		{"Inf in y", two, []float64{inf, 1}, h, "row 0, field y"},
		{"short y", two, []float64{1}, h, "field y"},
		{"variance", two, []float64{1, 2}, Hyper{Scale: []float64{1}}, "variance"},
		{"lengthscales", two, []float64{1, 2}, Hyper{Variance: 1, Scale: []float64{1, 1}}, "scale"},
		{"zero lengthscale", two, []float64{1, 2}, Hyper{Variance: 1, Scale: []float64{0}}, "scale[0]"},
		{"noise", two, []float64{1, 2}, Hyper{Variance: 1, Scale: []float64{1}, Noise: -1}, "noise"},
		{"mean", two, []float64{1, 2}, Hyper{Mean: nan, Variance: 1, Scale: []float64{1}}, "mean"},
	} {
		_, err := New(c.x, c.y, c.h)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want it to name %q", c.name, err, c.want)
		}
	}
}

// near fails unless got is within tol of want, relative to its size.
func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if e := math.Abs(got-want) / math.Max(1, math.Abs(want)); !(e <= tol) {
		t.Errorf("%s: got %v, want %v (off by %.2g)", what, got, want, e)
	}
}

// watched fails where work does not end.
func watched(t interface{ Fatalf(string, ...any) }, what string, work func()) {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		work()
	}()
	timer := time.NewTimer(60 * time.Second)
	defer timer.Stop()
	select {
	case p := <-done:
		if p != nil {
			t.Fatalf("%s: %v", what, p)
		}
	case <-timer.C:
		t.Fatalf("%s does not end", what)
	}
}

// Whatever numbers it is given, the model ends: with a posterior whose moments are numbers, or with an error.
func TestAnyNumbersEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		num := rapid.OneOf(
			rapid.Map(rapid.Uint64(), math.Float64frombits),
			rapid.SampledFrom([]float64{0, 1, 5e-324, 1e-160, 1e-150, 1e-6, 1e6, 1e149, 1e150, -1e150, 1e154, 1e300, math.MaxFloat64, -1e308}),
			rapid.Float64Range(-2, 2),
		)
		n := rapid.IntRange(1, 6).Draw(t, "n")
		data := Data{}
		for i := range n {
			data.X = append(data.X, Unit{float64(i) / 6})
			data.Y = append(data.Y, num.Draw(t, "y"))
			data.Cost = append(data.Cost, num.Draw(t, "cost"))
		}
		hyper := func() *Hyper {
			if rapid.Bool().Draw(t, "fitted") {
				return nil
			}
			return &Hyper{Mean: num.Draw(t, "mean"), Variance: num.Draw(t, "variance"), Scale: []float64{num.Draw(t, "scale")}, Noise: num.Draw(t, "noise")}
		}
		s := PairSettings{Objective: Settings{Fixed: hyper()}, Cost: Settings{Fixed: hyper()}}
		if s.Objective.Fixed == nil && rapid.Bool().Draw(t, "bounds") {
			s.Objective.NoiseMin, s.Objective.NoiseMax = num.Draw(t, "least"), num.Draw(t, "most")
		}
		watched(t, "the fit", func() {
			p, err := FitPair(data, s, nil)
			if err != nil {
				return
			}
			m := p.Moments(new(Workspace), Unit{0.4})
			for _, v := range []float64{m.MuF, m.SdF, m.MuC, m.SdC} {
				if !finite(v) {
					t.Fatalf("%+v with %+v and %+v has the moments %+v", data, s.Objective.Fixed, s.Cost.Fixed, m)
				}
			}
			if _, err := p.Objective.Sample([]Unit{{0.3}, {0.3}}, rand.New(rand.NewPCG(1, 2))); err != nil {
				t.Logf("%v", err)
			}
			if _, err = FitPair(data, s, p); err != nil {
				t.Fatalf("fitted, but not again: %v", err)
			}
		})
	})
}

func TestLargeOutputsAreRefusedByName(t *testing.T) {
	t.Parallel()
	x := []Unit{{0.1}, {0.9}}
	watched(t, "the fit", func() {
		for _, v := range []float64{1e154, 1e300, -1e308} {
			if _, err := Fit(x, []float64{1, v}, Settings{}); err == nil || !strings.Contains(err.Error(), "row 1, field y") {
				t.Errorf("an output of %v: %v", v, err)
			}
		}
		if _, err := Fit(x, []float64{-MaxOutput, MaxOutput}, Settings{}); err != nil {
			t.Errorf("the largest outputs: %v", err)
		}
		for field, h := range map[string]Hyper{
			"scale[0]": {Variance: 1, Scale: []float64{1e-160}, Noise: 1e-4}, "mean": {Mean: 1e308, Variance: 1, Scale: []float64{1}, Noise: 1e-4},
			"variance": {Variance: math.MaxFloat64, Scale: []float64{1}}, "noise": {Variance: 1, Noise: math.MaxFloat64, Scale: []float64{1}},
		} {
			if _, err := New(x, []float64{0, 1}, h); err == nil || !strings.Contains(err.Error(), field) {
				t.Errorf("a %s out of range: %v", field, err)
			}
		}
		fixed := PairSettings{Cost: Settings{Fixed: &Hyper{Mean: 1e4, Variance: 1, Scale: []float64{1}, Noise: 1e-4}}}
		if _, err := FitPair(Data{X: x, Y: []float64{1, 2}, Cost: []float64{1, 2}}, fixed, nil); err == nil || !strings.Contains(err.Error(), "log-cost: hyperparameter mean") {
			t.Errorf("a log-cost of mean 1e4: %v", err)
		}
	})
}
