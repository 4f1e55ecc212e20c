package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"farsight/internal/testkit"
)

// drawn is a random symmetric positive definite matrix.
func drawn(rng *rand.Rand, n int) (Lower, *mat.SymDense) {
	a := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	s := mat.NewSymDense(n, nil)
	s.SymOuterK(1/float64(n), a)
	l := NewLower(n)
	for i, row := range l {
		s.SetSym(i, i, s.At(i, i)+0.1)
		for j := range row {
			row[j] = s.At(i, j)
		}
	}
	return l, s
}

// Factors, determinants, inverses and solutions against gonum's mat.Cholesky, with
// few rows and with many, and of a factor whose last row was added.
func TestLower(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{1, 2, 3, 4, 5, 8, 17, 31, 64, 129, 130, 131, 177} {
		l, s := drawn(rng, n)
		var chol mat.Cholesky
		if !chol.Factorize(s) || !l.Factorise() {
			t.Fatalf("order %d: no factor", n)
		}
		grown := append(l[:n-1:n-1], append([]float64(nil), l[n-1]...))
		_, whole := l.dense()
		if _, ok := grown.dense(); ok || whole != (gonum && n >= many) {
			t.Errorf("order %d: is one block: %v, with a row of its own: %v", n, whole, ok)
		}
		var inverse mat.SymDense
		testkit.OK(t, chol.InverseTo(&inverse))
		if math.Abs(2*l.LogDet()-chol.LogDet()) > 1e-10*float64(n) {
			t.Errorf("order %d: the log determinant is %v, want %v", n, 2*l.LogDet(), chol.LogDet())
		}
		b := make([]float64, 3*n)
		for i := range b {
			b[i] = rng.NormFloat64()
		}
		for name, factor := range map[string]Lower{"at once": l, "grown": grown} {
			each := append([]float64(nil), b...)
			factor.ForwardEach(each)
			for k := range 3 {
				z := append([]float64(nil), b[k*n:k*n+n]...)
				factor.Forward(z)
				equal(t, fmt.Sprintf("order %d, %s: ForwardEach", n, name), each[k*n:k*n+n], z, 1e-12)
				factor.Backward(z)
				var want mat.VecDense
				testkit.OK(t, chol.SolveVecTo(&want, mat.NewVecDense(n, b[k*n:k*n+n])))
				equal(t, fmt.Sprintf("order %d, %s: solution", n, name), z, want.RawVector().Data, 1e-10)
			}
			m := factor.Inverse()
			for i := range n {
				for j := range n {
					if got, want := m.At(i, j), inverse.At(i, j); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
						t.Fatalf("order %d, %s: entry (%d, %d) of the inverse is %v, want %v", n, name, i, j, got, want)
					}
				}
			}
		}
	}
}

// What has no factor is refused, wherever it is found out and whoever computes.
func TestNotPositiveDefinite(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	for _, n := range []int{1, 5, 40, 150} {
		for _, at := range []int{0, n / 2, n - 1} {
			for _, bad := range []float64{-1, 0, math.NaN(), math.Inf(1), math.Inf(-1)} {
				l, _ := drawn(rng, n)
				l[at][at] = bad
				if l.Factorise() {
					t.Errorf("order %d: a matrix with %v at %d has a factor", n, bad, at)
				}
			}
		}
	}
}
