package acquisition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The knowledge gradient is the integral it stands for, whatever the lines: parallel, equal, hidden below others.
func TestKnowledgeGradientAgainstQuadrature(t *testing.T) {
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
