package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
)

// successAt learns from points of one dimension: those that worked and those
// that failed.
func successAt(t *testing.T, worked, failed []float64) *Success {
	t.Helper()
	var d Data
	for _, x := range worked {
		d.X, d.Y = append(d.X, Unit{x}), append(d.Y, 2)
	}
	for _, x := range failed {
		d.X, d.Y = append(d.X, Unit{x}), append(d.Y, math.NaN())
	}
	s, err := newSuccess(d, nil)
	testkit.OK(t, err)
	return s
}

func TestChanceOfSuccess(t *testing.T) {
	t.Parallel()
	if s := successAt(t, []float64{0.1, 0.7}, nil); s != nil {
		t.Error("nothing failed, and yet success is modelled")
	}
	once, twice := successAt(t, nil, []float64{0.2}), successAt(t, nil, []float64{0.2, 0.2})
	for _, c := range []struct {
		name      string
		s         *Success
		x, lo, hi float64
	}{
		// Φ((1 − 2·k/1.5)/0.25) and Φ((1 − 4·k/2.5)/0.25)·e⁻³⁰, k the Matérn kernel at the distance.
		{"after a failure there", once, 0.2, 0.0911, 0.0913},
		{"after two there", twice, 0.2, 7.6e-16, 7.7e-16},
		{"after two, half a tenth away", twice, 0.25, 0, 1e-10},
		{"after two, a lengthscale away", twice, 0.4, 0.74, 0.75},
		{"after two, far away", twice, 0.9, 0.9998, 1},
		{"where it worked nearby since", successAt(t, []float64{0.25, 0.15}, []float64{0.2}), 0.2, 0.93, 0.94},
		{"where it worked", successAt(t, []float64{0.3}, []float64{0.2, 0.2}), 0.3, 0.7, 1},
	} {
		if p := c.s.Chance(Unit{c.x}); p < c.lo || p > c.hi {
			t.Errorf("%s: the chance of success is %v, not in [%v, %v]", c.name, p, c.lo, c.hi)
		}
	}
	last := 0.0
	for x := 0.2; x <= 1; x += 0.05 {
		p := twice.Chance(Unit{x})
		if p < last {
			t.Errorf("the chance falls to %v at %v, away from the failures", p, x)
		}
		last = p
	}
}

// The gradient meets differences, alone and as a factor, and nothing allocates.
func TestSuccessGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	checked, edges := 0, 0
	defer func() {
		if 20*edges > checked {
			t.Errorf("%d of %d places are on edges", edges, checked)
		}
	}()
	for d := 1; d <= 3; d++ {
		var data Data
		for i := range 16 {
			x := make(Unit, d)
			for j := range x {
				x[j] = rng.Float64()
			}
			if i > 11 { // failures at one place
				copy(x, data.X[0])
				x[0] += 0.01 * rng.Float64()
			}
			y := 1.0
			if i%3 == 0 || i > 11 {
				y = math.NaN()
			}
			data.X, data.Y = append(data.X, x), append(data.Y, y)
		}
		success, err := newSuccess(data, nil)
		testkit.OK(t, err)
		for _, w := range []Weight{success, newWeight(nil, success), newWeight(slope{}, success)} {
			for k := range 10 {
				u, grad := make(Unit, d), make([]float64, d)
				for j := range u {
					u[j] = rng.Float64()
					if k > 5 {
						u[j] = data.X[0][j] + 0.02*rng.NormFloat64()
					}
				}
				v := w.LogWeight(u, grad)
				if got := w.LogWeight(u, nil); got != v {
					t.Errorf("%v with a gradient, %v without", v, got)
				}
				for j := range u {
					const h = 1e-5
					x := u[j]
					at := func(v float64) float64 { u[j] = v; return w.LogWeight(u, nil) }
					before, after := (v-at(x-h))/h, (at(x+h)-v)/h
					want := (before + after) / 2
					u[j] = x
					checked++
					switch off := math.Abs(grad[j] - want); {
					case off <= 1e-5*(1+math.Abs(want)):
					case off <= 0.51*math.Abs(after-before): // a wall has edges, and the gradient is of one of their sides
						edges++
					default:
						t.Errorf("d = %d: gradient %v, differences %v", d, grad[j], want)
					}
				}
				if n := testing.AllocsPerRun(10, func() { w.LogWeight(u, grad) }); n != 0 {
					t.Errorf("%v allocations", n)
				}
			}
		}
	}
}

// slope is a weight that falls evenly.
type slope struct{}

func (slope) LogWeight(u Unit, grad []float64) float64 {
	for j := range grad {
		grad[j] = -2
	}
	v := 0.0
	for _, x := range u {
		v -= 2 * x
	}
	return v
}

// A pair learns from failures, hands the chance on to its children and has
// none where nothing failed.
func TestPairWeighs(t *testing.T) {
	t.Parallel()
	d := Data{X: []Unit{{0.1}, {0.5}, {0.9}}, Y: []float64{1, 2, math.NaN()}, Cost: []float64{1, 1, 1}}
	p, err := FitPair(d, PairSettings{}, nil)
	testkit.OK(t, err)
	var ws Workspace
	if m := p.Moments(&ws, Unit{0.9}); math.Abs(m.LnW-math.Log(p.Success.Chance(Unit{0.9}))) > 1e-12 || m.LnW > -1 {
		t.Errorf("ln w = %v where it failed", m.LnW)
	}
	child, err := p.Condition(Unit{0.3}, 1, 0)
	testkit.OK(t, err)
	if child.Moments(&ws, Unit{0.9}).LnW != p.Moments(&ws, Unit{0.9}).LnW {
		t.Error("an imagined evaluation changes the chance of success")
	}
	d.Y[2] = 0
	if p, err = FitPair(d, PairSettings{}, nil); err != nil || p.Weight != nil || p.Success != nil {
		t.Errorf("nothing failed: weight %v, error %v", p.Weight, err)
	}
	if p, err = FitPair(d, PairSettings{Weight: slope{}}, nil); err != nil || p.Moments(&ws, Unit{0.5}).LnW != -1 {
		t.Errorf("the weight given is not used: %v", err)
	}
}
