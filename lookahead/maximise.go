package lookahead

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"
)

// Settings of a maximisation. The zero value is Standard with seed 0.
type Settings struct {
	Effort   Effort
	Seed     uint64    // of the optimiser; base samples have their own
	Workers  int       // 0: GOMAXPROCS; the result does not depend on it
	Warm     *Start    // a tree to start from as well, from WarmStart
	Root     []float64 // non-nil: the root stays here and the rest is maximised
	Progress func(Progress)
}

// Progress says how far a maximisation is.
type Progress struct {
	Done, Total int
	Value       float64 // of the best tree so far
}

// Start is a tree of the right shape to start from.
type Start struct {
	X []float64 // node-major
}

// Tree is a maximised scenario tree.
type Tree struct {
	X         []float64 // decision points, node-major, stage by stage
	Value     float64   // Q_N at the root on the tree's own base samples
	Root      []float64 // the point to evaluate
	RunnerUp  []float64 // root of the best tree that starts elsewhere; nil if none
	RunnerVal float64
	Cancelled bool // the context ended it; the best tree so far is here
	Nothing   bool // no tree has any value: nothing affordable, or nothing to gain
	Memory    *Memory
}

// separate is how far apart two roots must be to be two choices.
const separate = 0.03

// Maximise returns the best tree found for the state and base samples. A
// cancelled context returns the best so far.
func Maximise(ctx context.Context, s State, f Fantasies, set Settings) (*Tree, error) {
	e, err := NewEvaluator(s, f)
	if err != nil {
		return nil, err
	}
	if set.Root != nil && len(set.Root) != e.d {
		panic(fmt.Sprintf("lookahead: fixed root of dimension %d, want %d", len(set.Root), e.d))
	}
	var t *Tree
	if set.Effort == PaperEffort {
		t = maximisePaper(ctx, e, set)
	} else {
		t = newSearch(e, set).run(ctx)
	}
	t.Memory = remember(e, f, t.X)
	return t, nil
}

// search is one maximisation.
type search struct {
	e       *Evaluator
	set     Settings
	plan    plan
	table   *table
	workers []*worker
	done    atomic.Int64
	total   int
	mu      sync.Mutex
	best    float64
}

// worker is what one goroutine works with.
type worker struct {
	greedy *greedy
	polish *polisher
	table  *table
	held   []int
}

// branch is a tree under way, from one root.
type branch struct {
	x     []float64
	value float64
}

func newSearch(e *Evaluator, set Settings) *search {
	return &search{e: e, set: set, plan: set.Effort.plan(), best: math.Inf(-1)}
}

func (s *search) run(ctx context.Context) *Tree {
	var extra [][]float64
	if s.set.Warm != nil {
		for k := 0; k < len(s.set.Warm.X); k += s.e.d {
			extra = append(extra, s.set.Warm.X[k:k+s.e.d])
			if len(extra) == 1+s.e.layout.count[0] {
				break // its root and the points right after it
			}
		}
	}
	if s.set.Root != nil {
		extra = append([][]float64{s.set.Root}, extra...)
	}
	points := candidates(ctx, s.e.root, s.plan, s.set.Seed, extra)
	s.table = newTable(s.e, len(points))
	for _, x := range points {
		s.table.add(x, s.e.known)
	}
	s.spawn()
	roots := s.chooseRoots()
	branches := make([]*branch, len(roots), len(roots)+1)
	s.total = len(roots) * len(s.plan.rounds)
	s.each(len(roots), func(w *worker, i int) {
		branches[i] = s.grow(ctx, w, roots[i])
	})
	if s.set.Warm != nil && len(s.set.Warm.X) == len(s.e.f.mu)*s.e.d {
		b := &branch{x: append([]float64(nil), s.set.Warm.X...)}
		b.value = s.workers[0].polish.improve(ctx, b.x, s.plan.rounds[0], 1e-4)
		branches = append(branches, b)
	}
	all := branches
	for _, iterations := range s.plan.rounds[1:] {
		if ctx.Err() != nil {
			break
		}
		s.each(len(branches), func(w *worker, i int) {
			s.refresh(ctx, w, branches[i], iterations)
		})
		sortBranches(branches)
		branches = branches[:(len(branches)+1)/2]
	}
	s.each(len(branches), func(w *worker, i int) {
		if ctx.Err() == nil {
			branches[i].value = w.polish.improve(ctx, branches[i].x, s.plan.finish, 1e-6)
		}
	})
	sortBranches(all)
	return s.result(ctx, all)
}

// spawn makes the workers. Tables have room for a tree's own points.
func (s *search) spawn() {
	n := s.set.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	capacity := s.table.size + s.e.Nodes()
	for i := range n {
		e := s.e
		if i > 0 {
			e = e.Clone()
		}
		w := &worker{greedy: newGreedy(e.layout, capacity), polish: newPolisher(e, s.set.Root, true), table: newTable(e, capacity), held: make([]int, e.Nodes())}
		w.greedy.setBeam(s.plan.beamAt)
		s.workers = append(s.workers, w)
	}
}

// each runs work(worker, i) for i < n; every i writes only its own slot, so the
// result does not depend on which worker took it.
func (s *search) each(n int, work func(*worker, int)) {
	if len(s.workers) == 1 || n == 1 {
		for i := range n {
			work(s.workers[0], i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for _, w := range s.workers {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(w, i)
			}
		})
	}
	wg.Wait()
}

// chooseRoots screens candidates by a path rollout (z = 0 at every step) and
// keeps the best that are apart from each other.
func (s *search) chooseRoots() []int {
	if s.set.Root != nil {
		at, _ := s.table.nearest(s.set.Root)
		return []int{at}
	}
	t := s.table
	g := s.workers[0].greedy
	g.t = t
	g.begin()
	type ranked struct {
		i int
		v float64
	}
	score := make([]ranked, t.size)
	lnB := math.Log(s.e.root.Budget)
	for i := range t.size {
		score[i] = ranked{i, g.q1(&g.levels[0], i, s.e.root.Best, s.e.root.Budget, lnB)}
	}
	byValue := func(a, b int) bool {
		return score[a].v > score[b].v || (score[a].v == score[b].v && score[a].i < score[b].i)
	}
	sort.Slice(score, byValue)
	score = score[:min(s.plan.rollouts, len(score))]
	path := newRollout(s.e.layout.steps)
	roll := newGreedy(path, t.stride)
	roll.setBeam(func(int) int { return 1 })
	for i := range score {
		score[i].v = roll.tree(t, s.e.root, score[i].i, nil)
	}
	sort.Slice(score, byValue)
	var roots []int
next:
	for _, c := range score {
		for _, r := range roots {
			if distance(t.point(c.i), t.point(r)) < separate {
				continue next
			}
		}
		if roots = append(roots, c.i); len(roots) == s.plan.trees {
			break
		}
	}
	return s.bestTrees(roots)
}

// bestTrees keeps the roots whose plain greedy trees are worth most: a path
// rollout sees only the fantasies at the mean.
func (s *search) bestTrees(roots []int) []int {
	if len(roots) <= s.plan.roots {
		return roots
	}
	value := make([]float64, len(roots))
	s.each(len(roots), func(w *worker, i int) {
		w.greedy.setBeam(func(int) int { return 1 })
		value[i] = w.greedy.tree(s.table, s.e.root, roots[i], nil)
		w.greedy.setBeam(s.plan.beamAt)
	})
	order := make([]int, len(roots))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return value[order[a]] > value[order[b]] })
	kept := make([]int, s.plan.roots)
	for i := range kept {
		kept[i] = roots[order[i]]
	}
	return kept
}

// newRollout is the skeleton of a path tree.
func newRollout(steps int) *layout {
	f := make(Fantasies, steps-1)
	for i := range f {
		f[i] = Stage{Z: [][2]float64{{0, 0}}, Weight: []float64{1}}
	}
	return newLayout(f)
}

// grow makes a root's greedy tree and polishes it a little.
func (s *search) grow(ctx context.Context, w *worker, root int) *branch {
	b := &branch{x: make([]float64, s.e.Nodes()*s.e.d)}
	w.greedy.tree(s.table, s.e.root, root, nil)
	for k, i := range w.greedy.picks[0] {
		copy(b.x[k*s.e.d:], s.table.point(i))
	}
	if s.set.Root != nil {
		copy(b.x, s.set.Root)
	}
	b.value = s.improve(ctx, w, b, s.plan.rounds[0])
	s.report(b.value)
	return b
}

// refresh adds the tree's own points to the candidates and chooses every
// subtree anew, holding what it has: dead branches are re-seeded, and the
// value cannot fall.
func (s *search) refresh(ctx context.Context, w *worker, b *branch, iterations int) {
	d := s.e.d
	t := w.table
	t.copyFrom(s.table)
	for k := range w.held {
		x := b.x[k*d : k*d+d]
		i, dist := t.nearest(x)
		if dist > 0 {
			i = t.add(x, s.e.known)
		}
		w.held[k] = i
	}
	w.greedy.tree(t, s.e.root, w.held[0], w.held)
	for k, i := range w.greedy.picks[0] {
		copy(b.x[k*d:], t.point(i))
	}
	b.value = s.improve(ctx, w, b, iterations)
	s.report(b.value)
}

func (s *search) improve(ctx context.Context, w *worker, b *branch, iterations int) float64 {
	if ctx.Err() != nil {
		return w.polish.e.Value(b.x, nil)
	}
	return w.polish.improve(ctx, b.x, iterations, 1e-5)
}

// report tells the caller how far we are; calls never overlap.
func (s *search) report(value float64) {
	if s.set.Progress == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.best = math.Max(s.best, value)
	done := min(int(s.done.Add(1)), s.total)
	s.set.Progress(Progress{Done: done, Total: s.total, Value: s.best})
}

func sortBranches(b []*branch) {
	sort.SliceStable(b, func(i, j int) bool { return b[i].value > b[j].value })
}

// result packs the best tree and the best of those that start elsewhere.
func (s *search) result(ctx context.Context, all []*branch) *Tree {
	d := s.e.d
	best := all[0]
	t := &Tree{X: best.x, Value: best.value, Root: append([]float64(nil), best.x[:d]...), Cancelled: ctx.Err() != nil}
	t.Nothing = !(best.value > 0)
	for _, b := range all[1:] {
		if b.value > 0 && distance(b.x[:d], t.Root) >= separate {
			t.RunnerUp, t.RunnerVal = append([]float64(nil), b.x[:d]...), b.value
			break
		}
	}
	return t
}
