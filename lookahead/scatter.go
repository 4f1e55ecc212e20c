package lookahead

import (
	"context"
	"math/rand/v2"
	"slices"
)

// In a small tree, a path above all, the best plan may pass through points that
// are worth nothing by themselves: no greedy choice finds them, but chance
// does, cheaply enough to be tried often.

// scatter makes trees whose inner points are candidates drawn at random and
// whose leaves are the best candidates then, and returns the best few.
func (s *search) scatter(ctx context.Context) []*branch {
	n := s.plan.Scatter
	if n == 0 || s.e.layout.steps < 3 {
		return nil
	}
	type raw struct {
		value       float64
		held, picks []int
	}
	l, raws, order := s.e.layout, make([]raw, n), make([]int, n)
	source := new(rand.PCG)
	rng := rand.New(source)
	for i := range raws {
		source.Seed(s.set.Seed, uint64(i))
		held := slices.Repeat([]int{-1}, l.nodes)
		for k := range held {
			if l.count[k] > 0 {
				held[k] = rng.IntN(s.table.size)
			}
		}
		if s.set.Root != nil {
			held[0], _ = s.table.nearest(s.set.Root)
		}
		raws[i].held, order[i] = held, held[0]*n+i
	}
	// What a root tells of the others is kept while its trees follow one another.
	slices.Sort(order)
	s.setBeams(func(int) int { return 0 })
	s.each(n, func(w *worker, k int) {
		if r := &raws[order[k]%n]; ctx.Err() == nil {
			r.value = w.greedy.tree(w.candidates(s), s.e.root, r.held[0], r.held)
			r.picks = slices.Clone(w.greedy.picks[0])
		}
	})
	s.setBeams(s.plan.BeamAt)
	var out []*branch
	for len(out) < min(s.plan.Roots, n) {
		var best *raw // the highest that is left, of equals the first
		for i := range raws {
			if r := &raws[i]; r.picks != nil && (best == nil || r.value > best.value) {
				best = r
			}
		}
		if best == nil {
			break
		}
		b := &branch{x: make([]float64, l.nodes*s.e.d), value: best.value}
		s.table.plant(b.x, best.picks)
		out, best.picks = append(out, b), nil
	}
	return out
}
