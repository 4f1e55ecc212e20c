package triangular

import (
	"math"

	"farsight/internal/simd"
)

// Loops over rows take four at a time, each through the same operations as it
// would go alone: that is about half as many loads. Products are converted, so
// that no machine fuses them with the sums.

// factorise fuses products with sums from row fused on, a multiple of four.
func (l Lower) factorise(fused int) bool {
	var sums [4]float64
	for i := 0; i < len(l); i += 4 {
		from := 0
		if i+4 <= len(l) {
			four := (*[4][]float64)(l[i : i+4])
			for ; from < i; from++ {
				rj := l[from]
				if i < fused {
					simd.DotFour(&sums, rj[:from], four)
				} else {
					simd.DotFourFused(&sums, rj[:from], four)
				}
				for k, s := range sums {
					four[k][from] = (four[k][from] - s) / rj[from]
				}
			}
		}
		for k := i; k < min(i+4, len(l)); k++ {
			if !l.factoriseRow(k, from, k >= fused) {
				return false
			}
		}
	}
	return true
}

// factoriseRow finishes row i of the factor, whose first entries are there.
func (l Lower) factoriseRow(i, from int, fused bool) bool {
	dot := simd.Dot
	if fused {
		dot = simd.DotFused
	}
	ri := l[i]
	for j := from; j < i; j++ {
		rj := l[j]
		ri[j] = (ri[j] - dot(ri[:j], rj[:j])) / rj[j]
	}
	v := ri[i] - dot(ri[:i], ri[:i])
	if !(v > 0) || math.IsInf(v, 0) {
		return false
	}
	ri[i] = math.Sqrt(v)
	return true
}

func (l Lower) invert(m Lower, fused int) {
	for i := range l {
		l.invertRow(m, i, i >= fused)
	}
}

// Products take the rows 4m−1 to 4m+2 together: their first 4m entries fill
// whole vectors, and what is left of them is a triangle of three. The rows
// before the first such four, and after the last, go alone.
const firstFour = 3

// fours is how many such groups there are, and lone the first row after them.
func (m Lower) fours() (groups, lone int) {
	if len(m) < firstFour {
		return 0, len(m)
	}
	groups = (len(m) - firstFour) / 4
	return groups, firstFour + 4*groups
}

func (m Lower) times(dst, b []float64) {
	m.timesAlone(dst, b, 0, min(firstFour, len(m)))
	groups, lone := m.fours()
	m.timesFour(dst, b, 0, groups)
	m.timesAlone(dst, b, lone, len(m))
}

// timesFour is Times for count groups of four rows from group first on.
func (m Lower) timesFour(dst, b []float64, first, count int) {
	for g := first; g < first+count; g++ {
		i := firstFour + 4*g
		four, out := (*[4][]float64)(m[i:i+4]), (*[4]float64)(dst[i:i+4])
		simd.DotFour(out, b[:i+1], four)
		rest, r1, r2, r3 := b[i+1:i+4], four[1][i+1:i+2], four[2][i+1:i+3], four[3][i+1:i+4]
		out[1] += float64(r1[0] * rest[0])
		out[2] = (out[2] + float64(r2[0]*rest[0])) + float64(r2[1]*rest[1])
		out[3] = ((out[3] + float64(r3[0]*rest[0])) + float64(r3[1]*rest[1])) + float64(r3[2]*rest[2])
	}
}

// timesAlone is Times for the rows from to below to, one by one.
func (m Lower) timesAlone(dst, b []float64, from, to int) {
	for i := from; i < to; i++ {
		dst[i] = simd.Dot(m[i], b[:i+1])
	}
}

// add adds Mᵀc to dst.
func (m Lower) add(dst, c []float64) {
	m.addAlone(dst, c, 0, min(firstFour, len(m)))
	groups, lone := m.fours()
	m.addGroups(dst, c, 0, groups)
	m.addAlone(dst, c, lone, len(m))
}

// addGroups is add for count groups of four rows from group first on.
func (m Lower) addGroups(dst, c []float64, first, count int) {
	for g := first; g < first+count; g++ {
		k := firstFour + 4*g
		m.addFour(dst, (*[4]float64)(c[k:k+4]), k)
	}
}

// addAlone adds the rows from to below to, times their c, one by one.
func (m Lower) addAlone(dst, c []float64, from, to int) {
	for k := from; k < to; k++ {
		simd.Axpy(dst[:k+1], c[k], m[k])
	}
}

// addFour adds c times the rows k to k+3 to dst.
func (m Lower) addFour(dst []float64, c *[4]float64, k int) {
	four := (*[4][]float64)(m[k : k+4])
	simd.AxpyFour(dst[:k+1], c, four)
	rest, r1, r2, r3 := dst[k+1:k+4], four[1][k+1:k+2], four[2][k+1:k+3], four[3][k+1:k+4]
	rest[0] = ((rest[0] + float64(c[1]*r1[0])) + float64(c[2]*r2[0])) + float64(c[3]*r3[0])
	rest[1] = (rest[1] + float64(c[2]*r2[1])) + float64(c[3]*r3[1])
	rest[2] += float64(c[3] * r3[2])
}

// addFourFused is addFour with products that are not rounded before they are added.
func (m Lower) addFourFused(dst []float64, c *[4]float64, k int) {
	four := (*[4][]float64)(m[k : k+4])
	simd.AxpyFourFused(dst[:k+1], c, four)
	for j := 1; j < 4; j++ {
		simd.AxpyFused(dst[k+1:k+j+1], c[j], four[j][k+1:])
	}
}

// subtract takes Mᵀb from dst.
func (m Lower) subtract(dst, b []float64, fused bool) {
	var c [4]float64
	k := 0
	for ; k+4 <= len(m); k += 4 {
		for j := range c {
			c[j] = -b[k+j]
		}
		if fused {
			m.addFourFused(dst, &c, k)
		} else {
			m.addFour(dst, &c, k)
		}
	}
	for ; k < len(m); k++ {
		if fused {
			simd.AxpyFused(dst[:k+1], -b[k], m[k])
		} else {
			simd.Axpy(dst[:k+1], -b[k], m[k])
		}
	}
}

func (m Lower) gram(dst Lower) {
	for i := range dst {
		clear(dst[i])
	}
	k := 0
	for ; k+4 <= len(m); k += 4 {
		four := (*[4][]float64)(m[k : k+4])
		for i := range k + 1 {
			c := [4]float64{four[0][i], four[1][i], four[2][i], four[3][i]}
			simd.AxpyFour(dst[i], &c, four)
		}
		for j := 1; j < 4; j++ {
			for i := k + 1; i <= k+j; i++ {
				simd.Axpy(dst[i], four[j][i], four[j])
			}
		}
	}
	for ; k < len(m); k++ {
		for i := range k + 1 {
			simd.Axpy(dst[i], m[k][i], m[k])
		}
	}
}

// gramFused is gram with products that are not rounded before they are added.
func (m Lower) gramFused(dst Lower) {
	for i := range dst {
		clear(dst[i])
	}
	for k := 0; k < len(m); k += 4 {
		end, from := min(k+4, len(m)), 0
		if end == k+4 {
			four := (*[4][]float64)(m[k:end])
			for ; from <= k; from++ {
				c := [4]float64{four[0][from], four[1][from], four[2][from], four[3][from]}
				simd.AxpyFourFused(dst[from], &c, four)
			}
		}
		for i := from; i < end; i++ {
			for j := max(i, k); j < end; j++ {
				simd.AxpyFused(dst[i], m[j][i], m[j])
			}
		}
	}
}
