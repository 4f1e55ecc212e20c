package policy

import (
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// What EI-PES chooses is the best of a grid on which gain and spending are sums
// over what value and cost may be.
func TestEIPESChoosesTheBestOfAGrid(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	s := hill(t)
	for _, left := range []float64{1.5, 4, 10} {
		s.Left = left
		p, err := Must("ei-pes").Fill("")
		testkit.OK(t, err)
		d, stop, err := p.Kind().Start(p).Decide(t.Context(), s)
		if err != nil || d == nil {
			t.Fatalf("%g left: %q, %v", left, stop, err)
		}
		rate := func(u model.Unit) float64 {
			var ws model.Workspace
			m := s.Pair.Moments(&ws, u)
			gain, fits, spent := 0.0, 0.0, 0.0
			const n = 20_000
			for i := range n {
				z := 9 * (2*(float64(i)+0.5)/n - 1)
				w := 18.0 / n * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
				gain += w * math.Max(0, m.MuF+m.SdF*z-s.Best)
				c := math.Exp(m.MuC + m.SdC*z)
				if c <= left {
					fits += w
				}
				spent += w * math.Min(c, left)
			}
			return gain * fits / spent
		}
		best := 0.0
		for i := range 201 {
			best = math.Max(best, rate(model.Unit{float64(i) / 200}))
		}
		got := rate(d.U)
		if !(got >= 0.999*best) {
			t.Errorf("%g left: chose %v for %g a coin, the grid has %g", left, d.U, got, best)
		}
		if math.Abs(d.Value/got-1) > 0.005 {
			t.Errorf("%g left: says %g a coin, summed %g", left, d.Value, got)
		}
	}
}
