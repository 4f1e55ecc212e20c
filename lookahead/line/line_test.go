package line

import (
	"slices"
	"testing"

	"farsight/model"
)

func TestLine(t *testing.T) {
	t.Parallel()
	l := Through([]float64{0.2, 0.3, 0.4}, model.Axis{At: 1})
	for share, want := range map[float64][]float64{0: {0.2, 0, 0.4}, 0.5: {0.2, 0.5, 0.4}, 1: {0.2, 1, 0.4}} {
		if got := l.At(share); !slices.Equal(got, want) {
			t.Errorf("At(%v) = %v, want %v", share, got, want)
		}
	}
}
