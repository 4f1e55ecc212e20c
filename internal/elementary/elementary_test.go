package elementary

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

const precision = 200

func number(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigExp is e^x by Taylor's series at x/2^20, squared twenty times.
func bigExp(x *big.Float) *big.Float {
	const halvings = 20
	t := new(big.Float).SetPrec(2*precision).SetMantExp(x, -halvings)
	sum, term := big.NewFloat(1).SetPrec(2*precision), big.NewFloat(1).SetPrec(2*precision)
	for n := 1; n < 40; n++ {
		term.Mul(term, t).Quo(term, big.NewFloat(float64(n)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLog is ln x by Newton's iteration on bigExp.
func bigLog(x float64) *big.Float {
	if x < 0x1p-1022 {
		shift := new(big.Float).Mul(big.NewFloat(54).SetPrec(precision), bigLog(2))
		return shift.Sub(bigLog(x*0x1p54), shift)
	}
	y := number(math.Log(x))
	for range 3 {
		// y ← y + (x·e^−y − 1)
		e := bigExp(new(big.Float).Neg(y))
		e.Mul(e, number(x)).Sub(e, big.NewFloat(1))
		y.Add(y, e)
	}
	return y
}

// ulps is how many units in its last place got is away from want.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	if got == w && math.IsInf(w, 0) {
		return 0
	}
	unit := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	d, _ := new(big.Float).Sub(number(got), want).Float64()
	return math.Abs(d) / unit
}

func TestExpAgainstLongNumbers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	see := func(x, most float64) {
		if e := ulps(Exp(x), bigExp(number(x))); !(e <= most) {
			t.Errorf("Exp(%g) = %.17g is %.2f units off", x, Exp(x), e)
		} else {
			worst = max(worst, e)
		}
	}
	for range 4000 {
		see(rng.NormFloat64(), 1.1)
		see(1400*rng.Float64()-700, 1.1)
		see(rng.NormFloat64()*1e-5, 1.1)
	}
	for _, x := range []float64{0, 1, -1, 699.9999, 700, 705, 709.78, -700, -705, -708.3} {
		see(x, 1.1)
	}
	for range 200 {
		see(-708.4-36*rng.Float64(), 1.6) // subnormal: rounded a second time
	}
	t.Logf("at most %.2f units in the last place", worst)
}

func TestExpAtItsEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ x, want float64 }{
		{0, 1}, {math.Inf(1), math.Inf(1)}, {math.Inf(-1), 0}, {710, math.Inf(1)}, {1e300, math.Inf(1)}, {-746, 0}, {-1e300, 0},
		{709.782712893384, 1.797693134862273e308}, {-745.13, 5e-324},
	} {
		if got := Exp(c.x); got != c.want && math.Abs(got/c.want-1) > 1e-13 {
			t.Errorf("Exp(%g) = %g, want %g", c.x, got, c.want)
		}
	}
	if !math.IsNaN(Exp(math.NaN())) {
		t.Error("Exp(NaN) is a number")
	}
}

func TestLogAgainstLongNumbers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	worst := 0.0
	see := func(x float64) {
		if e := ulps(Log(x), bigLog(x)); !(e <= 1) {
			t.Errorf("Log(%g) = %.17g is %.2f units off", x, Log(x), e)
		} else {
			worst = max(worst, e)
		}
	}
	for range 1500 {
		see(math.Exp(20 * rng.NormFloat64()))
		see(1 + 0.4*(rng.Float64()-0.5))
		see(1 + 1e-6*rng.NormFloat64())
	}
	for _, x := range []float64{math.SmallestNonzeroFloat64, 0x1p-1050, 0x1.8p-1022, math.MaxFloat64, math.Sqrt2, math.Sqrt2 / 2, math.Nextafter(math.Sqrt2/2, 0), 2, 10} {
		see(x)
	}
	t.Logf("at most %.2f units in the last place", worst)
	for _, c := range []struct{ x, want float64 }{{1, 0}, {0, math.Inf(-1)}, {math.Copysign(0, -1), math.Inf(-1)}, {math.Inf(1), math.Inf(1)}} {
		if got := Log(c.x); got != c.want {
			t.Errorf("Log(%g) = %g, want %g", c.x, got, c.want)
		}
	}
	for _, x := range []float64{-1, math.Inf(-1), math.NaN()} {
		if !math.IsNaN(Log(x)) {
			t.Errorf("Log(%g) = %g", x, Log(x))
		}
	}
}

// What is made of the two is held against Go's, which is right to a few units wherever it comes from.
func TestTheOthersAgainstGo(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	near := func(name string, x, got, want, tolerance float64) {
		t.Helper()
		if got == want || math.IsNaN(got) && math.IsNaN(want) {
			return
		}
		if !(math.Abs(got-want) <= tolerance*math.Abs(want)+5e-324) {
			t.Errorf("%s(%g) = %.17g, Go's is %.17g", name, x, got, want)
		}
	}
	values := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 22, -22, 711, -711, 1e300, 5e-324, math.Inf(1), math.Inf(-1), math.NaN(), 0.84375, 26.6, 30}
	for range 2000 {
		values = append(values, rng.NormFloat64(), 10*rng.NormFloat64(), 300*rng.NormFloat64())
	}
	for i, x := range values {
		near("Sinh", x, Sinh(x), math.Sinh(x), 2e-15)
		near("Cosh", x, Cosh(x), math.Cosh(x), 2e-15)
		near("Tanh", x, Tanh(x), math.Tanh(x), 1e-15)
		near("Erf", x, Erf(x), math.Erf(x), 1e-15)
		if x < 26 {
			near("Erfc", x, Erfc(x), math.Erfc(x), 2e-15)
		}
		y := values[(7*i+3)%len(values)]
		if 0 < x && x < 1e-300 {
			continue // Go's logarithm of subnormal numbers is far off on some machines
		}
		near("1 + Log2", x, 1+Log2(x), 1+math.Log2(x), 1e-14) // Go's cancels near 1
		near("1 + Log10", x, 1+Log10(x), 1+math.Log10(x), 1e-14)
		near("Hypot", x, Hypot(x, y), math.Hypot(x, y), 1e-15)
		near("Pow", x, Pow(x, y), math.Pow(x, y), 1e-13)
		near("Pow", math.Abs(x), Pow(math.Abs(x), y/50), math.Pow(math.Abs(x), y/50), 1e-14)
	}
	for _, k := range []int{-1074, -3, 0, 1, 1000} {
		if got := Log2(math.Ldexp(1, k)); got != float64(k) {
			t.Errorf("Log2(2^%d) = %g", k, got)
		}
	}
	near("Pow", 1e-200, Pow(1e-200, 1.55), 1e-310, 1e-12)
	near("Pow", 1e200, Pow(1e200, 1.501), 1.584893192461e300, 1e-10)
}

func TestElementaryDoesNotAllocate(t *testing.T) {
	x := 0.3
	if n := testing.AllocsPerRun(100, func() { x = Log(1+Exp(x)) + Erfc(x) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkExp(b *testing.B) {
	x := -0.3
	for b.Loop() {
		x = -Exp(x)
	}
}

func BenchmarkLog(b *testing.B) {
	x := 3.0
	for b.Loop() {
		x = 2 + Log(x)
	}
}
