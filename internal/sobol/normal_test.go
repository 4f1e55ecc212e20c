package sobol

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The references are Φ⁻¹ of the float64 nearest to p, by Halley's iteration on
// erfc with 60 digits in mpmath 1.3.0.
func TestNormalQuantileAgainstMpmath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ p, z float64 }{
		{0.5000000001, 2.5066284820303539022e-10},
		{0.51, 0.025068908258711058033},
		{0.6, 0.25334710313579974132},
		{0.75, 0.6744897501960817432},
		{0.9, 1.2815515655446005935},
		{0.925, 1.4395314709384562291}, // the first seam
		{0.9250001, 1.4395321773759004884},
		{0.95, 1.6448536269514722843},
		{0.975, 1.9599639845400538556},
		{0.99, 2.3263478740408407676},
		{0.999, 3.0902323061678132778},
		{0.9999999, 5.1993375822906610937},
		{0.9999999999999, 7.3487545403000425387},
		{0.3, -0.52440051270804081597},
		{0.075, -1.4395314709384559349},
		{0.0749999, -1.4395321773759005864},
		{0.025, -1.9599639845400542118},
		{0.01, -2.3263478740408410931},
		{0.001, -3.0902323061678135354},
		{1e-5, -4.2648907939228246102},
		{1e-8, -5.6120012441747887279},
		{1e-10, -6.3613409024040561991},
		{1.3887943864964e-11, -6.6579046435011038061}, // the second seam, e⁻²⁵
		{1.3887943864965e-11, -6.6579046435010932197},
		{1e-12, -7.0344838253011319326},
		{0x1p-48, -7.7825906178024480922},
		{0x1p-49, -7.869777910570139124}, // the least coordinate Next hands out
		{1e-15, -7.9413453261709967713},
		{1e-20, -9.2623400897984075796},
		{1e-50, -14.933337534788488981},
		{1e-100, -21.273453560965324294},
		{1e-200, -30.205594179579643063},
		{1e-300, -37.047096299361199237},
		{0x1p-1022, -37.519379347144499821}, // the least normal float64
		{1e-310, -37.663060331949523732},
		{1e-320, -38.269125343032651018},
		{5e-324, -38.467405617144346251},
	} {
		if got := NormalQuantile(c.p); math.Abs(got-c.z) > 1e-15*math.Abs(c.z) {
			t.Errorf("Φ⁻¹(%g) = %.17g, want %.17g, off by %.1e", c.p, got, c.z, got/c.z-1)
		}
	}
}

func TestNormalQuantileAtTheEnds(t *testing.T) {
	t.Parallel()
	if z := NormalQuantile(0); !math.IsInf(z, -1) {
		t.Errorf("Φ⁻¹(0) = %g", z)
	}
	if z := NormalQuantile(1); !math.IsInf(z, 1) {
		t.Errorf("Φ⁻¹(1) = %g", z)
	}
	if z := NormalQuantile(0.5); z != 0 {
		t.Errorf("Φ⁻¹(½) = %g", z)
	}
	for _, p := range []float64{-1e-300, -1, math.Nextafter(1, 2), 2, math.Inf(1), math.Inf(-1), math.NaN()} {
		if z := NormalQuantile(p); !math.IsNaN(z) {
			t.Errorf("Φ⁻¹(%g) = %g, want NaN", p, z)
		}
	}
}

// Φ(z) = ½ erfc(−z/√2) brings p back: a relative error ε of z is one of about
// z²ε in p, and ε is at most 10⁻¹⁵.
func TestNormalQuantileRoundTrip(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	for range 20000 {
		p := 0.5 * math.Pow(10, -300*rng.Float64()*rng.Float64())
		z := NormalQuantile(p)
		back := 0.5 * math.Erfc(-z/math.Sqrt2)
		if math.Abs(back-p) > 1e-15*(2+z*z)*p {
			t.Fatalf("Φ(Φ⁻¹(%g)) is off by %.1e relative at z = %g", p, back/p-1, z)
		}
	}
}

func TestNormalQuantileIsOddAndRises(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	for range 20000 {
		p := unit(rng.Uint64() >> 16) // 1 − p is exact
		if a, b := NormalQuantile(p), NormalQuantile(1-p); a != -b {
			t.Fatalf("Φ⁻¹(%g) = %g but Φ⁻¹(1−p) = %g", p, a, b)
		}
		// Steps well above rounding, over the centre, both seams and the tail.
		q := p * (1 + 1e-12)
		if q < 1 && p < 0.9 && NormalQuantile(q) <= NormalQuantile(p) {
			t.Fatalf("Φ⁻¹ does not rise at %g", p)
		}
	}
}
