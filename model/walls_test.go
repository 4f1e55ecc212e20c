package model

import (
	"math"
	"testing"

	"farsight/internal/testkit"
)

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
