package session

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Axes hold what they are for, at round ends, and do not grow far beyond it.
func TestAxesHoldTheExtent(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		scale := math.Exp(20 * (rng.Float64() - 0.5))
		e := Extent{YLo: scale * (rng.Float64() - 0.5), CLo: scale * (0.01 + rng.Float64())}
		e.YHi, e.CHi = e.YLo+scale*rng.Float64(), e.CLo*(1+100*rng.Float64())
		lo, hi := e.Objective()
		if width := (hi - lo) / (e.YHi - e.YLo); lo > e.YLo+1e-9*scale || hi < e.YHi-1e-9*scale || width > 1.42 {
			t.Errorf("%v to %v: an axis from %v to %v", e.YLo, e.YHi, lo, hi)
		}
		budget := e.CHi * math.Exp(6*rng.Float64())
		lo, hi = e.Cost(budget)
		if lo > e.CLo*(1+1e-9) || lo < e.CLo/2.6 || hi < e.CHi*(1-1e-9) {
			t.Errorf("costs %v to %v: an axis from %v to %v", e.CLo, e.CHi, lo, hi)
		}
		if budget <= 20*e.CHi && hi < budget*(1-1e-9) || budget > 20*e.CHi && hi > 2.6*e.CHi {
			t.Errorf("costs to %v, budget %v: an axis to %v", e.CHi, budget, hi)
		}
	}
	for v, want := range map[float64]float64{1: 1, 1.1: 2, 2: 2, 3: 5, 7: 10, 0.03: 0.05, 10: 10, 1000: 1000} {
		if got := roundUp(v); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("roundUp(%v) = %v, want %v", v, got, want)
		}
	}
	// This step's axes are its own, and hold what is left of the money.
	e := Extent{YLo: 0.013, YHi: 0.21, CLo: 1.3, CHi: 7.7, Step: true, Left: 9.4}
	if lo, hi := e.Objective(); lo != e.YLo || hi != e.YHi {
		t.Errorf("an axis of this step from %v to %v", lo, hi)
	}
	if lo, hi := e.Cost(1000); lo != e.CLo || hi != e.Left {
		t.Errorf("an axis of this step's cost from %v to %v", lo, hi)
	}
	e = newExtent()
	if _, hi := e.Objective(); hi > 0 {
		t.Error("an empty extent has an axis of the objective")
	}
	if _, hi := e.Cost(3); hi > 0 {
		t.Error("an empty extent has an axis of the cost")
	}
}
