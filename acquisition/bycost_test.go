package acquisition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// What max-value entropy search says of one sample of the maximum is the entropy of N(μ, σ²) less that of the same
// normal cut off at the sample, by quadrature.
func TestEntropyAgainstQuadrature(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, gamma := range []float64{-6, -2.5, -1, -1e-9, 0, 0.3, 1, 2.5, 4, 5.9, 6.1} {
		for _, sigma := range []float64{0.01, 1, 300} {
			const mu = 2.0
			top := mu + gamma*sigma
			// ∫ p ln p of the truncated normal, over the ten standard deviations below what it is cut at.
			const n = 200_000
			low := math.Min(gamma, 0) - 12
			step := (gamma - low) / n
			if gamma > 12 {
				t.Fatal("the range of the sum is wrong")
			}
			mass, sum := 0.0, 0.0
			for i := range n {
				z := low + (float64(i)+0.5)*step
				p := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
				mass += p * step
				sum -= p * step * (-z*z/2 - math.Log(math.Sqrt(2*math.Pi)))
			}
			cut := sum/mass + math.Log(mass) + math.Log(sigma) // of p/mass, in units of f
			whole := 0.5*math.Log(2*math.Pi*math.E) + math.Log(sigma)
			ln, _, _ := Entropy([]float64{top})(mu, sigma)
			if got, want := math.Exp(ln), whole-cut; math.Abs(got-want) > 2e-8 {
				t.Errorf("γ = %g, σ = %g: %.10g, by quadrature %.10g", gamma, sigma, got, want)
			}
		}
	}
}

// Far out the logarithm continues where the value underflows, without a step where the formulas meet.
func TestEntropyTail(t *testing.T) {
	t.Parallel()
	for _, g := range []float64{0, entropyTail} {
		below, slope := logEntropy(math.Nextafter(g, math.Inf(-1)))
		above, other := logEntropy(math.Nextafter(g, math.Inf(1)))
		if relative(above, below) > 1e-9 && math.Abs(above-below) > 1e-12 || relative(slope, other) > 1e-8 {
			t.Errorf("at γ = %g: %.15g and %.15g, slopes %.15g and %.15g", g, below, above, slope, other)
		}
	}
	// a(γ) → φ(γ)(γ/2 + 1/γ − …)
	for _, g := range []float64{40, 1e3, 1e6} {
		v, slope := logEntropy(g)
		if want := -g*g/2 - lnSqrt2Pi + math.Log(g/2+1/g); relative(v, want) > 1e-6 || relative(slope, -g+1/g) > 1e-2 {
			t.Errorf("γ = %g: %g with slope %g, want about %g", g, v, slope, want)
		}
	}
	if v, slope := logEntropy(-1e8); math.IsNaN(v) || math.IsNaN(slope) || slope > 0 || v < math.Log(10) {
		t.Errorf("far above the sample: %g, slope %g", v, slope)
	}
}

// The partial derivatives meet central differences; what the bound does not reach is worthless.
func TestByCostDerivatives(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 7))
	maxima := []float64{0.1, 0.7, 1.3, 2}
	for range 300 {
		m := model.Moments{MuF: 2 * rng.NormFloat64(), SdF: math.Exp(rng.NormFloat64()), MuC: rng.NormFloat64(), SdC: rng.ExpFloat64(), LnW: -rng.ExpFloat64()}
		if rng.IntN(2) == 0 {
			m.Way = rng.ExpFloat64()
		}
		for _, r := range []Function{NewByCost("UCB", Bound(0, 2)), NewByCost("MES", Entropy(maxima))} {
			score, d := r.Eval(m)
			if math.IsInf(score, -1) {
				if r.Name() != "UCB" || m.MuF+2*m.SdF > 0 || r.Value(m) != 0 {
					t.Errorf("%s at %+v is worthless", r.Name(), m)
				}
				continue
			}
			if want := math.Log(r.Value(m)); math.Abs(score-want) > 1e-12*math.Max(1, math.Abs(want)) {
				t.Errorf("%s at %+v: score %g, ln value %g", r.Name(), m, score, want)
			}
			for _, c := range []struct {
				name string
				at   func(*model.Moments) *float64
				got  float64
			}{
				{"μ", func(m *model.Moments) *float64 { return &m.MuF }, d.MuF}, {"σ", func(m *model.Moments) *float64 { return &m.SdF }, d.SdF},
				{"m", func(m *model.Moments) *float64 { return &m.MuC }, d.MuC}, {"s", func(m *model.Moments) *float64 { return &m.SdC }, d.SdC},
				{"way", func(m *model.Moments) *float64 { return &m.Way }, d.Way}, {"ln w", func(m *model.Moments) *float64 { return &m.LnW }, d.LnW},
			} {
				if c.name == "way" && m.Way == 0 {
					continue
				}
				const h = 1e-6
				up, down := m, m
				*c.at(&up) += h
				*c.at(&down) -= h
				a, _ := r.Eval(up)
				b, _ := r.Eval(down)
				if want := (a - b) / (2 * h); !(math.Abs(c.got-want) <= 1e-5*math.Max(1, math.Abs(want))) && !math.IsInf(b, -1) && !math.IsInf(a, -1) {
					t.Errorf("%s at %+v: ∂/∂%s = %g, by differences %g", r.Name(), m, c.name, c.got, want)
				}
			}
		}
	}
}

// The knowledge gradient is the integral it stands for, whatever the lines: parallel, equal, hidden below others.
func TestKnowledgeGradientAgainstQuadrature(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 1))
	for n := range 36 {
		a, b := make([]float64, 1+n%9), make([]float64, 1+n%9)
		for i := range a {
			a[i], b[i] = rng.NormFloat64(), rng.NormFloat64()
			if rng.IntN(3) == 0 {
				b[i] = math.Round(b[i]) // parallel ones
			}
			if rng.IntN(4) == 0 && i > 0 {
				a[i], b[i] = a[i-1], b[i-1]
			}
		}
		sum := 0.0
		const steps = 100_000
		for k := range steps {
			z := 10 * (2*(float64(k)+0.5)/steps - 1)
			high := math.Inf(-1)
			for i := range a {
				high = math.Max(high, a[i]+b[i]*z)
			}
			sum += 20.0 / steps * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * high
		}
		want := sum - slices.Max(a)
		// The rule is off by at most h²/8·φ(0) times the slopes' jumps at the kinks, h = 20/steps.
		off := 1e-12 + 20.0/steps*20/steps/8*0.4*(slices.Max(b)-slices.Min(b))
		if got := KnowledgeGradient(a, b, nil); math.Abs(got-want) > off || got < 0 {
			t.Errorf("%v, %v: %.12g, by quadrature %.12g", a, b, got, want)
		}
	}
}

// Of a known value beside one other it is the expected improvement.
func TestKnowledgeGradientIsEIOfTwo(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]float64{{0.3, 0.7, 0}, {-4, 1, 0}, {-30, 1, 2}, {2, 1, 1}} {
		mu, sigma, best := c[0], c[1], c[2]
		want := EI(mu, sigma, best) - math.Max(0, mu-best)
		if got := KnowledgeGradient([]float64{mu, best}, []float64{sigma, 0}, nil); relative(got, want) > 1e-12 {
			t.Errorf("%v: %g, want %g", c, got, want)
		}
	}
}

func TestQ1KnownCost(t *testing.T) {
	t.Parallel()
	ei := EI(0.2, 0.5, 0)
	for _, c := range []struct {
		name string
		rule Q1
		cost float64
		want float64
	}{
		{"well within", NewQ1(0, 2), 1, ei},
		{"exactly the budget", NewQ1(0, 2), 2, ei},
		{"within the tolerance", NewQ1(0, 2), 2 * (1 + 0.9e-9), ei},
		{"beyond the tolerance", NewQ1(0, 2), 2 * (1 + 1.1e-9), 0},
		{"tolerance of the whole budget", Q1{BudgetLeft: 2, Tolerance: 40e-9}, 2 + 39e-9, ei},
		{"beyond that", Q1{BudgetLeft: 2, Tolerance: 40e-9}, 2 + 41e-9, 0},
		{"nothing left", NewQ1(0, 0), 1e-12, 0},
		{"overspent", NewQ1(0, -1), 1e-12, 0},
	} {
		m := model.Moments{MuF: 0.2, SdF: 0.5, MuC: math.Log(c.cost)}
		score, d := c.rule.Eval(m)
		if v := c.rule.Value(m); relative(v, c.want) > 1e-14 {
			t.Errorf("%s: %g, want %g", c.name, v, c.want)
		}
		if d.MuC != 0 || d.SdC != 0 {
			t.Errorf("%s: an indicator has no slope, got %+v", c.name, d)
		}
		if (c.want == 0) != math.IsInf(score, -1) {
			t.Errorf("%s: score %g", c.name, score)
		}
	}
}

// A softened step tends to the step from below as it sharpens.
func TestSoften(t *testing.T) {
	t.Parallel()
	r := NewQ1(0, 2)
	affordable := model.Moments{MuF: 0.2, SdF: 0.5, MuC: math.Log(1.9)}
	dear := model.Moments{MuF: 0.2, SdF: 0.5, MuC: math.Log(2.1)}
	for _, c := range []struct{ s, gap float64 }{{0.05, 0.2}, {0.01, 1e-6}, {0.002, 1e-15}} {
		soft := r.Traits().Edge.soften(c.s)
		if e := relative(soft.Value(affordable), r.Value(affordable)); e > c.gap {
			t.Errorf("softened by %g: %g below the step on its affordable side", c.s, e)
		}
		if v := soft.Value(dear) / r.Value(affordable); v > c.gap {
			t.Errorf("softened by %g: %g of the value left beyond the step", c.s, v)
		}
	}
}

// g satisfies EI(x; g) = λE[c], for σ and prices over many orders of magnitude.
func TestPBGIEquation(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	for range 4000 {
		m := model.Moments{
			SdF: math.Pow(10, -12+18*rng.Float64()),
			MuC: 8 * rng.NormFloat64(),
			SdC: rng.ExpFloat64(),
		}
		r := PBGI{Lambda: math.Pow(10, -6+6*rng.Float64()), Scale: rng.ExpFloat64(), CostUnit: rng.ExpFloat64()}
		g, _ := r.Eval(m) // μ = 0, so that u = −g/σ keeps all its digits
		want := math.Log(r.Lambda) + math.Log(r.Scale) - math.Log(r.CostUnit) + m.MuC + m.SdC*m.SdC/2
		got := LogEI(0, m.SdF, g)
		// g is a float64: what rounding it does to ln EI is the slope times its last digit.
		_, slope, _ := logEI(0, m.SdF, g)
		if tol := 1e-13*(1+math.Abs(want)) + 4e-16*math.Abs(g)*slope; !(math.Abs(got-want) <= tol) {
			t.Errorf("%+v with %+v: g = %g, ln EI(g) = %.17g, ln λE[c] = %.17g", r, m, g, got, want)
		}
	}
}

// The inverse of h against the oracle: h⁻¹(h(u)) = u.
func TestInverseLogReducedEI(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, o := range oracleGrid() {
		u, far := inverseLogReducedEI(o.lnh)
		if far {
			u = math.Exp(o.lnh)
		}
		// ln h has |ln h|·1e-16 of rounding, which moves u by that over the slope Φ/h.
		tol := 1e-14*math.Max(1, math.Abs(o.u)) + 4e-16*math.Abs(o.lnh)/o.cdfOverH
		if !(math.Abs(u-o.u) <= tol) {
			t.Errorf("h⁻¹(h(%g)) = %.17g", o.u, u)
		}
	}
}

// The two conditions are one: g ≥ f* exactly where EI over f* pays for the cost.
func TestPBGIStop(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	stops := 0
	for range 500 {
		m := model.Moments{MuF: rng.NormFloat64(), SdF: rng.ExpFloat64(), MuC: rng.NormFloat64(), SdC: rng.ExpFloat64()}
		r := PBGI{Lambda: 0.1, Scale: 1.5, CostUnit: 2}
		best := rng.NormFloat64()
		g := r.Value(m)
		stop := r.Stop(NewEIPC(best).Value(m))
		if stop != (g <= best) {
			t.Errorf("%+v: g = %g, incumbent %g, stop %v", m, g, best, stop)
		}
		if stop {
			stops++
		}
	}
	if stops == 0 || stops == 500 {
		t.Errorf("%d of 500 stopped: the draw tests nothing", stops)
	}
}

func TestPBGIDHalves(t *testing.T) {
	t.Parallel()
	r := NewPBGID()
	if r.Lambda != 0.1 {
		t.Fatalf("λ starts at %g, want 0.1", r.Lambda)
	}
	r.Scale, r.CostUnit = 2, 3
	if next := r.Next(1.5, 1); next != r {
		t.Errorf("an index above the incumbent must leave the rule alone: %+v", next)
	}
	next := r.Next(0.5, 1)
	if next.Lambda != 0.05 || next.Scale != 2 || next.CostUnit != 3 {
		t.Errorf("after no index reached the incumbent: %+v, want λ = 0.05 and the same units", next)
	}
	for range 2000 {
		next = next.Next(0, 1)
	}
	if v := next.Value(model.Moments{SdF: 1, SdC: 0.1}); math.IsNaN(v) || math.IsInf(v, 0) {
		t.Errorf("after 2000 halvings the index is %g", v)
	}
}
