package lookahead

import (
	"cmp"
	"context"
	"math"
	"slices"

	"farsight/acquisition"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Roots are judged by what they lead to. Every candidate is first the root of a
// plain tree over a few outcomes, in which something is learned; the best of them,
// apart from each other, then grow whole trees.

// screened is how many outcomes a stage of the first trees has at most.
var screened = []int{8, 2, 1}

// merged are base samples with at most so many outcomes by stage; beyond the list the
// last number holds.
func merged(f fantasy.Samples, most []int) fantasy.Samples {
	out := make(fantasy.Samples, len(f))
	for i, s := range f {
		out[i] = s.Merged(most[min(i, len(most)-1)])
	}
	return out
}

// screen is the value of every candidate as the root of a plain tree over few outcomes, and the
// candidates which those trees have chosen.
func (s *search) screen(ctx context.Context) (value []float64, chosen []bool) {
	n := s.table.size
	value, chosen = make([]float64, n), make([]bool, n)
	picks := make([][]int, n)
	s.each(n, func(w *worker, i int) {
		if value[i] = math.Inf(-1); ctx.Err() == nil || i == 0 {
			value[i] = w.screen.tree(w.candidates(s), s.e.root, i, nil)
			picks[i] = slices.Clone(w.screen.picks[0])
		}
	})
	for _, p := range picks {
		for _, i := range p[min(1, len(p)):] {
			chosen[i] = true
		}
	}
	return value, chosen
}

// scouts is how many candidates stay, the best as roots, beside those that plain
// trees have chosen.
const scouts = 32

// contenders are the candidates of largest value as roots, apart from each other, and those of the
// settings. Unused candidates are dropped.
func (s *search) contenders(ctx context.Context) []int {
	value, chosen := s.screen(ctx)
	order := ordered(s.table.size, func(a, b int) int { return cmp.Compare(value[b], value[a]) })
	var roots []int
	if s.set.Root != nil {
		at, _ := s.table.nearest(s.set.Root)
		roots = append(roots, at)
	}
	for _, x := range s.set.Roots {
		if i := s.table.find(x); !slices.Contains(roots, i) {
			roots = append(roots, i)
		}
	}
	room, t := s.plan.trees+len(roots), s.workers[0].candidates(s)
	for n, i := range order {
		chosen[i] = chosen[i] || n < scouts
		if len(roots) < room && !slices.ContainsFunc(roots, func(r int) bool { return t.alike(i, r) }) {
			roots = append(roots, i)
		}
	}
	for _, i := range roots {
		chosen[i] = true
	}
	return s.narrow(roots, chosen)
}

// alike reports whether two candidates are one choice: near to each other, and not on two sides of
// a known value, where one implies the opposite slope of the other.
func (t *table) alike(i, j int) bool {
	if distance(t.point(i), t.point(j)) >= separate {
		return false
	}
	return t.f.row(t, i)[j] > 0.5*t.f.sd[i]*t.f.sd[j]
}

// narrow drops the candidates that were not chosen, and returns where the roots
// are then.
func (s *search) narrow(roots []int, chosen []bool) []int {
	at, points := make([]int, s.table.size), []model.Unit(nil)
	for i, yes := range chosen {
		if yes {
			at[i] = len(points)
			points = append(points, slices.Clone(s.table.point(i)))
		}
	}
	for n, i := range roots {
		roots[n] = at[i]
	}
	for i, w := range s.workers {
		w.table.keep(0)
		w.owner = nil
		if i > 0 {
			w.table.copyFrom(s.table)
			continue
		}
		s.fill(w.table, points)
	}
	return roots
}

// chooseRoots grows whole trees at the contenders and returns the choices of the
// best of them.
func (s *search) chooseRoots(ctx context.Context) [][]int {
	roots := s.contenders(ctx)
	value, picks := s.plant(len(roots), func(i int) bool { return i == 0 || ctx.Err() == nil }, s.rootOf(roots))
	kept := make([][]int, 0, s.plan.roots)
	if s.set.Root != nil {
		kept = append(kept, picks[0]) // the others lend it their branches
	}
	for _, i := range ordered(len(roots), func(a, b int) int { return cmp.Compare(value[b], value[a]) }) {
		if picks[i] != nil && len(kept) < s.plan.roots && !(s.set.Root != nil && i == 0) {
			kept = append(kept, picks[i])
		}
	}
	return kept
}

const (
	independent = 128 // roots the best tree is compared with; large trees and quick searches make do with a quarter
	checked     = 3   // of them that are polished
	// promising is the share of the best tree's value from which on a root may
	// become better when it is polished.
	promising = 0.85
)

// check tests whether the best tree so far would be worth more at an independent root: the rest of
// it is tried there unchanged. It returns trees at the best of those roots, polished a little.
func (s *search) check(ctx context.Context, best *branch) []*branch {
	if s.set.Root != nil || s.e.layout.steps < 2 || ctx.Err() != nil {
		return nil
	}
	roots := make([]model.Unit, independent)
	if s.e.Nodes() > ownPoints || s.set.Effort == Quick {
		roots = roots[:independent/4]
	}
	for i := range roots {
		roots[i] = make(model.Unit, s.e.d)
	}
	acquisition.Spread(roots, s.e.root.Pair, s.set.Seed+1)
	if s.e.d == 1 { // as a curve has them
		for i, x := range roots {
			x[0] = float64(i) / float64(len(roots)-1)
			s.e.root.Pair.Move(x)
		}
	}
	found := make([]*branch, len(roots))
	s.each(len(roots), func(w *worker, i int) {
		if ctx.Err() != nil {
			return
		}
		copy(w.spare, best.x)
		copy(w.spare, roots[i])
		if v := w.polish.e.Value(w.spare, nil); v > best.value*promising {
			found[i] = &branch{slices.Clone(w.spare), v}
		}
	})
	found = grown(found)
	sortBranches(found)
	var out []*branch
	for _, b := range found {
		near := func(o *branch) bool { return distance(b.x[:s.e.d], o.x[:s.e.d]) < alike }
		if len(out) < checked && !slices.ContainsFunc(out, near) {
			out = append(out, b)
		}
	}
	s.each(len(out), func(w *worker, i int) {
		b := out[i]
		b.value = w.polish.improve(ctx, b.x, b.value, s.plan.rounds[0], 1e-5)
	})
	return out
}
