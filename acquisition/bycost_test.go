package acquisition

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/model"
)

// What max-value entropy search says of one sample of the maximum is the entropy of N(μ, σ²) less that of the same
// normal cut off at the sample, by quadrature.
func TestEntropyAgainstQuadrature(t *testing.T) {
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

// Far out the logarithm goes on where the value underflows, without a step where the formulas meet.
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
