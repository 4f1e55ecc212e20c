package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// 1, 2, 3, 4: mean 2.5, s = 1.29099, t(3, 0.975) = 3.18245 (tables).
func TestSummariseByHand(t *testing.T) {
	t.Parallel()
	s := Summarise([]float64{1, 2, 3, 4})
	want := 3.182446305 * 1.290994449 / 2
	if s.Mean != 2.5 || math.Abs(s.Half()-want) > 1e-6 || s.N != 4 {
		t.Errorf("%+v, want 2.5 ± %v", s, want)
	}
}

// A 95 % interval covers the mean 95 % of the time: 20 000 samples of 12
// normals, four standard errors of that rate.
func TestIntervalCovers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	const trials = 20000
	covered := 0
	v := make([]float64, 12)
	for range trials {
		for i := range v {
			v[i] = 3 + 2*rng.NormFloat64()
		}
		if s := Summarise(v); s.Low <= 3 && 3 <= s.High {
			covered++
		}
	}
	rate := float64(covered) / trials
	if se := math.Sqrt(0.95 * 0.05 / trials); math.Abs(rate-0.95) > 4*se {
		t.Errorf("covered %.4f of the time", rate)
	}
}

func TestOneValueHasNoInterval(t *testing.T) {
	t.Parallel()
	if s := Summarise([]float64{7}); s.Mean != 7 || !math.IsInf(s.High, 1) {
		t.Errorf("%+v", s)
	}
}
