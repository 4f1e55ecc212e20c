package sobol

import (
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
)

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

// A polynomial of degree s is primitive when x has order 2ˢ − 1 modulo it.
func TestPolynomialsArePrimitiveAndDistinct(t *testing.T) {
	t.Parallel()
	seen := map[uint64]int{}
	for i, p := range joeKuo {
		s := len(p.m)
		full := 1<<s | p.a<<1 | 1 // all the coefficients, the leading one first
		if p.a >= 1<<(s-1) {
			t.Errorf("dimension %d: a = %d does not fit degree %d", i+2, p.a, s)
		}
		if before, ok := seen[full]; ok {
			t.Errorf("dimensions %d and %d share the polynomial %b", before, i+2, full)
		}
		seen[full] = i + 2
		order, r := 0, uint64(1)
		for {
			order++
			if r <<= 1; r>>s&1 == 1 {
				r ^= full
			}
			if r == 1 || order >= 1<<s {
				break
			}
		}
		if order != 1<<s-1 {
			t.Errorf("dimension %d: x has order %d modulo %b, want %d", i+2, order, full, 1<<s-1)
		}
	}
}

func TestInitialIntegersAreOddAndSmall(t *testing.T) {
	t.Parallel()
	for d, p := range joeKuo {
		for i, m := range p.m {
			if m%2 == 0 || m >= 1<<(i+1) {
				t.Errorf("dimension %d: m%d = %d is not odd and below %d", d+2, i+1, m, 1<<(i+1))
			}
		}
	}
}

// Sobol's Property A: the first 2ˢ points fall one into each orthant of the
// s-dimensional cube, which is to say that the leading bits of the first s
// direction numbers of the first s dimensions form a matrix regular over GF(2).
// Joe and Kuo (2008) chose this table to have it for every s up to 1111.
func TestPropertyA(t *testing.T) {
	t.Parallel()
	var rows [netDims]uint64 // bit i: leading bit of direction number i
	rows[0] = 1
	for j, p := range joeKuo {
		s := len(p.m)
		// The term vᵢ₋ₛ/2ˢ has no leading bit, so leading bits obey the
		// recurrence alone and can be had beyond what directions returns.
		for i := range netDims {
			if i < s {
				rows[j+1] |= p.m[i] >> i << i
				continue
			}
			lead := rows[j+1] >> (i - s)
			for k := 1; k < s; k++ {
				lead ^= p.a >> (s - 1 - k) & (rows[j+1] >> (i - k))
			}
			rows[j+1] |= lead & 1 << i
		}
		for i, v := range directions(j + 1) {
			if v>>(depth-1) != rows[j+1]>>i&1 {
				t.Fatalf("dimension %d: direction number %d does not obey the recurrence", j+2, i+1)
			}
		}
	}
	for s := 1; s <= netDims; s++ {
		m, rank := rows, 0
		for col := range s {
			for r := rank; r < s; r++ {
				if m[r]>>col&1 == 0 {
					continue
				}
				m[rank], m[r] = m[r], m[rank]
				for k := rank + 1; k < s; k++ {
					m[k] ^= m[rank] * (m[k] >> col & 1)
				}
				rank++
				break
			}
		}
		if rank != s {
			t.Errorf("the first %d dimensions have rank %d", s, rank)
		}
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
