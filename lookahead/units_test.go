package lookahead

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// inUnits is a state with values times f and money times c.
func inUnits(t *testing.T, s State, f, c float64) State {
	t.Helper()
	scaled := func(g *model.GP, shift, scale float64) *model.GP {
		x, y := make([]model.Unit, g.Len()), make([]float64, g.Len())
		for i := range x {
			x[i], y[i] = g.Point(i), shift+scale*g.Target(i)
		}
		out, err := model.New(x, y, g.Hyper().Original(shift, scale))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	p := &model.Pair{Objective: scaled(s.Pair.Objective, 0, f)}
	if known := s.Pair.Known; known != nil {
		p.Known = func(x model.Unit) float64 { return c * known(x) }
	} else {
		p.LogCost = scaled(s.Pair.LogCost, math.Log(c), 1)
	}
	return State{Pair: p, Budget: c * s.Budget, Best: f * s.Best}
}

// A tree chooses the same point in any units of value and money, and is worth as much.
func TestTreesDoNotDependOnUnits(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(171, 172))
	for i := range 6 {
		d := 1 + i%3
		s := randomState(t, rng, 8, d, 0.5+2*rng.Float64())
		if i >= 3 {
			s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 0.3 + x[0] }}
		}
		f := draw(t, shapeOf(t, fantasy.Sampled, "3,2"), uint64(i))
		for _, effort := range []Effort{Quick, Standard} {
			set := Settings{Effort: effort, Seed: uint64(i)}
			want := maximise(t, s, f, set)
			// A known cost has an edge, on which rounding decides how far a climb comes.
			near, close := 1e-4, 1e-6
			if s.Pair.Known != nil {
				near, close = 1e-3, 1e-4
			}
			for _, u := range []struct{ f, c float64 }{
				{1e-9, 1}, {1e9, 1}, {1, 1e-9}, {1, 1e9}, {math.Ldexp(1, -30), 1}, {math.Ldexp(1, 30), 1}, {1, math.Ldexp(1, 30)}, {3e-5, 7e4},
			} {
				got := maximise(t, inUnits(t, s, u.f, u.c), f, set)
				if distance(got.Root, want.Root) > near || relative(got.Value, u.f*want.Value) > close {
					t.Errorf("state %d, %v, values times %g and costs times %g: %v worth %g instead of %v worth %g",
						i, effort, u.f, u.c, got.Root, got.Value, want.Root, u.f*want.Value)
				}
			}
		}
		// The tree's function itself scales exactly with powers of two.
		two := math.Ldexp(1, 30)
		a, err := NewEvaluator(s, f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := NewEvaluator(inUnits(t, s, two, 1), f)
		if err != nil {
			t.Fatal(err)
		}
		x, ga, gb := make([]float64, a.Nodes()*d), make([]float64, a.Nodes()*d), make([]float64, a.Nodes()*d)
		for j := range x {
			x[j] = rng.Float64()
		}
		va, vb := a.Value(x, ga), b.Value(x, gb)
		for j := range ga {
			ga[j] *= two
		}
		if vb != two*va || !slices.Equal(ga, gb) {
			t.Errorf("state %d: a value of %g becomes %g", i, va, vb)
		}
	}
}
