package simd

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

// The bits of every loop on the same numbers, whatever machine runs it: with assembly, without, and where the
// compiler could fuse products with sums.
func TestBitsAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	bitsAreTheSame(t)
}

func bitsAreTheSame(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	numbers := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = 4*rng.Float64() - 2
		}
		return v
	}
	h := fnv.New64a()
	write := func(values ...float64) {
		for _, v := range values {
			_ = binary.Write(h, binary.LittleEndian, math.Float64bits(v))
		}
	}
	for _, e := range table {
		write(math.Float64frombits(e))
	}
	for _, n := range []int{1, 3, 4, 7, 8, 12, 31, 64} {
		a, b, c := numbers(n), numbers(n), numbers(n)
		write(Dot(a, b))
		Axpy(c, 0.7, a)
		write(c...)
		Blend(c, 0.3, a, -1.7, b)
		write(c...)
		write(Weigh(c, b))
		Squares(c, 0.4, a)
		AddSquares(c, 1.3, b)
		write(c...)
		k, s := append([]float64(nil), c...), make([]float64, n)
		Matern(k, s, 1.3)
		write(append(k, s...)...)
		for i, q := range c {
			c[i], s[i] = Pair(q, 0.9)
		}
		write(append(c, s...)...)
		Covariances(c, a[:1], b, n, []float64{1.7}, 2.1)
		write(c...)
		v, sd := numbers(n), make([]float64, n)
		Shrink(a, 0.8, c, sd, v, 1e-3)
		write(append(c, sd...)...)
		if n%4 == 0 {
			m, rows := numbers(n*n), numbers(3*n)
			out := make([]float64, 3*n)
			Multiply(out, rows, m, 3, n)
			write(out...)
			SubtractDots(v, b, m)
			write(v...)
		}
	}
	if got := h.Sum64(); got != 0xa81310bfd76b906f {
		t.Errorf("the bits add up to %#x", got)
	}
}

// The table is math.Exp2's to within a last bit.
func TestPowerOfTwo(t *testing.T) {
	t.Parallel()
	for j := range 256 {
		x := -float64(j) / 256
		if got, want := powerOfTwo(x), math.Exp2(x); math.Abs(got-want) > 0x1p-53 {
			t.Errorf("2^%g: %g, want %g", x, got, want)
		}
	}
}
