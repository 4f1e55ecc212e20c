package model

import (
	"math"
	"testing"

	"farsight/internal/testkit"
)

// The weight is nothing at the points kept away from, almost all of what it was far
// from them, multiplies what was there, and its gradient is that of its values.
func TestAway(t *testing.T) {
	from := []Unit{{0.3, 0.4}, {0.32, 0.9}}
	p := (&Pair{Weight: tilt{}}).Away(from, 0.04)
	if v := p.Weight.LogWeight(Unit{0.3, 0.4}, nil); !math.IsInf(v, -1) {
		t.Errorf("ln w = %v at a point kept away from", v)
	}
	if v := p.Weight.LogWeight(Unit{0.7, 0.4}, nil); math.Abs(v+0.7) > 1e-6 {
		t.Errorf("ln w = %v far from them, want that of the other weight, -0.7", v)
	}
	near := p.Weight.LogWeight(Unit{0.3, 0.43}, nil) - tilt{}.LogWeight(Unit{0.3, 0.43}, nil)
	if want := 4 * math.Log(1-math.Exp(-0.5*0.75*0.75)); math.Abs(near-want) > 1e-9 {
		t.Errorf("ln w = %v at three quarters of the radius, want %v", near, want)
	}
	grad := make([]float64, 2)
	for _, u := range []Unit{{0.31, 0.42}, {0.4, 0.45}, {0.33, 0.87}, {0.9, 0.1}} {
		p.Weight.LogWeight(u, grad)
		for j := range u {
			const h = 1e-6
			v := u[j]
			u[j] = v + h
			up := p.Weight.LogWeight(u, nil)
			u[j] = v - h
			down := p.Weight.LogWeight(u, nil)
			u[j] = v
			if want := (up - down) / (2 * h); math.Abs(grad[j]-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("gradient %d at %v is %v, by differences %v", j, u, grad[j], want)
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() { p.Weight.LogWeight(from[1], grad) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// tilt is a weight of e^(−u₀).
type tilt struct{}

func (tilt) LogWeight(u Unit, grad []float64) float64 {
	if grad != nil {
		grad[0], grad[1] = -1, 0
	}
	return -u[0]
}

// To imagine the mean leaves the mean and takes all doubt away at the point, where to
// observe it with noise leaves some; with noise of every row, or of one kind.
func TestImagine(t *testing.T) {
	d := hillData(12, 0.3, 8)
	for name, noise := range map[string][]float64{"one noise": nil, "noise of its own": make([]float64, 12)} {
		if noise != nil {
			noise[3] = 0.05
		}
		d.Noise = noise
		p, err := FitPair(d, PairSettings{Objective: Settings{Noisy: true}, Joint: Together}, nil)
		testkit.OK(t, err)
		var ws Workspace
		at, other := Unit{0.55, 0.45}, Unit{0.6, 0.5}
		m, n := p.Moments(&ws, at), p.Moments(&ws, other)
		imagined, err := p.Imagine(at, m.MuF, m.MuC)
		testkit.OK(t, err)
		observed, err := p.Condition(at, m.MuF, m.MuC)
		testkit.OK(t, err)
		i, o, far := imagined.Moments(&ws, at), observed.Moments(&ws, at), imagined.Moments(&ws, other)
		if i.SdF > 1e-4*m.SdF || !(o.SdF > 0.1*m.SdF) {
			t.Errorf("%s: the sd at the point was %v, is %v if imagined and %v if observed", name, m.SdF, i.SdF, o.SdF)
		}
		if math.Abs(i.MuF-m.MuF) > 1e-9 || math.Abs(far.MuF-n.MuF) > 1e-6 || math.Abs(i.MuC-m.MuC) > 1e-6 || !(far.SdF < n.SdF) {
			t.Errorf("%s: means moved: %+v to %+v, elsewhere %+v to %+v", name, m, i, n, far)
		}
	}
}
