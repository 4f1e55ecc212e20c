package triangular

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Products of several vectors at once are those of each, to the bit, at orders of every remainder and beyond what is near.
func TestTimesEach(t *testing.T) {
	t.Parallel()
	rng, ws := rand.New(rand.NewPCG(15, 16)), new(Workspace)
	for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30, 128, 129, 130, 131, 132, 133, 134, 135, 301, 302, 303, 304} {
		m := New(n)
		for i := range m {
			copy(m[i], vector(rng, i+1))
		}
		for _, count := range []int{3, 16, 24, 25, 33, 50, 121, 201} {
			timesEach(t, rng, m, count, ws)
		}
	}
}

func timesEach(t *testing.T, rng *rand.Rand, m Lower, count int, ws *Workspace) {
	n := len(m)
	var got, want, b [][]float64
	for range count {
		b, got, want = append(b, vector(rng, n)), append(got, vector(rng, n)), append(want, vector(rng, n))
		m.Times(want[len(b)-1], b[len(b)-1])
	}
	m.TimesEach(got, b, ws)
	for k := range b {
		same(t, "product of several", n, Lower{got[k]}, Lower{want[k]})
	}
}

// Both products in one go are those of each, to the bit.
func TestTimesBoth(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(19, 20))
	for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30, 63, 64, 65, 66, 130, 301, 302, 303, 304} {
		m := New(n)
		for i := range m {
			copy(m[i], vector(rng, i+1))
		}
		b, z, w, wantZ, wantW := vector(rng, n), vector(rng, n), vector(rng, n), vector(rng, n), vector(rng, n)
		m.Times(wantZ, b)
		m.TransposedTimes(wantW, wantZ)
		m.TimesBoth(z, w, b)
		same(t, "product", n, Lower{z}, Lower{wantZ})
		same(t, "product with both", n, Lower{w}, Lower{wantW})
	}
}

// What a curve of 201 points takes of its model.
func BenchmarkTimesEach(b *testing.B) {
	for _, n := range []int{100, 500, 1000} {
		rng := rand.New(rand.NewPCG(17, 18))
		m := New(n)
		for i := range m {
			copy(m[i], vector(rng, i+1))
		}
		var dst, x [][]float64
		ws := new(Workspace)
		for range 201 {
			dst, x = append(dst, make([]float64, n)), append(x, vector(rng, n))
		}
		b.Run(fmt.Sprintf("one by one/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				for k := range x {
					m.Times(dst[k], x[k])
				}
			}
		})
		b.Run(fmt.Sprintf("at once/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				m.TimesEach(dst, x, ws)
			}
		})
	}
}
