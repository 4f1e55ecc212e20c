package lookahead

import (
	"cmp"
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
		value float64
		i     int
		picks []int
	}
	l := s.e.layout
	raws := make([]raw, n)
	s.each(n, func(w *worker, i int) {
		raws[i].i = i
		if ctx.Err() != nil {
			return
		}
		rng := rand.New(rand.NewPCG(s.set.Seed, uint64(i)))
		w.greedy.setBeam(func(int) int { return 0 })
		for k := range w.held {
			w.held[k] = -1
			if l.count[k] > 0 {
				w.held[k] = rng.IntN(s.table.size)
			}
		}
		root := w.held[0]
		if s.set.Root != nil {
			root, _ = s.table.nearest(s.set.Root)
			w.held[0] = root
		}
		raws[i].value = w.greedy.tree(w.candidates(s), s.e.root, root, w.held)
		raws[i].picks = append([]int(nil), w.greedy.picks[0]...)
		w.greedy.setBeam(s.plan.BeamAt)
	})
	slices.SortFunc(raws, func(a, b raw) int { return cmp.Or(cmp.Compare(b.value, a.value), a.i-b.i) })
	var out []*branch
	for _, r := range raws[:min(s.plan.Roots, n)] {
		if r.picks == nil {
			break
		}
		b := &branch{x: make([]float64, l.nodes*s.e.d), value: r.value}
		for k, i := range r.picks {
			copy(b.x[k*s.e.d:], s.table.point(i))
		}
		out = append(out, b)
	}
	return out
}
