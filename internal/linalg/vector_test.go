package linalg

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// random are numbers of many sizes.
func random(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64() * math.Exp(3*rng.NormFloat64())
	}
	return v
}

// equal fails unless each got is within tol of want, relative to the largest of them.
func equal(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	size := 1e-300
	for _, v := range want {
		size = max(size, math.Abs(v))
	}
	for i, v := range want {
		if !(math.Abs(got[i]-v) <= tol*size) {
			t.Fatalf("%s, %d numbers: entry %d is %v, want %v", what, len(want), i, got[i], v)
		}
	}
}

// Every loop against its formula, at every length: whole vectors and what is left.
func TestVectors(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 67 {
		a, b, c := random(rng, n), random(rng, n), rng.NormFloat64()
		four := [4][]float64{random(rng, n), random(rng, n+1), random(rng, n+2), random(rng, n+3)}
		factors := (*[4]float64)(random(rng, 4))
		axpy, blend, weigh, axpys := slices.Clone(a), slices.Clone(a), slices.Clone(a), slices.Clone(a)
		Axpy(axpy, c, b)
		Blend(blend, c, b, 2.5, a)
		sum := Weigh(weigh, b)
		axpyFour(axpys, factors, &four)
		var dots [4]float64
		dotFour(&dots, a, &four)
		dot, size := 0.0, 1e-300
		for i := range a {
			dot += a[i] * b[i]
			size += math.Abs(a[i] * b[i])
			want := a[i]
			for j, row := range four {
				dots[j] -= a[i] * row[i]
				want += factors[j] * row[i]
			}
			equal(t, "Axpy", axpy[i:i+1], []float64{a[i] + c*b[i]}, 1e-13)
			equal(t, "Blend", blend[i:i+1], []float64{c*b[i] + 2.5*a[i]}, 1e-13)
			equal(t, "Weigh", weigh[i:i+1], []float64{a[i] * b[i]}, 1e-15)
			if math.Abs(axpys[i]-want) > 1e-9 {
				t.Fatalf("axpyFour, %d numbers: entry %d is %v, want %v", n, i, axpys[i], want)
			}
		}
		if math.Abs(Dot(a, b)-dot) > 1e-14*size || math.Abs(sum-dot) > 1e-14*size {
			t.Fatalf("%d numbers: Dot %v, the sum of Weigh %v, want %v", n, Dot(a, b), sum, dot)
		}
		for j, off := range dots {
			if math.Abs(off) > 1e-8 {
				t.Fatalf("dotFour, %d numbers: number %d is off by %v", n, j, off)
			}
		}
	}
}

// Products of many rows are those of one after the other, whatever is beside them.
func TestSubtractDots(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	const rows = 7
	for n := 0; n <= 44; n += 4 {
		x, a, b, start := random(rng, n), random(rng, rows*n), random(rng, rows*n), random(rng, rows)
		at := []int{3, 0, 6, 6, 1, 2, 5}
		row := func(m []float64, i int) []float64 { return m[i*n : i*n+n] }
		for name, f := range map[string]struct {
			run  func(dst []float64)
			want func(i int) float64
		}{
			"SubtractDots":    {func(dst []float64) { SubtractDots(dst, x, a) }, func(i int) float64 { return Dot(x, row(a, i)) }},
			"SubtractRowDots": {func(dst []float64) { SubtractRowDots(dst, a, b, n) }, func(i int) float64 { return Dot(row(a, i), row(b, i)) }},
			"SubtractDotsAt":  {func(dst []float64) { SubtractDotsAt(dst, a, at, b, n) }, func(i int) float64 { return Dot(row(a, at[i]), row(b, i)) }},
		} {
			got, want := slices.Clone(start), slices.Clone(start)
			f.run(got)
			for i := range want {
				want[i] -= f.want(i)
			}
			equal(t, name, got, want, 0)
		}
	}
}

// Rows times MᵀM, of every order and number of rows; what is written beyond is
// nothing, and a row has the same bits among any others.
func TestMatrix(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 32))
	for _, size := range []int{1, 4, 5, 20, 61, 133, 190} {
		n := (size + 3) &^ 3
		lower := NewLower(size)
		for _, row := range lower {
			copy(row, random(rng, len(row)))
		}
		m := newMatrix(lower, n)
		full, sizes := make([]float64, n*n), make([]float64, n*n) // MᵀM, and with absolute values
		for _, row := range lower {
			for i, a := range row {
				for j, b := range row {
					full[i*n+j] += a * b
					sizes[i*n+j] += math.Abs(a * b)
				}
			}
		}
		for range 40 {
			i, j := rng.IntN(n), rng.IntN(n)
			if got, want := m.At(i, j), full[i*n+j]; math.Abs(got-want) > 1e-13*sizes[i*n+j] {
				t.Fatalf("order %d: entry (%d, %d) is %v, want %v", n, i, j, got, want)
			}
		}
		k := random(rng, 9*n)
		alone := make([]float64, 9*n)
		for r := range 9 {
			m.Multiply(alone[r*n:], k[r*n:], 1)
			for j := range n {
				want, scale := 0.0, 1e-300
				for i := range n {
					want += k[r*n+i] * full[i*n+j]
					scale += math.Abs(k[r*n+i]) * sizes[i*n+j]
				}
				if math.Abs(alone[r*n+j]-want) > 1e-13*scale {
					t.Fatalf("order %d: column %d is %v, want %v", n, j, alone[r*n+j], want)
				}
			}
		}
		for rows := range 10 {
			got := make([]float64, 9*n+1)
			m.Multiply(got, k, rows)
			equal(t, "Matrix", got[:rows*n], alone[:rows*n], 0)
			if slices.ContainsFunc(got[rows*n:], func(v float64) bool { return v != 0 }) {
				t.Fatalf("order %d: %d rows write beyond their end", n, rows)
			}
		}
	}
}

// What values beside each other say of one between them: k·(LLᵀ)⁻¹k by products is
// that by solving with L, though the matrix is almost singular. With the rounded
// numbers of (LLᵀ)⁻¹ itself it is off by up to 1e-8.
func TestMatrixIsExactWhereKernelsAreNearlySingular(t *testing.T) {
	t.Parallel()
	for _, n := range []int{12, 40, 140} {
		kernel := func(x, y float64) float64 {
			k, _ := matern((x-y)*(x-y), 1)
			return k
		}
		l := NewLower(n)
		for i, row := range l {
			for j := range row {
				row[j] = kernel(float64(i)/float64(n), float64(j)/float64(n))
			}
			row[i] += 1e-9
		}
		if !l.Factorise() {
			t.Fatalf("%d points have no factor", n)
		}
		m, size := l.Inverse(), (n+3)&^3
		for i := range 50 {
			k, w := make([]float64, size), make([]float64, size)
			for j := range n {
				k[j] = kernel((float64(i)+0.5)/50, float64(j)/float64(n))
			}
			m.Multiply(w, k, 1)
			got := 1 - Dot(k, w)
			l.Forward(k[:n])
			if want := 1 - Dot(k[:n], k[:n]); math.Abs(got-want) > 2e-12 {
				t.Errorf("%d points: the variance %v is off by %.1g", n, want, got-want)
			}
		}
	}
}

// Rows of rows against the formula, for any number of terms.
func TestCombination(t *testing.T) {
	t.Parallel()
	const rows = 7
	rng := rand.New(rand.NewPCG(13, 14))
	for n := 0; n <= 132; n += 4 {
		c := &Combination{
			N: n, Dst: make([]float64, rows*n), Sum: make([]float64, rows), A: random(rng, rows), X: random(rng, n), B: random(rng, rows),
			W: random(rng, rows*n), H: random(rng, rows*n), C: random(rng, 20),
		}
		for range rows {
			c.First = append(c.First, len(c.Row))
			for range rng.IntN(9) {
				c.Row, c.At = append(c.Row, rng.IntN(rows)), append(c.At, rng.IntN(len(c.C)))
			}
		}
		c.First = append(c.First, len(c.Row))
		c.C[3], c.C[4] = 0, 0
		c.Rows(1, rows)
		for k := range rows {
			sum, size := 0.0, 1e-300
			for i := range n {
				terms := []float64{c.A[k] * c.X[i], c.B[k] * c.W[k*n+i]}
				for j := c.First[k]; j < c.First[k+1]; j++ {
					terms = append(terms, -c.C[c.At[j]]*c.W[c.Row[j]*n+i])
				}
				want, scale := 0.0, 0.0
				for _, v := range terms {
					want += v * c.H[k*n+i]
					scale += math.Abs(v * c.H[k*n+i])
				}
				if k == 0 {
					want = 0 // not asked for
				}
				sum, size = sum+want, size+scale
				if math.Abs(c.Dst[k*n+i]-want) > 1e-13*scale {
					t.Fatalf("row %d, column %d of %d: %v, want %v", k, i, n, c.Dst[k*n+i], want)
				}
			}
			if math.Abs(c.Sum[k]-sum) > 1e-13*size {
				t.Fatalf("row %d of %d: the sum is %v, want %v", k, n, c.Sum[k], sum)
			}
		}
	}
}
