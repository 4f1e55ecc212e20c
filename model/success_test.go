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

// A wall stands where two failures are one place, as far as no success says
// otherwise.
func TestWalls(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		worked, failed []float64
		behind, before []float64
	}{
		{"one failure is bad luck", []float64{0.5}, []float64{0.9}, nil, []float64{0.9, 0.85, 1}},
		// R = 0.1, and φ = ¼ of the gap from 0.8 to 0.93: both end at 0.83.
		{"two near each other", []float64{0.3, 0.8}, []float64{1, 0.93}, []float64{1, 0.965, 0.93, 0.87}, []float64{0.81, 0.825, 0.6}},
		{"what lies between them", []float64{0.3, 0.7}, []float64{1, 0.82}, []float64{0.91}, []float64{0.71, 0.5}},
		{"two far from each other", []float64{0.1}, []float64{1, 0.75}, nil, []float64{1, 0.9, 0.75}},
		{"a success between them", []float64{0.96}, []float64{1, 0.93}, nil, []float64{0.95, 0.97, 1}},
		// Successes nearer to the edge move the wall: half the gap is open if there are as many as failures.
		{"one nearer", []float64{0.8, 0.89}, []float64{1, 0.93}, []float64{0.91, 0.93}, []float64{0.895, 0.86}},
		{"two nearer", []float64{0.88, 0.89}, []float64{1, 0.93}, []float64{0.917, 0.93}, []float64{0.905, 0.895}},
		// R = 0.2 and 0.4, φ = 1/8 and 1/16.
		{"three", []float64{0.5}, []float64{1, 0.93, 0.9}, []float64{0.75, 0.95}, []float64{0.69, 0.5}},
		{"four", []float64{0.4}, []float64{1, 0.93, 0.9, 0.88}, []float64{0.55, 0.7}, []float64{0.42, 0.3}},
		{"none succeeded", nil, []float64{0.5, 0.52}, []float64{0.5, 0.45, 0.57}, []float64{0.38, 0.65}},
		{"one of three at a point", []float64{0.5}, []float64{0.5, 0.5}, []float64{0.49, 0.53}, []float64{0.5, 0.38, 0.7}},
		{"two of four at a point", []float64{0.5, 0.5}, []float64{0.5, 0.5}, nil, []float64{0.5, 0.47, 0.53}},
	} {
		p := Pair{Success: successAt(t, c.worked, c.failed)}
		for _, x := range c.behind {
			if !p.Walled(Unit{x}) || p.Success.Chance(Unit{x}) > 0.1 {
				t.Errorf("%s: %v is not behind a wall: the chance is %v", c.name, x, p.Success.Chance(Unit{x}))
			}
		}
		for _, x := range c.before {
			if p.Walled(Unit{x}) {
				t.Errorf("%s: %v is behind a wall", c.name, x)
			}
		}
	}
}

// A choice that failed twice says nothing of the others, however many there are.
func TestWallsKeepToTheirChoice(t *testing.T) {
	t.Parallel()
	const names = 16
	solvent := Axis{At: 1, Choices: names}
	at := func(x float64, k int) Unit {
		u := make(Unit, 1+names)
		u[0] = x
		solvent.Choose(u, k)
		return u
	}
	d := Data{X: []Unit{at(0.2, 0), at(0.5, 3), at(0.5, 3), at(0.5, 4)}, Y: []float64{1, math.NaN(), math.NaN(), math.NaN()}}
	s, err := newSuccess(d, Choices{solvent})
	testkit.OK(t, err)
	p := Pair{Success: s}
	if !p.Walled(at(0.5, 3)) || p.Walled(at(0.5, 4)) || p.Walled(at(0.5, 5)) {
		t.Errorf("walls at the choice that failed twice, once and never: %v %v %v", p.Walled(at(0.5, 3)), p.Walled(at(0.5, 4)), p.Walled(at(0.5, 5)))
	}
}

// However many failures there are, walls follow at most one line each, and are
// no higher than that other points come first.
func TestWallsOfManyFailures(t *testing.T) {
	t.Parallel()
	var d Data
	for i := range 400 {
		x := float64(i) / 399
		y := math.NaN()
		if x < 0.3 {
			y = x
		}
		d.X, d.Y = append(d.X, Unit{x, x * x}), append(d.Y, y)
	}
	w := newWalls(d, 2)
	if n := len(w); n > 280 || n < 270 {
		t.Errorf("%d lines", n)
	}
	for i := range 101 {
		u := Unit{float64(i) / 100, 0.5}
		if v := w.logWeight(u, nil); math.IsNaN(v) || v > 0 || v < -wallHeight {
			t.Errorf("ln w = %v at %v", v, u)
		}
	}
}
