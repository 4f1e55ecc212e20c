package chart

import (
	"math"
	"strings"
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

func TestTicks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		a    Axis
		n    int
		want string
	}{
		{"unit", Axis{Min: 0, Max: 1}, 6, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{"unit, few", Axis{Min: 0, Max: 1}, 3, "0.0 0.5 1.0"},
		{"steps of 2.5", Axis{Min: 0, Max: 10}, 5, "0.0 2.5 5.0 7.5 10.0"},
		{"round whatever the limits", Axis{Min: -2.1, Max: 3.3}, 6, "-2 -1 0 1 2 3"},
		{"hundreds", Axis{Min: 0, Max: 1000}, 3, "0 500 1000"},
		{"tiny range far from zero", Axis{Min: 1000, Max: 1000.001}, 3, "1000.0000 1000.0005 1000.0010"},
		{"tiny numbers", Axis{Min: 0, Max: 1e-9}, 3, "0 5e-10 1e-9"},
		{"large numbers", Axis{Min: 0, Max: 2e9}, 3, "0 1e9 2e9"},
		{"decades", Axis{Min: 1, Max: 1000, Log: true}, 5, "1 10 100 1000"},
		{"one decade", Axis{Min: 1, Max: 10, Log: true}, 5, "1 2 5 10"},
		{"a bit more than one", Axis{Min: 0.5, Max: 40, Log: true}, 8, "0.5 1 2 5 10 20"},
		{"many decades", Axis{Min: 1e-6, Max: 1e6, Log: true}, 4, "1e-4 1 1e4"},
		{"log without a decade", Axis{Min: 3.1, Max: 3.4, Log: true}, 4, "3.1 3.2 3.3 3.4"},
		{"constant", Axis{Min: 5, Max: 5}, 3, "4.8 5.0 5.2"},
		{"zero", Axis{}, 3, "-1 0 1"},
		{"swapped", Axis{Min: 1, Max: 0}, 2, "0 1"},
	} {
		s := c.a.scale()
		ticks, step := s.Ticks(c.n)
		if got := strings.Join(s.Labels(ticks, step), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
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

func TestLimitsAndPad(t *testing.T) {
	t.Parallel()
	if lo, hi := Limits([]float64{math.NaN(), 3, math.Inf(1)}, []float64{-2}); lo != -2 || hi != 3 {
		t.Errorf("Limits = %g, %g, want -2, 3", lo, hi)
	}
	if lo, hi := Limits(); lo != 0 || hi != 1 {
		t.Errorf("Limits of nothing = %g, %g, want 0, 1", lo, hi)
	}
	if a := (Axis{Min: 0, Max: 10}).Pad(0.1); a.Min != -1 || a.Max != 11 {
		t.Errorf("padded to %g, %g, want -1, 11", a.Min, a.Max)
	}
	if a := (Axis{Min: 1, Max: 100, Log: true}).Pad(0.5); math.Abs(a.Min-0.1) > 1e-12 || math.Abs(a.Max-1000) > 1e-9 {
		t.Errorf("log axis padded to %g, %g, want 0.1, 1000", a.Min, a.Max)
	}
}
