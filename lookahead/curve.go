package lookahead

import (
	"context"
	"fmt"
	"math"
)

// Line is a straight line through the unit cube.
type Line struct {
	From, To []float64
}

// Through is the line through a point along one axis, from face to face.
func Through(at []float64, axis int) Line {
	l := Line{From: append([]float64(nil), at...), To: append([]float64(nil), at...)}
	l.From[axis], l.To[axis] = 0, 1
	return l
}

// At is the point a share t of the way along the line.
func (l Line) At(t float64) []float64 {
	x := make([]float64, len(l.From))
	for i, a := range l.From {
		x[i] = math.Min(1, math.Max(0, a+t*(l.To[i]-a)))
	}
	return x
}

// CurveUpdate is the curve Q_N(x) along a line, as far as it is known. Every
// value is reached by a tree, so that updates only ever raise it.
type CurveUpdate struct {
	T     []float64 // where along the line: 0 at From, 1 at To, ascending
	Value []float64 // Q_N there, its continuation maximised
	Error float64   // how much the last refinement moved it, as a share of its range; NaN before the first
	Done  bool      // no update follows
}

// CurveTolerance is the share of its range within which a curve is done.
const CurveTolerance = 0.01

// The passes of a curve: every coarse-th point first, then all of them, then
// refinements with widening beams until one moves the curve by less than half
// the tolerance.
const (
	coarse          = 4
	curveIterations = 5
	refineMost      = 8
)

// Curve computes Q_N at points evenly spaced along a line: the root stays at
// the point and the rest of the tree is maximised. It yields a usable curve
// early, from every fourth point, then refines: neighbours hand each other
// their trees, and subtrees are chosen anew. The last update is also returned;
// it does not depend on the number of workers. A cancelled context ends it with
// the best curve so far, Done unset. Of the settings, Effort, Seed and Workers
// matter.
func Curve(ctx context.Context, s State, f Fantasies, line Line, points int, set Settings, yield func(CurveUpdate)) (CurveUpdate, error) {
	if points < 2 {
		panic(fmt.Sprintf("lookahead: a curve of %d points", points))
	}
	e, err := NewEvaluator(s, f)
	if err != nil {
		return CurveUpdate{}, err
	}
	for _, x := range [][]float64{line.From, line.To} {
		if err := checkCube(x, e.d); err != nil {
			return CurveUpdate{}, fmt.Errorf("end of the line: %w", err)
		}
	}
	if yield == nil {
		yield = func(CurveUpdate) {}
	}
	c := &curve{search: newSearch(e, Settings{Effort: set.Effort, Seed: set.Seed, Workers: set.Workers}), line: line, branches: make([]*branch, points)}
	return c.run(ctx, yield), nil
}

// curve is one curve under way.
type curve struct {
	*search
	line     Line
	branches []*branch // per point; nil: not looked at yet
}

func (c *curve) run(ctx context.Context, yield func(CurveUpdate)) CurveUpdate {
	if c.set.Effort == PaperEffort {
		c.plan = Thorough.plan().fitted(c.e.layout)
	}
	c.prepare(ctx, nil)
	last := len(c.branches) - 1
	c.first(ctx, func(i int) bool { return i%coarse == 0 || i == last })
	yield(c.update(math.NaN(), false))
	c.first(ctx, func(i int) bool { return c.branches[i] == nil })
	moved, done := math.NaN(), false
	if c.e.layout.steps == 1 {
		moved, done = 0, true // Q₁ needs no refinement
	}
	for pass := 0; ctx.Err() == nil && !done; pass++ {
		yield(c.update(moved, false))
		moved = c.refine(ctx, pass)
		done = (moved < CurveTolerance/2 && pass > 0 || pass == refineMost) && ctx.Err() == nil
	}
	u := c.update(moved, done)
	yield(u)
	return u
}

// first makes the greedy trees of the points wanted and polishes them.
func (c *curve) first(ctx context.Context, wanted func(int) bool) {
	var todo []int
	for i := range c.branches {
		if wanted(i) {
			todo = append(todo, i)
		}
	}
	c.each(len(todo), func(w *worker, n int) {
		// Cancelled, the first of all still gives a curve of one point.
		if i := todo[n]; ctx.Err() == nil || i == 0 {
			c.branches[i] = c.start(ctx, w, c.line.At(float64(i)/float64(len(c.branches)-1)))
		}
	})
}

func (c *curve) start(ctx context.Context, w *worker, root []float64) *branch {
	b := &branch{x: make([]float64, c.e.Nodes()*c.e.d)}
	t := w.table
	t.size = c.table.size
	w.greedy.setBeam(func(int) int { return 1 })
	w.greedy.tree(t, c.e.root, t.add(root, c.e.known), nil)
	w.place(b.x, t)
	b.value = w.polish.e.Value(b.x, nil)
	w.polish.hold(root)
	if len(b.x) > c.e.d {
		b.value = w.polish.improve(ctx, b.x, b.value, curveIterations, 1e-4)
	}
	return b
}

// refine improves every point once, from its own tree or from a neighbour's
// if that is worth more here, and returns how far it moved the curve as a
// share of its range.
func (c *curve) refine(ctx context.Context, pass int) float64 {
	next := make([]*branch, len(c.branches))
	c.each(len(next), func(w *worker, i int) {
		next[i] = c.branches[i]
		if next[i] != nil && ctx.Err() == nil {
			next[i] = c.better(ctx, w, i, pass)
		}
	})
	low, high, moved := math.Inf(1), math.Inf(-1), 0.0
	for i, b := range next {
		if b != nil {
			low, high = math.Min(low, b.value), math.Max(high, b.value)
			moved = math.Max(moved, b.value-c.branches[i].value)
		}
	}
	c.branches = next
	if moved == 0 {
		return 0
	}
	return moved / (high - low)
}

func (c *curve) better(ctx context.Context, w *worker, i, pass int) *branch {
	d, old := c.e.d, c.branches[i]
	b := &branch{x: append([]float64(nil), old.x...), value: old.value}
	trial := make([]float64, len(b.x))
	for _, j := range []int{i - 1, i + 1} {
		if j < 0 || j >= len(c.branches) || c.branches[j] == nil {
			continue
		}
		copy(trial, c.branches[j].x)
		copy(trial, old.x[:d])
		if v := w.polish.e.Value(trial, nil); v > b.value {
			copy(b.x, trial)
			b.value = v
		}
	}
	w.greedy.setBeam(func(s int) int { return min(pass, 2) + c.plan.beamAt(s) })
	w.rechoose(c.search, b)
	w.polish.hold(old.x[:d])
	b.value = w.polish.improve(ctx, b.x, b.value, curveIterations*(pass+1), 1e-4)
	return b
}

// update describes the points looked at so far.
func (c *curve) update(moved float64, done bool) CurveUpdate {
	u := CurveUpdate{Error: moved, Done: done}
	for i, b := range c.branches {
		if b != nil {
			u.T = append(u.T, float64(i)/float64(len(c.branches)-1))
			u.Value = append(u.Value, b.value)
		}
	}
	return u
}
