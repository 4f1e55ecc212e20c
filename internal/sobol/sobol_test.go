package sobol

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// take returns the next n points.
func take(s *Sequence, n int) [][]float64 {
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, len(s.key))
		s.Next(points[i])
	}
	return points
}

func mustPanic(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f()
}

func TestNextStaysInsideTheOpenCube(t *testing.T) {
	t.Parallel()
	// The ends of the range of unit, whatever the scrambling does.
	if lo, hi := unit(0), unit(1<<depth-1); lo != 0x1p-49 || hi != 1-0x1p-49 {
		t.Errorf("coordinates from %g to 1 − %g", lo, 1-hi)
	}
	for seed := range uint64(20) {
		for _, u := range take(New(70, seed), 512) {
			for j, x := range u {
				if !(0 < x && x < 1) {
					t.Fatalf("seed %d, dimension %d: %g", seed, j+1, x)
				}
			}
		}
	}
}

func TestSeedFixesThePointsAndDimensionsDoNotInterfere(t *testing.T) {
	t.Parallel()
	a, b, c := take(New(70, 7), 300), take(New(70, 7), 300), take(New(70, 8), 300)
	narrow := take(New(5, 7), 300)
	for i := range a {
		if !slices.Equal(a[i], b[i]) {
			t.Fatalf("point %d differs between two sequences of one seed", i)
		}
		if !slices.Equal(a[i][:5], narrow[i]) {
			t.Fatalf("point %d: the first five of seventy coordinates are not those of five", i)
		}
		for j := range a[i] {
			if a[i][j] == c[i][j] {
				t.Fatalf("point %d, dimension %d: seeds 7 and 8 agree on %g", i, j+1, a[i][j])
			}
		}
	}
}

// Recorded from this package: a journal replays only while these stay.
func TestPointsAreTheOnesJournalsWereMadeWith(t *testing.T) {
	t.Parallel()
	want := [][]float64{
		{0x1.4aaf3445feb9p-01, 0x1.87aa6598e2d4p-03, 0x1.a2366d6c61d2p-02, 0x1.6664eb537b4fp-01},
		{0x1.62418bdfd584p-03, 0x1.b9fb16a5b34dp-01, 0x1.9d7b0bfa5827p-01, 0x1.e9032f9c96p-10},
		{0x1.cd94a53f8d2ep-02, 0x1.5d1e4a644d46p-02, 0x1.7ef956b37791p-01, 0x1.e6cbbe80e731p-01},
		{0x1.aace39f4f133p-01, 0x1.2daf29275d31p-01, 0x1.1c52f078d668p-04, 0x1.537ae5901f5fp-01},
		{0x1.eb5e7b1cc03dp-01, 0x1.d66b97fdc316p-02, 0x1.6ae638d115aep-02, 0x1.2503a7a8ebdap-02},
	}
	s := New(66, 2024)
	for i, w := range want {
		u := make([]float64, 66)
		s.Next(u)
		if got := []float64{u[0], u[1], u[63], u[65]}; !slices.Equal(got, w) {
			t.Errorf("point %d: dimensions 1, 2, 64, 66 are %x, want %x", i, got, w)
		}
	}
}

func TestSkipIsTheSameAsNext(t *testing.T) {
	t.Parallel()
	all := take(New(67, 3), 1200)
	for _, from := range []int{0, 1, 2, 3, 7, 8, 100, 511, 512, 1023} {
		s := New(67, 3)
		s.Skip(uint64(from / 3))
		s.Skip(uint64(from - from/3))
		for i, u := range take(s, 100) {
			if !slices.Equal(u, all[from+i]) {
				t.Fatalf("after skipping %d, point %d differs", from, i)
			}
		}
	}
}

func TestSequenceEnds(t *testing.T) {
	t.Parallel()
	s, u := New(66, 1), make([]float64, 66)
	s.Skip(maxPoints - 1)
	s.Next(u)
	mustPanic(t, func() { s.Next(u) })
	mustPanic(t, func() { s.Skip(1) })
	mustPanic(t, func() { New(2, 1).Skip(math.MaxUint64) })
}

func TestMistakesPanic(t *testing.T) {
	t.Parallel()
	mustPanic(t, func() { New(0, 1) })
	mustPanic(t, func() { New(-3, 1) })
	mustPanic(t, func() { New(3, 1).Next(make([]float64, 2)) })
	mustPanic(t, func() { New(3, 1).NextNormal(make([]float64, 4)) })
}

func TestNextNormalIsTheQuantileOfNext(t *testing.T) {
	t.Parallel()
	a, b := New(66, 5), New(66, 5)
	u, z := make([]float64, 66), make([]float64, 66)
	for range 100 {
		a.Next(u)
		b.NextNormal(z)
		for j := range u {
			if z[j] != mathext.NormalQuantile(u[j]) {
				t.Fatalf("%g is not the quantile of %g", z[j], u[j])
			}
		}
	}
}

// Over seeds one and the same point is uniform and its coordinates independent:
// here the 1st, the 2nd and the 100th, in dimensions 1, 2 and 40.
func TestEachPointIsUniformOverSeeds(t *testing.T) {
	t.Parallel()
	const seeds, cells = 8000, 16
	for _, index := range []uint64{0, 1, 99} {
		var count [3][cells]int
		var product float64
		u := make([]float64, 40)
		for seed := range uint64(seeds) {
			s := New(40, seed)
			s.Skip(index)
			s.Next(u)
			for k, j := range []int{0, 1, 39} {
				count[k][int(u[j]*cells)]++
			}
			product += 12 * (u[0] - 0.5) * (u[1] - 0.5) / seeds
		}
		for k := range count {
			chi := 0.0
			for _, c := range count[k] {
				chi += (float64(c) - seeds/cells) * (float64(c) - seeds/cells) / (seeds / cells)
			}
			if chi > 44.3 { // χ² with 15 degrees of freedom exceeds it once in 10⁴
				t.Errorf("point %d, dimension %d: χ² = %.1f, counts %v", index, []int{1, 2, 40}[k], chi, count[k])
			}
		}
		if math.Abs(product) > 4.5/math.Sqrt(seeds) {
			t.Errorf("point %d: correlation %g of dimensions 1 and 2", index, product)
		}
	}
}

func TestNextDoesNotAllocate(t *testing.T) {
	s, u := New(66, 1), make([]float64, 66)
	for name, f := range map[string]func(){
		"Next":       func() { s.Next(u) },
		"NextNormal": func() { s.NextNormal(u) },
		"Skip":       func() { s.Skip(3) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %g times", name, n)
		}
	}
}
