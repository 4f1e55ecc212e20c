package policy

import (
	"math"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// hill is a situation on one parameter: five looks at a hill whose right side
// is dear.
func hill(t testing.TB) Situation {
	t.Helper()
	var d model.Data
	s := Situation{Left: 10, Total: 20, Workers: 1, Point: func(u model.Unit) []float64 { return u }}
	for _, x := range []float64{0.1, 0.3, 0.5, 0.7, 0.95} {
		y, z := math.Sin(5*x), math.Exp(2*x)
		d.X, d.Y, d.Cost = append(d.X, []float64{x}), append(d.Y, y), append(d.Cost, z)
		s.Seen = append(s.Seen, Seen{Value: y, Cost: z, Initial: true})
	}
	s.Best = slices.Max(d.Y)
	var err error
	s.Pair, err = model.FitPair(d, model.PairSettings{}, nil)
	testkit.OK(t, err)
	return s
}
