package lookahead

import (
	"context"
	"slices"
	"sort"
	"sync"

	"farsight/internal/elementary"
	"farsight/lookahead/candidates"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// chooseRoots screens candidates by a path rollout (z = 0 at every step) and
// keeps the best that are apart from each other.
func (s *search) chooseRoots(ctx context.Context) []int {
	if s.set.Root != nil {
		at, _ := s.table.nearest(s.set.Root)
		return []int{at}
	}
	t := s.workers[0].candidates(s)
	g := s.workers[0].greedy
	g.t, g.lambda, g.end = t, s.e.lambda, s.e.end
	g.begin()
	type ranked struct {
		i int
		v float64
	}
	score := make([]ranked, t.size)
	lnB := elementary.Log(s.e.root.Budget)
	for i := range t.size {
		score[i] = ranked{i, g.reward(&g.levels[0], i, s.e.root.Best, s.e.root.Budget, lnB)}
	}
	byValue := func(a, b int) bool {
		return score[a].v > score[b].v || (score[a].v == score[b].v && score[a].i < score[b].i)
	}
	sort.Slice(score, byValue)
	score = score[:min(s.plan.Rollouts, len(score))]
	roll := newGreedy(rollout(s.e.layout.steps), t.stride, 1, s.scratch)
	roll.setBeam(func(int) int { return 1 })
	for i := range score {
		score[i].v = roll.tree(t, s.e.root, score[i].i, nil)
	}
	sort.Slice(score, byValue)
	var roots []int
	for _, x := range s.set.Roots {
		if i := t.find(x); !slices.Contains(roots, i) {
			roots = append(roots, i)
		}
	}
	room := s.plan.Trees + len(roots)
next:
	for _, c := range score {
		for _, r := range roots {
			if candidates.Distance(t.point(c.i), t.point(r)) < separate {
				continue next
			}
		}
		if roots = append(roots, c.i); len(roots) >= room {
			break
		}
	}
	return s.bestTrees(ctx, roots)
}

// bestTrees keeps the roots whose plain greedy trees are worth most: a path
// rollout sees only the fantasies at the mean.
func (s *search) bestTrees(ctx context.Context, roots []int) []int {
	if len(roots) <= s.plan.Roots {
		return roots
	}
	s.setBeams(func(int) int { return 1 })
	value, picked := s.plant(len(roots), func(int) bool { return ctx.Err() == nil }, s.rootOf(roots))
	s.setBeams(s.plan.BeamAt)
	order := make([]int, len(roots))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return value[order[a]] > value[order[b]] })
	kept := make([]int, s.plan.Roots)
	for i := range kept {
		kept[i] = roots[order[i]]
	}
	if s.plan.Commits {
		return s.narrow(kept, picked)
	}
	return kept
}

// setBeams says how many candidates the workers' nodes try.
func (s *search) setBeams(at func(int) int) {
	for _, w := range s.workers {
		w.greedy.setBeam(at)
	}
}

// narrow drops the candidates that none of the plain trees has chosen, and
// returns where the roots are then.
func (s *search) narrow(roots []int, picked [][]int) []int {
	chosen := make([]bool, s.table.size)
	for _, p := range picked {
		for _, i := range p {
			chosen[i] = true
		}
	}
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
		if i > 0 {
			w.table.copyFrom(s.table)
			continue
		}
		s.fill(w.table, points)
	}
	return roots
}

// rollouts are the path trees that were wanted, by their steps: nothing is written to them.
var rollouts sync.Map

// rollout is the skeleton of a path tree.
func rollout(steps int) *layout {
	if l, ok := rollouts.Load(steps); ok {
		return l.(*layout)
	}
	f := make(fantasy.Samples, steps-1)
	for i := range f {
		f[i] = fantasy.Stage{Z: [][2]float64{{0, 0}}, Weight: []float64{1}}
	}
	l, _ := rollouts.LoadOrStore(steps, newLayout(f))
	return l.(*layout)
}
