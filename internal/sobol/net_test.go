package sobol

import (
	"fmt"
	"testing"
)

// digits returns the next n points as 48-bit fractions, before scrambling and
// as handed out.
func digits(s *Sequence, n int) (plain, scrambled [][]uint64) {
	u := make([]float64, len(s.key))
	for range n {
		plain = append(plain, append([]uint64(nil), s.x...))
		s.Next(u)
		cells := make([]uint64, len(u))
		for j, x := range u {
			cells[j] = uint64(x * (1 << depth)) // exact: drops the half step
		}
		scrambled = append(scrambled, cells)
	}
	return plain, scrambled
}

// isNet reports the first elementary interval of volume 2ᵗ⁻ᵐ that does not hold
// 2ᵗ of the 2ᵐ points, looking at the first dims coordinates.
func isNet(points [][]uint64, dims []int, t, m int) error {
	count := make([]int, 1<<(m-t))
	cut := make([]int, len(dims)) // the interval is 2^−cut[k] wide in dimension k
	var shapes func(k, left int) error
	shapes = func(k, left int) error {
		if k < len(dims)-1 {
			for c := range left + 1 {
				cut[k] = c
				if err := shapes(k+1, left-c); err != nil {
					return err
				}
			}
			return nil
		}
		cut[k] = left
		clear(count)
		for _, p := range points {
			cell := uint64(0)
			for i, j := range dims {
				cell = cell<<cut[i] | p[j]>>(depth-cut[i])
			}
			count[cell]++
		}
		for cell, n := range count {
			if n != 1<<t {
				return fmt.Errorf("dimensions %v cut %v: cell %d holds %d points, want %d", dims, cut, cell, n, 1<<t)
			}
		}
		return nil
	}
	return shapes(0, m-t)
}

// Niederreiter (1988): the first s dimensions are a (t, s)-sequence with
// t = Σ(eⱼ − 1) over the degrees eⱼ, dimension 1 counting as degree 1. Every
// block of 2ᵐ points that starts at a multiple of 2ᵐ is then a (t, m, s)-net.
func TestElementaryIntervalsHoldTheirShare(t *testing.T) {
	t.Parallel()
	wants := []int{0, 0, 0, 1, 3, 5} // t by number of dimensions, from the table
	quality := 0
	for s := 2; s <= 5; s++ {
		quality += len(joeKuo[s-2].m) - 1
		if quality != wants[s] {
			t.Fatalf("%d dimensions have t = %d, want %d", s, quality, wants[s])
		}
		dims := []int{0, 1, 2, 3, 4}[:s]
		for m := quality; m <= 10; m++ {
			for _, block := range []uint64{0, 1, 5, 1 << 30} {
				for seed := range uint64(3) {
					q := New(s, seed)
					q.Skip(block << m)
					plain, scrambled := digits(q, 1<<m)
					if err := isNet(plain, dims, quality, m); err != nil {
						t.Fatalf("m = %d, block %d: %v", m, block, err)
					}
					if err := isNet(scrambled, dims, quality, m); err != nil {
						t.Fatalf("m = %d, block %d, seed %d, scrambled: %v", m, block, seed, err)
					}
				}
			}
		}
	}
}
