package triangular

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// draw is a random symmetric positive definite matrix, or nearly one: its
// smallest eigenvalues are about floor.
func draw(rng *rand.Rand, n int, floor float64) Lower {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		for j := range a[i] {
			a[i][j] = rng.NormFloat64()
		}
	}
	l := New(n)
	for i, row := range l {
		for j := range row {
			for k := range n {
				row[j] += a[i][k] * a[j][k]
			}
		}
		row[i] += floor
	}
	return l
}

func (l Lower) copied() Lower {
	out := New(len(l))
	for i, row := range l {
		copy(out[i], row)
	}
	return out
}

func vector(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

func same(t *testing.T, what string, n int, got, want Lower) {
	t.Helper()
	for i, row := range want {
		for j, v := range row {
			if math.Float64bits(got[i][j]) != math.Float64bits(v) {
				t.Fatalf("%s, order %d: entry (%d, %d) is %v in panels, %v in plain code", what, n, i, j, got[i][j], v)
			}
		}
	}
}

// The assembly and the plain code give the same bits, at every order.
func TestPanelsAreThePlainCode(t *testing.T) {
	t.Parallel()
	if !panels {
		t.Skip("no AVX-512 here: there is only the plain code")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var ws Workspace
	for n := range 75 {
		l := draw(rng, n, 0.1)
		want := l.copied()
		if !l.factorisePanels(&ws) || !want.factorise(n) {
			t.Fatalf("order %d: no factor", n)
		}
		same(t, "factor", n, l, want)
		m, plain := New(n), New(n)
		l.invertPanels(m, &ws)
		l.invert(plain, n)
		same(t, "inverse", n, m, plain)
		g, h := New(n), New(n)
		m.gramPanels(g, &ws)
		m.gram(h)
		same(t, "gram", n, g, h)
		b := vector(rng, n)
		x, y := vector(rng, n), vector(rng, n)
		m.timesPanels(x, b)
		m.times(y, b)
		same(t, "product", n, Lower{x}, Lower{y})
		x = vector(rng, n)
		copy(y, x)
		m.addPanels(x, b)
		m.add(y, b)
		same(t, "transposed product", n, Lower{x}, Lower{y})
	}
}

// What is packed has the bits of the plain code, too, at orders of every
// remainder and beyond what is near at once.
func TestTilesAreThePlainCode(t *testing.T) {
	t.Parallel()
	if !panels {
		t.Skip("no AVX-512 here: there is only the plain code")
	}
	rng := rand.New(rand.NewPCG(13, 14))
	var ws Workspace
	orders := []int{97, 120, 131, 192, 200, 257, 300, 389}
	for n := range 75 {
		orders = append(orders, n)
	}
	for _, n := range orders {
		l := draw(rng, n, 0.1)
		whole := l.copied()
		m, plain := New(n), New(n)
		for _, fused := range []int{0, fusedStep, 2 * fusedStep, n} {
			for i, row := range whole {
				copy(l[i], row)
			}
			want := l.copied()
			if !l.factoriseTiles(&ws, fused) || !want.factorise(fused) {
				t.Fatalf("order %d: no factor", n)
			}
			same(t, "factor", n, l, want)
			l.invertTiles(m, &ws, fused)
			l.invert(plain, fused)
			same(t, "inverse", n, m, plain)
		}
		g, h := New(n), New(n)
		m.gramTiles(g, &ws, false)
		m.gram(h)
		same(t, "gram", n, g, h)
		m.gramTiles(g, &ws, true)
		m.gramFused(h)
		same(t, "fused gram", n, g, h)
	}
}

// Where inverses and Gram matrices may be written over what they are made of, they
// have the same bits there.
func TestOverwrites(t *testing.T) {
	t.Parallel()
	if Overwrites(64) {
		t.Error("small matrices are not packed")
	}
	rng := rand.New(rand.NewPCG(17, 18))
	for _, n := range []int{max(largeInverse, largeGram), 453} {
		if Overwrites(n) != panels {
			t.Fatalf("order %d", n)
		}
		if !panels {
			continue
		}
		var ws Workspace
		l, m, g := draw(rng, n, 0.1), New(n), New(n)
		if !l.Factorise(&ws) {
			t.Fatalf("order %d: no factor", n)
		}
		l.InvertInto(m, &ws)
		m.Gram(g, &ws)
		l.InvertInto(l, &ws)
		same(t, "inverse in its place", n, l, m)
		l.Gram(l, &ws)
		same(t, "gram in its place", n, l, g)
	}
}

// Rows of different blocks, and not where the block says: as after conditioning.
func TestRowsOfTheirOwn(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for n := 1; n < 40; n++ {
		l := draw(rng, n, 0.1)
		apart := make(Lower, n)
		for i, row := range l {
			apart[i] = append(make([]float64, 0, i+1), row...)
		}
		var ws Workspace
		if !l.Factorise(&ws) || !apart.Factorise(&ws) {
			t.Fatalf("order %d: no factor", n)
		}
		same(t, "factor", n, apart, l)
	}
}

// Rows that are added one by one have the bits they have at once, also where the first rows of fused products are.
func TestRowsAddedLater(t *testing.T) {
	t.Parallel()
	const n, before = fusedFrom + 9, fusedFrom - 3
	var ws Workspace
	a := correlated(n)
	l, m := New(n), New(n)
	for i := range l {
		copy(l[i], a[i*n:])
	}
	later, inverse := l.copied(), New(n)
	if !l.Factorise(&ws) || !later[:before].Factorise(&ws) {
		t.Fatal("no factor")
	}
	l.InvertInto(m, &ws)
	later[:before].InvertInto(inverse[:before], &ws)
	for i := before; i < n; i++ {
		if !later.FactoriseRow(i) {
			t.Fatal("no factor")
		}
		later.InvertRow(inverse, i)
	}
	same(t, "factor", n, l, later)
	same(t, "inverse", n, m, inverse)
}

func TestWhatHasNoFactor(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	var ws Workspace
	for n := 1; n < 40; n++ {
		for _, bad := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
			at := rng.IntN(n)
			l := draw(rng, n, 0.1)
			l[at][at] = bad
			plain := l.copied()
			if l.Factorise(&ws) || plain.factorise(n) {
				t.Errorf("order %d with %v at %d has a factor", n, bad, at)
			}
		}
	}
}

// L L⁻¹ = I, Gram is (LLᵀ)⁻¹ and the products are what they say, whichever
// code runs.
func TestAlgebra(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	var ws Workspace
	for _, n := range []int{1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 33, 64} {
		a := draw(rng, n, 1)
		l := a.copied()
		if !l.Factorise(&ws) {
			t.Fatalf("order %d: no factor", n)
		}
		m, g := New(n), New(n)
		l.InvertInto(m, &ws)
		m.Gram(g, &ws)
		b, x, y := vector(rng, n), make([]float64, n), make([]float64, n)
		m.Times(x, b)
		m.TransposedTimes(y, x) // y = (LLᵀ)⁻¹b
		for i := range n {
			ax, gb := 0.0, 0.0
			for j := range n {
				p, q := max(i, j), min(i, j)
				ax += a[p][q] * y[j]
				gb += g[p][q] * b[j]
			}
			if math.Abs(ax-b[i]) > 1e-9*float64(n) || math.Abs(gb-y[i]) > 1e-9*float64(n) {
				t.Errorf("order %d, entry %d: A(A⁻¹b) = %v, want %v; A⁻¹b = %v by the product, %v by the inverse", n, i, ax, b[i], y[i], gb)
			}
		}
		copy(x, b)
		l.Forward(x)
		l.Backward(x)
		det := 0.0
		for i := range n {
			if math.Abs(x[i]-y[i]) > 1e-9*float64(n) {
				t.Errorf("order %d: substitution gives %v, the product %v", n, x[i], y[i])
			}
			det += math.Log(l[i][i])
		}
		if math.Abs(det-l.LogDet()) > 1e-12*float64(n) {
			t.Errorf("order %d: log-determinant %v, want %v", n, l.LogDet(), det)
		}
	}
}

// BenchmarkFactorInverse is what one evaluation of a likelihood does: L, L⁻¹ and (LLᵀ)⁻¹, n³ operations.
func BenchmarkFactorInverse(b *testing.B) {
	for _, n := range []int{20, 60, 130, 300, 500, 1000, 1500, 2000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a := correlated(n)
			l, m, g := New(n), New(n), New(n)
			var ws Workspace
			for b.Loop() {
				for i := range l {
					copy(l[i], a[i*n:i*n+i+1])
				}
				if !l.Factorise(&ws) {
					b.Fatal("not positive definite")
				}
				l.InvertInto(m, &ws)
				m.Gram(g, &ws)
			}
			operations := float64(n) * float64(n) * float64(n)
			b.ReportMetric(operations*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "Gflop/s")
		})
	}
}

// correlated is a positive definite matrix in which nothing underflows, row by
// row: subnormal numbers would be all that is measured.
func correlated(n int) []float64 {
	a := make([]float64, n*n)
	for i := range n {
		for j := range n {
			a[i*n+j] = math.Exp(-3 * math.Abs(float64(i-j)) / float64(n))
		}
		a[i*n+i]++
	}
	return a
}

// BenchmarkAgainstGonum factorises and inverts the factor, by us and by gonum:
// the reason why small matrices are our own.
func BenchmarkAgainstGonum(b *testing.B) {
	for _, n := range []int{20, 40, 130} {
		a := spd(n, 1)
		b.Run(fmt.Sprintf("ours/n=%d", n), func(b *testing.B) {
			l, m, ws := New(n), New(n), new(Workspace)
			b.ReportAllocs()
			for b.Loop() {
				for i := range n {
					copy(l[i], a[i*n:i*n+i+1])
				}
				if !l.Factorise(ws) {
					b.Fatal("not positive definite")
				}
				l.InvertInto(m, ws)
			}
		})
		b.Run(fmt.Sprintf("gonum/n=%d", n), func(b *testing.B) {
			sym := mat.NewSymDense(n, a)
			var chol mat.Cholesky
			var l, inv mat.TriDense
			b.ReportAllocs()
			for b.Loop() {
				if !chol.Factorize(sym) {
					b.Fatal("not positive definite")
				}
				chol.LTo(&l)
				if err := inv.InverseTri(&l); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// spd is a positive definite matrix, row by row.
func spd(n int, noise float64) []float64 {
	a := make([]float64, n*n)
	for i := range n {
		for j := range n {
			d := float64(i-j) / 7
			a[i*n+j] = math.Exp(-d * d / 2)
		}
		a[i*n+i] += noise
	}
	return a
}
