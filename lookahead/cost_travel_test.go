package lookahead

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/acquisition"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// uphill is a way whose price is that of the distance, and more where the first
// coordinate rises.
type uphill struct{ price, rise float64 }

func (w uphill) Price(from, to model.Unit, dFrom, dTo []float64) float64 {
	sum := 0.0
	for j, v := range from {
		sum += (to[j] - v) * (to[j] - v)
	}
	d := math.Sqrt(sum)
	for j, v := range from {
		slope := 0.0
		if d > 0 {
			slope = w.price * (to[j] - v) / d
		}
		if j == 0 && to[0] > v {
			slope += w.rise
		}
		if dTo != nil {
			dTo[j] = slope
		}
		if dFrom != nil {
			dFrom[j] = -slope
		}
	}
	return w.price*d + w.rise*math.Max(0, to[0]-from[0])
}

// moved is a state seen from a random point.
func moved(rng *rand.Rand, s State, w model.Way) State {
	at := make(model.Unit, s.Pair.Dim())
	for j := range at {
		at[j] = rng.Float64()
	}
	s.Pair = s.Pair.From(at, w)
	return s
}

// A tree that plans a route is the recursion in which every pair is left from
// the point before, and its gradient by all points meets differences, whether or
// not money has a price and costs are known.
func TestRouteEqualsRecursionAndDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(71, 72))
	dead, alive := 0, 0
	for _, shape := range [][]int{{}, {3}, {2, 2}, {2, 2, 2}, {1, 1, 1}} {
		for d := 1; d <= 3; d++ {
			for _, budget := range []float64{1.5, 4, 50} {
				for _, price := range []float64{0, 0.05} {
					s := moved(rng, randomState(t, rng, 5+2*d, d, budget), uphill{0.8, 0.5})
					s.Best -= rng.Float64()
					s.Price = price
					name := fmt.Sprint(shape, " d=", d, " budget ", budget, " price ", price)
					f := randomFantasies(rng, shape...)
					if price > 0 {
						checkPricedTree(t, name, rng, s, f)
						continue
					}
					n, _ := checkRandomTree(t, name, rng, s, f)
					dead, alive = dead+n, alive+f.Nodes()-n
				}
			}
		}
	}
	if dead < 50 || alive < 100 {
		t.Errorf("%d nodes are out of reach or exhausted and %d are not; the sweep must meet many of both", dead, alive)
	}
}

func TestRouteWithKnownCosts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(73, 74))
	for _, price := range []float64{0, 0.05} {
		s := moved(rng, randomState(t, rng, 8, 2, 3), uphill{0.7, 0})
		s.Price = price
		s.Pair = (&model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 0.5 + 0.3*x[0] }}).From(s.Pair.At, s.Pair.Way)
		f := randomFantasies(rng, 3, 2)
		if price > 0 {
			checkPricedTree(t, "known cost", rng, s, f)
		} else {
			checkRandomTree(t, "known cost", rng, s, f)
		}
	}
}

// A way that is free changes no value and no gradient, to the bit.
func TestFreeWayChangesNothing(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(75, 76))
	for _, price := range []float64{0, 0.1} {
		s := randomState(t, rng, 9, 2, 3)
		s.Price = price
		f := randomFantasies(rng, 3, 2)
		a, err := NewEvaluator(s, f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := NewEvaluator(moved(rng, s, uphill{}), f)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float64, a.Nodes()*2)
		for i := range x {
			x[i] = rng.Float64()
		}
		ga, gb := make([]float64, len(x)), make([]float64, len(x))
		if va, vb := a.Value(x, ga), b.Value(x, gb); va != vb || !slices.Equal(ga, gb) {
			t.Errorf("price %v: %v, with a free way %v", price, va, vb)
		}
	}
}

// What a greedy tree is said to be worth is what it is worth, up to what is
// interpolated.
func TestGreedyKnowsTheWay(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(77, 78))
	for range 12 {
		for _, price := range []float64{0, 0.03} {
			s := moved(rng, randomState(t, rng, 9, 2, 2+3*rng.Float64()), uphill{1, 0.4})
			s.Price = price
			e, err := NewEvaluator(s, randomFantasies(rng, 3, 2))
			if err != nil {
				t.Fatal(err)
			}
			table := newTable(e, 40, nil)
			for range 40 {
				table.place([]float64{rng.Float64(), rng.Float64()})
			}
			table.believe(0, e)
			g := newGreedy(e.layout, 40, 1, nil)
			g.setBeam(func(int) int { return 2 })
			said := g.tree(table, s, rng.IntN(40), nil)
			x := make([]float64, e.Nodes()*2)
			for k, i := range g.picks[0] {
				copy(x[k*2:], table.point(i))
			}
			if is := e.Value(x, nil); math.Abs(said-is) > 1e-5*(1e-3+math.Abs(is)) {
				t.Errorf("price %v: said to be worth %v, it is worth %v", price, said, is)
			}
		}
	}
}

// One step ahead is Q₁ with the way in it: the tree's root is no worse than the
// best of a grid.
func TestOneStepWithAWay(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(79, 80))
	for range 6 {
		s := moved(rng, randomState(t, rng, 8, 2, 1.2), uphill{2, 0})
		tree, err := Maximise(context.Background(), s, nil, Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		best := 0.0
		var ws model.Workspace
		for i := range 101 {
			for j := range 101 {
				m := s.Pair.Moments(&ws, []float64{float64(i) / 100, float64(j) / 100})
				best = math.Max(best, acquisition.NewQ1(s.Best, s.Budget).Value(m))
			}
		}
		if tree.Value < best*(1-1e-6) {
			t.Errorf("the tree is worth %v, a point of a grid %v", tree.Value, best)
		}
	}
}

// A tree says what its ways cost, and what is left behind each: what a pair that
// was conditioned along the path says.
func TestSnapshotTellsTheRoute(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(81, 82))
	s := moved(rng, randomState(t, rng, 8, 2, 6), uphill{1, 0.3})
	f := fantasy.DefaultShape(fantasy.Sampled, 3)
	samples, err := f.Draw(1, false)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := Maximise(context.Background(), s, samples, Settings{Seed: 1, Effort: Quick})
	if err != nil {
		t.Fatal(err)
	}
	snap, err := tree.Snapshot(s, samples, fantasy.Sampled, nil)
	if err != nil {
		t.Fatal(err)
	}
	var ws model.Workspace
	for k, n := range snap.Nodes {
		pair, err := Imagine(s, snap, k)
		if err != nil {
			t.Fatal(err)
		}
		m := pair.Moments(&ws, n.X)
		if math.Abs(m.Way-n.Way) > 1e-12 {
			t.Errorf("node %v: the way costs %v, as imagined %v", n.Path, n.Way, m.Way)
		}
		if n.Parent >= 0 {
			from := snap.Nodes[n.Parent]
			if from.Kind == KindOpen && math.Abs(n.Budget-(from.Budget-from.Way-n.Cost)) > 1e-9 {
				t.Errorf("node %v: %v left, of %v after %v and %v", n.Path, n.Budget, from.Budget, from.Way, n.Cost)
			}
		}
		if want := acquisition.NewQ1(n.Best, n.Budget).Value(m); n.Kind != KindExhausted && math.Abs(n.Value-want) > 1e-6*(1e-3+want) {
			t.Errorf("node %v: worth %v, want %v", n.Path, n.Value, want)
		}
	}
}
