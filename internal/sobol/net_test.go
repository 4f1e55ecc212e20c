package sobol

import (
	"fmt"
	"hash/crc32"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
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

// The table's rows as "d s a m₁ … mₛ" lines have this checksum. It was computed
// outside Go from another copy of new-joe-kuo-6.21201 than the one the table was
// taken from, in another repository and notation.
func TestTableIsJoeAndKuos(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i, p := range joeKuo {
		fmt.Fprintf(&b, "%d %d %d", i+2, len(p.m), p.a)
		for _, m := range p.m {
			fmt.Fprintf(&b, " %d", m)
		}
		b.WriteByte('\n')
	}
	if got := crc32.ChecksumIEEE([]byte(b.String())); got != 0x585cab23 {
		t.Errorf("checksum %#x, want 0x585cab23", got)
	}
	if netDims != 64 {
		t.Errorf("%d dimensions, want 64", netDims)
	}
}

// The first ten points in three dimensions, as Joe and Kuo print them as the
// example output of their program at https://web.maths.unsw.edu.au/~fkuo/sobol/.
func TestFirstPointsUnscrambled(t *testing.T) {
	t.Parallel()
	want := [][3]float64{
		{0, 0, 0}, {0.5, 0.5, 0.5}, {0.75, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.375, 0.375, 0.625},
		{0.875, 0.875, 0.125}, {0.625, 0.125, 0.875}, {0.125, 0.625, 0.375}, {0.1875, 0.3125, 0.9375}, {0.6875, 0.8125, 0.4375},
	}
	s, u := New(3, 0), make([]float64, 3)
	for n, w := range want {
		for j, x := range s.x {
			if got := float64(x) * 0x1p-48; got != w[j] {
				t.Errorf("point %d, dimension %d: %g, want %g", n, j+1, got, w[j])
			}
		}
		s.Next(u)
	}
}

// agree counts the leading bits two 48-bit fractions share.
func agree(x, y uint64) int { return bits.LeadingZeros64(x^y) - 16 }

func TestScrambleKeepsTheLengthOfCommonPrefixes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		key := rng.Uint64()
		for k := range 48 {
			x := rng.Uint64() >> 16
			y := x ^ 1<<(47-k) ^ rng.Uint64()>>16&(1<<(47-k)-1) // parts from x at bit k
			if got := agree(scramble(x, key), scramble(y, key)); agree(x, y) != k || got != k {
				t.Fatalf("%012x and %012x agree in %d bits, scrambled in %d, want %d", x, y, agree(x, y), got, k)
			}
		}
	}
}

// Every coin of the tree is fair and independent of the coins next to it: of
// the parent, of the sibling, of the same node in a neighbouring tree. These are
// what a hash that merely looks like Owen's scrambling gets wrong.
func TestScrambleCoinsAreFairAndIndependent(t *testing.T) {
	t.Parallel()
	const trials = 20000
	rng := rand.New(rand.NewPCG(2, 2))
	flip := func(x, key uint64, k int) bool { return (x^scramble(x, key))>>(47-k)&1 == 1 }
	for k := range 48 {
		var heads, parent, sibling, seed int
		for range trials {
			key, x := rng.Uint64(), rng.Uint64()>>16
			f := flip(x, key, k)
			count := func(n *int, b bool) {
				if b {
					*n++
				}
			}
			count(&heads, f)
			count(&seed, f == flip(x, key+1, k))
			if k > 0 {
				count(&parent, f == flip(x, key, k-1))
				count(&sibling, f == flip(x^1<<(48-k), key, k))
			}
		}
		check := func(what string, n int) {
			// 5 standard deviations of a fair coin; 190 checks of fixed seeds.
			if dev := math.Abs(float64(n) - trials/2); dev > 5*math.Sqrt(trials)/2 {
				t.Errorf("bit %d, %s: %d of %d", k, what, n, trials)
			}
		}
		check("heads", heads)
		check("same under the next key", seed)
		if k > 0 {
			check("same as the bit above", parent)
			check("same as under the sibling prefix", sibling)
		}
	}
}
