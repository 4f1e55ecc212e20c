package problemfile

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/scenarios"
)

// at evaluates a problem's source.
func at(t *testing.T, p *scenarios.Problem, x ...float64) scenarios.Evaluation {
	t.Helper()
	e, err := p.Source.Evaluate(t.Context(), x)
	if err != nil {
		t.Fatalf("%s at %v: %v", p.Name, x, err)
	}
	return e
}

// same checks that two problems agree in all that is not a function, and in
// their functions at random points.
func same(t *testing.T, p, q *scenarios.Problem) {
	t.Helper()
	a, errA := Format(p)
	b, errB := Format(q)
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%s: formatted\n%s(%v)\nand\n%s(%v)", p.Name, a, errA, b, errB)
	}
	truth, ok := p.Source.(scenarios.Truth)
	if !ok {
		return
	}
	rng := rand.New(rand.NewPCG(1, 1))
	u := make([]float64, p.Dim())
	for range 200 {
		for i := range u {
			u[i] = rng.Float64()
		}
		x := scenarios.FromShares(p.Parameters, u)
		v, c, err := truth.Truth(x)
		w, d, err2 := q.Source.(scenarios.Truth).Truth(x)
		if err != nil || err2 != nil || math.Abs(v-w) > 1e-12 || math.Abs(c-d) > 1e-12 {
			t.Fatalf("%s at %v: %v, %v (%v) and %v, %v (%v)", p.Name, x, v, c, err, w, d, err2)
		}
		if (p.KnownCost == nil) != (q.KnownCost == nil) || p.KnownCost != nil && math.Abs(p.KnownCost(p.ToUnit(x))-q.KnownCost(q.ToUnit(x))) > 1e-12 {
			t.Fatalf("%s: known costs differ at %v", p.Name, x)
		}
	}
}
