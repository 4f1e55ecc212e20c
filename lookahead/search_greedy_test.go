package lookahead

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Whichever looks best, a leaf takes the best candidate, of equals the held one
// and then the first.
func TestLeafIsTheFirstOfTheBest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(161, 162))
	for round := range 3000 {
		n := 1 + rng.IntN(40)
		g := newGreedy(rollout(2), n, 1, nil)
		g.t = &table{size: n, known: round%3 == 0, cost: make([]float64, n)}
		v, next := &g.levels[0], &g.levels[1]
		spread := math.Exp(3 * rng.NormFloat64())
		for i := range n {
			from := i
			if i > 0 && rng.IntN(3) == 0 {
				from = rng.IntN(i) // a tie
			}
			if from < i {
				v.muF[i], v.rF[i], next.sdF[i] = v.muF[from], v.rF[from], next.sdF[from]
				v.muC[i], v.rC[i], next.sdC[i] = v.muC[from], v.rC[from], next.sdC[from]
				g.t.cost[i] = g.t.cost[from]
				continue
			}
			v.muF[i], v.rF[i], next.sdF[i] = spread*rng.NormFloat64(), rng.NormFloat64(), math.Exp(rng.NormFloat64())
			v.muC[i], v.rC[i], next.sdC[i] = spread*rng.NormFloat64(), rng.NormFloat64(), math.Exp(rng.NormFloat64())
			g.t.cost[i] = rng.ExpFloat64()
		}
		zf, zc, best, budget := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.ExpFloat64()
		held := rng.IntN(n+1) - 1
		at, value := max(held, 0), -1.0
		if held >= 0 {
			value = g.leafQ1(v, next, held, zf, zc, best, budget, math.Log(budget), -1)
		}
		for i := range n {
			if q := g.leafQ1(v, next, i, zf, zc, best, budget, math.Log(budget), -1); q > value {
				at, value = i, q
			}
		}
		if i, q := g.leaf(v, next, zf, zc, best, budget, held); i != at || q != math.Max(value, 0) {
			t.Fatalf("round %d, %d candidates, held %d: took %d worth %v, want %d worth %v", round, n, held, i, q, at, value)
		}
	}
}
