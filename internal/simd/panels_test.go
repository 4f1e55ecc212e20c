package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func drawn(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// drawnLower is the lower triangle of a symmetric matrix.
func drawnLower(rng *rand.Rand, n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = drawn(rng, i+1)
	}
	return rows
}

// A packed matrix has the products of one that is not, bit by bit, whichever
// code runs.
func TestMatrixIsMultiply(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 32))
	for _, size := range []int{1, 5, 20, 61, 188, 190, 193, 198, 201, 207, 212, 216} {
		n := (size + 3) &^ 3
		lower, full := drawnLower(rng, size), make([]float64, n*n)
		for i, row := range lower {
			for j, v := range row {
				full[i*n+j], full[j*n+i] = v, v
			}
		}
		packed := NewMatrix(lower, n)
		for i, v := range full {
			if packed.At(i/n, i%n) != v {
				t.Fatalf("number %d of a matrix of order %d is %v, want %v", i, n, packed.At(i/n, i%n), v)
			}
		}
		for _, rows := range []int{0, 1, 2, 3, 4, 7, 8, 9, 12, 15, 21} {
			k := drawn(rng, rows*n)
			want := make([]float64, rows*n)
			multiply(want, k, full, n)
			got := drawn(rng, rows*n)
			packed.Multiply(got, k, rows)
			same(t, fmt.Sprintf("Matrix of %d rows", rows), n, got, want)
			if !packed.packed {
				continue
			}
			for name, each := range map[string]func(dst, k []float64, p int){"plain": packed.plain, "panel": packed.panel} {
				if name == "panel" && !vectors {
					continue
				}
				got = drawn(rng, rows*n)
				for p := range (n + panelColumns - 1) / panelColumns {
					each(got, k, p)
				}
				same(t, name, n, got, want)
			}
		}
	}
}

// BenchmarkMatrix is the product of K⁻¹ with as many rows as a stage of a tree has.
func BenchmarkMatrix(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{20, 40, 64, 100, 200, 300, 500, 600, 1000, 2000} {
		for _, rows := range []int{1, 4, 16, 32} {
			b.Run(fmt.Sprintf("n=%d/rows=%d", n, rows), func(b *testing.B) {
				m := NewMatrix(drawnLower(rng, n), n)
				k, dst := drawn(rng, rows*n), make([]float64, rows*n)
				for b.Loop() {
					m.Multiply(dst, k, rows)
				}
				operations := 2 * float64(rows) * float64(n) * float64(n)
				b.ReportMetric(operations*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "Gflop/s")
			})
		}
	}
}
