package chart

import (
	"math"
	"testing"

	"farsight/internal/testkit"
)

func TestNum(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {1, "1.00"}, {-1, "-1.00"}, {0.768, "0.768"}, {25.14, "25.1"}, {1.459, "1.46"}, {999.4, "999"}, {999.6, "1000"},
		{1234.5, "1234"}, {98765, "98765"}, {123456, "1.23e5"}, {9.996, "10.0"}, {0.9996, "1.00"}, {0.001, "0.00100"}, {0.00099951, "0.00100"},
		{0.000123, "1.23e-4"}, {1e12, "1.00e12"}, {1e-12, "1.00e-12"}, {-2.5e-7, "-2.50e-7"}, {1e300, "1.00e300"}, {5e-324, "4.94e-324"},
		{math.NaN(), "—"}, {math.Inf(1), "∞"}, {math.Inf(-1), "-∞"}, {math.Copysign(0, -1), "0"},
	} {
		if got := Num(c.v); got != c.want {
			t.Errorf("Num(%g) = %q, want %q", c.v, got, c.want)
		}
	}
	if got := Interval(1.2, 3.4); got != "1.20 to 3.40" {
		t.Errorf("Interval = %q", got)
	}
}

// What people say of probabilities.
func TestChance(t *testing.T) {
	t.Parallel()
	for p, want := range map[float64]string{0: "<0.1 %", 0.0004: "<0.1 %", 0.012: "1.2 %", 0.25: "25 %", 0.0999: "10 %", 1: "100 %"} {
		if got := Chance(p); got != want {
			t.Errorf("Chance(%v) = %q, want %q", p, got, want)
		}
	}
}

// Ticks ascend, lie inside, are no more than asked for and carry different labels; whatever the limits.
func TestTicksHold(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	values := []float64{-1e300, -1e9, -3.7, -1e-9, 0, 1e-300, 1e-9, 0.1, 1, 1.0000001, 7, 1e9, 1e300, math.NaN(), math.Inf(1), math.Inf(-1)}
	for _, lo := range values {
		for _, hi := range values {
			for _, log := range []bool{false, true} {
				for n := range 9 {
					s := Axis{Min: lo, Max: hi, Log: log}.scale()
					if !(s.Hi > s.Lo) {
						t.Fatalf("scale of %g to %g (log %v) is %+v", lo, hi, log, s)
					}
					ticks, step := s.Ticks(n)
					labels := s.Labels(ticks, step)
					if len(ticks) > n {
						t.Errorf("%g to %g: %d ticks, at most %d wanted", lo, hi, len(ticks), n)
					}
					for i, v := range ticks {
						if u := s.Unit(v); !(u > -1e-6 && u < 1+1e-6) {
							t.Errorf("%g to %g: tick %g lies at %g", lo, hi, v, u)
						}
						if i > 0 && (ticks[i-1] >= v || labels[i-1] == labels[i]) {
							t.Errorf("%g to %g (log %v, %d): ticks %v %v", lo, hi, log, n, ticks, labels)
						}
					}
				}
			}
		}
	}
}
