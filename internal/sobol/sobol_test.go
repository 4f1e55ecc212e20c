package sobol

import (
	"math"
	"math/rand/v2"
	"runtime"
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

// Mean, variance and covariances of 4096 normals in 8 net dimensions and 2 past
// them. A net's errors are far below 1/√n = 0.016; independent draws' are not.
func TestNormalMoments(t *testing.T) {
	t.Parallel()
	const n, first, dim = 4096, 60, 66
	s, z := New(dim, 11), make([]float64, dim)
	var mean [dim]float64
	var cov [dim][dim]float64
	for range n {
		s.NextNormal(z)
		for j := range z {
			mean[j] += z[j] / n
			for k := range j + 1 {
				cov[j][k] += z[j] * z[k] / n
			}
		}
	}
	for j := range dim {
		meanTol, varTol := 1e-3, 5e-3
		if j >= netDims {
			meanTol, varTol = 5/math.Sqrt(n), 5*math.Sqrt(2./n)
		}
		if math.Abs(mean[j]) > meanTol || math.Abs(cov[j][j]-1) > varTol {
			t.Errorf("dimension %d: mean %g, variance %g", j+1, mean[j], cov[j][j])
		}
		for k := range j {
			if math.Abs(cov[j][k]) > 5/math.Sqrt(n) {
				t.Errorf("dimensions %d and %d: covariance %g", k+1, j+1, cov[j][k])
			}
		}
	}
}

// A smooth product with integral 1 and known variance:
//
//	f(u) = Π (1 + (uⱼ − ½)·c),  Var f = (1 + c²/12)ᵈ − 1
//
// Over seeds its mean over the points is unbiased, and the mean's variance
// falls faster than 1/n: the gain on plain random points, one run with the same
// seeds and number of points, grows with n.
func TestScrambledMeansAreUnbiasedAndBeatRandom(t *testing.T) {
	t.Parallel()
	const dim, seeds, c = 4, 200, 1.5
	f := func(u []float64) float64 {
		p := 1.0
		for _, x := range u {
			p *= 1 + c*(x-0.5)
		}
		return p
	}
	// spread returns the mean and the variance of the estimate over seeds.
	spread := func(n int, draw func(seed uint64) func([]float64)) (mean, variance float64) {
		u := make([]float64, dim)
		for seed := range uint64(seeds) {
			next, sum := draw(seed), 0.0
			for range n {
				next(u)
				sum += f(u)
			}
			e := sum/float64(n) - 1
			mean += e / seeds
			variance += e * e / seeds // the truth is known, so no mean is taken off
		}
		return mean, variance
	}
	random := func(seed uint64) func([]float64) {
		rng := rand.New(rand.NewPCG(seed, 99))
		return func(u []float64) {
			for j := range u {
				u[j] = rng.Float64()
			}
		}
	}
	sobol := func(seed uint64) func([]float64) { return New(dim, seed).Next }

	gain := 0.0
	for _, n := range []int{1, 16, 64, 256, 1024} {
		mean, variance := spread(n, sobol)
		_, plain := spread(n, random)
		if bound := 4.5 * math.Sqrt(variance/seeds); math.Abs(mean) > bound {
			t.Errorf("n = %d: bias %.2e, over %.2e", n, mean, bound)
		}
		// The check's own footing: plain draws have the variance theory gives.
		if theory := (math.Pow(1+c*c/12, dim) - 1) / float64(n); plain < theory/2 || plain > theory*2 {
			t.Errorf("n = %d: plain variance %.2e, theory %.2e", n, plain, theory)
		}
		before := gain
		gain = plain / variance
		if n > 1 && gain < 2*before {
			t.Errorf("n = %d: gain %.1f on random points, before %.1f", n, gain, before)
		}
		t.Logf("n = %4d: variance %.2e, random %.2e, gain %.1f", n, variance, plain, gain)
	}
	if gain < 100 {
		t.Errorf("gain %.1f at 1024 points, want over 100", gain)
	}
}

// In one dimension the scrambled points are one uniform draw in each of n equal
// intervals, independent of each other, so the mean of u has variance 1/(12n³)
// exactly: faster by two powers of n than random points, no more and no less.
func TestOneDimensionIsStratified(t *testing.T) {
	t.Parallel()
	const seeds = 5000
	for _, n := range []int{1, 2, 8, 64} {
		for _, skip := range []uint64{0, 3 << 20} {
			variance, u := 0.0, make([]float64, 1)
			for seed := range uint64(seeds) {
				s, e := New(1, seed), 0.0
				s.Skip(skip)
				for range n {
					s.Next(u)
					e += (u[0] - 0.5) / float64(n)
				}
				variance += e * e / seeds
			}
			// The estimate's own standard deviation is at most √(2/seeds) = 2%.
			if r := variance * 12 * math.Pow(float64(n), 3); math.Abs(r-1) > 0.09 {
				t.Errorf("n = %d, after %d points: variance %.3f of what is due", n, skip, r)
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

func benchmark(b *testing.B, dim int, next func(*Sequence, []float64)) {
	s, u := New(dim, 1), make([]float64, dim)
	b.ReportAllocs()
	for b.Loop() {
		next(s, u)
	}
	runtime.KeepAlive(u)
}

func BenchmarkNext2(b *testing.B)        { benchmark(b, 2, (*Sequence).Next) }
func BenchmarkNext12(b *testing.B)       { benchmark(b, 12, (*Sequence).Next) }
func BenchmarkNextNormal12(b *testing.B) { benchmark(b, 12, (*Sequence).NextNormal) }
func BenchmarkNew12(b *testing.B) {
	for b.Loop() {
		New(12, 1)
	}
}
