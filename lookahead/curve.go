package lookahead

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"farsight/lookahead/fantasy"
	"farsight/model"
)

// CurveUpdate is the curve Q_N(x) along a line, as far as it is known. Every
// value is reached by a tree, so that updates only ever raise it.
type CurveUpdate struct {
	T     []float64 // where along the line: 0 at From, 1 at To, ascending
	Value []float64 // Q_N there, its continuation maximised
	Error float64   // how much the last refinement moved it, as a share of its range; NaN before the first
	Done  bool      // no update follows: Error is small, all rounds are used up, or all work
	Cut   bool      // the work was used up: there are fewer points, or Error is not small
}

// curveTolerance is the share of its range within which a curve is done.
const curveTolerance = 0.01

// The passes of a curve: every coarse-th point first, then all, then rounds in which a few points
// are searched again and all learn from them and from their neighbours, until two rounds in a row
// (with two stages, where the first trees are all but exact, one) moved it by less than half the
// tolerance.
const (
	coarse          = 4
	curveIterations = 5
	anchors         = 8
	gentle          = 2 // rounds before the searches become thorough
	roundsMost      = 16
)

// Curve computes Q_N at points evenly spaced along a line: the root stays at the point and the rest
// of the tree is maximised. It yields a usable curve early, from every fourth point, then refines:
// neighbours hand each other branches of their trees, and a few points at a time are searched
// again. The last update is also returned; it does not depend on the number of workers. A cancelled
// context ends it with the best curve so far, Done unset. Of the settings, Effort, Seed, Workers
// and Work matter; the paper's protocol counts as Standard.
func Curve(ctx context.Context, s State, f fantasy.Samples, along Line, points int, set Settings, yield func(CurveUpdate)) (CurveUpdate, error) {
	if points < 2 {
		panic(fmt.Sprintf("lookahead: a curve of %d points", points))
	}
	e, err := NewEvaluator(s, f)
	if err != nil {
		return CurveUpdate{}, err
	}
	for _, x := range []model.Unit{along.From, along.To} {
		if err := CheckCube(x, e.d); err != nil {
			return CurveUpdate{}, fmt.Errorf("end of the line: %w", err)
		}
	}
	if yield == nil {
		yield = func(CurveUpdate) {}
	}
	return newCurve(e, along, points, set).run(ctx, yield), nil
}

func newCurve(e *Evaluator, along Line, points int, set Settings) *curve {
	c := &curve{search: newSearch(e, Settings{Effort: set.Effort, Seed: set.Seed, Workers: set.Workers}), line: along, branches: make([]*branch, points), work: workMeter{most: cmp.Or(set.Work, CurveWork)}}
	e.count(&c.work)
	return c
}

// curve is one curve in progress.
type curve struct {
	*search
	line     Line
	branches []*branch // per point; nil: not looked at yet
	every    int       // so many points apart are those looked at
	work     workMeter
	cut      bool
}

func (c *curve) run(ctx context.Context, yield func(CurveUpdate)) CurveUpdate {
	c.prepare(ctx, nil)
	last := len(c.branches) - 1
	// Cancelled at once, the first point still makes a curve.
	c.branches[0] = c.start(ctx, c.workers[0], c.at(0), nil)
	all := []int{0}
	for c.every = 4 * coarse; ; c.every /= 2 {
		var next []int
		for i := range c.branches {
			if c.branches[i] == nil && (i%c.every == 0 || i == last) {
				next = append(next, i)
			}
		}
		if c.cut = !c.work.firsts(len(all), len(next)); c.cut {
			c.every *= 2
			break
		}
		c.pass(ctx, next, func(w *worker, i int) *branch {
			low, high := i/coarse*coarse, min(i/coarse*coarse+coarse, last)
			if low == i || i == last {
				return c.start(ctx, w, c.at(i), nil)
			}
			return c.start(ctx, w, c.at(i), c.near(low, high))
		})
		if all = append(all, next...); c.every == 1 {
			break
		}
		if c.every == coarse {
			yield(c.update(math.NaN(), false))
		}
	}
	slices.Sort(all)
	moved, calm, enough := math.NaN(), 0, 1
	switch {
	case c.deep():
		enough = 2
	case c.e.layout.steps == 1:
		moved, calm = 0, 1 // Q₁ needs no refinement
	}
	for n := 0; ctx.Err() == nil && calm < enough && n < roundsMost; n++ {
		fresh, few := c.work.searches(len(all), c.anchors(), c.deep() && n >= gentle)
		if c.cut = c.cut || few; fresh == 0 {
			break
		}
		yield(c.update(moved, false))
		moved = c.round(ctx, all, n, fresh, few)
		if calm++; moved >= curveTolerance/2 || n < gentle && c.deep() {
			calm = 0
		}
	}
	u := c.update(moved, ctx.Err() == nil)
	yield(u)
	return u
}

// deep says whether a point's tree has more than its leaves to choose.
func (c *curve) deep() bool { return c.e.layout.steps > 2 }

// anchors is how many points are searched again in a round.
func (c *curve) anchors() int {
	if c.deep() {
		return anchors
	}
	return anchors / 4
}

// at is the i-th point of the line.
func (c *curve) at(i int) []float64 { return c.line.At(float64(i) / float64(len(c.branches)-1)) }

// pass makes the branches of the points listed; each sees the others as they
// were before.
func (c *curve) pass(ctx context.Context, points []int, work func(*worker, int) *branch) {
	made := make([]*branch, len(points))
	c.each(len(points), func(w *worker, n int) {
		made[n] = c.branches[points[n]]
		if ctx.Err() == nil {
			made[n] = work(w, points[n])
		}
	})
	for n, i := range points {
		c.branches[i] = made[n]
	}
}

// start makes a greedy tree at a root, lets it take better branches from others
// and polishes it.
func (c *curve) start(ctx context.Context, w *worker, root []float64, teachers []*branch) *branch {
	b := &branch{x: make([]float64, c.e.Nodes()*c.e.d)}
	t := w.candidates(c.search)
	w.greedy.setBeam(func(int) int { return 1 })
	w.greedy.tree(t, c.e.root, t.add(root, c.e), nil)
	t.plant(b.x, w.greedy.picks[0])
	b.value = w.polish.e.Value(b.x, nil)
	w.cross(w.polish.e, b, teachers)
	c.polish(ctx, w, b, curveIterations)
	return b
}

func (c *curve) polish(ctx context.Context, w *worker, b *branch, iterations int) {
	if len(b.x) > c.e.d {
		w.polish.hold(b.x[:c.e.d])
		b.value = w.polish.improve(ctx, b.x, b.value, iterations, 1e-4)
	}
}

// near lists the branches at the given points, as far as there are any.
func (c *curve) near(points ...int) []*branch {
	var out []*branch
	for _, j := range points {
		if j >= 0 && j < len(c.branches) && c.branches[j] != nil {
			out = append(out, c.branches[j])
		}
	}
	return out
}

// round searches some points again, each with candidates of its own, and lets
// every point take branches from them and from its neighbours. It returns how
// far that moved the curve, as a share of its range.
func (c *curve) round(ctx context.Context, all []int, n, count int, few bool) float64 {
	old := append([]*branch(nil), c.branches...)
	steps := []int{-1, 1, -coarse, coarse}
	if !c.deep() || few {
		steps = steps[:2]
	}
	var fresh []int
	for k := range min(count, len(all)) {
		// The golden ratio spreads each round's anchors between the last ones.
		share := (float64(k) + math.Mod(0.5+float64(n)*0.6180339887, 1)) / float64(count)
		fresh = append(fresh, int(share*float64(len(old)))/c.every*c.every)
	}
	c.pass(ctx, fresh, func(w *worker, i int) *branch { return c.search1(ctx, w, i, uint64(n)) })
	c.pass(ctx, all, func(w *worker, i int) *branch {
		if c.branches[i] == nil {
			return nil
		}
		b := c.branches[i].clone()
		teachers := fresh
		if few {
			teachers = nearest(fresh, i)
		}
		for _, s := range steps {
			teachers = append(teachers[:len(teachers):len(teachers)], i+s*c.every)
		}
		w.cross(w.polish.e, b, c.near(teachers...))
		if b.value > c.branches[i].value || c.deep() && n == 0 {
			c.polish(ctx, w, b, curveIterations)
		}
		return b
	})
	low, high, moved := math.Inf(1), math.Inf(-1), 0.0
	for i, b := range c.branches {
		if b != nil {
			low, high = math.Min(low, b.value), math.Max(high, b.value)
			moved = math.Max(moved, b.value-old[i].value)
		}
	}
	if moved == 0 {
		return 0
	}
	return moved / (high - low)
}

// nearest is the one of some points that is nearest to i.
func nearest(points []int, i int) []int {
	by := func(a, b int) int { return cmp.Compare(max(a-i, i-a), max(b-i, i-b)) }
	return []int{slices.MinFunc(points, by)}
}

// search1 is a whole search with the root held at point i, starting also from
// the tree it has.
func (c *curve) search1(ctx context.Context, w *worker, i int, n uint64) *branch {
	effort := Quick
	if c.deep() {
		effort = c.set.Effort
	}
	s := newSearch(w.polish.e, Settings{
		Effort: effort, Seed: c.set.Seed + n*anchors + uint64(i), Workers: 1,
		Root: c.at(i), Warm: &Start{X: c.branches[i].x},
	})
	t := s.run(ctx)
	return &branch{x: t.X, value: t.Value}
}

// update describes the points looked at so far.
func (c *curve) update(moved float64, done bool) CurveUpdate {
	u := CurveUpdate{Error: moved, Done: done, Cut: c.cut}
	for i, b := range c.branches {
		if b != nil {
			u.T = append(u.T, float64(i)/float64(len(c.branches)-1))
			u.Value = append(u.Value, b.value)
		}
	}
	return u
}

// Line is a straight line through the unit cube, or goes through the choices
// of an axis one after the other.
type Line struct {
	From, To []float64
	Axis     model.Axis // of choices; else not used
}

// LineThrough is the line through a point along one axis, from face to face.
func LineThrough(at model.Unit, axis model.Axis) Line {
	l := Line{From: append([]float64(nil), at...), To: append([]float64(nil), at...), Axis: axis}
	axis.Set(l.From, 0)
	axis.Set(l.To, 1)
	return l
}

// At is the point a share t of the way along the line.
func (l Line) At(t float64) model.Unit {
	x := make([]float64, len(l.From))
	for i, a := range l.From {
		x[i] = math.Min(1, math.Max(0, a+t*(l.To[i]-a)))
	}
	if l.Axis.Choices > 0 {
		l.Axis.Set(x, t)
	}
	return x
}
