package simd

// Sums is a Dot of long vectors that is computed piece by piece, each while it is
// near; the zero value is ready.
type Sums [8]float64

// Add adds a piece whose length is a multiple of eight.
func (s *Sums) Add(a, b []float64) {
	b = b[:len(a)]
	if len(a)%8 != 0 {
		panic("simd: pieces of a Dot want a multiple of eight")
	}
	if vectors && len(a) > 0 {
		addDotAVX((*[8]float64)(s), a, b)
		return
	}
	for ; len(a) > 0; a, b = a[8:], b[8:] {
		p, q := (*[8]float64)(a), (*[8]float64)(b)
		for i := range s {
			s[i] += float64(p[i] * q[i])
		}
	}
}

// Dot ends with the last piece, of any length.
func (s *Sums) Dot(a, b []float64) float64 {
	n := len(a) &^ 7
	s.Add(a[:n], b[:n])
	a, b = a[n:], b[n:len(a)]
	if len(a) >= 4 {
		for i, v := range a[:4] {
			s[i] += float64(v * b[i])
		}
		a, b = a[4:], b[4:]
	}
	sum := ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
