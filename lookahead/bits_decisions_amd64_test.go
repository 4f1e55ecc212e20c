package lookahead

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/lookahead/fantasy"
	"farsight/model"
)

// The bits of decisions are what they were when experiments were run that ship (all of them are by `quick` or
// `thorough`): how trees are searched may become faster, not other. Other machines may fuse products with sums.
func TestBitsOfDecisions(t *testing.T) {
	t.Parallel()
	sums := map[Effort]hash.Hash64{Quick: fnv.New64a(), Standard: fnv.New64a()}
	put := func(e Effort, all ...float64) {
		for _, v := range all {
			_ = binary.Write(sums[e], binary.LittleEndian, math.Float64bits(v))
		}
	}
	shapes := [][]int{{4, 4, 2}, {4}, {1, 1, 1}, {2, 2}, {3, 2, 2, 1}, {32}, {16, 8}, {4, 4, 2}}
	for i := range 56 {
		rng := rand.New(rand.NewPCG(81, uint64(i)))
		d, n, budget := 1+i%3, 6+rng.IntN(20), []float64{0.8, 3, 12, 50}[rng.IntN(4)]
		s := randomState(t, rng, n, d, budget)
		set := Settings{Effort: []Effort{Standard, Quick}[i%2], Seed: uint64(i), Workers: 1}
		switch i % 7 {
		case 1:
			s.Price = 0.1
		case 2:
			s.Pair.Weight = corner{}
		case 3:
			s = moved(rng, s, uphill{0.4, 0.2})
			s.Price = []float64{0, 0.05}[i/7%2]
		case 4:
			s = linkedState(t, rng, n, d, budget, []float64{-0.6, 0.4}[i/7%2], i%4 == 0)
			s.Price = []float64{0, 0.05}[i/14%2]
		case 5:
			s = noisyState(t, rng, 9+n, d, budget)
		case 6:
			s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 0.5 + 0.3*x[0] }}
		}
		f := fantasy.Samples(randomFantasies(rng, shapes[i/7]...))
		first := maximise(t, s, f, set)
		set.Roots = []model.Unit{first.Root, s.Pair.Objective.Point(0)}
		set.Warm = &Start{X: first.X}
		second := maximise(t, s, f, set)
		set.Root, set.Roots, set.Warm = s.Pair.Objective.Point(1), nil, nil
		for _, tree := range []*Tree{first, second, maximise(t, s, f, set)} {
			put(set.Effort, tree.X...)
			put(set.Effort, tree.RunnerUp...)
			put(set.Effort, tree.Value, tree.Gain, tree.Spending, tree.RunnerVal)
		}
	}
	for effort, want := range map[Effort]uint64{Quick: 0xcd345ed9537fc00b, Standard: 0x9124a043a588d36c} {
		if got := sums[effort].Sum64(); got != want {
			t.Errorf("%v: the bits add up to %#x", effort, got)
		}
	}
}
