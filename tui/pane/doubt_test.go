package pane

import (
	"math"
	"testing"

	"farsight/tui/chart"
	"farsight/tui/screen"
)

// Runs of places in doubt are hatched, from half-way to half-way, and named.
func TestDoubts(t *testing.T) {
	t.Parallel()
	x := []float64{0, 1, 2, 3, 4}
	inf := math.Inf(1)
	for _, c := range []struct {
		success []float64
		allowed []bool
		want    [][2]float64
		words   string
	}{
		{nil, nil, nil, ""},
		{[]float64{1, 0.9, 0.6, 0.5, 1}, nil, nil, ""},
		{[]float64{0.2, 0.4, 0.6, 1, 1}, nil, [][2]float64{{-inf, 1.5}}, "hatched: likely to fail"},
		{nil, []bool{true, false, true, true, false}, [][2]float64{{0.5, 1.5}, {3.5, inf}}, "hatched: not allowed"},
		{[]float64{0.1, 0.1, 1, 1, 1}, []bool{false, true, true, true, true}, [][2]float64{{-inf, 0.5}, {0.5, 1.5}}, "hatched: not allowed, or likely to fail"},
	} {
		var p chart.Plot
		Doubts(screen.View{}, &p, x, c.success, c.allowed)
		words := DoubtWords(c.success, c.allowed)
		if words != c.words || len(p.Hatches) != len(c.want) {
			t.Errorf("%v, %v: %q, %+v", c.success, c.allowed, words, p.Hatches)
			continue
		}
		for i, w := range c.want {
			if h := p.Hatches[i]; h.X0 != w[0] || h.X1 != w[1] {
				t.Errorf("%v, %v: hatched %v, want %v", c.success, c.allowed, h, w)
			}
		}
	}
}
