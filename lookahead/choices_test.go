package lookahead

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// choosing is a state over two numbers with a choice among three between them.
func choosing(t *testing.T) (State, model.Choices) {
	t.Helper()
	choices := model.Choices{{At: 1, Choices: 3}}
	rng := rand.New(rand.NewPCG(11, 12))
	var data model.Data
	for range 10 {
		u := make(model.Unit, 5)
		for i := range u {
			u[i] = rng.Float64()
		}
		choices.Snap(u)
		k := float64(choices[0].Chosen(u))
		data.X, data.Y, data.Cost = append(data.X, u), append(data.Y, math.Sin(4*u[0]+k)+0.3*k-u[4]), append(data.Cost, 1+k*u[4])
	}
	p, err := model.FitPair(data, model.PairSettings{Choices: choices}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return State{Pair: p, Budget: 5, Best: p.Incumbent()}, choices
}

// Every point of a tree is a corner, and its value is that of these corners,
// whatever the effort.
func TestTreesOfCorners(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	s, choices := choosing(t)
	for _, steps := range []int{1, 2, 4} {
		f, err := fantasy.DefaultShape(fantasy.Sampled, steps).Draw(1, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, effort := range []Effort{Quick, Standard, PaperEffort} {
			if effort == PaperEffort && steps > 2 {
				continue // slow, and nothing new
			}
			tree, err := Maximise(background, s, f, Settings{Effort: effort, Seed: 3})
			if err != nil {
				t.Fatal(err)
			}
			for k := 0; k < len(tree.X); k += 5 {
				u := slices.Clone(tree.X[k : k+5])
				choices.Snap(u)
				if !slices.Equal(u, tree.X[k:k+5]) {
					t.Fatalf("%d steps, %v: node %d is at %v, between choices", steps, effort, k/5, tree.X[k:k+5])
				}
			}
			e, err := NewEvaluator(s, f)
			if err != nil {
				t.Fatal(err)
			}
			if v := e.Value(tree.X, nil); math.Abs(v-tree.Value) > 1e-9*math.Abs(v) || !(v > 0) {
				t.Errorf("%d steps, %v: the tree says %v, its corners are worth %v", steps, effort, tree.Value, v)
			}
			if tree.RunnerUp != nil && choices.Same(tree.Root, tree.RunnerUp) && distance(tree.Root, tree.RunnerUp) < separate {
				t.Errorf("%d steps, %v: the runner-up is the root", steps, effort)
			}
		}
	}
}

// One step ahead there is a grid to compare with: no corner is better.
func TestTreesFindTheBestCorner(t *testing.T) {
	t.Parallel()
	s, choices := choosing(t)
	e, err := NewEvaluator(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	best := 0.0
	u := make([]float64, 5)
	for k := range 3 {
		choices[0].Choose(u, k)
		for i := range 81 {
			for j := range 81 {
				u[0], u[4] = float64(i)/80, float64(j)/80
				best = math.Max(best, e.Value(u, nil))
			}
		}
	}
	tree, err := Maximise(background, s, nil, Settings{Seed: 5})
	if err != nil || tree.Value < best*(1-1e-3) {
		t.Errorf("found %v, the grid %v, %v", tree.Value, best, err)
	}
}

// Along choices a curve has one value for each, and playouts judge corners.
func TestCurvesAndPlayoutsOfCorners(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	s, choices := choosing(t)
	f, err := fantasy.DefaultShape(fantasy.Sampled, 2).Draw(1, false)
	if err != nil {
		t.Fatal(err)
	}
	at := s.Pair.Objective.Point(0)
	along := LineThrough(at, choices[0])
	for i := range 3 {
		if u := along.At(float64(i) / 2); choices[0].Chosen(u) != i || u[0] != at[0] || u[4] != at[4] {
			t.Errorf("point %d of the line is %v", i, u)
		}
	}
	u, err := Curve(background, s, f, along, 3, Settings{Seed: 2}, nil)
	if err != nil || len(u.Value) != 3 || !u.Done {
		t.Fatalf("%+v, %v", u, err)
	}
	one, err := NewEvaluator(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range u.Value {
		if q := one.Value(along.At(float64(i)/2), nil); v < q {
			t.Errorf("choice %d: two steps are worth %v, one %v", i, v, q)
		}
	}
	verdicts, err := Playout(background, s, nil, PlayoutSettings{Seed: 4})
	if err != nil || len(verdicts) == 0 {
		t.Fatal(verdicts, err)
	}
	for _, v := range verdicts {
		c := slices.Clone(v.Root)
		if choices.Snap(c); !slices.Equal(c, v.Root) {
			t.Errorf("a playout began at %v, between choices", v.Root)
		}
	}
}
