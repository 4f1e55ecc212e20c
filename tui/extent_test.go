package tui

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Axes hold what they are for, at round ends, and do not grow far beyond it.
func TestAxesHoldTheExtent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		scale := math.Exp(20 * (rng.Float64() - 0.5))
		e := extent{yLo: scale * (rng.Float64() - 0.5), cLo: scale * (0.01 + rng.Float64())}
		e.yHi, e.cHi = e.yLo+scale*rng.Float64(), e.cLo*(1+100*rng.Float64())
		a := e.objective()
		if room := (a.Max - a.Min) / (e.yHi - e.yLo); a.Min > e.yLo+1e-9*scale || a.Max < e.yHi-1e-9*scale || room > 1.42 {
			t.Errorf("%v to %v: an axis from %v to %v", e.yLo, e.yHi, a.Min, a.Max)
		}
		budget := e.cHi * math.Exp(6*rng.Float64())
		c := e.cost(budget)
		if c.Min > e.cLo*(1+1e-9) || c.Min < e.cLo/2.6 || c.Max < e.cHi*(1-1e-9) {
			t.Errorf("costs %v to %v: an axis from %v to %v", e.cLo, e.cHi, c.Min, c.Max)
		}
		if budget <= 20*e.cHi && c.Max < budget*(1-1e-9) || budget > 20*e.cHi && c.Max > 2.6*e.cHi {
			t.Errorf("costs to %v, budget %v: an axis to %v", e.cHi, budget, c.Max)
		}
	}
	for v, want := range map[float64]float64{1: 1, 1.1: 2, 2: 2, 3: 5, 7: 10, 0.03: 0.05, 10: 10, 1000: 1000} {
		if got := roundUp(v); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("roundUp(%v) = %v, want %v", v, got, want)
		}
	}
	if e := newExtent(); e.objective().Max > 0 || e.cost(3).Max > 0 {
		t.Error("an empty extent has an axis")
	}
}
