package lookahead

import (
	"context"
	"slices"
	"sort"

	"farsight/internal/workers"
	"farsight/model"
)

// search is one maximisation by greedy trees, refreshes and polish.
type search struct {
	e       *Evaluator
	set     Settings
	plan    plan
	coarse  *layout // of the trees that judge candidates as roots
	table   *table  // the candidates; rows of covariances are read from the workers' own
	workers []*worker
	meter   *meter
	scratch *scratch // nil: the search's own memory
	watch   watcher  // of the pieces of work; nil: none
}

// watcher sees n pieces of work that could be done at once, and returns what does them.
type watcher func(n int, work func(*worker, int)) func(*worker, int)

// worker is what one goroutine works with.
type worker struct {
	greedy *greedy
	screen *greedy // plain trees over few outcomes
	polish *polisher
	table  *table // the search's candidates, with space for a tree's own points
	held   []int
	owner  *branch // whose points are in the table, too
	spare  []float64
	crosser

	tree  *int    // where the choices of the greedy tree go that it is at
	root  int     // of that tree
	worth float64 // of that root
}

// branch is a tree in progress, from one root.
type branch struct {
	x     []float64
	value float64
}

// ownPoints bounds how many of a tree's own points join the candidates of a refresh, because every
// node considers all of them. In a tree with more nodes, points nearer to each other than alike
// count as one.
const (
	ownPoints = largeTree
	alike     = 0.01
)

// teachers is from how many trees the others take branches.
const teachers = 4

func newSearch(e *Evaluator, set Settings) *search {
	p, l := set.Effort.plan(), e.layout
	return &search{
		e: e, set: set, plan: p.fitted(l.steps, l.nodes, set.Root != nil), meter: newMeter(set.Progress),
		coarse: newLayout(merged(l.samples, screened)),
	}
}

func (s *search) run(ctx context.Context) *Tree {
	if s.e.root.Budget <= s.e.end {
		// Nothing is affordable: any tree is as good as any other.
		return pack(ctx, s.e.d, []*branch{{x: s.anyTree()}}, false)
	}
	s.scratch = enterScratch()
	defer s.scratch.Leave()
	s.prepare(ctx, s.extra())
	picks := s.chooseRoots(ctx)
	starts, kept := len(picks), s.plan.kept
	if s.set.Warm != nil {
		starts++
		kept++ // it replaces no other
	}
	s.meter.total = starts + s.plan.work(min(starts, kept))
	all := make([]*branch, starts)
	s.each(starts, func(w *worker, i int) {
		switch {
		case i == len(picks):
			all[i] = s.grow(ctx, w, slices.Clone(s.set.Warm.X))
		case i == 0 || ctx.Err() == nil:
			x := make([]float64, s.e.Nodes()*s.e.d)
			s.table.plant(x, picks[i])
			all[i] = s.grow(ctx, w, x)
		}
	})
	all = grown(all)
	sortBranches(all)
	branches := all[:min(len(all), kept)]
	if others := s.check(ctx, all[0]); len(others) > 0 {
		all = append(all, others...)
		sortBranches(all)
		branches = all[:min(len(all), kept)]
	}
	for _, iterations := range s.plan.rounds[1:] {
		if ctx.Err() != nil {
			break
		}
		var donors []*branch
		for _, b := range all[:min(len(all), teachers)] {
			donors = append(donors, b.clone())
		}
		s.refresh(ctx, branches, donors, iterations)
	}
	s.each(len(branches), func(w *worker, i int) {
		s.improve(ctx, w, branches[i], s.plan.finish, 1e-8)
	})
	s.e.comeBack(all, s.set.Root)
	sortBranches(all)
	return pack(ctx, s.e.d, all, s.e.lambda > 0)
}

// clone copies a branch, so that it can be read while the other is worked on.
func (b *branch) clone() *branch { return &branch{slices.Clone(b.x), b.value} }

// grown drops the branches a cancelled context left out.
func grown(all []*branch) []*branch {
	return slices.DeleteFunc(all, func(b *branch) bool { return b == nil })
}

// anyTree has every point in the middle of the cube, or at the root of the settings.
func (s *search) anyTree() []float64 {
	x := slices.Repeat([]float64{0.5}, s.e.Nodes()*s.e.d)
	s.e.snap(x)
	copy(x, s.set.Root)
	return x
}

// extra are the candidates the settings add: the roots that contend, the fixed
// root, and the first points of the warm start.
func (s *search) extra() []model.Unit {
	out := slices.Clone(s.set.Roots)
	if s.set.Root != nil {
		out = append(out, s.set.Root)
	}
	if s.set.Warm != nil {
		d := s.e.d
		for k := range 1 + s.e.layout.count[0] {
			out = append(out, s.set.Warm.X[k*d:k*d+d])
		}
	}
	return out
}

// prepare tabulates the candidates and makes the workers.
func (s *search) prepare(ctx context.Context, extra []model.Unit) {
	points := distinct(s.plan.candidates(s.e.root, s.set.Seed, s.set.Cache).Points(ctx, extra))
	capacity := len(points) + min(s.e.Nodes(), ownPoints) + 1
	for i := range workers.Count(s.set.Workers) {
		e := s.e
		if i > 0 {
			e = e.Clone()
		}
		w := &worker{greedy: newGreedy(e.layout, capacity, keptConditions, s.scratch), polish: newPolisher(e, s.set.Root, true, s.scratch), table: newTable(e, capacity, s.scratch), held: make([]int, e.Nodes())}
		w.spare = make([]float64, e.Nodes()*e.d)
		w.greedy.setBeam(s.beamAt)
		w.greedy.grown = s.plan.grown
		w.screen = newGreedy(s.coarse, capacity, 1, s.scratch)
		w.screen.plain = true
		if i > 0 {
			w.table.copyFrom(s.table)
		} else {
			s.fill(w.table, points)
		}
		s.workers = append(s.workers, w)
	}
}

// distinct are the points without repetitions: choices have few combinations.
func distinct(points []model.Unit) []model.Unit {
	out := points[:0:0]
	for _, x := range points {
		if !slices.ContainsFunc(out, func(o model.Unit) bool { return slices.Equal(o, x) }) {
			out = append(out, x)
		}
	}
	return out
}

// ranked is how many nodes a stage may have whose candidates are ranked one step
// ahead: in a wider one each node counts for little, and all would take long.
const ranked = 32

// beamAt is how many trials a node of a stage makes.
func (s *search) beamAt(stage int) int {
	if l := s.e.layout; l.first[stage+1]-l.first[stage] > ranked {
		return 1
	}
	return s.plan.beamAt(stage)
}

// fill makes an empty table that of the candidates.
func (s *search) fill(t *table, points []model.Unit) {
	for _, x := range points {
		t.place(x)
	}
	t.believe(0, s.e)
	base := *t // shares all but the size
	s.table = &base
}

// candidates is the worker's table without any tree's own points.
func (w *worker) candidates(s *search) *table {
	w.owner = nil
	w.table.keep(s.table.size)
	return w.table
}

// each runs work(worker, i) for i < n; every i writes only its own slot, so the
// result does not depend on which worker took it.
func (s *search) each(n int, work func(*worker, int)) {
	if s.watch != nil {
		work = s.watch(n, work)
	}
	workers.Share(s.workers, n, work)
}

// grow makes a branch of a tree and polishes it a little.
func (s *search) grow(ctx context.Context, w *worker, x []float64) *branch {
	copy(x, s.set.Root)
	b := &branch{x, w.polish.e.Value(x, nil)}
	s.improve(ctx, w, b, s.plan.rounds[0], 1e-5)
	return b
}

// refresh lets trees take the better branches of others, adds each tree's own points to the
// candidates and chooses every subtree again, keeping the present one as a candidate: dead branches
// are re-seeded, and the value does not fall.
func (s *search) refresh(ctx context.Context, branches, donors []*branch, iterations int) {
	s.each(len(branches), func(w *worker, i int) {
		if ctx.Err() == nil {
			w.cross(w.polish.e, branches[i], donors)
		}
	})
	for _, w := range s.workers {
		w.owner = nil // it has moved
	}
	_, picks := s.plant(len(branches), func(int) bool { return ctx.Err() == nil }, func(w *worker, i int) (int, []int) {
		w.hold(s, branches[i])
		return w.held[0], w.held
	})
	s.each(len(branches), func(w *worker, i int) {
		if picks[i] != nil {
			w.hold(s, branches[i])
			w.settle(s, branches[i], picks[i])
			s.improve(ctx, w, branches[i], iterations, 1e-5)
		}
	})
}

// hold adds a tree's own points to the worker's table.
func (w *worker) hold(s *search, b *branch) {
	if w.owner == b {
		return
	}
	d, t := s.e.d, w.candidates(s)
	for k := range w.held {
		w.held[k] = t.hold(b.x[k*d:k*d+d], s.e.Nodes() <= ownPoints)
	}
	t.believe(s.table.size, s.e)
	w.owner = b
}

// settle moves a tree that the worker holds to the points chosen for it.
func (w *worker) settle(s *search, b *branch, picks []int) {
	d, before := s.e.d, b.value
	copy(w.spare, b.x)
	w.table.plant(b.x, picks)
	for k, i := range picks {
		if k == 0 || i == w.held[k] { // the root is what makes this branch
			copy(b.x[k*d:k*d+d], w.spare[k*d:])
		}
	}
	b.value = w.polish.e.Value(b.x, nil)
	if s.e.Nodes() > ownPoints { // it was held only approximately
		w.cross(w.polish.e, b, []*branch{{x: w.spare}})
	}
	if b.value < before {
		copy(b.x, w.spare)
		b.value = before
	}
}

// improve polishes a branch, whose value does not fall.
func (s *search) improve(ctx context.Context, w *worker, b *branch, iterations int, tolerance float64) {
	if ctx.Err() != nil {
		return
	}
	b.value = w.polish.improve(ctx, b.x, b.value, iterations, tolerance)
	s.meter.tick(b.value)
}

func sortBranches(b []*branch) {
	sort.SliceStable(b, func(i, j int) bool { return b[i].value > b[j].value })
}
