package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

func random(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64() * math.Exp(3*rng.NormFloat64())
	}
	return v
}

func same(t *testing.T, what string, n int, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Fatalf("%s, %d numbers: entry %d is %v in assembly, %v in Go", what, n, i, got[i], want[i])
		}
	}
}

// The assembly and the Go code give the same bits, at every length.
func TestAssemblyIsTheGoCode(t *testing.T) {
	t.Parallel()
	if !vectors {
		t.Skip("no AVX2 here: there is only the Go code")
	}
	assemblyIsTheGoCode(t)
}

func assemblyIsTheGoCode(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 67 {
		a, b, c := random(rng, n), random(rng, n), rng.NormFloat64()
		same(t, "Dot", n, []float64{Dot(a, b)}, []float64{dot(a, b)})
		four := [4][]float64{random(rng, n), random(rng, n+1), random(rng, n+2), random(rng, n+3)}
		var got, want [4]float64
		DotFour(&got, a, &four)
		x, y := append([]float64{}, a...), append([]float64{}, a...)
		for i := range four {
			want[i] = dot(a, four[i][:n])
		}
		same(t, "DotFour", n, got[:], want[:])
		DotFourFused(&got, a, &four)
		for i := range four {
			want[i] = DotFused(a, four[i])
		}
		same(t, "DotFourFused", n, got[:], want[:])
		factors := (*[4]float64)(random(rng, 4))
		AxpyFour(x, factors, &four)
		for i := range four {
			axpy(y, factors[i], four[i][:n])
		}
		same(t, "AxpyFour", n, x, y)
		AxpyFourFused(x, factors, &four)
		for i := range four {
			AxpyFused(y, factors[i], four[i])
		}
		same(t, "AxpyFourFused", n, x, y)
		w, v := append([]float64{}, a...), append([]float64{}, a...)
		same(t, "the sum of Weigh", n, []float64{Weigh(w, b)}, []float64{weigh(v, b)})
		same(t, "Weigh", n, w, v)
		for what, f := range map[string][2]func(dst []float64){
			"Axpy":       {func(d []float64) { Axpy(d, c, b) }, func(d []float64) { axpy(d, c, b) }},
			"Blend":      {func(d []float64) { Blend(d, c, b, 2.5, a) }, func(d []float64) { blend(d, c, b, 2.5, a) }},
			"Squares":    {func(d []float64) { Squares(d, c, b) }, func(d []float64) { squares(d, c, b) }},
			"AddSquares": {func(d []float64) { AddSquares(d, c, b) }, func(d []float64) { addSquares(d, c, b) }},
		} {
			x, y := append([]float64{}, a...), append([]float64{}, a...)
			f[0](x)
			f[1](y)
			same(t, what, n, x, y)
		}
		q, h := make([]float64, n), make([]float64, n)
		for i := range q {
			q[i] = math.Pow(10*rng.Float64(), 2*float64(1+i%4))
		}
		k, g := append([]float64{}, q...), make([]float64, n)
		Matern(q, h, 1.7)
		matern(k, g, 1.7)
		same(t, "Matern", n, q, k)
		same(t, "the slopes of Matern", n, h, g)
	}
	for n := 0; n <= 44; n += 4 {
		m := random(rng, n*n)
		for rows := range 10 {
			k := random(rng, rows*n)
			x, y := random(rng, rows*n), make([]float64, rows*n)
			Multiply(x, k, m, rows, n)
			multiply(y, k, m, n)
			same(t, "Multiply", n, x, y)
		}
	}
}

// Against the formulas, summed or raised by the standard library.
func TestFormulas(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 20000 {
		r := 750 * math.Pow(rng.Float64(), 4)
		if i == 0 {
			r = 0
		}
		k, h := []float64{r * r, r * r, r * r, r * r, r * r}, make([]float64, 5)
		r = math.Min(math.Sqrt(k[0]), farthest)
		Matern(k, h, 2)
		e := math.Exp(-r)
		for j := range k {
			if want := 2 * (1 + r + r*r/3) * e; math.Abs(k[j]-want) > 2e-15*want {
				t.Fatalf("kernel at r = %v: %v, want %v", r, k[j], want)
			}
			if want := -2.0 / 3 * (1 + r) * e; math.Abs(h[j]-want) > -2e-15*want {
				t.Fatalf("slope at r = %v: %v, want %v", r, h[j], want)
			}
		}
		if got := ExpNeg(r); math.Abs(got-e) > 1e-15*e {
			t.Fatalf("e^-%v = %v, want %v", r, got, e)
		}
	}
	a, b := random(rng, 45), random(rng, 45)
	sum, size := 0.0, 0.0
	for i := range a {
		sum += a[i] * b[i]
		size += math.Abs(a[i] * b[i])
	}
	if got := Dot(a, b); math.Abs(got-sum) > 1e-14*size {
		t.Errorf("Dot %v, want %v", got, sum)
	}
}

// A kernel that met a NaN must not hide it.
func TestNaNStays(t *testing.T) {
	t.Parallel()
	k, h := make([]float64, 9), make([]float64, 9)
	for i := range k {
		k[i] = math.NaN()
	}
	Matern(k, h, 1)
	for i := range k {
		if !math.IsNaN(k[i]) || !math.IsNaN(h[i]) {
			t.Fatalf("entry %d: kernel %v, slope %v", i, k[i], h[i])
		}
	}
}

func BenchmarkMatern20(b *testing.B) {
	q, k, h := make([]float64, 20), make([]float64, 20), make([]float64, 20)
	for i := range q {
		q[i] = float64(i)
	}
	for b.Loop() {
		copy(k, q)
		Matern(k, h, 1)
	}
}

func BenchmarkMultiply16x20(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	k, m, w := random(rng, 320), random(rng, 400), make([]float64, 320)
	for b.Loop() {
		Multiply(w, k, m, 16, 20)
	}
}

func BenchmarkDot20(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := random(rng, 20), random(rng, 20)
	for b.Loop() {
		Dot(x, y)
	}
}
