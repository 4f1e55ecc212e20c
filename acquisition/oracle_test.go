package acquisition

import (
	"math"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// The oracle: φ, Φ and h with 400 bits, from series and a continued fraction that share nothing with the package's tables.

const oracleBits = 400

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(oracleBits).SetFloat64(x) }
func bigAdd(a, b *big.Float) *big.Float {
	return new(big.Float).SetPrec(oracleBits).Add(a, b)
}
func bigSub(a, b *big.Float) *big.Float {
	return new(big.Float).SetPrec(oracleBits).Sub(a, b)
}
func bigMul(a, b *big.Float) *big.Float {
	return new(big.Float).SetPrec(oracleBits).Mul(a, b)
}
func bigQuo(a, b *big.Float) *big.Float {
	return new(big.Float).SetPrec(oracleBits).Quo(a, b)
}

// bigPi by Machin: π = 16 arctan(1/5) − 4 arctan(1/239).
var bigPi = sync.OnceValue(func() *big.Float {
	arctanInverse := func(n float64) *big.Float {
		power := bigQuo(bigOf(1), bigOf(n))
		sum := bigOf(0)
		for i := 1.0; power.MantExp(nil) > -oracleBits-8; i += 2 {
			sum = bigAdd(sum, bigQuo(power, bigOf(i)))
			power = bigQuo(power, bigOf(-n*n))
		}
		return sum
	}
	return bigSub(bigMul(bigOf(16), arctanInverse(5)), bigMul(bigOf(4), arctanInverse(239)))
})

// bigExp by halving the argument below 2⁻²⁰, Taylor, and squaring back.
func bigExp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return bigOf(1)
	}
	halvings := max(0, x.MantExp(nil)+20)
	// Each squaring doubles the relative error: carry the bits it will eat.
	prec := uint(oracleBits + halvings + 16)
	r := new(big.Float).SetPrec(prec).SetMantExp(x, -halvings)
	sum := new(big.Float).SetPrec(prec).SetInt64(1)
	term := new(big.Float).SetPrec(prec).SetInt64(1)
	for n := int64(1); term.Sign() != 0 && term.MantExp(nil) > -int(prec)-8; n++ {
		term.Mul(term, r)
		term.Quo(term, new(big.Float).SetPrec(prec).SetInt64(n))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return new(big.Float).SetPrec(oracleBits).Set(sum)
}

// bigLog by Halley's iteration on exp: y ← y + 2(x − eʸ)/(x + eʸ), tripling the digits each time.
func bigLog(x *big.Float) *big.Float {
	mant := new(big.Float)
	exp := x.MantExp(mant)
	m, _ := mant.Float64()
	y := bigOf(math.Log(m) + float64(exp)*math.Ln2)
	for range 4 {
		e := bigExp(y)
		y = bigAdd(y, bigQuo(bigMul(bigOf(2), bigSub(x, e)), bigAdd(x, e)))
	}
	return y
}

// bigNormal returns h(u) = φ + uΦ, Φ(u) and φ(u).
func bigNormal(u float64) (h, cdf, pdf *big.Float) {
	t := bigOf(math.Abs(u))
	t2 := bigMul(t, t)
	root := new(big.Float).SetPrec(oracleBits).Sqrt(bigMul(bigOf(2), bigPi()))
	pdf = bigQuo(bigExp(bigMul(bigOf(-0.5), t2)), root)
	var tail *big.Float // Φ(−t)
	if math.Abs(u) < 12 {
		// Φ(t) = ½ + φ(t) Σ t^{2n+1}/(2n+1)!!; subtracting from 1 costs at most 110 of the bits.
		term, sum := t, t
		for n := 3.0; term.Sign() != 0 && term.MantExp(nil) > -oracleBits; n += 2 {
			term = bigQuo(bigMul(term, t2), bigOf(n))
			sum = bigAdd(sum, term)
		}
		tail = bigSub(bigOf(0.5), bigMul(pdf, sum))
	} else {
		// Φ(−t) = φ(t)/(t + 1/(t + 2/(t + 3/…))), 400 terms: error below e^{−400} for t ≥ 12.
		f := t
		for n := 400.0; n >= 1; n-- {
			f = bigAdd(t, bigQuo(bigOf(n), f))
		}
		tail = bigQuo(pdf, f)
	}
	h = bigSub(pdf, bigMul(t, tail))
	if u <= 0 {
		return h, tail, pdf
	}
	return bigAdd(h, t), bigSub(bigOf(1), tail), pdf
}

// oracle holds the reference values at one u as float64s, the logarithms taken before rounding.
type oracle struct {
	u                       float64
	h, cdf, pdf, lnh, lncdf float64
	cdfOverH, pdfOverH      float64 // Φ/h, φ/h
	pdfOverCDF              float64
}

func newOracle(u float64) oracle {
	h, cdf, pdf := bigNormal(u)
	f := func(x *big.Float) float64 { v, _ := x.Float64(); return v }
	return oracle{
		u: u, h: f(h), cdf: f(cdf), pdf: f(pdf), lnh: f(bigLog(h)), lncdf: f(bigLog(cdf)),
		cdfOverH: f(bigQuo(cdf, h)), pdfOverH: f(bigQuo(pdf, h)), pdfOverCDF: f(bigQuo(pdf, cdf)),
	}
}

// oracleGrid is dense and log-spaced over ±[1e-6, 1e3], with a uniform stretch over the region EI lives in.
var oracleGrid = sync.OnceValue(func() []oracle {
	us := []float64{0}
	for e := -6.0; e <= 3; e += 0.04 {
		us = append(us, math.Pow(10, e), -math.Pow(10, e))
	}
	us = append(us, 1e3, -1e3)
	for u := -39.0; u < 10; u += 0.173 {
		us = append(us, u)
	}
	out := make([]oracle, len(us))
	for i, u := range us {
		out[i] = newOracle(u)
	}
	return out
})

// relative is |got − want|/|want|; 0 where both are the same, infinite included.
func relative(got, want float64) float64 {
	if got == want {
		return 0
	}
	return math.Abs(got-want) / math.Abs(want)
}

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
