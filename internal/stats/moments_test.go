package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The formulas are gonum's, but for the order of sums.
func TestMomentsAreGonums(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	same := func(what string, n int, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 4e-15*math.Abs(want)) && got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s at %d: %v, gonum has %v", what, n, got, want)
		}
	}
	for n := range 60 {
		v := make([]float64, n)
		for i := range v {
			v[i] = 1e3 + rng.NormFloat64()
		}
		mean, variance := MeanVariance(v)
		m, s2 := stat.MeanVariance(v, nil)
		same("mean", n, mean, m)
		same("variance", n, variance, s2)
		nu, p := float64(n)+rng.Float64(), 0.5+rng.Float64()/2
		for _, p := range []float64{0.975, p} {
			same("t", n, StudentQuantile(p, nu), distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu}.Quantile(p))
		}
		for k := range n {
			same("binomial", n, BinomialCDF(k, n, 0.025), distuv.Binomial{N: float64(n), P: 0.025}.CDF(float64(k)))
		}
	}
}

// The chance of a t is gonum's, to rounding, whatever the degrees of freedom, and
// the normal's with infinitely many.
func TestStudentCDF(t *testing.T) {
	t.Parallel()
	for _, nu := range []float64{1, 2, 3, 4, 5, 10, 37, 200, math.Inf(1)} {
		for _, v := range []float64{-1e8, -30, -2.5, -1, -0.01, 0, 0.3, 2, 12, 1e6} {
			want := distuv.UnitNormal.CDF(v)
			if !math.IsInf(nu, 1) {
				want = distuv.StudentsT{Sigma: 1, Nu: nu}.CDF(v)
			}
			if got := StudentCDF(v, nu); math.Abs(got-want) > 1e-12 {
				t.Errorf("ν %v at %v: %v, want %v", nu, v, got, want)
			}
		}
	}
}
