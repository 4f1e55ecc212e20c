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
