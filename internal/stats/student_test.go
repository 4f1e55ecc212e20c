package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

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
