package lookahead

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/model"
)

// The bits of values and gradients of trees of every kind are what they were when nodes were computed one by one, with
// and without assembly. Other machines may fuse products with sums.
func TestBitsOfTrees(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(71, 72))
	h := fnv.New64a()
	shapes := [][]int{{}, {1}, {3}, {9}, {4, 2}, {1, 1, 1}, {2, 5, 2}, {4, 4, 2}, {3, 1, 2, 2}, {17, 3}}
	for i := range 400 {
		d, n := 1+i%5, 1+rng.IntN(36)
		budget := []float64{0.7, 2, 5, 50, math.Inf(1)}[rng.IntN(5)]
		var s State
		switch i % 7 {
		case 5:
			s = noisyState(t, rng, 9+n, d, budget)
		case 6:
			s = linkedState(t, rng, n+25, d, budget, []float64{-0.6, 0.4}[rng.IntN(2)], i%4 == 0)
		default:
			s = randomState(t, rng, n+3, d, budget)
		}
		s.Best += 3 * rng.NormFloat64() * rng.NormFloat64()
		switch i % 7 {
		case 1:
			s.Price = 0.1
		case 2:
			s.Pair.Weight = corner{}
		case 3:
			s = moved(rng, s, uphill{0.4, 0.2})
			s.Price = []float64{0, 0.05}[rng.IntN(2)]
		case 4:
			s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 0.5 + 0.3*x[0] }}
		}
		f := randomFantasies(rng, shapes[rng.IntN(len(shapes))]...)
		e, err := NewEvaluator(s, f)
		if err != nil {
			t.Fatal(err)
		}
		x, grad := make([]float64, e.Nodes()*d), make([]float64, e.Nodes()*d)
		for range 3 {
			for i := range x {
				x[i] = rng.Float64()
			}
			if rng.IntN(3) == 0 && len(x) > d {
				copy(x[d:2*d], x)
			}
			v := e.Value(x, grad)
			for _, v := range append(grad, v) {
				_ = binary.Write(h, binary.LittleEndian, math.Float64bits(v))
			}
		}
	}
	if got := h.Sum64(); got != 0xaa901975b8172ae1 {
		t.Errorf("the bits add up to %#x", got)
	}
}
