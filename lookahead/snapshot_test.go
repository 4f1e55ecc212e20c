package lookahead

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/acquisition"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// A snapshot says what plain conditioning says, node by node.
func TestSnapshotEqualsConditionedPosteriors(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(81, 82))
	for _, known := range []bool{false, true} {
		s := randomState(t, rng, 9, 2, 2.2)
		if known {
			s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 0.5 + x[0] }}
		}
		f := draw(t, shapeOf(t, fantasy.Sampled, "3,2,2"), 3)
		tree := maximise(t, s, f, Settings{Effort: Quick})
		double := func(x model.Unit) []float64 {
			for i := range x {
				x[i] *= 2
			}
			return x
		}
		snap, err := tree.Snapshot(s, f, fantasy.Sampled, double)
		if err != nil {
			t.Fatal(err)
		}
		if snap.Steps != 4 || snap.Fantasies != "3,2,2" || snap.Rule != fantasy.Sampled || len(snap.Nodes) != 22 {
			t.Fatalf("snapshot of %d steps, %q, %v, %d nodes", snap.Steps, snap.Fantasies, snap.Rule, len(snap.Nodes))
		}
		if relative(snap.Value, tree.Value) > 1e-12 || relative(snap.Nodes[0].Subtree, tree.Value) > 1e-12 {
			t.Errorf("snapshot worth %v, its root's subtree %v, the tree %v", snap.Value, snap.Nodes[0].Subtree, tree.Value)
		}
		var ws model.Workspace
		mass := make([]float64, snap.Steps)
		for k, n := range snap.Nodes {
			mass[n.Stage] += n.Probability
			if n.Point[0] != 2*n.X[0] || n.Point[1] != 2*n.X[1] {
				t.Errorf("node %v: point %v of %v", n.Path, n.Point, n.X)
			}
			if n.Parent >= k || len(n.Path) != n.Stage || (n.Parent < 0) != (k == 0) {
				t.Errorf("node %d: parent %d, stage %d, path %v", k, n.Parent, n.Stage, n.Path)
			}
			pair, err := Imagine(s, snap, k)
			if err != nil {
				t.Fatal(err)
			}
			m := pair.Moments(&ws, n.X)
			got := model.Moments{MuF: n.Mean, SdF: n.Sd, MuC: n.MeanLnCost, SdC: n.SdLnCost}
			if math.Abs(m.MuF-got.MuF) > 1e-7 || math.Abs(m.SdF-got.SdF) > 1e-7 || math.Abs(m.MuC-got.MuC) > 1e-7 || math.Abs(m.SdC-got.SdC) > 1e-7 {
				t.Errorf("node %v: sees %+v, conditioned %+v", n.Path, got, m)
			}
			checkBalance(t, s, snap, k)
			if n.Kind != KindExhausted {
				want := acquisition.NewQ1(n.Best, n.Budget).Value(m)
				if math.Abs(n.Value-want) > 1e-7 {
					t.Errorf("node %v: worth %v, Q₁ %v", n.Path, n.Value, want)
				}
			}
		}
		for stage, m := range mass {
			if math.Abs(m-1) > 1e-12 {
				t.Errorf("stage %d has probability %v", stage, m)
			}
		}
	}
}

// checkBalance follows budget, incumbent and kind from parent to child.
func checkBalance(t *testing.T, s State, snap Snapshot, k int) {
	t.Helper()
	n := snap.Nodes[k]
	budget, best := s.Budget, s.Best
	if k > 0 {
		p := snap.Nodes[n.Parent]
		budget, best = p.Budget-n.Cost, math.Max(p.Best, n.Y)
	} else if !math.IsNaN(n.Y) || !math.IsNaN(n.Cost) {
		t.Errorf("a fantasy (%v, %v) led to the root", n.Y, n.Cost)
	}
	if n.Budget != budget || n.Best != best {
		t.Errorf("node %v: budget %v and incumbent %v, want %v and %v", n.Path, n.Budget, n.Best, budget, best)
	}
	want := KindOpen
	if n.Budget <= s.Exhausted() {
		want = KindExhausted
	} else if n.Stage == snap.Steps-1 {
		want = KindTruncated
	}
	if n.Kind != want || (n.Kind == KindExhausted && n.Subtree != 0) {
		t.Errorf("node %v: %v with budget %v and subtree %v", n.Path, n.Kind, n.Budget, n.Subtree)
	}
}

// All three kinds occur where the budget is short.
func TestSnapshotMeetsEveryKind(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(83, 84))
	s := randomState(t, rng, 9, 1, 0)
	f := draw(t, shapeOf(t, fantasy.Sampled, "4,4,2"), 3)
	seen := map[Kind]int{}
	for _, s.Budget = range []float64{2, 2.5, 3, 3.5} {
		snap, err := maximise(t, s, f, Settings{Effort: Quick}).Snapshot(s, f, fantasy.Sampled, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range snap.Nodes {
			seen[n.Kind]++
			if !slices.Equal(n.X, n.Point) {
				t.Error("without units, X and Point differ")
			}
		}
	}
	for _, k := range []Kind{KindOpen, KindExhausted, KindTruncated} {
		if seen[k] == 0 {
			t.Errorf("no node is %v", k)
		}
	}
	if KindOpen.String() != "open" || KindExhausted.String() != "exhausted" || KindTruncated.String() != "truncated" {
		t.Error("names of kinds")
	}
}
