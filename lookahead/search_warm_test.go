package lookahead

import (
	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The branch whose fantasy is nearest the observation moves up a stage.
func TestWarmStartTakesTheNearestBranch(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(111, 112))
	s := randomState(t, rng, 9, 2, 6)
	f := draw(t, shapeOf(t, fantasy.Sampled, "4,3,2"), 3)
	tree := maximise(t, s, f, Settings{Effort: Quick})
	snap, err := tree.Snapshot(s, f, fantasy.Sampled, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The next tree keeps the stages that are left: (3,2).
	next := f[1:]
	for _, n := range snap.Nodes {
		if n.Stage != 1 {
			continue
		}
		start := tree.Memory.WarmStart(n.Y, math.Log(n.Cost), next)
		l := newLayout(next)
		for k := range l.nodes {
			path := append(slices.Clone(n.Path), l.path(k)...)
			at := slices.IndexFunc(snap.Nodes, func(o NodeView) bool { return slices.Equal(o.Path, path) })
			if !slices.Equal(start.X[k*2:k*2+2], snap.Nodes[at].X) {
				t.Errorf("observed what branch %v imagined: node %v starts at %v, want %v", n.Path, l.path(k), start.X[k*2:k*2+2], snap.Nodes[at].X)
			}
		}
		// A little off, still the same branch.
		off := tree.Memory.WarmStart(n.Y+1e-6, math.Log(n.Cost)-1e-6, next)
		if !slices.Equal(off.X, start.X) {
			t.Errorf("branch %v was left for another", n.Path)
		}
	}
}

// Trees of other shapes, wider, narrower, deeper or shallower, still start.
func TestWarmStartFitsOtherShapes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(113, 114))
	s := randomState(t, rng, 9, 2, 6)
	old := draw(t, shapeOf(t, fantasy.Sampled, "4,4,2"), 3)
	tree := maximise(t, s, old, Settings{Effort: Quick})
	for _, text := range []string{"4,4,2", "2", "8,1", "1,1,1,1,1", ""} {
		next := draw(t, shapeOf(t, fantasy.Sampled, text), 4)
		start := tree.Memory.WarmStart(s.Best, 0, next)
		if start == nil {
			t.Fatalf("%q: no start", text)
		}
		checkTree(t, text, s, next, maximise(t, s, next, Settings{Effort: Quick, Warm: start}))
	}
	one := maximise(t, s, nil, Settings{Effort: Quick})
	if start := one.Memory.WarmStart(0, 0, old); start != nil {
		t.Error("a tree of one stage has no branch to start from")
	}
	if start := (*Memory)(nil).WarmStart(0, 0, old); start != nil {
		t.Error("no memory, no start")
	}
}

func TestRememberedTreeStartsTheSame(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(115, 116))
	s := randomState(t, rng, 9, 2, 6)
	f := draw(t, shapeOf(t, fantasy.Sampled, "3,2"), 3)
	tree := maximise(t, s, f, Settings{Effort: Quick})
	m, err := Remember(s, f, tree.X)
	if err != nil {
		t.Fatal(err)
	}
	a, b := tree.Memory.WarmStart(s.Best, 0.3, f), m.WarmStart(s.Best, 0.3, f)
	if !slices.Equal(a.X, b.X) {
		t.Error("a remembered tree starts elsewhere")
	}
	// What the caller does to its tree later does not matter.
	clear(tree.X)
	if c := tree.Memory.WarmStart(s.Best, 0.3, f); !slices.Equal(a.X, c.X) {
		t.Error("the memory changed with the tree")
	}
}

// Over decisions in a row, the next tree is never worth less than its warm
// start, and on average a warm start does not hurt: over 60 such states it
// gained 0.8 ± 0.9 % (quick) and 1.0 ± 0.9 % (standard).
func TestWarmStartDoesNotHurt(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(117, 118))
	gain, states := 0.0, 0
	for i := range 24 {
		s := randomState(t, rng, 8+i%15, 1+i%3, 5)
		f := draw(t, shapeOf(t, fantasy.Sampled, "4,4,2"), uint64(i))
		first := maximise(t, s, f, Settings{Effort: Quick})
		snap, err := first.Snapshot(s, f, fantasy.Sampled, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := snap.Nodes[1+i%4]
		pair, err := s.Pair.Condition(first.Root, seen.Y, math.Log(seen.Cost))
		if err != nil {
			t.Fatal(err)
		}
		next := State{Pair: pair, Budget: s.Budget - seen.Cost, Best: math.Max(s.Best, seen.Y)}
		if next.Budget <= s.Exhausted() {
			continue
		}
		start := first.Memory.WarmStart(seen.Y, math.Log(seen.Cost), f)
		e, err := NewEvaluator(next, f)
		if err != nil {
			t.Fatal(err)
		}
		cold := maximise(t, next, f, Settings{Effort: Quick, Seed: 1}).Value
		warm := maximise(t, next, f, Settings{Effort: Quick, Seed: 1, Warm: start}).Value
		if v := e.Value(start.X, nil); warm < v {
			t.Errorf("state %d: %v after starting at %v", i, warm, v)
		}
		gain += math.Log(warm / cold)
		states++
	}
	if states < 12 || gain/float64(states) < -0.01 {
		t.Errorf("over %d states warm starts gained %.4f in log value", states, gain/float64(states))
	}
}
