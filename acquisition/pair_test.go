package acquisition

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// testPair is a posterior of n random observations in d dimensions with fixed hyperparameters, multi-modal by its short
// lengthscales.
func testPair(tb testing.TB, n, d int, seed uint64, scale float64) *model.Pair {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 77))
	x := make([]model.Unit, n)
	y, lnz := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		for j := range x[i] {
			x[i][j] = rng.Float64()
			y[i] += math.Sin(9*x[i][j]+float64(j)) / math.Sqrt(float64(d))
			lnz[i] += math.Cos(5 * x[i][j])
		}
		y[i] += 0.3 * rng.NormFloat64()
	}
	hyper := func(mean, variance, noise float64) model.Hyper {
		h := model.Hyper{Mean: mean, Variance: variance, Noise: noise, Scale: make([]float64, d)}
		for j := range h.Scale {
			h.Scale[j] = scale * (1 + 0.3*float64(j))
		}
		return h
	}
	f, err := model.New(x, y, hyper(0, 1, 1e-4))
	testkit.OK(tb, err)
	c, err := model.New(x, lnz, hyper(0.2, 0.8, 1e-4))
	testkit.OK(tb, err)
	return &model.Pair{Objective: f, LogCost: c}
}

// The gradient in x of every rule through a real pair meets central differences.
func TestGradientThroughPair(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 14))
	for _, d := range []int{1, 2, 4} {
		p := testPair(t, 8+4*d, d, uint64(d), 0.3)
		known := &model.Pair{Objective: p.Objective, Known: func(x model.Unit) float64 { return 1 + x[0]*x[0] }}
		var ws Workspace
		grad := make([]float64, d)
		x := make([]float64, d)
		for range 20 {
			for j := range x {
				x[j] = 0.05 + 0.9*rng.Float64()
			}
			for _, pair := range []*model.Pair{p, known} {
				for _, r := range everyFunction(pair.Incumbent()) {
					score := Gradient(pair, r, &ws, x, grad)
					if v := Score(pair, r, &ws, x); math.Abs(v-score) > 1e-9*(1+math.Abs(score)) {
						t.Errorf("%s: Score %g, Gradient %g", r.Name(), v, score)
					}
					if !math.IsInf(score, -1) {
						checkDifferences(t, pair, r, &ws, x, score, grad)
					}
				}
			}
		}
	}
}

// checkDifferences holds a gradient against five-point differences.
func checkDifferences(t *testing.T, p *model.Pair, r Function, ws *Workspace, x []float64, score float64, grad []float64) {
	t.Helper()
	size := 1.0
	for _, g := range grad {
		size = math.Max(size, math.Abs(g))
	}
	for j := range x {
		const step = 1e-5
		f := func(k float64) float64 {
			at := append([]float64(nil), x...)
			at[j] += k * step
			return Score(p, r, ws, at)
		}
		want := (8*(f(1)-f(-1)) - (f(2) - f(-2))) / (12 * step)
		// A known cost is differenced by the model itself, to about 1e-8.
		if !(math.Abs(grad[j]-want) <= 2e-6*(size+math.Abs(score))) {
			t.Errorf("%s, d = %d, coordinate %d: gradient %g, differences %g", r.Name(), len(x), j, grad[j], want)
		}
	}
}

func TestGradientDoesNotAllocate(t *testing.T) {
	p := testPair(t, 20, 3, 1, 0.3)
	r := NewQ1(p.Incumbent(), 2)
	var rule Function = r
	var ws Workspace
	x, grad := []float64{0.3, 0.4, 0.5}, make([]float64, 3)
	if n := testing.AllocsPerRun(20, func() {
		sink += Gradient(p, rule, &ws, x, grad) + Score(p, rule, &ws, x)
	}); n != 0 {
		t.Errorf("%g allocations per gradient", n)
	}
}

func TestCurve(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	p := testPair(t, 6, 1, 3, 0.2)
	r := NewEIPUC(p.Incumbent())
	xs := []model.Unit{{0.1}, {0.5}, {0.9}}
	got := Curve(nil, p, r, xs)
	var ws model.Workspace
	for i, x := range xs {
		if want := r.Value(p.Moments(&ws, x)); got[i] != want {
			t.Errorf("curve at %g: %g, want %g", x[0], got[i], want)
		}
	}
	if again := Curve(got, p, r, xs[:2]); len(again) != 2 || &again[0] != &got[0] {
		t.Error("a long enough dst must be used")
	}
}
