package chart

import (
	"math"
	"testing"
)

// Within less than a decade an axis of costs is as wide as its values, and its ticks stand in the middle
// of rows.
func TestNarrowLogAxis(t *testing.T) {
	t.Parallel()
	for _, h := range []int{5, 7, 9, 14} {
		f := Axis{Min: 8, Max: 12, Log: true}.Rows(h)
		if len(f.At) < 2 || f.Min < 7 || f.Max > 13 {
			t.Errorf("ticks %v on an axis from %g to %g in %d rows", f.At, f.Min, f.Max, h)
			continue
		}
		for _, v := range []float64{f.At[0], f.At[len(f.At)-1]} {
			if at := f.Place(v); math.Abs(at-math.Floor(at)-0.5) > 1e-9 {
				t.Errorf("%g stands at %g of %d rows", v, at, h)
			}
		}
	}
}
