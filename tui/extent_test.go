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
		lo, hi := e.objective()
		if width := (hi - lo) / (e.yHi - e.yLo); lo > e.yLo+1e-9*scale || hi < e.yHi-1e-9*scale || width > 1.42 {
			t.Errorf("%v to %v: an axis from %v to %v", e.yLo, e.yHi, lo, hi)
		}
		budget := e.cHi * math.Exp(6*rng.Float64())
		lo, hi = e.cost(budget)
		if lo > e.cLo*(1+1e-9) || lo < e.cLo/2.6 || hi < e.cHi*(1-1e-9) {
			t.Errorf("costs %v to %v: an axis from %v to %v", e.cLo, e.cHi, lo, hi)
		}
		if budget <= 20*e.cHi && hi < budget*(1-1e-9) || budget > 20*e.cHi && hi > 2.6*e.cHi {
			t.Errorf("costs to %v, budget %v: an axis to %v", e.cHi, budget, hi)
		}
	}
	for v, want := range map[float64]float64{1: 1, 1.1: 2, 2: 2, 3: 5, 7: 10, 0.03: 0.05, 10: 10, 1000: 1000} {
		if got := roundUp(v); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("roundUp(%v) = %v, want %v", v, got, want)
		}
	}
	e := newExtent()
	if _, hi := e.objective(); hi > 0 {
		t.Error("an empty extent has an axis of the objective")
	}
	if _, hi := e.cost(3); hi > 0 {
		t.Error("an empty extent has an axis of the cost")
	}
}
