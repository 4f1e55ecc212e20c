package elementary

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// ln(1 − q) is math.Log1p's to the last bit, where that is not fused.
func TestLog1mIsLog1p(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("the compiler may fuse what math.Log1p is made of")
	}
	see := func(q float64) {
		if got, want := log1m(q), math.Log1p(-q); math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("ln(1 − %v) = %v, want %v", q, got, want)
		}
	}
	around := func(q float64) {
		for range 100 {
			q = math.Nextafter(q, 0)
		}
		for range 200 {
			see(q)
			q = math.Nextafter(q, 1)
		}
	}
	for _, q := range []float64{0, 5e-324, 0x1p-1022, 0x1p-54, log1mNear, log1mShort, 0.25, 0.5} {
		around(q)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		see(0.6 * rng.Float64())
		see(math.Ldexp(rng.Float64(), -1-rng.IntN(60)))
	}
}

// Above LogCDFOdd the upper tail is short enough for one series, which assembly relies on.
func TestLogCDFOddIsFarEnough(t *testing.T) {
	t.Parallel()
	if M, _ := Mills(LogCDFOdd); !(PDF(LogCDFOdd)*M < log1mShort) {
		t.Errorf("1 − Φ(%v) = %v is not below %v", LogCDFOdd, PDF(LogCDFOdd)*M, log1mShort)
	}
}

func TestInverseMillsIsTheSlope(t *testing.T) {
	t.Parallel()
	for z := -70.0; z < 45; z += 0.0625 {
		if _, want := LogCDF(z); math.Float64bits(InverseMills(z)) != math.Float64bits(want) {
			t.Fatalf("φ/Φ(%v) = %v, want %v", z, InverseMills(z), want)
		}
	}
}
