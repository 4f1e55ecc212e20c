package acquisition

import "math"

// scored is a score with the place it belongs to, the score as a whole number that grows as the score falls.
type scored struct {
	key uint64
	i   int
}

// falling maps scores to whole numbers in the reverse order; both zeros are one. NaN has no place in it.
func falling(v float64) uint64 {
	b := math.Float64bits(v + 0) // −0 + 0 = 0
	if b>>63 != 0 {
		return b
	}
	return ^b &^ (1 << 63)
}

// ranking is the workspace of ranks.
type ranking struct{ space []scored }

// of returns the indices of the scores above −Inf, the highest first and ties in order. A thousand scores are
// ranked at every maximisation: byte by byte that takes a third of the time of comparing them.
func (r *ranking) of(scores []float64) []int {
	if len(r.space) < 2*len(scores) {
		r.space = make([]scored, 2*len(scores))
	}
	from, to := r.space[:0:len(scores)], r.space[len(scores):2*len(scores)]
	var counts [8][256]int32
	for i, v := range scores {
		if math.IsInf(v, -1) {
			continue
		}
		key := falling(v)
		from = append(from, scored{key, i})
		for b := range counts {
			counts[b][byte(key>>(8*b))]++
		}
	}
	to = to[:len(from)]
	for b := range counts {
		count := &counts[b]
		if len(from) == 0 || int(count[byte(from[0].key>>(8*b))]) == len(from) {
			continue // all agree in this byte
		}
		next := int32(0)
		for k, c := range count {
			count[k] = next
			next += c
		}
		for _, s := range from {
			at := &count[byte(s.key>>(8*b))]
			to[*at] = s
			*at++
		}
		from, to = to, from
	}
	order := make([]int, len(from))
	for k, s := range from {
		order[k] = s.i
	}
	return order
}
