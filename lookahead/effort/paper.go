package effort

import (
	"math"
	"math/rand/v2"
)

// paperShare of the best raw tree's value is the least of one that is chosen.
const paperShare = 1e-4

// Restarts draws k of the paper's raw trees without replacement, with probability
// ∝ exp(v/max v − 1) of their values; the best is always among them, and the first.
func Restarts(value []float64, k int, seed uint64) []int {
	top := 0
	for i, v := range value {
		if v > value[top] {
			top = i
		}
	}
	chosen := []int{top}
	if !(value[top] > 0) {
		for i := 0; len(chosen) < min(k, len(value)); i++ {
			if i != top {
				chosen = append(chosen, i)
			}
		}
		return chosen
	}
	weight := make([]float64, len(value))
	for i, v := range value {
		if i != top && v >= paperShare*value[top] {
			weight[i] = math.Exp(v/value[top] - 1)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0x9a9e5))
	for len(chosen) < k {
		total := 0.0
		for _, w := range weight {
			total += w
		}
		if total == 0 {
			break
		}
		u := rng.Float64() * total
		pick := -1
		for i, w := range weight {
			if w == 0 {
				continue
			}
			pick = i
			if u -= w; u <= 0 {
				break
			}
		}
		weight[pick] = 0
		chosen = append(chosen, pick)
	}
	return chosen
}
