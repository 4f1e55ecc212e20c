package lookahead

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"farsight/lookahead/fantasy"
	"farsight/model"
)

// testSearch is a search with its candidates tabulated.
func testSearch(t *testing.T, s State, f fantasy.Samples) *search {
	t.Helper()
	e, err := NewEvaluator(s, f)
	if err != nil {
		t.Fatal(err)
	}
	search := newSearch(e, Settings{Effort: Quick, Workers: 1})
	search.prepare(background, nil)
	return search
}

// rechoose is refresh of one tree without the polish.
func (w *worker) rechoose(s *search, b *branch) {
	w.owner = nil
	w.hold(s, b)
	w.greedy.tree(w.table, s.e.root, w.held[0], w.held)
	w.settle(s, b, w.greedy.picks[0])
}

// The table knows what the evaluator knows: a greedy tree's value is its
// points' value.
func TestGreedyValueIsTheTreesValue(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(141, 142))
	for i, text := range []string{"4,2,2", "3", "2,2,1,1"} {
		s := randomState(t, rng, 12, 1+i, 2)
		search := testSearch(t, s, draw(t, shapeOf(t, fantasy.Sampled, text), 2))
		w := search.workers[0]
		x := make([]float64, search.e.Nodes()*search.e.d)
		for root := range 10 {
			v := w.greedy.tree(search.table, s, root, nil)
			search.table.plant(x, w.greedy.picks[0])
			if got := search.e.Value(x, nil); relative(v, got) > 1e-5 {
				t.Errorf("%q, root %d: greedy %v, evaluated %v", text, root, v, got)
			}
		}
	}
}

// A branch spent at its first step has no slope to leave by; a refresh finds
// it a cheaper point.
func TestRefreshRevivesDeadBranches(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(143, 144))
	s := randomState(t, rng, 10, 1, 2.6)
	s.Best -= 0.5
	f := draw(t, shapeOf(t, fantasy.Sampled, "2,2"), 2)
	search := testSearch(t, s, f)
	e, w := search.e, search.workers[0]
	b := &branch{x: make([]float64, e.Nodes())}
	// The cheapest point at the root and the dearest everywhere below.
	var ws model.Workspace
	cheap, dear, low, high := 0.0, 0.0, math.Inf(1), math.Inf(-1)
	for u := 0.0; u <= 1; u += 0.01 {
		m := s.Pair.Moments(&ws, []float64{u})
		if m.MuC > high {
			dear, high = u, m.MuC
		}
		if m.MuC < low {
			cheap, low = u, m.MuC
		}
	}
	for k := range b.x {
		b.x[k] = dear
	}
	b.x[0] = cheap
	b.value = e.Value(b.x, nil)
	dead := 0
	for _, d := range e.dead {
		if d {
			dead++
		}
	}
	if dead == 0 {
		t.Fatal("no branch is dead to begin with")
	}
	before := b.value
	w.rechoose(search, b)
	e.Value(b.x, nil)
	for _, d := range e.dead {
		if d {
			dead--
		}
	}
	if b.value <= before || dead == 0 {
		t.Errorf("refreshed from %v to %v, revived %d", before, b.value, dead)
	}
}

// Every branch may come from another tree; none may be lost.
func TestCrossTakesTheBetterBranches(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(145, 146))
	s := randomState(t, rng, 10, 2, 4)
	f := draw(t, shapeOf(t, fantasy.Sampled, "4,2"), 2)
	search := testSearch(t, s, f)
	e, w := search.e, search.workers[0]
	l := e.layout
	var all []*branch
	for range 6 {
		b := &branch{x: make([]float64, e.Nodes()*2)}
		for i := range b.x {
			b.x[i] = rng.Float64()
		}
		b.value = e.Value(b.x, nil)
		all = append(all, b)
	}
	b := &branch{x: append([]float64(nil), all[0].x...), value: all[0].value}
	w.cross(e, b, all)
	// By hand: the best of each branch at this root.
	want := make([]float64, l.count[0])
	gift := make([]float64, l.count[0])
	for _, o := range all {
		x := append(append([]float64(nil), b.x[:2]...), o.x[2:]...)
		e.Value(x, nil)
		e.branchValues(gift)
		for j, v := range gift {
			want[j] = math.Max(want[j], v)
		}
	}
	e.Value(b.x, nil)
	total := e.reward[0]
	for _, v := range want {
		total += v
	}
	if relative(b.value, total) > 1e-12 || relative(e.value, total) > 1e-12 || b.value <= all[0].value {
		t.Errorf("crossed to %v (points worth %v), from %v, want %v", b.value, e.value, all[0].value, total)
	}
}

// A tree too large for its own points to be candidates is maximised all the
// same, and can be stopped.
func TestLargeTree(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of nodes")
	}
	rng := rand.New(rand.NewPCG(147, 148))
	s := randomState(t, rng, 10, 1, 4)
	shape := shapeOf(t, fantasy.Sampled, "16,16,16")
	if _, err := shape.Draw(1, false); err == nil {
		t.Errorf("a tree of %d nodes was made without being asked for", shape.Nodes())
	}
	f, err := shape.Draw(1, true)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(background, 2*time.Second)
	defer cancel()
	tree, err := Maximise(ctx, s, f, Settings{Effort: Quick})
	if err != nil {
		t.Fatal(err)
	}
	checkTree(t, "large", s, f, tree)
	if one := maximise(t, s, nil, Settings{Effort: Quick}); tree.Value < one.Value {
		t.Errorf("%v, one step %v", tree.Value, one.Value)
	}
}

func TestEffortNames(t *testing.T) {
	t.Parallel()
	for _, e := range []Effort{Quick, Standard, Thorough, PaperEffort} {
		if back, err := ParseEffort(e.String()); err != nil || back != e {
			t.Errorf("%v reads back as %v, %v", e, back, err)
		}
	}
	if _, err := ParseEffort("lazy"); err == nil {
		t.Error("an unknown effort was accepted")
	}
}
