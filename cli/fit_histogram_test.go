package cli

import (
	"math"
	"slices"
	"testing"
)

func TestHistogram(t *testing.T) {
	bins := histogram([]float64{1, 1.5, 2, 3.9, 4, 15.9, 16}, 4) // 1, 2, 4, 8, 16
	var counts []int
	for i, b := range bins {
		counts = append(counts, b.Count)
		if math.Abs(b.Low-math.Exp2(float64(i))) > 1e-12 || math.Abs(b.High-2*b.Low) > 1e-12 {
			t.Errorf("bin %d: %+v", i, b)
		}
	}
	if !slices.Equal(counts, []int{2, 2, 1, 2}) {
		t.Errorf("%v", counts)
	}
	if one := histogram([]float64{3, 3, 3}, 4); len(one) != 1 || one[0] != (bin{3, 3, 3}) {
		t.Errorf("%v", one)
	}
	if histogram(nil, 4) != nil {
		t.Error("bins of nothing")
	}
}
